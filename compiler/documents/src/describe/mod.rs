//! What a publisher pastes to state the license of a work, in the forms that catalogs and tools read.

mod hub;

use muniment_library::history::current_release;
use muniment_licenses::model::terms::{ODRL_NS, cc};
use muniment_licenses::model::{Library, License, LicenseId, Model, OwnTerms, Rule, UseLimit};
use muniment_licenses::reason::Labels;
use serde_json::{Map, Value, json};

pub use hub::HubTags;

/// A form of a statement of license.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Description {
    /// Members of Croissant 1.1 metadata: `license` and, as `usageInfo`, the rules.
    Croissant,
    /// The head of a model card or data set card of Hugging Face.
    HfCard,
    /// JSON-LD with the vocabulary of schema.org.
    SchemaOrg,
    /// An SPDX 2.3 document with one package.
    Spdx,
    /// The rules as an ODRL offer in JSON-LD.
    Odrl,
    /// The file `/.well-known/tdmrep.json` of the TDM Reservation Protocol.
    TdmRep,
    /// The file `REUSE.toml` of REUSE 3.3.
    Reuse,
}

impl Description {
    /// Every form with its word in commands and its name for people.
    pub const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::Croissant, "croissant", "Croissant metadata"),
        (Self::HfCard, "hf-card", "Model card or data set card"),
        (Self::SchemaOrg, "schema-org", "Web page (schema.org)"),
        (Self::Spdx, "spdx", "SPDX document"),
        (Self::Odrl, "odrl", "ODRL offer"),
        (Self::TdmRep, "tdmrep", "tdmrep.json (text and data mining)"),
        (Self::Reuse, "reuse", "REUSE.toml"),
    ];
}

/// Who publishes a work.
#[derive(Debug, Clone)]
pub struct Publisher {
    /// The holder of the rights.
    pub name: String,
    /// The year of publication, or several.
    pub year: String,
}

impl Default for Publisher {
    /// Words to replace.
    fn default() -> Self {
        Self { name: "NAME".to_owned(), year: "YEAR".to_owned() }
    }
}

/// Where a work stands, until its publisher says so.
const WORK: &str = "https://example.org/work";

/// What a work is called, until its publisher says so.
const NAME_OF_WORK: &str = "NAME OF THE WORK";

/// Writes statements of license.
#[derive(Debug)]
pub struct Describer<'l> {
    library: &'l Library,
    labels: Labels<'l>,
    own: OwnTerms,
    tags: &'l HubTags,
}

impl<'l> Describer<'l> {
    /// For the records of a library, which have these tags.
    #[must_use]
    pub fn new(library: &'l Library, tags: &'l HubTags) -> Self {
        let vocabulary = &library.vocabulary.current.content;
        Self { library, labels: Labels::new(vocabulary), own: library.site.terms(), tags }
    }

    /// The text to paste for works under a record.
    #[must_use]
    pub fn text(&self, form: Description, id: &LicenseId, publisher: &Publisher) -> Option<String> {
        let model = self.library.licenses.get(id)?;
        let license = &*model.current.content;
        let page = format!("{}/license-library/{id}", self.library.site.site_url);
        let written = |value: &Value| format!("{value:#}\n");
        Some(match form {
            Description::Croissant => written(&json!({
                "@context": { "odrl": ODRL_NS },
                "license": address(license, model),
                "usageInfo": self.offer(license, json!(["CreativeWork", "odrl:Offer"]), &page),
            })),
            Description::HfCard => self.card(id, license, model),
            Description::SchemaOrg => written(&json!({
                "@context": "https://schema.org",
                "@type": "CreativeWork",
                "name": NAME_OF_WORK,
                "license": address(license, model),
                "copyrightNotice": publisher.copyright(),
                "usageInfo": page,
            })),
            Description::Spdx => written(&self.spdx_document(id, license, model, publisher)),
            Description::Odrl => {
                let mut offer = self.offer(license, json!("odrl:Offer"), &page);
                offer.insert(
                    "@context".to_owned(),
                    json!({ "@vocab": "http://schema.org/", "odrl": ODRL_NS }),
                );
                offer.insert("odrl:target".to_owned(), json!({ "@id": WORK }));
                written(&Value::Object(offer))
            }
            Description::TdmRep => written(&json!([self.tdm(license, &page)])),
            Description::Reuse => format!(
                "version = 1\n\n[[annotations]]\npath = \"**\"\nSPDX-FileCopyrightText = \"{}\"\n\
                 SPDX-License-Identifier = \"{}\"\n",
                toml_words(&publisher.copyright_text()),
                identifier(id, license),
            ),
        })
    }

    fn card(&self, id: &LicenseId, license: &License, model: &Model<License>) -> String {
        match self.tags.of(id) {
            Some(tag) => format!("---\nlicense: {tag}\n---\n"),
            None => format!(
                "---\nlicense: other\nlicense_name: {}\nlicense_link: {}\n---\n",
                id.as_str().to_lowercase(),
                address(license, model)
            ),
        }
    }

