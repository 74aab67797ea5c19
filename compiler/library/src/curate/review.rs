use std::collections::BTreeSet;

use super::Edit;
use muniment_licenses::model::terms::{COUNTRY_NS, cc, dct};
use muniment_licenses::model::{
    Day, Finding, FindingAction, FindingSeverity, Library, License, LicenseId, Readings, Review, Rule,
    Verdict,
};

/// Writes a review of a license by automatic checks, without its text.
///
/// The findings cover the SPDX list, asset types, duplicate statements, quoted clauses, territory and validity,
/// contradictions within the record, and agreement with parent, base and family. For a rubric point that needs the
/// text, the finding states what was not compared. The verdict is `text-unavailable` and `text_retrieved` is false.
#[must_use]
pub fn review(
    library: &Library,
    id: &LicenseId,
    license: &License,
    day: Day,
    reviewer: &str,
) -> (Review, Edit) {
    let family = library.family(id).map(|family| (family.name.as_str(), family.members.len()));
    review_of(library, id, license, family, day, reviewer)
}

/// The same for a record that may be new. `family` has a name and a number of members.
pub(super) fn review_of(
    library: &Library,
    id: &LicenseId,
    license: &License,
    family: Option<(&str, usize)>,
    day: Day,
    reviewer: &str,
) -> (Review, Edit) {
    let examiner = Examiner { library, family, license, findings: Vec::new() };
    let findings = examiner.examine();
    let open = findings.iter().filter(|finding| finding.action == FindingAction::Proposed).count();
    let outcome = match open {
        0 => "They found nothing to correct.".to_owned(),
        1 => "One point is left open for a reader of the text.".to_owned(),
        _ => format!("{open} points are left open for a reader of the text."),
    };
    let review = Review {
        id: id.clone(),
        title: license.title.value.clone(),
        reviewed_on: day,
        reviewer: reviewer.to_owned(),
        text_source: "unavailable".to_owned(),
        text_retrieved: false,
        text_hash: None,
        readings: None,
        verdict: Verdict::TextUnavailable,
        summary: format!(
            "The license text was not at hand; the record was examined by automatic checks alone. {outcome}"
        ),
        findings,
        family: family.map(|(name, _)| name.to_owned()).unwrap_or_default(),
        port_of: license.port_of.clone(),
        variant_kind: license.variant_kind.clone(),
        variant_of: license.variant_of.clone(),
        notes: String::new(),
    };
    let edit = Edit::Write { path: format!("reviews/{id}.toml"), bytes: written(&review).into_bytes() };
    (review, edit)
}

struct Examiner<'l> {
    library: &'l Library,
    family: Option<(&'l str, usize)>,
    license: &'l License,
    findings: Vec<Finding>,
}

