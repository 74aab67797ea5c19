use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

use super::bounded::{Mentions, count};

/// Licenses as packages state them: a name, an object with a name, or a list of these.
#[derive(Debug, Default)]
pub(super) struct StatedLicenses(pub(super) Vec<StatedLicense>);

/// A license with a name or an address.
#[derive(Debug, Default)]
pub(super) struct StatedLicense {
    pub(super) name: Option<String>,
    pub(super) address: Option<String>,
}

impl StatedLicense {
    /// The name, else the address.
    pub(super) fn text(&self) -> Option<&String> {
        self.name.as_ref().or(self.address.as_ref())
    }
}

impl<'de> Deserialize<'de> for StatedLicenses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StatedVisitor)
    }
}

struct StatedVisitor;

impl<'de> Visitor<'de> for StatedVisitor {
    type Value = StatedLicenses;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a license, or a list of licenses")
    }

    fn visit_str<E>(self, text: &str) -> Result<StatedLicenses, E> {
        Ok(StatedLicenses(vec![StatedLicense { name: Some(text.to_owned()), address: None }]))
    }

    fn visit_unit<E>(self) -> Result<StatedLicenses, E> {
        Ok(StatedLicenses::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<StatedLicenses, E> {
        Ok(StatedLicenses::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<StatedLicenses, A::Error> {
        let mut licenses = Vec::new();
        while let Some(StatedLicenses(found)) = elements.next_element()? {
            count().map_err(serde::de::Error::custom)?;
            licenses.extend(found);
        }
        Ok(StatedLicenses(licenses))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<StatedLicenses, A::Error> {
        let mut license = StatedLicense::default();
        while let Some((member, Mentions(text))) = members.next_entry::<String, _>()? {
            let text = text.trim_end().to_owned();
            match member.rsplit(':').next().unwrap_or_default() {
                "type" | "name" => license.name = Some(text),
                "url" | "@id" => license.address = Some(text),
                _ => {}
            }
        }
        Ok(StatedLicenses(vec![license]))
    }
}
