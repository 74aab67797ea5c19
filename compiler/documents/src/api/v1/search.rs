use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::body::object;
use super::parameters::{PORTS, SKIP};
use super::row::{Access, Media, Request, Route, Row, Tag, Words};
use super::{ParameterFault, Results};
use crate::api::openapi::parameter::Parameter;
use crate::api::openapi::schema::named;
use crate::api::openapi::shapes::{described, one_of, open_with, with};
use muniment_licenses::find::{
    ActionFacet, ActionFacets, DutyFacet, DutyFacets, LicenseSearch, LicenseWideDutyFacets, TargetFacet,
    TargetFacets,
};

static LIMIT: Parameter = Parameter::query(
    "limit",
    "Most rows, an integer written as a text. Once this or `skip` is sent the other stands at its default; with \
     neither, every row comes back.",
    || json!({"type": "string", "pattern": "^[0-9]+$", "default": "10"}),
)
.keyed("limit.search")
.useless();

pub(super) static SEARCH_LICENSES: Row = Row {
    is_frozen: true,
    parameters: &[&SKIP, &LIMIT, &PORTS],
    request: Some(Request {
        json: described_search,
        example: None,
        other: None,
        description: "The facets. A member that is not sent stands at its neutral value.",
    }),
    ..Row::new(
        Route::post("/licenselibrary/facetedsearch", "searchLicenses", Access::Anyone),
        Words::of(
            Tag::Finding,
            "Records that match facets",
            "A license is found if it is for one of the asset types that are `yes` and none that are `no`, and says \
             what the body asks of acts and duties. A duty counts where its act is `permitted`, and has to hang on \
             that permission. Rows are ordered by title; without `skip` and `limit` every row comes back.",
        ),
        Media::json::<Results<'_>>(),
        |sent| sent.search().map(Some),
    )
};

/// The body of a faceted search (spec:version-1#search-body).
fn described_search(generator: &mut SchemaGenerator) -> Schema {
    named(generator, "LicenseSearch", |_| {
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
    })
}

pub(super) type Parsed = LicenseSearch;

/// Reads the body of a faceted search (spec:version-1#search-body): all four keys are required; a member that is not
/// sent stands at its neutral value; others are passed over.
pub(super) fn parse(body: &[u8]) -> Result<LicenseSearch, Vec<ParameterFault>> {
    let document = object(body)?;
    let mut faults = Vec::new();
    let mut search = LicenseSearch::default();
    let LicenseSearch { target, actions, duties, license_wide_duties } = &mut search;
    members(&document, "target", &mut faults, |name, word| {
        set(target.member_mut(name), TargetFacet::from_word(word), TargetFacet::ALL.iter().map(|v| v.word()))
    });
    members(&document, "actions", &mut faults, |name, word| {
        set(actions.member_mut(name), ActionFacet::from_word(word), ActionFacet::ALL.iter().map(|v| v.word()))
    });
    members(&document, "duties", &mut faults, |name, word| {
        set(duties.member_mut(name), DutyFacet::from_word(word), DutyFacet::ALL.iter().map(|v| v.word()))
    });
    members(&document, "license_wide_duties", &mut faults, |name, word| {
        let known = DutyFacet::ALL.iter().map(|v| v.word());
        set(license_wide_duties.member_mut(name), DutyFacet::from_word(word), known)
    });
    if faults.is_empty() { Ok(search) } else { Err(faults) }
}

/// Reads the members of one key; `set` answers the words there are if it is none of them.
fn members(
    document: &Map<String, Value>,
    key: &str,
    faults: &mut Vec<ParameterFault>,
    mut set: impl FnMut(&str, &str) -> Result<(), String>,
) {
    let Some(group) = document.get(key) else {
        let sent = Value::Object(document.clone());
        faults.push(ParameterFault::new("missing", &["body", key], "Field required", sent));
        return;
    };
    let Some(members) = group.as_object() else {
        let msg = "Input should be a valid dictionary";
        faults.push(ParameterFault::new("model_attributes_type", &["body", key], msg, group.clone()));
        return;
    };
    for (name, value) in members {
        if let Err(known) = set(name, value.as_str().unwrap_or_default()) {
            let msg = format!("Input should be {known}");
            faults.push(ParameterFault::new("enum", &["body", key, name], msg, value.clone()));
        }
    }
}

fn set<T>(
    member: Option<&mut T>,
    value: Option<T>,
    known: impl Iterator<Item = &'static str>,
) -> Result<(), String> {
    match (member, value) {
        (None, _) => Ok(()),
        (Some(member), Some(value)) => {
            *member = value;
            Ok(())
        }
        (Some(_), None) => Err(known.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" or ")),
    }
}
