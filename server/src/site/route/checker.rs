/// A page that checks licenses, or the address of a form on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckerRoute {
    /// `/license-compatibility-checker`
    Page,
    /// `/license-compatibility-checker/check`
    Check,
    /// `/license-compatibility-checker/target`
    Target,
    /// `/license-compatibility-checker/statement`
    Statement,
    /// `/license-compatibility-checker/bundle`
    Bundle,
    /// `/license-compatibility-checker/license`
    License,
    /// `/repo-license-compatibility-checker`
    Repository,
}

impl CheckerRoute {
    pub(super) fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["license-compatibility-checker"] => Self::Page,
            ["license-compatibility-checker", "check"] => Self::Check,
            ["license-compatibility-checker", "target"] => Self::Target,
            ["license-compatibility-checker", "statement"] => Self::Statement,
            ["license-compatibility-checker", "bundle"] => Self::Bundle,
            ["license-compatibility-checker", "license"] => Self::License,
            ["repo-license-compatibility-checker"] => Self::Repository,
            _ => return None,
        })
    }

    pub(super) const fn allowed(self) -> &'static str {
        match self {
            Self::Page | Self::Bundle | Self::License => "GET, HEAD",
            Self::Check | Self::Target | Self::Statement => "POST",
            Self::Repository => "GET, HEAD, POST",
        }
    }
}
