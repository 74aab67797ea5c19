use serde_json::{Map, Value, json};

use super::media::json_content;
use crate::api::shapes::{
    SPDX_ID, any_of, described, entries, flag, list_of, nullable, one_of, open_with, schema, text, text_of,
    web_address, with,
};
use muniment_licenses::find::{
    ActionFacet, ActionFacets, DutyFacet, DutyFacets, LicenseWideDutyFacets, TargetFacet, TargetFacets,
};
use muniment_licenses::model::{Library, Site};

/// What an operation is sent.
#[derive(Debug, Clone, Copy)]
pub(in crate::api::v1) struct Request {
    /// The schema of its JSON.
    pub(in crate::api::v1) json: &'static str,
    /// The other media type it takes, with what that has to be.
    pub(in crate::api::v1) other: Option<(&'static str, &'static str)>,
    pub(in crate::api::v1) description: &'static str,
}

impl Request {
    /// The `requestBody`.
    pub(super) fn body(&self, site: &Site) -> Value {
        let mut content = json_content(schema(self.json));
        if let (Some(example), Some(Value::Object(json))) =
            (example(self.json, site), content.get_mut("application/json"))
        {
            json.insert("example".to_owned(), example);
        }
        if let Some((media_type, description)) = self.other {
            content.insert(media_type.to_owned(), json!({"schema": described(text(), description)}));
        }
        json!({"description": self.description, "required": true, "content": content})
    }
}

/// Something to begin with; every library has the license its records are under.
fn example(schema: &str, site: &Site) -> Option<Value> {
    let base = site.license_base();
    Some(match schema {
        "ComposerInput" => json!({
            "title": "Example license",
            "targets": ["software"],
            "permissions": [
                {"action": "odrl:reproduce", "duties": []},
                {"action": "odrl:distribute", "duties": ["cc:Attribution", "cc:Notice"]},
            ],
            "prohibitions": ["cc:CommercialUse"],
            "duties": [],
        }),
        "CompatibilityRequest" => {
            json!({"licenses": [format!("{base}CC-BY-4.0"), format!("{base}CC-BY-SA-4.0")]})
        }
        "ConsistencyRequest" | "NarrationRequest" => json!({"license": "CC-BY-4.0"}),
        "TranslationRequest" => json!({
            "text": "You may copy and change this work if you name its author.",
            "title": "Example license",
            "consent": true,
            "save_draft": false,
        }),
        "GraphInput" => json!({
            "title": "Example graph",
            "description": "",
            "axioms": [{"subject": "odrl:derive", "relation": "odrl:implies", "object": "odrl:modify"}],
        }),
        _ => return None,
    })
}

/// Schemas of what is sent (spec:version-1#composer-document, spec:version-1#search-body, spec:version-1#graph-objects,
/// spec:version-1#assistant-objects). They are open: what is not known is passed over.
pub(super) fn schemas(site: &Site) -> Map<String, Value> {
    let schemas = [
        ("LicenseSearch", license_search()),
        ("ComposerInput", composer_input(site)),
        ("ComposerPermission", permission()),
        ("CompatibilityRequest", compatibility()),
        ("ConsistencyRequest", any_of(&[schema("LicenseReference"), schema("ComposerInput")])),
        ("LicenseReference", reference()),
        ("TranslationRequest", translation()),
        ("NarrationRequest", narration()),
        ("GraphInput", graph(site)),
    ];
    schemas.map(|(name, schema)| (name.to_owned(), schema)).into_iter().collect()
}

/// The body of a faceted search (spec:version-1#search-body).
fn license_search() -> Value {
    let facets = |members: &[&str], words: &[&str], neutral: &str| {
        let members: Map<String, Value> = members
            .iter()
            .map(|member| ((*member).to_owned(), with(one_of(words), "default", json!(neutral))))
            .collect();
        open_with(json!({}), Value::Object(members))
    };
    let targets: Vec<&str> = TargetFacet::ALL.iter().map(|facet| facet.word()).collect();
    let acts: Vec<&str> = ActionFacet::ALL.iter().map(|facet| facet.word()).collect();
    let duties: Vec<&str> = DutyFacet::ALL.iter().map(|facet| facet.word()).collect();
    open_with(
        json!({
            "target": described(
                facets(TargetFacets::MEMBERS, &targets, TargetFacet::default().word()),
                "Asset types: one of those that are `yes`, none of those that are `no`.",
            ),
            "actions": described(
                facets(ActionFacets::MEMBERS, &acts, ActionFacet::default().word()),
                "What the license says about acts; `na` asks for nothing.",
            ),
            "duties": described(
                facets(DutyFacets::MEMBERS, &duties, DutyFacet::default().word()),
                "Duties that hang on the permission for an act; `na` asks for nothing.",
            ),
            "license_wide_duties": described(
                facets(LicenseWideDutyFacets::MEMBERS, &duties, DutyFacet::default().word()),
                "Duties of the license as a whole.",
            ),
        }),
        json!({}),
    )
}

/// An object that a request holds. Members that need not be sent may be null, which is as if they were not sent.
fn request_with(members: Value, optional: Value) -> Value {
    let optional: Map<String, Value> =
        entries(optional).into_iter().map(|(name, schema)| (name, or_null(schema))).collect();
    open_with(members, Value::Object(optional))
}

fn or_null(schema: Value) -> Value {
    let mut schema = nullable(schema);
    if let Some(words) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        words.push(Value::Null);
    }
    schema
}

