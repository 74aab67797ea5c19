use std::ptr;

use muniment_library::history::current_release;
use muniment_licenses::audit::{ApartFinding, Component, InventoryFormat, Part};
use muniment_licenses::model::LicenseId;
use serde_json::{Map, Value, json};

use super::AuditReport;
use crate::words::Words;

/// The version of a new document, and the first one that tells declared licenses from concluded ones.
const VERSION: &str = "1.6";

/// An audit as a `CycloneDX` document in JSON: each part has the licenses that are left after all choices, marked
/// `concluded`, and in properties what the inventory states, the answer for the work and the reasons.
///
/// A document in JSON that was audited keeps everything else. Parts that were left out keep their licenses.
pub(super) fn text(report: &AuditReport<'_>) -> serde_json::Result<String> {
    let listed = report.listed.strip_prefix(b"\xef\xbb\xbf").unwrap_or(report.listed);
    let mut document = match report.inventory.format {
        InventoryFormat::CycloneDx => serde_json::from_slice(listed).unwrap_or_else(|_| new_document(report)),
        _ => new_document(report),
    };
    let concluded = Conclusions { report, words: Words::new(report.library, report.names) };
    if let Some(members) = document.as_object_mut() {
        let is_older = |version: &&Value| version.as_str().is_some_and(|known| known < VERSION);
        if members.get("specVersion").filter(is_older).is_some() {
            members.insert("specVersion".to_owned(), json!(VERSION));
            members.shift_remove("$schema");
        }
        let metadata = members.entry("metadata").or_insert_with(|| json!({}));
        add_properties(metadata, concluded.of_work());
        let (mut components, mut parts) = (report.inventory.components.iter(), report.audit.parts.iter());
        concluded.add_below(members, &mut components, &mut parts.by_ref().peekable());
    }
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// A document with a component for each one of the inventory, flat.
fn new_document(report: &AuditReport<'_>) -> Value {
    let components = report.inventory.components.iter().map(|component| {
        let mut members = Map::new();
        members.insert("type".to_owned(), json!("library"));
        members.insert("name".to_owned(), json!(component.name));
        if !component.version.is_empty() {
            members.insert("version".to_owned(), json!(component.version));
        }
        if component.is_development {
            members.insert("scope".to_owned(), json!("excluded"));
        }
        Value::Object(members)
    });
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": VERSION,
        "version": 1,
        "metadata": {"tools": {"components": [
            {"type": "application", "name": "muniment", "version": env!("CARGO_PKG_VERSION")},
        ]}},
        "components": components.collect::<Vec<_>>(),
    })
}

fn property(name: &str, value: &str) -> Value {
    json!({"name": format!("muniment:{name}"), "value": value})
}

fn add_properties(to: &mut Value, properties: Vec<Value>) {
    let Some(members) = to.as_object_mut() else { return };
    if let Some(list) = members.entry("properties").or_insert_with(|| json!([])).as_array_mut() {
        list.extend(properties);
    }
}

struct Conclusions<'r> {
    report: &'r AuditReport<'r>,
    words: Words<'r>,
}

type Parts<'p, 'a> = std::iter::Peekable<&'p mut std::slice::Iter<'a, Part<'a>>>;

impl Conclusions<'_> {
    /// What holds for the whole audit.
    fn of_work(&self) -> Vec<Value> {
        let context = &self.report.context;
        let release = current_release(self.report.library).id.to_string();
        let target = context.target.map(|work| property("target", self.words.work(work)));
        let asked = [
            property("release", &release),
            property("use", context.usage.usage.word()),
            property("ship", context.usage.shipping.word()),
            property("modified", if context.usage.modified { "true" } else { "false" }),
            property("purpose", context.usage.purpose.word()),
        ];
        asked.into_iter().chain(target).collect()
    }

    /// Adds the conclusions to the components below a member, in the order in which the inventory was read.
    fn add_below<'c>(
        &self,
        members: &mut Map<String, Value>,
        components: &mut impl Iterator<Item = &'c Component>,
        parts: &mut Parts<'_, '_>,
    ) {
        let list = members.get_mut("components").and_then(Value::as_array_mut);
        for value in list.into_iter().flatten() {
            let Some(component) = components.next() else { return };
            if let Some(part) = parts.next_if(|part| ptr::eq(part.component, component)) {
                self.add(value, part);
            }
            if let Some(members) = value.as_object_mut() {
                self.add_below(members, components, parts);
            }
        }
    }

    fn add(&self, to: &mut Value, part: &Part<'_>) {
        let mut properties: Vec<Value> =
            part.component.stated_licenses().iter().map(|text| property("stated", text)).collect();
        let records: Vec<_> = part.licenses.iter().filter_map(|license| license.record).collect();
        let is_of = |license: &LicenseId, context| part.context == context && records.contains(&license);
        let findings = self.report.findings;
        let answers: Vec<_> =
            findings.answers.iter().filter(|answer| is_of(answer.license, answer.context)).collect();
        // The worst one is the first.
        properties.extend(answers.first().map(|answer| property("answer", answer.found.answer.word())));
        for answer in &answers {
            let reasons = answer.found.reasons.iter();
            properties.extend(reasons.map(|reason| {
                property("reason", &self.words.reason(reason, answer.license, self.report.context.target))
            }));
            let accepted = answer.exception.map(|exception| property("accepted", &exception.reason));
            properties.extend(accepted);
        }
        for found in findings.limited.iter().filter(|found| is_of(found.license, found.context)) {
            properties.extend(found.limits.iter().map(|limit| property("limit", &limit.condition)));
        }
        let is_side = |pair: &&ApartFinding<'_>| {
            pair.licenses.into_iter().zip(pair.contexts).any(|(id, context)| is_of(id, context))
        };
        for pair in findings.apart.iter().filter(is_side) {
            let [one, two] = pair.licenses.map(|id| self.report.names.shown(id));
            properties.push(property("apart", &format!("{one} and {two}")));
        }
        if let (Some(members), false) = (to.as_object_mut(), part.licenses.is_empty()) {
            members.insert("licenses".to_owned(), self.licenses(part));
        }
        if !properties.is_empty() {
            add_properties(to, properties);
        }
    }

    /// The licenses as one expression, or one by one if some have no name in expressions.
    fn licenses(&self, part: &Part<'_>) -> Value {
        let names: Vec<&str> = part
            .licenses
            .iter()
            .map(|license| license.record.map_or(license.name.as_str(), |id| self.report.names.shown(id)))
            .collect();
        if names.iter().all(|name| spdx::Expression::parse(name).is_ok()) {
            return json!([{"expression": names.join(" AND "), "acknowledgement": "concluded"}]);
        }
        let each = names.iter().map(|name| {
            let member = if spdx::license_id(name).is_some() { "id" } else { "name" };
            json!({"license": {member: name, "acknowledgement": "concluded"}})
        });
        each.collect()
    }
}
