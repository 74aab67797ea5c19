//! The fields of an answer other than rules: fields of a composer document (spec:version-1#composer-document).

use serde_json::{Map, Value};

use super::quotation::{Quotable, folded};
use super::terms::{Terms, word};
use super::warnings::{Warnings, shown};
use crate::find::SpdxIndex;

/// The type of a field, and how it is checked against the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A name or number that occurs in the text, ignoring case.
    Name,
    /// A list of them.
    Names,
    /// A clause that occurs verbatim in the text.
    Clause,
    /// A list of them.
    Clauses,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A day or country; checked by the composer, not against the text.
    Said,
    /// A whole number.
    Number,
    /// Short names of asset types.
    Targets,
    /// An identifier of the SPDX list.
    Spdx,
}

/// The fields an answer may fill in, in the order of spec:version-1#composer-document.
///
/// Title and rules are separate members of an answer. The license of the record, the consent and the text cannot come
/// from a text.
pub(super) const FIELDS: [(&str, Form); 22] = [
    ("creator", Form::Name),
    ("publisher", Form::Name),
    ("licensor", Form::Name),
    ("licensee", Form::Name),
    ("validity", Form::Word(&["perpetual", "specifyDate", "specifyPeriod"])),
    ("start_date", Form::Said),
    ("end_date", Form::Said),
    ("validity_months", Form::Number),
    ("region", Form::Word(&["worldwide", "specifyRegion"])),
    ("country", Form::Said),
    ("targets", Form::Targets),
    ("spdx_id", Form::Spdx),
    ("license_version", Form::Name),
    ("source", Form::Name),
    ("legalcode", Form::Name),
    ("alternatives", Form::Names),
    ("attribution_name", Form::Name),
    ("warranty_disclaimer", Form::Clause),
    ("warranty_or_liability_acceptance", Form::Clause),
    ("liability_limitation", Form::Clause),
    ("additional_clauses", Form::Clauses),
    ("promotion_specification", Form::Clause),
];

/// Maximum entries of a list.
const ENTRIES: usize = 50;

/// Reads the fields of an answer; refused values give warnings.
pub(super) fn read(
    given: &Map<String, Value>,
    text: &Quotable,
    terms: &Terms<'_>,
    number: usize,
    warnings: &mut Warnings,
) -> Map<String, Value> {
    let mut reader = Reader { text, terms, number, warnings };
    for name in given.keys().filter(|name| FIELDS.iter().all(|(field, _)| field != name)) {
        reader.warn(&format!("`{}` is no field that a text fills in", shown(name)));
    }
    let mut read = Map::new();
    for (field, form) in FIELDS {
        let value = given.get(field).filter(|value| !is_empty(value));
        let value = value.and_then(|value| reader.value(field, form, value));
        read.extend(value.map(|value| (field.to_owned(), value)));
    }
    read
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(entries) => entries.is_empty(),
        _ => false,
    }
}

struct Reader<'r, 'l> {
    text: &'r Quotable,
    terms: &'r Terms<'l>,
    number: usize,
    warnings: &'r mut Warnings,
}

impl Reader<'_, '_> {
    fn value(&mut self, field: &str, form: Form, value: &Value) -> Option<Value> {
        match form {
            Form::Names | Form::Clauses | Form::Targets => {
                let entries = match value {
                    Value::Array(entries) => entries.iter().collect(),
                    one => vec![one],
                };
                let entries = entries.into_iter().take(ENTRIES);
                let mut read: Vec<String> = Vec::new();
                for entry in entries.filter(|entry| !is_empty(entry)) {
                    let entry = self.entry(field, form, entry).filter(|entry| !read.contains(entry));
                    read.extend(entry);
                }
                (!read.is_empty()).then(|| Value::from(read))
            }
            Form::Number => {
                let number = match value {
                    Value::String(digits) => digits.trim().parse().ok(),
                    value => value.as_u64(),
                };
                if number.is_none() {
                    self.warn(&format!("`{field}` is no whole number and was left out"));
                }
                number.map(Value::from)
            }
            _ => self.entry(field, form, value).map(Value::from),
        }
    }

    fn entry(&mut self, field: &str, form: Form, value: &Value) -> Option<String> {
        let Some(given) = value.as_str() else {
            self.warn(&format!("`{field}` is no text and was left out"));
            return None;
        };
        let found = match form {
            Form::Name | Form::Names => self.text.names(given).then(|| folded(given)),
            Form::Clause | Form::Clauses => self.text.quote(given),
            Form::Said => Some(folded(given)),
            Form::Number => None,
            Form::Word(words) => {
                let known = words.iter().find(|known| word(known) == word(given));
                known.map(|&known| known.to_owned())
            }
            Form::Targets => self.terms.asset_type(given),
            Form::Spdx => return self.spdx(given),
        };
        if found.is_none() {
            let given = shown(given);
            self.warn(&match form {
                Form::Word(_) | Form::Targets => format!("`{given}` is no value of `{field}`"),
                _ => format!("`{field}` was left out: the text does not hold `{given}` letter for letter"),
            });
        }
        found
    }

    /// Accepts only identifiers of the SPDX list; the text rarely contains them.
    fn spdx(&mut self, given: &str) -> Option<String> {
        let given = folded(given);
        let declared = SpdxIndex::new(self.terms.library);
        let known = declared.resolve(&given).map(|found| found.spdx_id.to_owned());
        let known = known.or_else(|| spdx::license_id(&given).map(|id| id.name.to_owned()));
        match &known {
            None => self.warn(&format!("`{}` is no identifier of the SPDX list", shown(&given))),
            Some(id) if !self.text.names(&given) && !self.text.names(id) => self.warn(&format!(
                "the text does not name the SPDX identifier {id}; it is what the assistant takes the license for"
            )),
            Some(_) => {}
        }
        known
    }

    fn warn(&mut self, what: &str) {
        self.warnings.say(format!("Part {}: {what}.", self.number));
    }
}
