use super::Representation;

/// Nothing the request accepts can be produced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("none of the media types accepted is available")]
pub struct NotAcceptable;

/// The form a `format` parameter names, among those offered; `None` for any other value, the empty one
/// included.
#[must_use]
pub fn by_format(format: &str, offered: &[Representation]) -> Option<Representation> {
    Representation::from_key(format).filter(|representation| offered.contains(representation))
}

/// The form an `Accept` header gets, among those offered in order of preference (v2 §4.1 rule 2).
///
/// RFC 9110 §12.5.1: each form has the quality of the most specific range that matches it, and one of
/// quality 0 is not acceptable. Among equal qualities a range that names its type goes before a wildcard,
/// then the order of the header, then the order of the offer. Parameters other than `q` are passed over, as
/// is a range that cannot be read; a header without any range counts as absent.
pub fn negotiate(accept: Option<&str>, offered: &[Representation]) -> Result<Representation, NotAcceptable> {
    let ranges: Vec<Range<'_>> = accept.unwrap_or_default().split(',').filter_map(Range::parse).collect();
    if ranges.is_empty() {
        return offered.first().copied().ok_or(NotAcceptable);
    }
    offered
        .iter()
        .enumerate()
        .filter_map(|(preference, representation)| {
            representation
                .accepted_as()
                .iter()
                .enumerate()
                .filter_map(|(place, media_type)| best_match(media_type, place == 0, &ranges))
                .max_by_key(|(range, position)| {
                    (range.quality, range.specificity(), std::cmp::Reverse(*position))
                })
                .filter(|(range, _)| range.quality > 0)
                .map(|(range, position)| {
                    let rank = (
                        std::cmp::Reverse(range.quality),
                        std::cmp::Reverse(range.specificity()),
                        position,
                        preference,
                    );
                    (rank, *representation)
                })
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, representation)| representation)
        .ok_or(NotAcceptable)
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
        .max_by_key(|(position, range)| (range.specificity(), std::cmp::Reverse(*position)))
        .map(|(position, range)| (range, position))
}

struct Range<'a> {
    kind: &'a str,
    subtype: &'a str,
    /// Thousandths, 0 to 1000.
    quality: u16,
}

impl<'a> Range<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.split(';').map(str::trim);
        let (kind, subtype) = parts.next()?.split_once('/')?;
        let is_token = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_graphic());
        if !is_token(kind) || !is_token(subtype) || (kind == "*" && subtype != "*") {
            return None;
        }
        let mut quality = 1000;
        for parameter in parts {
            if let Some((name, value)) = parameter.split_once('=')
                && name.trim().eq_ignore_ascii_case("q")
            {
                quality = thousandths(value.trim())?;
                break;
            }
        }
        Some(Self { kind, subtype, quality })
    }

    fn specificity(&self) -> u8 {
        u8::from(self.kind != "*") + u8::from(self.subtype != "*")
    }

    fn matches(&self, media_type: &str) -> bool {
        let Some((kind, subtype)) = media_type.split_once('/') else { return false };
        (self.kind == "*" || self.kind.eq_ignore_ascii_case(kind))
            && (self.subtype == "*" || self.subtype.eq_ignore_ascii_case(subtype))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use Representation::{Json, JsonLd, NTriples, RdfXml, Turtle};

    #[test]
    fn accept_is_ranked_by_quality_and_specificity() {
        let cases: &[(&str, Result<Representation, NotAcceptable>)] = &[
            ("", Ok(Json)),
            ("*/*", Ok(Json)),
            ("application/*", Ok(Json)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Ok(Json)),
            ("text/turtle", Ok(Turtle)),
            ("application/x-turtle", Ok(Turtle)),
            ("TEXT/Turtle; charset=utf-8", Ok(Turtle)),
            ("application/ld+json;profile=\"x\"", Ok(JsonLd)),
            ("application/n-triples", Ok(NTriples)),
            ("application/rdf+xml", Ok(RdfXml)),
            ("text/turtle;q=0.1, application/json", Ok(Json)),
            ("text/turtle;q=0.9, application/json;q=0.8", Ok(Turtle)),
            ("*/*, text/turtle", Ok(Turtle)),
            ("text/turtle, application/rdf+xml", Ok(Turtle)),
            ("application/rdf+xml, text/turtle", Ok(RdfXml)),
            ("application/json;q=0, */*", Ok(Turtle)),
            ("text/*", Ok(Turtle)),
            ("image/png", Err(NotAcceptable)),
            ("application/problem+json", Err(NotAcceptable)),
            ("text/turtle;q=0", Err(NotAcceptable)),
            ("text/turtle;q=2, application/rdf+xml;q=0.5", Ok(RdfXml)),
            ("nonsense", Ok(Json)),
        ];
        for (accept, expected) in cases {
            assert_eq!(&negotiate(Some(accept), &Representation::OF_A_VERSION), expected, "{accept}");
        }
        assert_eq!(negotiate(None, &Representation::OF_A_VERSION), Ok(Json));
        assert_eq!(negotiate(Some("text/turtle"), &[Json]), Err(NotAcceptable));
    }

    #[test]
    fn format_names_exactly_one_form() {
        for representation in Representation::OF_A_VERSION {
            assert_eq!(by_format(representation.key(), &Representation::OF_A_VERSION), Some(representation));
        }
        for unknown in ["", "JSON", "turtle", "html", "linkset"] {
            assert_eq!(by_format(unknown, &Representation::OF_A_VERSION), None, "{unknown}");
        }
    }
}
