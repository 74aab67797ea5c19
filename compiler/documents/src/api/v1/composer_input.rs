use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::api::openapi::schema::{SPDX_ID, named};
use crate::api::openapi::shapes::{
    any_of, described, flag, list_of, one_of, request_with, text, text_of, web_address, with,
};

/// What the composer takes, which a translation proposes as well.
pub(super) fn composer_input(generator: &mut SchemaGenerator) -> Schema {
    let permission = named(generator, "ComposerPermission", |_| permission());
    named(generator, "ComposerInput", |_| document(permission.to_value()))
}

/// A composer document to begin with.
pub(super) fn composer_example() -> Value {
    json!({
        "title": "Example license",
        "targets": ["software"],
        "permissions": [
            {"action": "odrl:reproduce", "duties": []},
            {"action": "odrl:distribute", "duties": ["cc:Attribution", "cc:Notice"]},
        ],
        "prohibitions": ["cc:CommercialUse"],
        "duties": [],
    })
}

/// A license to be composed (spec:version-1#composer-document).
fn document(permission: Value) -> Value {
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
                "Identifier or address of the license the document itself is under; by default {data_license}.",
            ),
            "targets": described(
                list_of(text()),
                "Asset types: `creativework`, `dataset`, `software`, `hardware`, or their IRIs or compact names.",
            ),
            "permissions": list_of(permission),
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
