//! Reads what strangers wrote into a bounded number of values.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::fault::InventoryFault;

/// Maximum elements of all lists of a document together: components, relationships, licenses.
const MOST_ELEMENTS: usize = 200_000;

/// Maximum bytes that are kept of the strings of a [`Mentions`].
const MOST_MENTIONED: usize = 4096;

thread_local! {
    /// The elements that the document being read may still have. Derived readers take no argument for it.
    static LEFT: Cell<usize> = const { Cell::new(MOST_ELEMENTS) };
}

/// The remedy for a document above a limit.
pub(super) const SPLIT: &str = "split the document and audit its parts one by one";

/// Begins a document, which may have all elements, and refuses one with too many bytes.
pub(super) fn begin(bytes: &[u8], most: usize) -> Result<(), InventoryFault> {
    LEFT.set(MOST_ELEMENTS);
    if bytes.len() <= most {
        return Ok(());
    }
    Err(InventoryFault::of_all(format!("the file has more than {} MiB", most >> 20), SPLIT))
}

/// Counts an element of the document being read.
pub(super) fn count() -> Result<(), TooManyElements> {
    let left = LEFT.get().checked_sub(1).ok_or(TooManyElements)?;
    LEFT.set(left);
    Ok(())
}

/// The document has more than [`MOST_ELEMENTS`] elements.
#[derive(Debug, thiserror::Error)]
#[error("its lists have more than {MOST_ELEMENTS} elements")]
pub(super) struct TooManyElements;

impl From<TooManyElements> for InventoryFault {
    fn from(fault: TooManyElements) -> Self {
        Self::of_all(format!("the document is too large: {fault}"), SPLIT)
    }
}

/// Reads a list whose elements count; null is an empty one.
pub(super) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_any(Elements { takes_one: false, of: PhantomData })
}

/// Reads a list whose elements count, or one text instead of it.
pub(super) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    deserializer.deserialize_any(Elements { takes_one: true, of: PhantomData })
}

/// Reads the members of an object in the order of the document, which count; null is an empty one.
pub(super) fn members<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<(String, T)>, D::Error> {
    deserializer.deserialize_any(MembersOf(PhantomData))
}

struct Elements<T> {
    takes_one: bool,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Elements<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.takes_one { "a text or a list" } else { "a list" })
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        if !self.takes_one {
            return Err(E::invalid_type(serde::de::Unexpected::Str(text), &self));
        }
        let text: serde::de::value::StrDeserializer<'_, E> =
            serde::de::IntoDeserializer::into_deserializer(text);
        Ok(vec![T::deserialize(text)?])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            count().map_err(A::Error::custom)?;
            list.push(element);
        }
        Ok(list)
    }
}

struct MembersOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MembersOf<T> {
    type Value = Vec<(String, T)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(member) = members.next_entry()? {
            count().map_err(A::Error::custom)?;
            list.push(member);
        }
        Ok(list)
    }
}

/// The strings of a value of any shape, as far as they are short.
#[derive(Debug, Default)]
pub(super) struct Mentions(pub(super) String);

impl Mentions {
    fn add(&mut self, text: &str) {
        if self.0.len() + text.len() <= MOST_MENTIONED {
            self.0.push_str(text);
            self.0.push(' ');
        }
    }
}

impl<'de> Deserialize<'de> for Mentions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MentionsVisitor)
    }
}

struct MentionsVisitor;

impl<'de> Visitor<'de> for MentionsVisitor {
    type Value = Mentions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Mentions, E> {
        let mut found = Mentions::default();
        found.add(text);
        Ok(found)
    }

    fn visit_unit<E: Error>(self) -> Result<Mentions, E> {
        Ok(Mentions::default())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Mentions, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Mentions, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Mentions, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Mentions, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Mentions, A::Error> {
        let mut found = Mentions::default();
        while let Some(Mentions(text)) = elements.next_element()? {
            found.add(text.trim_end());
        }
        Ok(found)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Mentions, A::Error> {
        let mut found = Mentions::default();
        while let Some((_, Mentions(text))) = members.next_entry::<IgnoredAny, _>()? {
            found.add(text.trim_end());
        }
        Ok(found)
    }
}
