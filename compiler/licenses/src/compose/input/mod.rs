mod rules;
mod when_where;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::document::{ComposerDocument, RecordLicense};
use super::fault::{Fault, Faults, Problem, shown};
use super::names::is_web_address;
use super::text_rule::TextRule;
use super::{Composer, TextField, limits};

impl Composer<'_> {
    /// Reads a composer document (spec:version-1#composer-document).
    ///
    /// `null` and blank texts count as missing, and unknown keys are ignored. Texts are trimmed, except
    /// `license_text`. Duplicates count once.
    ///
    /// # Errors
    /// All faults, with their fields.
    pub fn read(&self, document: &Value) -> Result<ComposerDocument, Faults> {
        let Some(fields) = document.as_object() else {
            return Err(Fault::of_field("document", Problem::WrongType("a JSON object")).into());
        };
        let mut reader = Reader { composer: self, fields, faults: Vec::new() };
        let document = reader.document();
        Faults::none_or(reader.faults)?;
        Ok(document)
    }

    /// Reads a composer document from its bytes.
    ///
    /// # Errors
    /// The bytes are not JSON, or the errors of [`Self::read`].
    pub fn read_json(&self, bytes: &[u8]) -> Result<ComposerDocument, Faults> {
        match serde_json::from_slice(bytes) {
            Ok(document) => self.read(&document),
            Err(error) => Err(Fault::of_the_whole(Problem::NotJson(error.to_string())).into()),
        }
    }
}

struct Reader<'r, 'l> {
    composer: &'r Composer<'l>,
    fields: &'r Map<String, Value>,
    faults: Vec<Fault>,
}

impl<'r> Reader<'r, '_> {
    /// The document, with placeholders for faulty values; use it only without faults. Reads fields in the order of
    /// spec:version-1#composer-document, which is the order of the faults.
    fn document(&mut self) -> ComposerDocument {
        let title = self.title();
        let mut texts: BTreeMap<TextField, String> = BTreeMap::new();
        let mut fields = TextField::ALL.into_iter();
        let mut read_texts = |reader: &mut Self, count: usize| {
            for field in fields.by_ref().take(count) {
                texts.extend(reader.text(field.name(), field.rule()).map(|text| (field, text)));
            }
        };
        read_texts(self, 4);
        let (validity, territory) = (self.validity(), self.territory());
        let licensed_under = self.licensed_under();
        let targets = self.targets();
        let permissions = self.permissions();
        let prohibitions = self.actions("prohibitions");
        let duties = self.duties("duties");
        read_texts(self, 2);
        let (source, legalcode) = (self.address("source"), self.address("legalcode"));
        let alternatives = self.texts("alternatives", TextRule::NAME, limits::ALTERNATIVES);
        read_texts(self, usize::MAX);
        let additional_clauses = self.additional_clauses();
        let publish_consent = self.publish_consent();
        ComposerDocument {
            title,
            texts,
            validity,
            territory,
            licensed_under,
            targets,
            permissions,
            prohibitions,
            duties,
            source,
            legalcode,
            alternatives,
            additional_clauses,
            publish_consent,
        }
    }

    fn fault(&mut self, field: impl Into<String>, problem: Problem) {
        self.faults.push(Fault::of_field(field, problem));
    }

    /// The value of a field, unless it is `null`.
    fn value(&self, field: &str) -> Option<&'r Value> {
        self.fields.get(field).filter(|value| !value.is_null())
    }

    fn title(&mut self) -> String {
        match self.word("title") {
            Word::Given(title) => return title,
            Word::Absent => self.fault("title", Problem::Missing),
            Word::Faulty => {}
        }
        String::new()
    }

    fn word(&mut self, field: &str) -> Word {
        let before = self.faults.len();
        match self.text(field, TextRule::NAME) {
            Some(word) => Word::Given(word),
            None if self.faults.len() > before => Word::Faulty,
            None => Word::Absent,
        }
    }

    /// A text; `None` if it is missing or faulty.
    fn text(&mut self, field: &str, rule: TextRule) -> Option<String> {
        let value = self.value(field)?;
        self.text_of(field, value, rule)
    }

    fn text_of(&mut self, place: &str, value: &Value, rule: TextRule) -> Option<String> {
        let Some(text) = value.as_str() else {
            self.fault(place, Problem::WrongType("a string"));
            return None;
        };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return None;
        }
        let text = if rule == TextRule::Verbatim { text } else { trimmed };
        let problems = rule.problems_of(text);
        let is_fine = problems.is_empty();
        for problem in problems {
            self.fault(place, problem);
        }
        is_fine.then(|| text.to_owned())
    }

    /// The entries of a list with their paths; empty if it is missing or faulty.
    fn list(&mut self, field: &str, most: usize) -> Vec<(String, &'r Value)> {
        let Some(value) = self.value(field) else { return Vec::new() };
        self.list_of(field, value, most)
    }

    fn list_of(&mut self, place: &str, value: &'r Value, most: usize) -> Vec<(String, &'r Value)> {
        let Some(entries) = value.as_array() else {
            self.fault(place, Problem::WrongType("a list"));
            return Vec::new();
        };
        if entries.len() > most {
            self.fault(place, Problem::TooMany { length: entries.len(), most });
            return Vec::new();
        }
        entries.iter().enumerate().map(|(index, entry)| (format!("{place}[{index}]"), entry)).collect()
    }

    fn texts(&mut self, field: &str, rule: TextRule, most: usize) -> BTreeSet<String> {
        let entries = self.list(field, most);
        entries.into_iter().filter_map(|(place, entry)| self.text_of(&place, entry, rule)).collect()
    }

    /// A clause, or a list of clauses (`svc:additionalClauses`).
    fn additional_clauses(&mut self) -> BTreeSet<String> {
        let field = "additional_clauses";
        match self.value(field) {
            Some(Value::Array(_)) => self.texts(field, TextRule::Clause, limits::CLAUSES),
            _ => self.text(field, TextRule::Clause).into_iter().collect(),
        }
    }

    fn licensed_under(&mut self) -> RecordLicense {
        let field = "licensed_under";
        let Some(name) = self.text(field, TextRule::ADDRESS) else { return self.composer.default_license() };
        self.composer.record_license(&name).unwrap_or_else(|| {
            self.fault(field, Problem::UnknownLicense(shown(&name)));
            self.composer.default_license()
        })
    }

    fn address(&mut self, field: &str) -> Option<String> {
        let address = self.text(field, TextRule::ADDRESS)?;
        if is_web_address(&address) {
            return Some(address);
        }
        self.fault(field, Problem::NotAnAddress(shown(&address)));
        None
    }

    fn publish_consent(&mut self) -> bool {
        match self.value("publish_consent") {
            None => true,
            Some(Value::Bool(consent)) => *consent,
            Some(_) => {
                self.fault("publish_consent", Problem::WrongType("true or false"));
                false
            }
        }
    }
}

/// The value of a field of one line.
#[derive(Debug)]
enum Word {
    Absent,
    /// Not a line; the fault has been recorded.
    Faulty,
    Given(String),
}
