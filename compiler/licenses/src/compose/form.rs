//! Converts a composer document to the fields of an HTML form and back.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::Place;
use super::from_graph::FIELDS;
use crate::model::Position;

/// The fields of a document that are lists, without `alternatives`.
const LISTS: [&str; 5] = ["targets", "permissions", "prohibitions", "duties", "additional_clauses"];
/// A field with one name a line.
const ALTERNATIVES: &str = "alternatives";
const CONSENT: &str = "publish_consent";
/// Prefix of the fields of additional clauses.
const CLAUSE: &str = "clause-";
/// The value of a ticked box.
const TICKED: &str = "yes";

/// The fields of the composer form (spec:version-1#composer-document).
///
/// Texts have the same names as in the document, with line feeds as line breaks. The other fields are
///
/// | field | value |
/// |---|---|
/// | `act <name>` | any of `permitted`, `required` and `prohibited`, separated by blanks |
/// | `duty <name> <name>` | `yes`: the permission of the first act has the second act as a duty |
/// | `target <name>` | `yes`: an asset type |
/// | `clause-<n>` | an additional clause, in the order of the numbers |
/// | `publish_consent` | `yes` |
///
/// Names of acts and asset types are compact names or IRIs. Other fields are ignored. A document that
/// [`Composer::read`](super::Composer::read) accepts is unchanged after conversion to a form and back, except
/// carriage returns and consent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComposerForm {
    texts: BTreeMap<&'static str, String>,
    acts: BTreeMap<String, BTreeSet<Position>>,
    conditions: BTreeMap<String, BTreeSet<String>>,
    targets: BTreeSet<String>,
    clauses: BTreeMap<u16, String>,
}

/// A document from a form, with the field of each part.
#[derive(Debug, Clone, PartialEq)]
pub struct FilledIn {
    /// The document, not validated.
    pub document: Map<String, Value>,
    fields: BTreeMap<String, String>,
}

impl FilledIn {
    /// The form field of a fault; `None` for a fault of the whole document.
    #[must_use]
    pub fn field<'f>(&'f self, place: &'f Place) -> Option<&'f str> {
        let Place::Field(path) = place else { return None };
        // `permissions[2].duties[0]`, else `permissions[2]`, else `permissions`.
        let mut part = path.as_str();
        loop {
            if let Some(field) = self.fields.get(part) {
                return Some(field);
            }
            match part.rfind(['.', '[']).and_then(|end| part.get(..end)) {
                Some(shorter) => part = shorter,
                None => return Some(part),
            }
        }
    }
}

