use std::cmp::Reverse;

use super::{FormRules, Representation};

/// The media ranges of an `Accept` header.
///
/// Parameters other than `q` are passed over, as is a range that cannot be read.
pub(super) struct Accepted<'a>(Vec<Range<'a>>);

impl<'a> Accepted<'a> {
    pub(super) fn of(accept: Option<&'a str>) -> Self {
        Self(unquoted_split(accept.unwrap_or_default(), ',').filter_map(Range::parse).collect())
    }

    /// Whether a media type is named, and not refused; wildcards name nothing.
    pub(super) fn names(&self, media_type: &str) -> bool {
        self.0.iter().any(|range| range.is_exactly(media_type))
    }

    /// The candidate whose media type is named with the highest quality, the first of equals.
    pub(super) fn best_named<'c, T: Copy>(
        &self,
        candidates: impl Iterator<Item = (&'c str, T)> + Clone,
    ) -> Option<T> {
        let named = |range: &Range<'_>| {
            candidates.clone().find(|(media_type, _)| range.is_exactly(media_type)).map(|(_, value)| value)
        };
        let ranges = self.0.iter().enumerate();
        ranges
            .filter_map(|(position, range)| Some(((Reverse(range.quality), position), named(range)?)))
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, value)| value)
    }
}

/// Whether an `Accept` header names HTML with a higher quality than JSON.
#[must_use]
pub fn prefers_html(accept: Option<&str>) -> bool {
    let candidates = [("text/html", true), ("application/xhtml+xml", true), ("application/json", false)];
    Accepted::of(accept).best_named(candidates.into_iter()) == Some(true)
}

/// The form an `Accept` header gets, among those offered in order of preference (spec:version-2#negotiation rule 2).
///
/// RFC 9110 §12.5.1: each form has the quality of the most specific range that matches it, and one of
/// quality 0 is not acceptable. Among equal qualities a range that names its type goes before a wildcard,
/// then the order of the header, then the order of the offer. A header without any range counts as absent.
pub(super) fn negotiate(accept: Option<&str>, forms: &[FormRules]) -> Option<Representation> {
    let Accepted(ranges) = Accepted::of(accept);
    if ranges.is_empty() {
        return forms.first().map(|form| form.representation);
    }
    forms
        .iter()
        .enumerate()
        .filter_map(|(preference, form)| {
            form.accepted_as
                .iter()
                .enumerate()
                .filter_map(|(place, media_type)| best_match(media_type, place == 0, &ranges))
                .max_by_key(|(range, position)| (range.quality, range.specificity(), Reverse(*position)))
                .filter(|(range, _)| range.quality > 0)
                .map(|(range, position)| {
                    let rank = (Reverse(range.quality), Reverse(range.specificity()), position, preference);
                    (rank, form.representation)
                })
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, representation)| representation)
}

/// The most specific range that matches a media type, the first of equals, with its position.
///
/// A wildcard matches only the type a form is really answered with: `text/*` asks for text, and HTML is
/// answered with JSON as a courtesy to those who name it.
fn best_match<'r, 'a>(
    media_type: &str,
    is_answered: bool,
    ranges: &'r [Range<'a>],
) -> Option<(&'r Range<'a>, usize)> {
    ranges
        .iter()
        .enumerate()
        .filter(|(_, range)| range.matches(media_type) && (is_answered || range.specificity() == 2))
        .max_by_key(|(position, range)| (range.specificity(), Reverse(*position)))
        .map(|(position, range)| (range, position))
}

/// The parts between separators that stand outside quotes (RFC 9110 §5.6.4).
fn unquoted_split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |c| {
        if is_escaped {
            is_escaped = false;
        } else if is_quoted && c == '\\' {
            is_escaped = true;
        } else if c == '"' {
            is_quoted = !is_quoted;
        }
        c == separator && !is_quoted
    })
}

/// RFC 9110 §5.6.2.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

struct Range<'a> {
    kind: &'a str,
    subtype: &'a str,
    /// Thousandths, 0 to 1000.
    quality: u16,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = unquoted_split(text, ';').map(str::trim);
        let (kind, subtype) = parts.next()?.split_once('/')?;
        if !is_token(kind) || !is_token(subtype) || (kind == "*" && subtype != "*") {
            return None;
        }
        Some(Self { kind, subtype, quality: quality_among(parts)? })
    }

    fn specificity(&self) -> u8 {
        u8::from(self.kind != "*") + u8::from(self.subtype != "*")
    }

    fn is_exactly(&self, media_type: &str) -> bool {
        self.quality > 0 && self.specificity() == 2 && self.matches(media_type)
    }

    fn matches(&self, media_type: &str) -> bool {
        let Some((kind, subtype)) = media_type.split_once('/') else { return false };
        (self.kind == "*" || self.kind.eq_ignore_ascii_case(kind))
            && (self.subtype == "*" || self.subtype.eq_ignore_ascii_case(subtype))
    }
}

/// What the parameters of a range say of its quality, in thousandths; `None` where that cannot be read.
pub(super) fn quality(parameters: &str) -> Option<u16> {
    quality_among(unquoted_split(parameters, ';').map(str::trim))
}

fn quality_among<'a>(parameters: impl Iterator<Item = &'a str>) -> Option<u16> {
    for parameter in parameters {
        if let Some((name, value)) = parameter.split_once('=')
            && name.trim().eq_ignore_ascii_case("q")
        {
            return thousandths(value.trim());
        }
    }
    Some(1000)
}

/// A `qvalue`: `0` or `1` with at most three decimals (RFC 9110 §12.4.2).
fn thousandths(value: &str) -> Option<u16> {
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let fraction: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(fraction),
        "1" if fraction == 0 => Some(1000),
        _ => None,
    }
}
