use serde_json::{Map, Value};

use super::Unreadable;

/// An object of an answer, with its path.
#[derive(Debug, Clone)]
pub(super) struct Answer<'v> {
    members: &'v Map<String, Value>,
    place: String,
}

impl<'v> Answer<'v> {
    /// The whole answer.
    pub(super) fn new(value: &'v Value) -> Result<Self, Unreadable> {
        let members = value.as_object().ok_or(Unreadable::NoObject)?;
        Ok(Self { members, place: String::new() })
    }

    /// An optional text.
    pub(super) fn text(&self, name: &str) -> Result<&'v str, Unreadable> {
        match self.value(name) {
            None => Ok(""),
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(self.wrong(name, "a text")),
        }
    }

    /// A required text.
    pub(super) fn needed_text(&self, name: &str) -> Result<&'v str, Unreadable> {
        if self.value(name).is_none() {
            return Err(Unreadable::Missing(self.place_of(name)));
        }
        self.text(name)
    }

    /// An optional number, 0 by default.
    pub(super) fn number(&self, name: &str) -> Result<f64, Unreadable> {
        let Some(value) = self.value(name) else { return Ok(0.0) };
        value.as_f64().filter(|number| number.is_finite()).ok_or_else(|| self.wrong(name, "a number"))
    }

    /// An optional object.
    pub(super) fn object(&self, name: &str) -> Result<Option<&'v Map<String, Value>>, Unreadable> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Object(members)) => Ok(Some(members)),
            Some(_) => Err(self.wrong(name, "an object")),
        }
    }

    /// An optional list of texts.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<&'v str>, Unreadable> {
        let entries = self.list(name)?.iter().enumerate();
        entries
            .map(|(at, entry)| entry.as_str().ok_or_else(|| self.wrong(&format!("{name}[{at}]"), "a text")))
            .collect()
    }

    /// An optional list of objects.
    pub(super) fn objects(&self, name: &str) -> Result<Vec<Answer<'v>>, Unreadable> {
        let entries = self.list(name)?.iter().enumerate();
        entries
            .map(|(at, entry)| {
                let place = self.place_of(&format!("{name}[{at}]"));
                match entry.as_object() {
                    Some(members) => Ok(Answer { members, place }),
                    None => Err(Unreadable::WrongType { place, wanted: "an object" }),
                }
            })
            .collect()
    }

    /// A required list of objects.
    pub(super) fn needed_objects(&self, name: &str) -> Result<Vec<Answer<'v>>, Unreadable> {
        if self.value(name).is_none() {
            return Err(Unreadable::Missing(self.place_of(name)));
        }
        self.objects(name)
    }

    fn list(&self, name: &str) -> Result<&'v [Value], Unreadable> {
        match self.value(name) {
            None => Ok(&[]),
            Some(Value::Array(entries)) => Ok(entries),
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    /// `null` counts as missing, because a strict schema has no optional members.
    fn value(&self, name: &str) -> Option<&'v Value> {
        self.members.get(name).filter(|value| !value.is_null())
    }

    fn wrong(&self, name: &str, wanted: &'static str) -> Unreadable {
        Unreadable::WrongType { place: self.place_of(name), wanted }
    }

    fn place_of(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) }
    }
}