/// A license to be composed (spec:version-1#composer-document).
fn composer_input(site: &Site) -> Value {
    let (name, clause) = (|| text_of(300), |about: &str| described(text_of(20_000), about));
    let acts = |about: &str| described(list_of(text()), about);
    let address = || with(web_address(), "maxLength", json!(2_000));
    request_with(
        json!({"title": described(json!({"type": "string", "minLength": 1, "maxLength": 300}), "Its name.")}),
        json!({
            "creator": described(name(), "Who wrote it; like every name, without e-mail address."),
            "publisher": described(name(), "Who publishes it."),
            "licensor": described(name(), "Who grants it."),
            "licensee": described(name(), "To whom it is granted."),
            "validity": with(one_of(&["perpetual", "specifyDate", "specifyPeriod"]), "default", json!("perpetual")),
            "start_date": described(day_text(), "First day, with `specifyDate`."),
            "end_date": described(day_text(), "Last day, with `specifyDate`; not before the first."),
            "validity_months": described(
                json!({"type": "integer", "minimum": 1, "maximum": 1200}),
                "Months, with `specifyPeriod`.",
            ),
            "region": with(one_of(&["worldwide", "specifyRegion"]), "default", json!("worldwide")),
            "country": described(text(), "The territory, with `specifyRegion`."),
            "licensed_under": described(
                text(),
                &format!(
                    "Identifier or address of the license the document itself is under; by default {}.",
                    site.data_license.name
                ),
            ),
            "targets": described(
                list_of(text()),
                "Asset types: `creativework`, `dataset`, `software`, `hardware`, or their IRIs or compact names.",
            ),
            "permissions": list_of(schema("ComposerPermission")),
            "prohibitions": acts("Acts that are prohibited."),
            "duties": acts("Duties of the license as a whole."),
            "spdx_id": described(
                json!({"type": "string", "pattern": SPDX_ID}),
                "Its identifier in the SPDX list.",
            ),
            "license_version": described(name(), "Its version."),
            "source": described(address(), "Where it comes from."),
            "legalcode": described(address(), "Where its text is."),
            "alternatives": described(
                json!({"type": "array", "items": name(), "maxItems": 50}),
                "Other names.",
            ),
            "attribution_name": described(name(), "Whom to credit."),
            "warranty_disclaimer": clause("The clause on warranty."),
            "warranty_or_liability_acceptance": clause("The clause on accepting warranty or liability."),
            "liability_limitation": clause("The clause on liability."),
            "additional_clauses": described(
                any_of(&[
                    text_of(20_000),
                    json!({"type": "array", "items": text_of(20_000), "maxItems": 100}),
                ]),
                "A further clause, or several.",
            ),
            "promotion_specification": clause("The clause on promotion."),
            "license_text": described(text_of(60_000), "The text; without it nothing is different."),
            "publish_consent": described(
                with(flag(), "default", json!(true)),
                "Must not be false where the license is published.",
            ),
        }),
    )
}

fn day_text() -> Value {
    json!({"type": "string", "format": "date"})
}

fn permission() -> Value {
    request_with(
        json!({"action": described(text(), "The act, as a compact name such as `odrl:distribute`, or its IRI.")}),
        json!({"duties": described(list_of(text()), "What has to be done by whoever makes use of it.")}),
    )
}

fn compatibility() -> Value {
    request_with(
        json!({
            "licenses": described(
                json!({"type": "array", "items": with(web_address(), "maxLength", json!(512)), "minItems": 2}),
                "Addresses of licenses, `uri` in answers; at most 1000 different ones.",
            ),
        }),
        json!({
            "dependency_graph": described(
                with(text(), "default", json!(Library::DEFAULT_GRAPH)),
                "The dependency graph to reason over, by identifier or IRI.",
            ),
        }),
    )
}

fn reference() -> Value {
    open_with(
        json!({"license": described(text(), "Identifier, SPDX identifier or address of a license.")}),
        json!({}),
    )
}

/// The body of a translation (spec:version-1#assistant-objects).
fn translation() -> Value {
    request_with(
        json!({
            "text": described(json!({"type": "string", "minLength": 1}), "The text; never cut off."),
            "consent": described(
                json!({"type": "boolean", "const": true}),
                "The text is sent to the provider of the deployment.",
            ),
        }),
        json!({
            "title": described(text(), "Its title, which goes before the one that is found in the text."),
            "save_draft": described(
                with(flag(), "default", json!(false)),
                "Whether to keep the proposal as a private draft.",
            ),
        }),
    )
}

/// The body of a narration (spec:version-1#narration).
fn narration() -> Value {
    let members = request_with(
        json!({}),
        json!({
            "license": described(text(), "Identifier, SPDX identifier or address of a license."),
            "model": described(text(), "A model as Turtle or JSON-LD; it goes before `license`."),
            "without_names": described(
                with(flag(), "default", json!(false)),
                "Whether to say `the licensor` for creator, licensor and publisher before anything is sent.",
            ),
        }),
    );
    let given = |name: &str| json!({"required": [name], "properties": {name: {"type": "string"}}});
    with(members, "anyOf", json!([given("license"), given("model")]))
}

/// A dependency graph to be stored (spec:version-1#graph-objects).
fn graph(site: &Site) -> Value {
    let act = || described(text(), "An act of the vocabulary, by IRI or compact name.");
    let contradicts = format!("{}:contradicts", site.vocabulary_prefix);
    let relations = ["odrl:includedIn", "odrl:implies", "owl:sameAs", &contradicts];
    let about = format!("`{}`, or its IRI.", relations.join("`, `"));
    request_with(
        json!({
            "title": described(text(), "Its name."),
            "axioms": list_of(request_with(
                json!({"subject": act(), "relation": described(text(), &about), "object": act()}),
                json!({}),
            )),
        }),
        json!({"description": described(text(), "What it is for.")}),
    )
}
