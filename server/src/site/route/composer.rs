/// Where licenses are composed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComposerRoute {
    /// `/license-composer`
    Form,
    /// `/license-composer/check`, which a script asks while a person types.
    Check,
    /// `/license-composer/write-text`
    WriteText,
}

impl ComposerRoute {
    pub(super) fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["license-composer"] => Self::Form,
            ["license-composer", "check"] => Self::Check,
            ["license-composer", "write-text"] => Self::WriteText,
            _ => return None,
        })
    }

    pub(super) const fn allowed(self) -> &'static str {
        match self {
            Self::Form => "GET, HEAD, POST",
            Self::Check | Self::WriteText => "POST",
        }
    }
}
