use serde::{Deserialize, Serialize};

/// Software that answers from a tree in front of the server, for which a build writes what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// nginx with its njs module.
    Nginx,
    /// A Worker: an ES module with a binding to files.
    Worker,
}

impl Edge {
    /// Every edge.
    pub const ALL: [Self; 2] = [Self::Nginx, Self::Worker];

    /// Its name, and that of its folder below `_edge/`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nginx => "nginx",
            Self::Worker => "worker",
        }
    }
}
