use std::fmt;

use super::limits;
use crate::model::InvalidDay;

/// All faults of a document that cannot become a license, in the order of the document.
///
/// INVARIANT: there is at least one fault.
///
/// The message, the answer of a 422 (spec:version-1#errors, shape 1), lists the first [`limits::FAULTS_SHOWN`] faults
/// with their places and the number of the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub(super) fn none_or(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    pub(super) fn after(self, mut others: Vec<Fault>) -> Self {
        others.extend(self.0);
        Self(others)
    }

    /// The faults in the order of the document.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().take(limits::FAULTS_SHOWN).enumerate() {
            let divider = if index == 0 { "" } else { "; " };
            write!(f, "{divider}{fault}")?;
        }
        match self.0.len().saturating_sub(limits::FAULTS_SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Faults {}

/// A fault of a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{problem}")]
pub struct Fault {
    /// Its place.
    pub place: Place,
    /// The problem.
    pub problem: Problem,
}

impl Fault {
    pub(super) fn of_the_whole(problem: Problem) -> Self {
        Self { place: Place::Whole, problem }
    }

    pub(super) fn of_field(field: impl Into<String>, problem: Problem) -> Self {
        Self { place: Place::Field(field.into()), problem }
    }
}

/// The place of a fault, written at the start of its sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The document as a whole.
    Whole,
    /// A field of the composer document, such as `permissions[2].duties[0]`.
    Field(String),
    /// A line of a Turtle document, counting from 1.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Field(field) => write!(f, "{field}: "),
            Self::Line(line) => write!(f, "line {line}: "),
        }
    }
}