impl Examiner<'_> {
    fn examine(mut self) -> Vec<Finding> {
        self.identification();
        self.asset_types();
        self.repetitions();
        self.clauses();
        self.scope();
        let gaps = "Not checked: only the text shows what the vocabulary cannot say of it.";
        self.find(8, "vocabulary", false, gaps.to_owned());
        self.consistency();
        self.relatives();
        self.findings
    }

    fn find(&mut self, rubric: u8, field: &str, problem: bool, description: String) {
        let (severity, action) = if problem {
            (FindingSeverity::Minor, FindingAction::Proposed)
        } else {
            (FindingSeverity::Info, FindingAction::None)
        };
        self.findings.push(Finding {
            rubric,
            severity,
            field: field.to_owned(),
            description,
            action,
            change: None,
            superseded_by: None,
        });
    }

    fn identification(&mut self) {
        let list = spdx::license_version();
        match self.license.spdx.clone() {
            None => self.find(1, "spdx:licenseId", false, "The record states no SPDX identifier.".to_owned()),
            Some(stated) => {
                let (license, exception) = match stated.split_once(" WITH ") {
                    Some((license, exception)) => (license, Some(exception)),
                    None => (stated.as_str(), None),
                };
                let name =
                    spdx::license_id(license).filter(|known| known.name == license).map(|l| l.full_name);
                let exception_known =
                    exception.is_none_or(|e| spdx::exception_id(e).is_some_and(|known| known.name == e));
                match name {
                    Some(name) if exception_known => self.find(
                        1,
                        "spdx:licenseId",
                        false,
                        format!("`{stated}` is on the SPDX list {list}, which calls the license \"{name}\"."),
                    ),
                    _ => self.find(
                        1,
                        "spdx:licenseId",
                        true,
                        format!("`{stated}` is not on the SPDX list {list} in this form."),
                    ),
                }
            }
        }
        for (field, stated) in
            [("cc:legalcode", &self.license.legalcode), ("dct:source", &self.license.source)]
        {
            if stated.is_none() {
                self.find(1, field, true, "The record states no address here.".to_owned());
            }
        }
    }

    fn asset_types(&mut self) {
        let vocabulary = &self.library.vocabulary.current.content;
        let labels: Vec<&str> = self.license.targets.iter().map(|iri| vocabulary.label(iri)).collect();
        let description = match labels.as_slice() {
            [] => "The record names no asset type, so no search by asset finds it.".to_owned(),
            labels => {
                format!("The record names these asset types, all of the vocabulary: {}.", labels.join(", "))
            }
        };
        let unknown = self.license.targets.iter().any(|iri| !self.library.asset_types.contains(iri));
        let description =
            if unknown { format!("{description} Not all are offered for authoring.") } else { description };
        self.find(2, "odrl:target", labels.is_empty() || unknown, description);
    }

    fn repetitions(&mut self) {
        let license = self.license;
        let positions = [
            (3, "odrl:permission", &license.permissions),
            (4, "odrl:prohibition", &license.prohibitions),
            (5, "odrl:duty", &license.duties),
        ];
        for (rubric, field, rules) in positions {
            let repeated = repeated(rules);
            let on_permissions = license.permissions.iter().flat_map(|rule| self::repeated(&rule.duties));
            let repeated: Vec<&str> =
                if rubric == 5 { repeated.into_iter().chain(on_permissions).collect() } else { repeated };
            if repeated.is_empty() {
                let count = if rubric == 5 {
                    rules.len() + license.permissions.iter().map(|rule| rule.duties.len()).sum::<usize>()
                } else {
                    rules.len()
                };
                let statements =
                    if count == 1 { "1 statement".to_owned() } else { format!("{count} statements") };
                self.find(rubric, field, false, format!("{statements}, none made twice in one position."));
            } else {
                self.find(
                    rubric,
                    field,
                    true,
                    format!("Stated twice in one position: {}.", self.names(&repeated)),
                );
            }
        }
    }

    /// Point 6: quoted clauses.
    fn clauses(&mut self) {
        let terms = self.library.site.terms();
        let clauses = [
            &terms.warranty_disclaimer,
            &terms.liability_limitation,
            &terms.warranty_or_liability_acceptance,
            &terms.additional_clauses,
            &terms.promotion_specification,
        ];
        let quoted: Vec<&str> =
            clauses.into_iter().filter(|iri| self.states(iri)).map(String::as_str).collect();
        let description = if quoted.is_empty() {
            "The record quotes no clause. Whether the text has clauses to quote was not checked.".to_owned()
        } else {
            format!(
                "The record quotes these clauses: {}. Whether they are whole and word for word was not checked.",
                self.names(&quoted)
            )
        };
        self.find(6, "record", false, description);
    }

    /// Point 7: territory, validity, language and governing law.
    fn scope(&mut self) {
        let terms = self.library.site.terms();
        let vocabulary = &self.library.vocabulary.current.content;
        let territory = self.license.jurisdiction.as_deref();
        let known = territory.is_some_and(|iri| {
            let class = format!("{}Jurisdiction", self.library.site.ns_iri());
            iri.starts_with(COUNTRY_NS)
                || vocabulary.terms.get(iri).is_some_and(|term| term.types.contains(&class))
        });
        let shown = territory
            .map_or_else(|| "no territory".to_owned(), |iri| format!("the territory {}", self.name(iri)));
        let stated = |iri: &str, word: &str| match self.states(iri) {
            true => word.to_owned(),
            false => format!("no {word}"),
        };
        let description = format!(
            "The record states {shown}, {}, {} and {}. Whether the text says the same was not checked.",
            stated(&terms.validity_type, "validity"),
            stated(dct::LANGUAGE, "language"),
            stated(&terms.governing_law, "governing law"),
        );
        let problem = !known || !self.states(&terms.validity_type);
        self.find(7, "cc:jurisdiction", problem, description);
    }

    fn states(&self, iri: &str) -> bool {
        self.license.stated.binary_search_by(|stated| stated.as_str().cmp(iri)).is_ok()
    }

    fn consistency(&mut self) {
        let license = self.license;
        let terms = self.library.site.terms();
        let mut contradictions: Vec<String> = Vec::new();
        for rule in &license.permissions {
            if license.prohibits(&rule.action) {
                contradictions.push(format!("{} is permitted and prohibited", self.name(&rule.action)));
            }
            for duty in rule.duties.iter().filter(|duty| license.prohibits(&duty.action)) {
                contradictions.push(format!("{} is required and prohibited", self.name(&duty.action)));
            }
        }
        for duty in license.duties.iter().filter(|duty| license.prohibits(&duty.action)) {
            contradictions.push(format!("{} is required and prohibited", self.name(&duty.action)));
        }
        let may_leave = license
            .permission(&terms.change_license)
            .is_some_and(|rule| !rule.duties.iter().any(|duty| duty.action == terms.compliant_license));
        if license.requires(cc::SHARE_ALIKE) && may_leave {
            contradictions.push("the whole work has to stay and may leave".to_owned());
        }
        contradictions.sort();
        contradictions.dedup();
        let description = if contradictions.is_empty() {
            "No statement contradicts another directly.".to_owned()
        } else {
            format!("Direct contradictions: {}.", contradictions.join("; "))
        };
        self.find(9, "record", !contradictions.is_empty(), description);
    }

    fn relatives(&mut self) {
        if let Some(parent) = &self.license.port_of {
            let field = format!("{}:jurisdictionPortOf", self.library.site.vocabulary_prefix);
            self.compare(&field, "parent", parent);
        }
        if let Some(base) = &self.license.variant_of {
            let field = format!("{}:variantOf", self.library.site.vocabulary_prefix);
            self.compare(&field, "base", base);
        }
        let family = self.family;
        let description = match family {
            Some((name, members)) if members > 1 => {
                format!("One of {members} records of the family \"{name}\".")
            }
            Some((name, _)) => format!("The only record of the family \"{name}\"."),
            None => "The record belongs to no family.".to_owned(),
        };
        self.find(10, "record", family.is_none(), description);
    }

    fn compare(&mut self, field: &str, relation: &str, id: &LicenseId) {
        let Some(relative) = self.library.licenses.get(id) else {
            self.find(10, field, true, format!("The {relation} `{id}` is not a record of the library."));
            return;
        };
        let statements = |license: &License| -> BTreeSet<String> {
            let name = |word: &str, rule: &Rule| format!("{word} {}", self.name(&rule.action));
            let permissions = license.permissions.iter().map(|rule| name("permission", rule));
            let prohibitions = license.prohibitions.iter().map(|rule| name("prohibition", rule));
            permissions
                .chain(prohibitions)
                .chain(license.duties.iter().map(|rule| name("duty", rule)))
                .collect()
        };
        let (own, other) = (statements(self.license), statements(&relative.current.content));
        let list = |some: BTreeSet<&String>| some.into_iter().cloned().collect::<Vec<_>>().join(", ");
        let more: BTreeSet<&String> = own.difference(&other).collect();
        let less: BTreeSet<&String> = other.difference(&own).collect();
        let description = match (more.is_empty(), less.is_empty()) {
            (true, true) => {
                format!("Makes the same statements as its {relation} `{id}`, duties on permissions aside.")
            }
            (false, true) => format!("Agrees with its {relation} `{id}` and adds: {}.", list(more)),
            (true, false) => {
                format!("Agrees with its {relation} `{id}` but for the lack of: {}.", list(less))
            }
            (false, false) => {
                format!(
                    "Differs from its {relation} `{id}`: it adds {}; it lacks {}.",
                    list(more),
                    list(less)
                )
            }
        };
        self.find(10, field, false, description);
    }

    fn name(&self, iri: &str) -> String {
        self.library.site.all_prefixes().compact(iri)
    }

    fn names(&self, iris: &[&str]) -> String {
        iris.iter().map(|iri| self.name(iri)).collect::<Vec<_>>().join(", ")
    }
}

