use std::collections::BTreeMap;

use serde::Serialize;

use super::super::Directory;
use super::super::reference::Reference;
use muniment_licenses::model::Rule;
use muniment_licenses::prose::Source;

/// What a license permits, requires and prohibits, in the order people speak of acts.
#[derive(Debug, Default, Serialize)]
pub(super) struct Statements<'a> {
    pub(super) permissions: Vec<Statement<'a>>,
    /// What the license requires as a whole.
    pub(super) duties: Vec<Statement<'a>>,
    /// What hangs on permissions and is not required as a whole, each act once.
    pub(super) conditions: Vec<Condition>,
    pub(super) prohibitions: Vec<Statement<'a>>,
}

/// A permission, prohibition or duty.
#[derive(Debug, Serialize)]
pub(super) struct Statement<'a> {
    pub(super) act: Reference,
    /// What the act is called.
    pub(super) label: String,
    /// Compact name of the act, for anchors.
    pub(super) name: String,
    /// What the vocabulary says of the act, as a sentence; empty where it says nothing in plain words.
    pub(super) gist: String,
    pub(super) role: Role,
    pub(super) duties: Vec<Statement<'a>>,
    /// Where the statement comes from, where that is recorded.
    pub(super) origin: Option<Origin<'a>>,
    /// What the model adds in terms that no words are at hand for.
    pub(super) unspoken: Vec<String>,
}

/// What a statement is to those who use a work, where that is not what its kind says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Role {
    /// It is what its kind says.
    Plain,
    /// A permission that is a promise of those who license the work.
    OfTheLicensor,
    /// A prohibition that forbids nothing: rights under the license end with the act.
    EndsTheLicense,
}

/// A sentence of the text, or a rule of the library; each is empty where the other stands.
#[derive(Debug, Serialize)]
pub(super) struct Origin<'a> {
    /// Sentence of the license text.
    pub(super) evidence: &'a str,
    /// Rule of the library that put the statement there.
    pub(super) convention: &'a str,
}

/// An act that permissions are conditional on.
#[derive(Debug, Serialize)]
pub(super) struct Condition {
    pub(super) act: Reference,
    pub(super) label: String,
    pub(super) name: String,
    pub(super) gist: String,
    /// How many permissions it hangs on.
    pub(super) permissions: usize,
}

impl<'a> Statements<'a> {
    pub(super) fn of(directory: &Directory<'_>, source: Source<'a>) -> Self {
        let license = source.license;
        let reader = Reader { directory, source };
        Self {
            permissions: reader.statements(&license.permissions),
            duties: reader.statements(&license.duties),
            conditions: reader.conditions(),
            prohibitions: reader.statements(&license.prohibitions),
        }
    }

    /// The license in a sentence or two: how much it permits, requires and prohibits.
    pub(super) fn gist(&self) -> String {
        let (permissions, duties, prohibitions) =
            (self.permissions.len(), self.duties.len(), self.prohibitions.len());
        let conditional = self.permissions.iter().filter(|statement| !statement.duties.is_empty()).count();
        let permitted = match (permissions, conditional) {
            (0, _) => "Permits nothing expressly".to_owned(),
            (_, 0) => format!("Permits {} without conditions", acts(permissions)),
            (1, _) => "Permits one act, on conditions".to_owned(),
            (all, some) if all == some => format!("Permits {}, all of them on conditions", acts(all)),
            (all, some) => format!("Permits {}, {} of them on conditions", acts(all), number(some)),
        };
        let required = match duties {
            0 if conditional > 0 => "requires nothing else".to_owned(),
            0 => "requires nothing".to_owned(),
            some => format!("requires {} whatever you do", acts(some)),
        };
        let prohibited = match prohibitions {
            0 => "prohibits nothing".to_owned(),
            some => format!("prohibits {}", acts(some)),
        };
        format!("{permitted}, {required} and {prohibited}.")
    }
}

fn acts(count: usize) -> String {
    format!("{} {}", number(count), if count == 1 { "act" } else { "acts" })
}

/// Small numbers in letters, as they are written in sentences.
fn number(count: usize) -> String {
    const SMALL: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    SMALL.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

#[derive(Clone, Copy)]
struct Reader<'d, 'c, 'a> {
    directory: &'d Directory<'c>,
    source: Source<'a>,
}

