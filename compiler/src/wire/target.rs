use percent_encoding::percent_decode_str;

/// A percent sign that is not followed by two hex digits, or octets that are no UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the percent-encoding of the address is broken")]
pub struct BrokenEncoding;

/// What a request asks for: the path and the query of its address, decoded (RFC 3986 §2.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The parts of the path; an encoded slash is part of its segment.
    pub segments: Vec<String>,
    parameters: Vec<(String, String)>,
}

impl Target {
    /// Decodes the path, which begins with a slash, and the query of a request.
    pub fn parse(path: &str, query: Option<&str>) -> Result<Self, BrokenEncoding> {
        let segments =
            path.strip_prefix('/').unwrap_or(path).split('/').map(decode).collect::<Result<_, _>>()?;
        let parameters = query
            .unwrap_or_default()
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                Ok((decode(&name.replace('+', " "))?, decode(&value.replace('+', " "))?))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { segments, parameters })
    }

    /// The value of a query parameter. Of one that is given twice the first counts, as it does on edges.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every query parameter with its value, in their order.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The decoded path; none if a segment holds a slash, which no address of ours does.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let is_plain = self.segments.iter().all(|segment| !segment.contains('/'));
        is_plain.then(|| format!("/{}", self.segments.join("/")))
    }
}

/// The values of the parameters of a path template, which stand in braces, at a decoded path; none if the path is not
/// of its shape. A value is never empty.
#[must_use]
pub fn path_values<'p>(template: &str, segments: &'p [String]) -> Option<Vec<&'p str>> {
    let mut template = template.split('/').skip(1);
    let mut values = Vec::new();
    for segment in segments {
        let expected = template.next()?;
        if expected.starts_with('{') && !segment.is_empty() {
            values.push(segment.as_str());
        } else if expected != segment {
            return None;
        }
    }
    template.next().is_none().then_some(values)
}

fn decode(text: &str) -> Result<String, BrokenEncoding> {
    let is_whole = text.split('%').skip(1).all(|rest| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if !is_whole {
        return Err(BrokenEncoding);
    }
    percent_decode_str(text).decode_utf8().map(std::borrow::Cow::into_owned).map_err(|_| BrokenEncoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_letter_is_the_letter_and_an_encoded_slash_separates_nothing() {
        let target = Target::parse("/a%41/%2Fb/", Some("f%6Frmat=nt&&x=1+2&x=3&y")).unwrap();
        assert_eq!(target.segments, ["aA", "/b", ""]);
        assert_eq!(target.path(), None);
        assert_eq!(target.parameter("format"), Some("nt"));
        assert_eq!(target.parameter("x"), Some("1 2"));
        assert_eq!(target.parameter("y"), Some(""));
        assert_eq!(target.parameter("z"), None);
        assert_eq!(Target::parse("/", None).unwrap().path().as_deref(), Some("/"));
    }

    #[test]
    fn broken_encoding_is_refused_in_path_and_query() {
        for broken in ["%", "%4", "%ZZ", "%4%41", "%FF", "a%é1"] {
            assert_eq!(Target::parse(&format!("/{broken}"), None), Err(BrokenEncoding), "{broken}");
            assert_eq!(Target::parse("/", Some(&format!("a={broken}"))), Err(BrokenEncoding), "{broken}");
        }
    }
}