/// Duplicate acts in sorted rules.
fn repeated(rules: &[Rule]) -> Vec<&str> {
    let mut repeated: Vec<&str> = rules
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if a.action == b.action => Some(a.action.as_str()),
            _ => None,
        })
        .collect();
    repeated.dedup();
    repeated
}

/// The file of a review, with keys in the order of the data model.
fn written(review: &Review) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: String| text.push_str(&format!("{key} = {value}\n"));
    let quoted = |value: &str| toml::Value::from(value).to_string();
    line("id", quoted(review.id.as_str()));
    line("title", quoted(&review.title));
    line("reviewed_on", quoted(&review.reviewed_on.to_string()));
    line("reviewer", quoted(&review.reviewer));
    line("text_source", quoted(&review.text_source));
    line("text_retrieved", review.text_retrieved.to_string());
    if let Some(hash) = review.text_hash {
        line("text_hash", quoted(&hash.to_string()));
    }
    line("verdict", quoted(&review.verdict.to_string()));
    line("summary", quoted(&review.summary));
    line("family", quoted(&review.family));
    for (key, value) in [
        ("port_of", review.port_of.as_ref().map(LicenseId::as_str)),
        ("variant_kind", review.variant_kind.as_deref()),
        ("variant_of", review.variant_of.as_ref().map(LicenseId::as_str)),
    ] {
        if let Some(value) = value {
            line(key, quoted(value));
        }
    }
    line("notes", quoted(&review.notes));
    if let Some(Readings { agreed, settled }) = review.readings {
        text.push_str(&format!("\n[readings]\nagreed = {agreed}\nsettled = {settled}\n"));
    }
    for finding in &review.findings {
        text.push_str("\n[[findings]]\n");
        let mut line = |key: &str, value: String| text.push_str(&format!("{key} = {value}\n"));
        line("rubric", finding.rubric.to_string());
        line("severity", quoted(&finding.severity.to_string()));
        line("field", quoted(&finding.field));
        line("description", quoted(&finding.description));
        line("action", quoted(&finding.action.to_string()));
        if let Some(change) = &finding.change {
            line("change", quoted(change));
        }
        if let Some(version) = finding.superseded_by {
            line("superseded_by", version.to_string());
        }
    }
    text
}