/// The problem, written as the rest of a sentence. Quoted input is in backticks and shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A required field is missing.
    #[error("is required")]
    Missing,
    /// A value of the wrong type.
    #[error("must be {0}")]
    WrongType(&'static str),
    /// A text that is too long.
    #[error("has {length} characters, and at most {most} are allowed")]
    TooLong {
        /// Its length.
        length: usize,
        /// The maximum.
        most: usize,
    },
    /// A list that is too long.
    #[error("has {length} entries, and at most {most} are allowed")]
    TooMany {
        /// How many there are.
        length: usize,
        /// How many there may be.
        most: usize,
    },
    /// A line break or tab in a name.
    #[error("must be a single line")]
    NotOneLine,
    /// A character that some syntax of RDF cannot express.
    #[error("holds the character U+{:04X}, which the text of a license cannot hold", u32::from(*.0))]
    Unprintable(char),
    /// An e-mail address where a name belongs (spec:version-1#license-record).
    #[error("holds an e-mail address; names are published for good, so give a name alone")]
    Email,
    /// An action that is not in the vocabulary.
    #[error("`{0}` is not an action of the vocabulary")]
    UnknownAction(String),
    /// An action that cannot be required.
    #[error("`{0}` is an action that no duty can require")]
    NotADuty(String),
    /// An action permitted twice with different duties.
    #[error("`{action}` is permitted by {before} already, with other duties")]
    PermittedOtherwise {
        /// The action as given.
        action: String,
        /// The field that permits it.
        before: String,
    },
    /// An asset type that the library does not have.
    #[error("`{value}` is not one of the asset types {known}")]
    UnknownTarget {
        /// What was given.
        value: String,
        /// The known types.
        known: String,
    },
    /// A word that is not among the allowed ones.
    #[error("`{word}` is neither {known}")]
    UnknownWord {
        /// What was given.
        word: String,
        /// The allowed words.
        known: &'static str,
    },
    /// A value that is not a calendar day.
    #[error(transparent)]
    NotADay(InvalidDay),
    /// Validity that ends before it begins.
    #[error("`{end}` is before the start date `{start}`")]
    EndsBeforeStart {
        /// The end date.
        end: String,
        /// The start date.
        start: String,
    },
    /// A field that another field requires.
    #[error("is required with {0}")]
    NeededWith(&'static str),
    /// A field that is allowed only with a value of another field.
    #[error("goes with {0} alone")]
    OnlyWith(&'static str),
    /// A name that is not a country.
    #[error("`{0}` is not the name of a country, such as `Austria` or `SouthAfrica`")]
    UnknownCountry(String),
    /// A value that is not a web address.
    #[error("`{0}` is not an absolute http or https address")]
    NotAnAddress(String),
    /// A name that is not a license for records.
    #[error(
        "`{0}` is neither the identifier of a record of the library nor an absolute http or https address"
    )]
    UnknownLicense(String),
    /// A value that is not an SPDX identifier.
    #[error("`{0}` is not an SPDX identifier: letters, digits, dots, hyphens, plus signs and blanks")]
    NotSpdx(String),

    /// A body that is not JSON.
    #[error("the body is not JSON: {0}")]
    NotJson(String),
    /// A Turtle document that is too large.
    #[error("the document has {length} bytes, and at most {most} are allowed")]
    TooLarge {
        /// How many there are.
        length: usize,
        /// How many there may be.
        most: usize,
    },
    /// A document that is not Turtle, or whose IRIs are not absolute.
    #[error("the document is not Turtle with absolute IRIs: {0}")]
    NotTurtle(String),
    /// A Turtle document that declares a base.
    #[error("the document declares a base; write every IRI in full or with a prefix")]
    Base,
    /// A Turtle document with too many triples.
    #[error("the document has more than {0} triples")]
    TooManyTriples(usize),
    /// A Turtle document without a license.
    #[error("the document holds no odrl:Set, and it must hold exactly one")]
    NoSet,
    /// A Turtle document with several licenses.
    #[error("the document holds {0} odrl:Sets, and it must hold exactly one")]
    SeveralSets(usize),
    /// A statement about another subject than the license.
    #[error("{0} is described here, but a document holds the odrl:Set and the blank nodes it leads to alone")]
    OtherSubject(String),
    /// Blank nodes that do not form trees, or nest too deeply.
    #[error("{0}")]
    Shape(String),
    /// A value of the wrong kind.
    #[error("{property} must lead to {wanted}")]
    WrongKind {
        /// The property.
        property: String,
        /// The required kind.
        wanted: &'static str,
    },
    /// A property with several values that allows only one.
    #[error("{0} is stated more than once")]
    StatedTwice(String),
    /// A node whose class does not match its position.
    #[error("`{found}` stands where only {wanted} may")]
    WrongClass {
        /// The class stated.
        found: String,
        /// The required class.
        wanted: String,
    },
    /// A rule that names no action.
    #[error("this {0} names no action")]
    NoAction(&'static str),
    /// A rule that names several actions.
    #[error("this {0} names several actions; write one for each")]
    SeveralActions(&'static str),
    /// Two rules for one action in one position.
    #[error("`{action}` stands in two {position} nodes; write one")]
    RepeatedAction {
        /// The action.
        action: String,
        /// The kind of rule.
        position: &'static str,
    },
    /// A property that is not allowed here.
    #[error("{property} has no place here; use {instead}")]
    Misplaced {
        /// The property.
        property: String,
        /// What to write.
        instead: &'static str,
    },
    /// A name in the library's own namespace that the vocabulary does not define.
    #[error("the vocabulary does not define {0}")]
    UnknownTerm(String),
    /// An address of the library with the wrong scheme of `http` and `https`.
    #[error("`{iri}` is not how addresses of the library begin; begin it with `{begin}`")]
    OtherSpelling {
        /// The address.
        iri: String,
        /// The correct beginning of addresses.
        begin: String,
    },
    /// A model that one of the syntaxes cannot express.
    #[error("the license could not be served in every format: {0}")]
    Unwritable(String),
}

/// Input for a message: shortened, without control characters.
pub(super) fn shown(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = text.chars().take(limits::QUOTED).map(clean).collect();
    if text.chars().nth(limits::QUOTED).is_some() {
        shown.push('…');
    }
    shown
}