    fn spdx_document(
        &self,
        id: &LicenseId,
        license: &License,
        model: &Model<License>,
        publisher: &Publisher,
    ) -> Value {
        let identifier = identifier(id, license);
        let created = current_release(self.library).date.map(|day| day.to_string());
        let mut document = json!({
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": NAME_OF_WORK,
            "documentNamespace": format!("{WORK}/spdx"),
            "creationInfo": {
                "created": format!("{}T00:00:00Z", created.as_deref().unwrap_or("2026-01-01")),
                "creators": ["Tool: muniment"],
            },
            "packages": [{
                "SPDXID": "SPDXRef-Work",
                "name": NAME_OF_WORK,
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": false,
                "licenseConcluded": identifier,
                "licenseDeclared": identifier,
                "copyrightText": publisher.copyright(),
            }],
        });
        if license.spdx.is_none()
            && let Some(members) = document.as_object_mut()
        {
            let texts = json!([{
                "licenseId": identifier,
                "name": model.current.content.title.value,
                "extractedText": "NOASSERTION",
                "seeAlsos": [address(license, model)],
            }]);
            members.insert("hasExtractedLicensingInfos".to_owned(), texts);
        }
        document
    }

    /// The rules of a license as an offer to everybody.
    fn offer(&self, license: &License, kind: Value, page: &str) -> Map<String, Value> {
        let rules = |rules: &[Rule], kind: &str| -> Vec<Value> {
            rules.iter().map(|rule| self.rule(rule, kind)).collect()
        };
        let mut offer = Map::new();
        offer.insert("@type".to_owned(), kind);
        offer.insert("name".to_owned(), json!(license.title.value));
        offer.insert("url".to_owned(), json!(page));
        let limits: Vec<String> = license.limits.iter().map(UseLimit::instruction).collect();
        if !limits.is_empty() {
            offer.insert("description".to_owned(), json!(limits.join(" ")));
        }
        for (name, kind, stated) in [
            ("odrl:permission", "odrl:Permission", &license.permissions),
            ("odrl:prohibition", "odrl:Prohibition", &license.prohibitions),
            ("odrl:obligation", "odrl:Duty", &license.duties),
        ] {
            if !stated.is_empty() {
                offer.insert(name.to_owned(), Value::Array(rules(stated, kind)));
            }
        }
        offer
    }

    fn rule(&self, rule: &Rule, kind: &str) -> Value {
        let action = json!({ "@id": rule.action, "name": self.labels.label(&rule.action) });
        let mut stated = json!({ "@type": kind, "odrl:action": action });
        let duties: Vec<Value> = rule.duties.iter().map(|duty| self.rule(duty, "odrl:Duty")).collect();
        if let Some(members) = stated.as_object_mut().filter(|_| !duties.is_empty()) {
            members.insert("odrl:duty".to_owned(), Value::Array(duties));
        }
        stated
    }

    /// Mining is reserved where the license prohibits it, or allows it for some purposes alone: the page says for which.
    fn tdm(&self, license: &License, page: &str) -> Value {
        let mining = &self.own.text_and_data_mining;
        let prohibits = license.prohibitions.iter().any(|rule| rule.action == *mining);
        let commercial = license.prohibitions.iter().any(|rule| rule.action == cc::COMMERCIAL_USE);
        match prohibits || commercial || !license.limits.is_empty() {
            true => json!({ "location": "/", "tdm-reservation": 1, "tdm-policy": page }),
            false => json!({ "location": "/", "tdm-reservation": 0 }),
        }
    }
}

impl Publisher {
    fn copyright(&self) -> String {
        format!("Copyright {} {}", self.year, self.name)
    }

    fn copyright_text(&self) -> String {
        format!("{} {}", self.year, self.name)
    }
}

/// The address that names a license: that of the SPDX list, of its text, or of its record.
fn address(license: &License, model: &Model<License>) -> String {
    match (&license.spdx, &license.legalcode) {
        (Some(spdx), _) if !spdx.contains(' ') => format!("https://spdx.org/licenses/{spdx}"),
        (_, Some(text)) => text.clone(),
        _ => model.iri.clone(),
    }
}

/// The SPDX identifier, or a reference of one's own.
fn identifier(id: &LicenseId, license: &License) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '-' };
    let own = || format!("LicenseRef-{}", id.as_str().chars().map(plain).collect::<String>());
    license.spdx.clone().unwrap_or_else(own)
}

/// Words within a basic string of TOML.
fn toml_words(words: &str) -> String {
    let mut escaped = String::new();
    for character in words.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("\\n"),
            control if control.is_control() => escaped.push_str(&format!("\\u{:04X}", u32::from(control))),
            other => escaped.push(other),
        }
    }
    escaped
}