impl ComposerForm {
    /// Reads the fields that a browser sent.
    pub fn sent<'f>(fields: impl IntoIterator<Item = (&'f str, &'f str)>) -> Self {
        let mut form = Self::default();
        for (name, value) in fields {
            let mut words = name.split(' ');
            match (words.next(), words.next(), words.next(), words.next()) {
                (Some("act"), Some(act), None, None) => form.stand(act, value),
                (Some("duty"), Some(act), Some(duty), None) if value == TICKED => form.bind(act, duty),
                (Some("target"), Some(target), None, None) if value == TICKED => {
                    form.targets.insert(target.to_owned());
                }
                (Some(name), None, None, None) => match name.strip_prefix(CLAUSE).map(str::parse) {
                    Some(Ok(number)) => {
                        form.clauses.insert(number, with_line_feeds(value));
                    }
                    _ => form.write(name, value),
                },
                _ => {}
            }
        }
        form
    }

    /// The form of a document from [`Composer::from_graph`](super::Composer::from_graph), without consent.
    #[must_use]
    pub fn of(document: &Map<String, Value>) -> Self {
        let mut form = Self::default();
        for (name, value) in document {
            match name.as_str() {
                CONSENT => {}
                ALTERNATIVES => form.write(name, &strings(value).join("\n")),
                "targets" => form.targets.extend(strings(value).into_iter().map(str::to_owned)),
                "permissions" => {
                    for permission in value.as_array().into_iter().flatten() {
                        let Some(act) = permission.get("action").and_then(Value::as_str) else { continue };
                        form.state(act, Position::Permission);
                        for duty in permission.get("duties").map(strings).unwrap_or_default() {
                            form.bind(act, duty);
                        }
                    }
                }
                "prohibitions" => {
                    strings(value).into_iter().for_each(|act| form.state(act, Position::Prohibition));
                }
                "duties" => strings(value).into_iter().for_each(|act| form.state(act, Position::Duty)),
                "additional_clauses" => {
                    for (number, clause) in (1..).zip(strings(value)) {
                        form.clauses.insert(number, with_line_feeds(clause));
                    }
                }
                name => match value {
                    Value::Number(number) => form.write(name, &number.to_string()),
                    value => form.write(name, value.as_str().unwrap_or_default()),
                },
            }
        }
        form
    }

    /// The document of the form.
    ///
    /// Empty texts are left out, and so are duties on acts that are not permitted.
    #[must_use]
    pub fn document(&self) -> FilledIn {
        let mut document = Map::new();
        let mut fields = BTreeMap::new();
        for (name, text) in self.texts.iter().filter(|(_, text)| !text.trim().is_empty()) {
            if ![ALTERNATIVES, CONSENT].contains(name) {
                document.insert((*name).to_owned(), Value::from(text.as_str()));
            }
        }
        let names = || self.text(ALTERNATIVES).lines().map(str::trim).filter(|name| !name.is_empty());
        document.insert(ALTERNATIVES.to_owned(), names().collect());
        let mut targets = Vec::new();
        for target in &self.targets {
            fields.insert(format!("targets[{}]", targets.len()), format!("target {target}"));
            targets.push(Value::from(target.as_str()));
        }
        document.insert("targets".to_owned(), targets.into());
        document.insert("permissions".to_owned(), self.permissions(&mut fields).into());
        for (key, position) in [("prohibitions", Position::Prohibition), ("duties", Position::Duty)] {
            let mut acts = Vec::new();
            for act in self.acts_that_are(position) {
                fields.insert(format!("{key}[{}]", acts.len()), format!("act {act}"));
                acts.push(Value::from(act));
            }
            document.insert(key.to_owned(), acts.into());
        }
        let mut clauses = Vec::new();
        for (number, clause) in self.clauses.iter().filter(|(_, clause)| !clause.trim().is_empty()) {
            fields.insert(format!("additional_clauses[{}]", clauses.len()), format!("{CLAUSE}{number}"));
            clauses.push(Value::from(clause.as_str()));
        }
        document.insert("additional_clauses".to_owned(), clauses.into());
        document.insert(CONSENT.to_owned(), self.has_consent().into());
        FilledIn { document, fields }
    }

    fn permissions(&self, fields: &mut BTreeMap<String, String>) -> Vec<Value> {
        let mut permissions = Vec::new();
        for act in self.acts_that_are(Position::Permission) {
            let place = format!("permissions[{}]", permissions.len());
            let duties: Vec<&str> = self.conditions(act).collect();
            for (index, duty) in duties.iter().enumerate() {
                fields.insert(format!("{place}.duties[{index}]"), format!("duty {act} {duty}"));
            }
            fields.insert(place, format!("act {act}"));
            permissions.push(json!({"action": act, "duties": duties}));
        }
        permissions
    }

    /// The value of a text field; empty by default.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    /// Every text field with its value.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        texts().map(|name| (name, self.text(name)))
    }

    /// Sets a text field.
    #[must_use]
    pub fn with_text(mut self, name: &str, text: &str) -> Self {
        self.write(name, text);
        self
    }

    /// The names of the acts in the form.
    pub fn acts(&self) -> impl Iterator<Item = &str> {
        self.acts.keys().map(String::as_str)
    }

    /// The positions of an act.
    #[must_use]
    pub fn positions(&self, act: &str) -> BTreeSet<Position> {
        self.acts.get(act).cloned().unwrap_or_default()
    }

    /// The duties on the permission of an act, even if it is not permitted.
    pub fn conditions(&self, act: &str) -> impl Iterator<Item = &str> {
        self.conditions.get(act).into_iter().flatten().map(String::as_str)
    }

    /// Whether the license is made for an asset type.
    #[must_use]
    pub fn is_for(&self, target: &str) -> bool {
        self.targets.contains(target)
    }

    /// The additional clauses with the numbers of their fields.
    pub fn clauses(&self) -> impl Iterator<Item = (u16, &str)> {
        self.clauses.iter().map(|(number, clause)| (*number, clause.as_str()))
    }

    /// Whether the author agrees to publishing.
    #[must_use]
    pub fn has_consent(&self) -> bool {
        self.text(CONSENT) == TICKED
    }

    fn acts_that_are(&self, position: Position) -> impl Iterator<Item = &str> {
        let stated = self.acts.iter().filter(move |(_, positions)| positions.contains(&position));
        stated.map(|(act, _)| act.as_str())
    }

    fn write(&mut self, name: &str, text: &str) {
        let Some(known) = texts().find(|known| *known == name) else { return };
        match text {
            "" => self.texts.remove(known),
            text => self.texts.insert(known, with_line_feeds(text)),
        };
    }

    fn stand(&mut self, act: &str, words: &str) {
        for position in Position::ALL {
            if words.split(' ').any(|word| word == position.verdict()) {
                self.state(act, position);
            }
        }
    }

    fn state(&mut self, act: &str, position: Position) {
        self.acts.entry(act.to_owned()).or_default().insert(position);
    }

    fn bind(&mut self, act: &str, duty: &str) {
        self.conditions.entry(act.to_owned()).or_default().insert(duty.to_owned());
    }
}

