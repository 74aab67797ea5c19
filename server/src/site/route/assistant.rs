/// A page of an assistant, or the address of a form on one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AssistantRoute {
    /// `/text-to-license`
    Text,
    /// `/text-to-license/retry`
    Rest,
    /// `/text-to-license/runs/{id}`
    Run(String),
    /// `/text-to-license/runs/{id}/draft`
    Draft(String),
    /// `/license-to-text`
    License,
}

impl AssistantRoute {
    pub(super) fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["text-to-license"] => Self::Text,
            ["text-to-license", "retry"] => Self::Rest,
            ["text-to-license", "runs", id] => Self::Run((*id).to_owned()),
            ["text-to-license", "runs", id, "draft"] => Self::Draft((*id).to_owned()),
            ["license-to-text"] => Self::License,
            _ => return None,
        })
    }

    pub(in crate::site) const fn allowed(&self) -> &'static str {
        match self {
            Self::Text | Self::License => "GET, HEAD, POST",
            Self::Run(_) => "GET, HEAD",
            Self::Rest | Self::Draft(_) => "POST",
        }
    }
}
