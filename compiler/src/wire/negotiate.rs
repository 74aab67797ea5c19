use super::Representation;

/// Why a request gets no form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoForm {
    /// `format` names nothing on offer.
    #[error("the format asked for is not on offer")]
    UnknownFormat,
    /// Nothing the request accepts can be produced.
    #[error("none of the media types accepted is available")]
    NotAcceptable,
}

/// The form a request gets, among those offered in order of preference (v2 §4.1): the one `format` names,
/// else the one `Accept` ranks highest.
pub fn select(
    format: Option<&str>,
    accept: Option<&str>,
    offered: &[Representation],
) -> Result<Representation, NoForm> {
    match format {
        Some(format) => Representation::from_key(format)
            .filter(|representation| offered.contains(representation))
            .ok_or(NoForm::UnknownFormat),
        None => negotiate(accept, offered),
    }
}

/// The form an `Accept` header gets, among those offered in order of preference (v2 §4.1 rule 2).
///
/// RFC 9110 §12.5.1: each form has the quality of the most specific range that matches it, and one of
/// quality 0 is not acceptable. Among equal qualities a range that names its type goes before a wildcard,
/// then the order of the header, then the order of the offer. Parameters other than `q` are passed over, as
/// is a range that cannot be read; a header without any range counts as absent.
fn negotiate(accept: Option<&str>, offered: &[Representation]) -> Result<Representation, NoForm> {
    let ranges: Vec<Range<'_>> =
        unquoted_split(accept.unwrap_or_default(), ',').filter_map(Range::parse).collect();
    if ranges.is_empty() {
        return offered.first().copied().ok_or(NoForm::NotAcceptable);
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
        .ok_or(NoForm::NotAcceptable)
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
    use NoForm::{NotAcceptable, UnknownFormat};
    use Representation::{Json, JsonLd, NTriples, RdfXml, Turtle};

    #[test]
    fn accept_is_ranked_by_quality_and_specificity() {
        let cases: &[(&str, Result<Representation, NoForm>)] = &[
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
            assert_eq!(&select(None, Some(accept), &Representation::OF_A_VERSION), expected, "{accept}");
        }
        assert_eq!(select(None, None, &Representation::OF_A_VERSION), Ok(Json));
        assert_eq!(select(None, Some("text/turtle"), &[Json]), Err(NotAcceptable));
    }

    #[test]
    fn format_wins_and_names_exactly_one_form() {
        for representation in Representation::OF_A_VERSION {
            let selected =
                select(Some(representation.key()), Some("image/png"), &Representation::OF_A_VERSION);
            assert_eq!(selected, Ok(representation));
        }
        for unknown in ["", "JSON", "turtle", "html", "linkset"] {
            let selected = select(Some(unknown), None, &Representation::OF_A_VERSION);
            assert_eq!(selected, Err(UnknownFormat), "{unknown}");
        }
    }
}