/// Text fields, which have the same names in document and form.
fn texts() -> impl Iterator<Item = &'static str> {
    FIELDS.into_iter().filter(|name| !LISTS.contains(name)).chain([CONSENT])
}

/// Browsers send line breaks as CRLF (HTML, "Constructing the entry list").
fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The strings of a list, or a single string.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(entries) => entries.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_becomes_a_document() {
        let form = ComposerForm::sent([
            ("csrf_token", "x"),
            ("title", "Field notes"),
            ("creator", "  "),
            ("act odrl:distribute", "permitted"),
            ("act odrl:modify", ""),
            ("act svc:promote", "prohibited"),
            ("act cc:Notice", "permitted required"),
            ("duty odrl:distribute cc:Attribution", "yes"),
            ("duty odrl:modify svc:rename", "yes"),
            ("target dcat:Dataset", "yes"),
            ("alternatives", "One\r\n\r\n Two \r\n"),
            ("clause-2", "Later"),
            ("clause-1", "First\r\nline"),
            ("clause-3", " "),
            ("publish_consent", "yes"),
        ]);
        let expected = json!({
            "title": "Field notes",
            "targets": ["dcat:Dataset"],
            "permissions": [
                {"action": "cc:Notice", "duties": []},
                {"action": "odrl:distribute", "duties": ["cc:Attribution"]},
            ],
            "prohibitions": ["svc:promote"],
            "duties": ["cc:Notice"],
            "alternatives": ["One", "Two"],
            "additional_clauses": ["First\nline", "Later"],
            "publish_consent": true,
        });
        assert_eq!(Value::Object(form.document().document), expected);
        assert_eq!(
            form.conditions("odrl:modify").collect::<Vec<_>>(),
            ["svc:rename"],
            "what was ticked stays"
        );
    }

    #[test]
    fn other_fields_are_ignored() {
        let strange = [
            "",
            " ",
            "act",
            "act ",
            "act a b",
            "duty a",
            "duty a b c",
            "clause-x",
            "clause-70000",
            "targets",
        ];
        let form = ComposerForm::sent(strange.map(|name| (name, "yes")));
        let document = form.document().document;
        assert!(document.get("title").is_none());
        assert!(
            ["permissions", "targets", "additional_clauses"].iter().all(|key| document[*key] == json!([]))
        );
    }

    #[test]
    fn faults_name_their_form_fields() {
        let form = ComposerForm::sent([
            ("act a:one", "prohibited"),
            ("act a:two", "permitted"),
            ("duty a:two a:three", "yes"),
            ("clause-7", "Text"),
            ("target a:thing", "yes"),
        ]);
        let filled_in = form.document();
        for (place, field) in [
            ("title", "title"),
            ("permissions", "permissions"),
            ("permissions[0].action", "act a:two"),
            ("permissions[0].duties", "act a:two"),
            ("permissions[0].duties[0]", "duty a:two a:three"),
            ("prohibitions[0]", "act a:one"),
            ("targets[0]", "target a:thing"),
            ("alternatives[3]", "alternatives"),
            ("additional_clauses[0]", "clause-7"),
        ] {
            assert_eq!(filled_in.field(&Place::Field(place.to_owned())), Some(field), "{place}");
        }
        assert_eq!(filled_in.field(&Place::Whole), None);
    }
}
