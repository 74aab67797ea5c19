use crate::model::words::words;
use crate::reason::{Context, Use};

words! {
    /// Where the use of a part, or whether it is modified, is known from.
    ContextSource {
        /// The file of the audit says so of this part.
        File = "file",
        /// The inventory says so of this part.
        Document = "document",
        /// It is what holds for all parts.
        Default = "default",
    }
}

/// What is known of one part alone. What is not known is as for all parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OwnContext {
    usage: Option<(Use, ContextSource)>,
    modified: Option<(bool, ContextSource)>,
}

impl OwnContext {
    /// The use, within what holds for all parts.
    ///
    /// The file of an audit decides. An inventory tells of one way in which a part is used, and does not rule
    /// out others: the stricter of its word and of what holds for all parts counts.
    #[must_use]
    pub fn usage(self, all: Context) -> (Use, ContextSource) {
        match self.usage {
            // The values of `Use` are in order, the strictest first.
            Some((usage, source)) if source == ContextSource::File || usage <= all.usage => (usage, source),
            _ => (all.usage, ContextSource::Default),
        }
    }

    /// Whether the part is modified, within what holds for all parts.
    #[must_use]
    pub fn modified(self, all: Context) -> (bool, ContextSource) {
        self.modified.unwrap_or((all.modified, ContextSource::Default))
    }

    /// What is asked of the part, within what holds for all parts.
    #[must_use]
    pub fn within(self, all: Context) -> Context {
        Context { usage: self.usage(all).0, modified: self.modified(all).0, ..all }
    }

    /// What an inventory states: that the work or a part links to it, and that it is modified.
    pub(super) fn of_document(is_linked: bool, is_modified: bool) -> Self {
        Self {
            usage: is_linked.then_some((Use::Combined, ContextSource::Document)),
            modified: is_modified.then_some((true, ContextSource::Document)),
        }
    }

    /// Replaces what the file of an audit states.
    pub(super) fn replace(&mut self, usage: Option<Use>, modified: Option<bool>) {
        self.usage = usage.map(|usage| (usage, ContextSource::File)).or(self.usage);
        self.modified = modified.map(|modified| (modified, ContextSource::File)).or(self.modified);
    }
}
