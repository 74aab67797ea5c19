use std::str::FromStr;

/// What an account, or one of its tokens, is called: 1 to 100 characters on one line, and no e-mail address, since
/// others see it (spec:version-1#license-record).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplayName(String);

/// A text that is no name; the sentence of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidName {
    /// There is none.
    #[error("A name is needed.")]
    Empty,
    /// It is too long.
    #[error("A name has at most {} characters.", DisplayName::LONGEST)]
    TooLong,
    /// It has line breaks or other control characters.
    #[error("A name is a single line.")]
    Control,
    /// It is an e-mail address.
    #[error("A name is seen by others and stays with what is published, so it is no e-mail address.")]
    Email,
}

impl DisplayName {
    /// Characters a name may have.
    pub const LONGEST: usize = 100;

    /// The name as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<DisplayName> for String {
    fn from(name: DisplayName) -> Self {
        name.0
    }
}

impl FromStr for DisplayName {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, InvalidName> {
        let name = text.trim();
        if name.is_empty() {
            Err(InvalidName::Empty)
        } else if name.chars().count() > Self::LONGEST {
            Err(InvalidName::TooLong)
        } else if name.contains(char::is_control) {
            Err(InvalidName::Control)
        } else if name.contains('@') {
            Err(InvalidName::Email)
        } else {
            Ok(Self(name.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_for_others_to_read() {
        assert_eq!(" Ada Lovelace ".parse(), Ok(DisplayName("Ada Lovelace".to_owned())));
        let long = "é".repeat(DisplayName::LONGEST);
        assert_eq!(long.parse(), Ok(DisplayName(long.clone())));
        for (bad, why) in [
            ("", InvalidName::Empty),
            (" \t", InvalidName::Empty),
            (&format!("{long}é"), InvalidName::TooLong),
            ("Ada\nLovelace", InvalidName::Control),
            ("ada@example.org", InvalidName::Email),
        ] {
            assert_eq!(bad.parse::<DisplayName>(), Err(why), "{bad:?}");
        }
    }
}
