/// An address below `/web` that the tree does not answer (spec:version-1#website-endpoints).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebRoute {
    /// `/web`, `/web/`
    Root,
    /// `/web/compose`
    Compose,
    /// `/web/wpcomposer`, which is retired.
    RetiredComposer,
    /// `/web/searchresults`, and `/web/wpsearchresults`, which is bare.
    Results {
        /// Whether the page has neither header nor footer.
        is_bare: bool,
    },
}

impl WebRoute {
    pub(super) fn at(segments: &[&str]) -> Option<Self> {
        Some(match segments {
            ["web"] | ["web", ""] => Self::Root,
            ["web", "compose"] => Self::Compose,
            ["web", "wpcomposer"] => Self::RetiredComposer,
            ["web", "searchresults"] => Self::Results { is_bare: false },
            ["web", "wpsearchresults"] => Self::Results { is_bare: true },
            _ => return None,
        })
    }

    pub(super) const fn allowed(self) -> &'static str {
        match self {
            Self::Root | Self::Compose => "GET, HEAD",
            Self::RetiredComposer | Self::Results { .. } => "GET, HEAD, POST",
        }
    }
}
