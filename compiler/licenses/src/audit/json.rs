use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::bounded::TooManyElements;
use super::fault::InventoryFault;

/// What the top of a JSON document has, as far as formats differ in it. It takes little memory, however large the
/// document is.
#[derive(Debug, Default)]
pub(super) struct Glance {
    kind: Kind,
    /// A text or a number; empty if it is long.
    text: String,
    /// The first members of an object; the first elements of a list, without names.
    members: Vec<(String, Self)>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    Null,
    Text,
    /// A number or a truth value.
    Plain,
    List,
    Object,
}

impl Glance {
    pub(super) fn of(text: &str) -> Result<Self, InventoryFault> {
        document::<Top>(text).map(|Top(top)| top)
    }

    /// A member that is not null.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        let members = self.members.iter().filter(|_| self.is_object());
        members.filter(|(known, _)| known == name).map(|(_, value)| value).find(|it| it.kind != Kind::Null)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether a text of a member has a part.
    pub(super) fn states(&self, name: &str, part: &str) -> bool {
        self.get(name).is_some_and(|value| value.contains(part))
    }

    fn contains(&self, part: &str) -> bool {
        self.text.contains(part) || self.members.iter().any(|(_, value)| value.contains(part))
    }

    /// The first elements of a list, or the first members of an object.
    pub(super) fn first(&self) -> impl Iterator<Item = (&str, &Self)> {
        self.members.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub(super) fn is_list(&self) -> bool {
        self.kind == Kind::List
    }

    pub(super) fn is_object(&self) -> bool {
        self.kind == Kind::Object
    }

    pub(super) fn is_text(&self) -> bool {
        self.kind == Kind::Text
    }
}

/// How many members or elements are looked at, by depth.
const WIDTHS: &[usize] = &[256, 32, 4, 2];

/// Maximum bytes of a text that is kept.
const LONGEST_TEXT: usize = 256;

struct Top(Glance);

impl<'de> Deserialize<'de> for Top {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Look { widths: WIDTHS }.deserialize(deserializer).map(Self)
    }
}

/// Looks at a value, and passes over what is deeper or later.
#[derive(Clone, Copy)]
struct Look {
    /// How many elements count, from this depth on.
    widths: &'static [usize],
}

impl Look {
    fn is_top(self) -> bool {
        self.widths.len() == WIDTHS.len()
    }

    /// How many elements count here, and how to look at one of them.
    fn inside(self) -> (usize, Self) {
        let (width, widths) =
            self.widths.split_first().map_or((0, self.widths), |(first, rest)| (*first, rest));
        (width, Self { widths })
    }
}

impl<'de> DeserializeSeed<'de> for Look {
    type Value = Glance;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Glance, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Look {
    type Value = Glance;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Glance, E> {
        let text = if text.len() <= LONGEST_TEXT { text.to_owned() } else { String::new() };
        Ok(Glance { kind: Kind::Text, text, members: Vec::new() })
    }

    fn visit_unit<E: Error>(self) -> Result<Glance, E> {
        Ok(Glance::default())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Glance, E> {
        Ok(Glance { kind: Kind::Plain, ..Glance::default() })
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Glance, E> {
        self.visit_bool(true)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Glance, E> {
        self.visit_bool(true)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Glance, E> {
        self.visit_bool(true)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Glance, A::Error> {
        let (width, inside) = self.inside();
        let mut members = Vec::new();
        while members.len() < width
            && let Some(element) = elements.next_element_seed(inside)?
        {
            members.push((String::new(), element));
        }
        // At the end of a short list, nothing is left to pass over.
        if members.len() == width {
            while elements.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(Glance { kind: Kind::List, text: String::new(), members })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Glance, A::Error> {
        let (width, inside) = self.inside();
        let mut members: Vec<(String, Glance)> = Vec::new();
        while members.len() < width
            && let Some(name) = entries.next_key::<String>()?
        {
            if self.is_top() && name.len() <= LONGEST_TEXT && members.iter().any(|(known, _)| *known == name)
            {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            members.push((name, entries.next_value_seed(inside)?));
        }
        if members.len() == width {
            while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        }
        Ok(Glance { kind: Kind::Object, text: String::new(), members })
    }
}

/// A document of a shape. Other members are ignored.
pub(super) fn document<D: DeserializeOwned>(text: &str) -> Result<D, InventoryFault> {
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let message = said.rsplit_once(" at line ").map_or(said.as_str(), |(message, _)| message);
        if message == TooManyElements.to_string() {
            return InventoryFault { line: error.line(), column: error.column(), ..TooManyElements.into() };
        }
        let (what, remedy) = if error.is_data() {
            ("the document is not of the shape it should have", "mend it there, or export it anew")
        } else {
            ("this is no JSON", "mend it there, or export it anew: the file may be cut")
        };
        InventoryFault {
            line: error.line().max(1),
            column: error.column().max(1),
            message: format!("{what}: {message}"),
            remedy: remedy.to_owned(),
        }
    })
}
