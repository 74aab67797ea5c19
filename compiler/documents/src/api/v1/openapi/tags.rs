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

    pub(super) const fn name(self) -> &'static str {
        self.words()[0]
    }

    /// Its name, the heading in the page for reading, and a description.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Licenses => {
                ["licenses", "Licenses", "Records of licenses, in data and in words, alone and side by side."]
            }
            Self::Finding => {
                ["finding", "Finding licenses", "Which records there are, and which of them is meant."]
            }
            Self::History => [
                "history",
                "Versions and changes",
                "Earlier versions of records, and what was changed in them.",
            ],
            Self::Reasoning => [
                "reasoning",
                "Compatibility and consistency",
                "What licenses say against each other, and one against itself.",
            ],
            Self::DependencyGraphs => [
                "dependency-graphs",
                "Dependency graphs",
                "What acts contain, imply and exclude, and what holds where a license is silent.",
            ],
            Self::Composing => [
                "composing",
                "Composing licenses",
                "Licenses of one's own: writing, publishing, deprecating them.",
            ],
            Self::Repositories => [
                "repositories",
                "Code repositories",
                "The licenses of what a public code repository depends on.",
            ],
            Self::Assistant => [
                "assistant",
                "Assistant",
                "From the text of a license to a model, and from a model to a text.",
            ],
            Self::Website => {
                ["website", "For pages", "What pages of the site and of other sites are made with."]
            }
            Self::Status => ["status", "Status", "Whether the deployment is well."],
        }
    }
}

pub(super) fn components() -> Vec<Value> {
    let component = |tag: Tag| {
        let [name, heading, description] = tag.words();
        json!({"name": name, "description": description, "x-displayName": heading})
    };
    Tag::ALL.map(component).into()
}
