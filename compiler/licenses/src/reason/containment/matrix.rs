use super::{Answer, CLOSED_SOURCE, Context, Purpose, Shipping, Use};

/// The contexts whose answers are precomputed, each with its name in addresses.
pub const MAIN_CONTEXTS: [(&str, Context); 3] = [
    ("combined-binary", commercial(Use::Combined, Shipping::Binary)),
    ("merged-binary", commercial(Use::Merged, Shipping::Binary)),
    ("combined-service", commercial(Use::Combined, Shipping::Service)),
];

const fn commercial(usage: Use, shipping: Shipping) -> Context {
    Context { usage, shipping, modified: false, purpose: Purpose::Commercial }
}

/// The answers of all pairs of licenses in one context. Licenses are sorted by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerMatrix {
    names: Vec<String>,
    /// One row for each license of a part, with one answer for each license of a work.
    rows: Vec<Vec<Answer>>,
    /// The answers for closed-source works, one for each license of a part.
    closed: Vec<Answer>,
}

/// A pair whose answer changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedAnswer {
    /// The license of the part.
    pub part: String,
    /// The license of the work.
    pub work: String,
    /// The old answer; `None` for a new license.
    pub before: Option<Answer>,
    /// The new answer; `None` for a removed license.
    pub after: Option<Answer>,
}

impl AnswerMatrix {
    /// `rows` and `closed` are in the order of the sorted `names`, and so are the answers in each row.
    #[must_use]
    pub const fn new(names: Vec<String>, rows: Vec<Vec<Answer>>, closed: Vec<Answer>) -> Self {
        Self { names, rows, closed }
    }

    /// The names of the licenses.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The answer for a part and a work by index; `None` for an invalid index.
    #[must_use]
    pub fn answer(&self, part: usize, work: usize) -> Option<Answer> {
        self.rows.get(part)?.get(work).copied()
    }

    /// The answer for a part by index and a closed-source work; `None` for an invalid index.
    #[must_use]
    pub fn closed(&self, part: usize) -> Option<Answer> {
        self.closed.get(part).copied()
    }

    /// Every ordered pair whose answer differs from that of an earlier matrix, in order.
    #[must_use]
    pub fn changes(&self, before: &Self) -> Vec<ChangedAnswer> {
        let mut names: Vec<&String> = self.names.iter().chain(&before.names).collect();
        names.sort_unstable();
        names.dedup();
        let place = |matrix: &Self, name: &String| matrix.names.binary_search(name).ok();
        let placed: Vec<(&String, Option<usize>, Option<usize>)> =
            names.into_iter().map(|name| (name, place(self, name), place(before, name))).collect();
        let mut changes = Vec::new();
        for &(part, part_now, part_before) in &placed {
            for &(work, work_now, work_before) in &placed {
                let after = part_now.zip(work_now).and_then(|(part, work)| self.answer(part, work));
                let was = part_before.zip(work_before).and_then(|(part, work)| before.answer(part, work));
                if after != was {
                    let (part, work) = (part.clone(), work.clone());
                    changes.push(ChangedAnswer { part, work, before: was, after });
                }
            }
        }
        for &(part, now, then) in &placed {
            let after = now.and_then(|part| self.closed(part));
            let was = then.and_then(|part| before.closed(part));
            if after != was {
                let (part, work) = (part.clone(), CLOSED_SOURCE.to_owned());
                changes.push(ChangedAnswer { part, work, before: was, after });
            }
        }
        changes
    }
}
