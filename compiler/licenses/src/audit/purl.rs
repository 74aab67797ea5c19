//! Package URLs: where documents state them, and patterns of them.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::bounded::Mentions;
use super::inventory::one_line;

/// Maximum bytes of a package URL; a longer one is ignored, so that no correction applies to it.
pub(super) const LONGEST: usize = 2048;

/// A text as a package URL, if it is one.
pub(super) fn purl(text: &str) -> Option<String> {
    let text = text.trim();
    let is_purl = text.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("pkg:"));
    (is_purl && text.len() <= LONGEST).then(|| one_line(text))
}

/// Whether a text matches a pattern in which each `*` stands for any characters, also for none.
///
/// What is between two `*` is taken where it comes first, so that the time is linear in both texts.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for piece in middle.split('*') {
        let Some((_, after)) = text.split_once(piece) else { return false };
        text = after;
    }
    text.ends_with(end)
}

/// The first package URL among what refers to a package from outside: `externalRefs` of SPDX 2,
/// `externalIdentifier` of SPDX 3, or a text. Anything else is passed over and does not count as an element,
/// because some tools state dozens.
#[derive(Debug, Default)]
pub(super) struct PackageUrl(pub(super) Option<String>);

impl<'de> Deserialize<'de> for PackageUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PackageUrlVisitor)
    }
}

struct PackageUrlVisitor;

impl<'de> Visitor<'de> for PackageUrlVisitor {
    type Value = PackageUrl;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("references")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PackageUrl, E> {
        Ok(PackageUrl(purl(text)))
    }

    fn visit_unit<E: Error>(self) -> Result<PackageUrl, E> {
        Ok(PackageUrl::default())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<PackageUrl, E> {
        Ok(PackageUrl::default())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<PackageUrl, E> {
        Ok(PackageUrl::default())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<PackageUrl, E> {
        Ok(PackageUrl::default())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<PackageUrl, E> {
        Ok(PackageUrl::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<PackageUrl, A::Error> {
        let mut first = PackageUrl::default();
        while let Some(found) = elements.next_element::<PackageUrl>()? {
            first.0 = first.0.or(found.0);
        }
        Ok(first)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<PackageUrl, A::Error> {
        let (mut kind, mut locator) = (Mentions::default(), Mentions::default());
        while let Some(name) = members.next_key::<String>()? {
            match name.as_str() {
                "referenceType" | "externalIdentifierType" => kind = members.next_value()?,
                "referenceLocator" | "identifier" => locator = members.next_value()?,
                _ => _ = members.next_value::<IgnoredAny>()?,
            }
        }
        let kind = kind.0.trim().rsplit('/').next().unwrap_or_default();
        let is_purl = ["purl", "packageUrl"].iter().any(|known| kind.eq_ignore_ascii_case(known));
        Ok(PackageUrl(purl(&locator.0).filter(|_| is_purl)))
    }
}
