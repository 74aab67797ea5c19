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
    parameters: Vec<Parameter>,
}

/// A name and a value of the query, each decoded where its encoding is sound.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Parameter {
    name: Result<String, BrokenEncoding>,
    value: Result<String, BrokenEncoding>,
}

impl Target {
    /// Decodes the path, which begins with a slash, and the query of a request.
    ///
    /// # Errors
    /// The encoding of the path is broken. What is broken in the query is told by [`Target::value`], and refused by
    /// [`Target::require_sound_query`].
    pub fn parse(path: &str, query: Option<&str>) -> Result<Self, BrokenEncoding> {
        let segments =
            path.strip_prefix('/').unwrap_or(path).split('/').map(decode).collect::<Result<_, _>>()?;
        let parameters = query
            .unwrap_or_default()
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                Parameter { name: decode(&name.replace('+', " ")), value: decode(&value.replace('+', " ")) }
            })
            .collect();
        Ok(Self { segments, parameters })
    }

    /// Refuses a query in which something is broken.
    ///
    /// # Errors
    /// The encoding of a name or of a value is broken.
    pub fn require_sound_query(&self) -> Result<(), BrokenEncoding> {
        let is_sound = |parameter: &Parameter| parameter.name.is_ok() && parameter.value.is_ok();
        if self.parameters.iter().all(is_sound) { Ok(()) } else { Err(BrokenEncoding) }
    }

    /// The value of a query parameter, which may be broken. Of one that is given twice the first counts, as it does on
    /// edges.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Result<&str, BrokenEncoding>> {
        let named = |parameter: &&Parameter| parameter.name.as_ref().is_ok_and(|known| known == name);
        let parameter = self.parameters.iter().find(named)?;
        Some(parameter.value.as_deref().map_err(|&broken| broken))
    }

    /// The value of a query parameter, where it is sound. Of one that is given twice the first counts.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.value(name)?.ok()
    }

    /// Every query parameter with its value, in their order; those that are broken are left out.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().filter_map(|Parameter { name, value }| {
            Some((name.as_ref().ok()?.as_str(), value.as_ref().ok()?.as_str()))
        })
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
    fn broken_encoding_is_refused_in_the_path_and_told_of_in_the_query() {
        for broken in ["%", "%4", "%ZZ", "%4%41", "%FF", "a%é1"] {
            assert_eq!(Target::parse(&format!("/{broken}"), None), Err(BrokenEncoding), "{broken}");
            let in_value = Target::parse("/", Some(&format!("a={broken}&b=1"))).unwrap();
            assert_eq!(in_value.value("a"), Some(Err(BrokenEncoding)), "{broken}");
            assert_eq!((in_value.parameter("a"), in_value.parameter("b")), (None, Some("1")));
            let in_name = Target::parse("/", Some(&format!("{broken}=1"))).unwrap();
            for target in [in_value, in_name] {
                assert_eq!(target.require_sound_query(), Err(BrokenEncoding), "{broken}");
            }
        }
        assert_eq!(Target::parse("/", Some("a=%41")).unwrap().require_sound_query(), Ok(()));
    }
}
