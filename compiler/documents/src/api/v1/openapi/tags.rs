use serde_json::{Value, json};

/// What an operation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::api::v1) enum Tag {
    Licenses,
    Finding,
    History,
    Reasoning,
    DependencyGraphs,
    Composing,
    Repositories,
    Assistant,
    Website,
    Status,
}

impl Tag {
    const ALL: [Self; 10] = [
        Self::Licenses,
        Self::Finding,
        Self::History,
        Self::Reasoning,
        Self::DependencyGraphs,
        Self::Composing,
        Self::Repositories,
        Self::Assistant,
        Self::Website,
        Self::Status,
    ];

    /// The heading in the page for reading.
    const fn heading(self) -> &'static str {
        match self {
            Self::Licenses => "Licenses",
            Self::Finding => "Finding licenses",
            Self::History => "Versions and changes",
            Self::Reasoning => "Compatibility and consistency",
            Self::DependencyGraphs => "Dependency graphs",
            Self::Composing => "Composing licenses",
            Self::Repositories => "Code repositories",
            Self::Assistant => "Assistant",
            Self::Website => "For pages",
            Self::Status => "Status",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Licenses => "licenses",
            Self::Finding => "finding",
            Self::History => "history",
            Self::Reasoning => "reasoning",
            Self::DependencyGraphs => "dependency-graphs",
            Self::Composing => "composing",
            Self::Repositories => "repositories",
            Self::Assistant => "assistant",
            Self::Website => "website",
            Self::Status => "status",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Licenses => "Records of licenses, in data and in words, alone and side by side.",
            Self::Finding => "Which records there are, and which of them is meant.",
            Self::History => "Earlier versions of records, and what was changed in them.",
            Self::Reasoning => "What licenses say against each other, and one against itself.",
            Self::DependencyGraphs => {
                "What acts contain, imply and exclude, and what holds where a license is silent."
            }
            Self::Composing => "Licenses of one's own: writing, publishing, deprecating them.",
            Self::Repositories => "The licenses of what a public code repository depends on.",
            Self::Assistant => "From the text of a license to a model, and from a model to a text.",
            Self::Website => "What pages of the site and of other sites are made with.",
            Self::Status => "Whether the deployment is well.",
        }
    }
}

pub(super) fn components() -> Vec<Value> {
    let component = |tag: Tag| json!({"name": tag.name(), "description": tag.description(), "x-displayName": tag.heading()});
    Tag::ALL.map(component).into()
}