impl<'a> Reader<'_, '_, 'a> {
    fn statements(self, rules: &'a [Rule]) -> Vec<Statement<'a>> {
        let lexicon = &self.directory.lexicon;
        let mut rules: Vec<&Rule> = rules.iter().collect();
        rules.sort_by_cached_key(|rule| lexicon.place(&rule.action));
        rules.into_iter().map(|rule| self.statement(rule)).collect()
    }

    fn statement(self, rule: &'a Rule) -> Statement<'a> {
        let (directory, lexicon) = (self.directory, &self.directory.lexicon);
        let act = self.act(&rule.action);
        let details = self.source.details(rule, &directory.own).into_iter();
        Statement {
            label: act.key().0.to_owned(),
            name: directory.prefixes.compact(&rule.action),
            act,
            gist: self.gist(&rule.action),
            role: if lexicon.is_of_the_licensor(&rule.action) {
                Role::OfTheLicensor
            } else if lexicon.ends_the_license(&rule.action) {
                Role::EndsTheLicense
            } else {
                Role::Plain
            },
            duties: self.statements(&rule.duties),
            origin: origin(rule),
            unspoken: details.map(|detail| directory.prefixes.compact(detail)).collect(),
        }
    }

    fn conditions(self) -> Vec<Condition> {
        let license = self.source.license;
        let mut permissions: BTreeMap<(usize, String, String), usize> = BTreeMap::new();
        for duty in license.permissions.iter().flat_map(|permission| &permission.duties) {
            if !license.requires(&duty.action) {
                *permissions.entry(self.directory.lexicon.place(&duty.action)).or_default() += 1;
            }
        }
        let condition = |((.., iri), permissions): ((usize, String, String), usize)| {
            let act = self.act(&iri);
            Condition {
                label: act.key().0.to_owned(),
                name: self.directory.prefixes.compact(&iri),
                act,
                gist: self.gist(&iri),
                permissions,
            }
        };
        permissions.into_iter().map(condition).collect()
    }

    fn act(self, iri: &str) -> Reference {
        if iri.is_empty() {
            return Reference::plain("An act that the model does not name");
        }
        self.directory.term(iri)
    }

    fn gist(self, iri: &str) -> String {
        let gist = self.directory.lexicon.gist(iri).unwrap_or_default();
        let mut letters = gist.chars();
        let capital = letters.next().into_iter().flat_map(char::to_uppercase);
        let stop = if gist.is_empty() { None } else { Some('.') };
        capital.chain(letters).chain(stop).collect()
    }
}

fn origin(rule: &Rule) -> Option<Origin<'_>> {
    (rule.evidence.is_some() || rule.convention.is_some()).then(|| Origin {
        evidence: rule.evidence.as_deref().unwrap_or_default(),
        convention: rule.convention.as_deref().unwrap_or_default(),
    })
}

#[cfg(test)]
impl Statement<'static> {
    pub(super) fn sample(label: &str, duties: Vec<Self>) -> Self {
        Self {
            act: Reference::plain(label),
            label: label.to_owned(),
            name: format!("odrl:{}", label.to_lowercase()),
            gist: "Doing <it> & more.".to_owned(),
            role: Role::Plain,
            duties,
            origin: Some(Origin { evidence: "You may <copy>.", convention: "Library rule \"15\"." }),
            unspoken: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gist_counts_in_words() {
        let notice = || Statement::sample("Notice", Vec::new());
        let statements = Statements {
            permissions: vec![
                Statement::sample("Copy", vec![notice()]),
                Statement::sample("Sell", Vec::new()),
            ],
            duties: vec![notice()],
            ..Statements::default()
        };
        assert_eq!(
            statements.gist(),
            "Permits two acts, one of them on conditions, requires one act whatever you do and prohibits \
             nothing."
        );
        assert_eq!(
            Statements::default().gist(),
            "Permits nothing expressly, requires nothing and prohibits nothing."
        );
        let many = (0..13).map(|_| Statement::sample("Copy", vec![notice()])).collect();
        let statements =
            Statements { permissions: many, prohibitions: vec![notice()], ..Statements::default() };
        assert_eq!(
            statements.gist(),
            "Permits 13 acts, all of them on conditions, requires nothing else and prohibits one act."
        );
    }
}
