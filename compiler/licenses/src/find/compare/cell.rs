/// An IRI with its label.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Labelled {
    /// Its label, else the last part of its IRI.
    pub label: String,
    /// Its IRI.
    pub iri: String,
}

/// The position of a license on an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stance {
    /// It permits it.
    Permitted,
    /// It prohibits it.
    Prohibited,
    /// It requires it license-wide.
    Required,
    /// It says nothing about it.
    Na,
}

impl Stance {
    /// The word for it in answers.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Permitted => "permitted",
            Self::Prohibited => "prohibited",
            Self::Required => "required",
            Self::Na => "na",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Permitted => "Permitted",
            Self::Prohibited => "Prohibited",
            Self::Required => "Required",
            Self::Na => "Not stated",
        }
    }
}

/// A value of a policy quality.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermValue {
    /// The IRI or the text of the literal, as the record states it.
    pub raw: String,
    /// The label of an IRI, or the text of a literal.
    pub label: String,
}

/// A license's value in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Whether the license covers the asset type.
    Target(bool),
    /// Its statements about the act.
    Act {
        /// Its stance.
        stance: Stance,
        /// The duties of its rule, by label.
        duties: Vec<Labelled>,
    },
    /// The values of the quality; may be empty.
    Term(Vec<TermValue>),
}

impl Cell {
    /// The value for programs: `yes` or `no`, the stance, or the raw values of the quality.
    #[must_use]
    pub fn value(&self) -> String {
        match self {
            Self::Target(true) => "yes".to_owned(),
            Self::Target(false) => "no".to_owned(),
            Self::Act { stance, .. } => stance.word().to_owned(),
            Self::Term(values) => listed(values.iter().map(|value| value.raw.as_str())),
        }
    }

    /// The value for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Target(true) => "Yes".to_owned(),
            Self::Target(false) => "No".to_owned(),
            Self::Act { stance, duties } if duties.is_empty() => stance.text().to_owned(),
            Self::Act { stance, duties } => {
                let duties = listed(duties.iter().map(|duty| duty.label.as_str()));
                format!("{}; duties: {duties}", stance.text())
            }
            Self::Term(values) if values.is_empty() => Stance::Na.text().to_owned(),
            Self::Term(values) => listed(values.iter().map(|value| value.label.as_str())),
        }
    }
}

fn listed<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(label: &str) -> Labelled {
        Labelled { label: label.to_owned(), iri: format!("http://x/{label}") }
    }

    #[test]
    fn cells_have_a_value_and_a_text() {
        let act = |stance, duties| Cell::Act { stance, duties };
        let value = |raw: &str, label: &str| TermValue { raw: raw.to_owned(), label: label.to_owned() };
        for (cell, program, people) in [
            (Cell::Target(true), "yes", "Yes"),
            (Cell::Target(false), "no", "No"),
            (act(Stance::Na, Vec::new()), "na", "Not stated"),
            (act(Stance::Prohibited, Vec::new()), "prohibited", "Prohibited"),
            (
                act(Stance::Permitted, vec![labelled("Credit"), labelled("Notice")]),
                "permitted",
                "Permitted; duties: Credit, Notice",
            ),
            (Cell::Term(Vec::new()), "", "Not stated"),
            (Cell::Term(vec![value("http://x/p", "perpetual")]), "http://x/p", "perpetual"),
        ] {
            assert_eq!((cell.value().as_str(), cell.text().as_str()), (program, people));
        }
    }
}
