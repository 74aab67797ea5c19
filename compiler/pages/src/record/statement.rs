use std::collections::BTreeMap;

use serde::Serialize;

use super::super::Directory;
use super::super::reference::Reference;
use muniment_licenses::model::{ConveyedForm, Rule};
use muniment_licenses::prose::Source;

/// The statements of a license, in the order of prose.
#[derive(Debug, Default, Serialize)]
pub(super) struct Statements<'a> {
    pub(super) permissions: Vec<Statement<'a>>,
    /// License-wide duties.
    pub(super) duties: Vec<Statement<'a>>,
    /// Conditions of permissions that are not license-wide duties, without duplicates.
    pub(super) conditions: Vec<Condition>,
    pub(super) prohibitions: Vec<Statement<'a>>,
}

/// A permission, prohibition or duty.
#[derive(Debug, Serialize)]
pub(super) struct Statement<'a> {
    pub(super) act: Reference,
    /// Label of the act.
    pub(super) label: String,
    /// Compact name of the act, for anchors.
    pub(super) name: String,
    /// Description of the act as a sentence; may be empty.
    pub(super) gist: String,
    pub(super) role: Role,
    pub(super) duties: Vec<Statement<'a>>,
    /// The form of the work to which a duty is limited, as a phrase.
    pub(super) form: Option<&'static str>,
    /// Whether another duty of the same permission suffices.
    pub(super) is_alternative: bool,
    /// The origin of the statement, if it is recorded.
    pub(super) origin: Option<Origin<'a>>,
    /// Properties without a sentence.
    pub(super) unspoken: Vec<String>,
}

/// The effect of a statement, if it differs from its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Role {
    /// The effect of its kind.
    Plain,
    /// A permission that is a promise of the licensor.
    OfTheLicensor,
    /// A prohibition that ends the license instead of forbidding the act.
    EndsTheLicense,
}

/// A sentence of the text or a rule of the library; the other one is empty.
#[derive(Debug, Serialize)]
pub(super) struct Origin<'a> {
    /// Sentence of the license text.
    pub(super) evidence: &'a str,
    /// Its language, if it is not English.
    pub(super) language: Option<String>,
    /// Address of the sentence in the page of the text; empty without such a page.
    pub(super) place: String,
    /// Rule of the library that supports the statement.
    pub(super) convention: &'a str,
}

/// A condition of permissions.
#[derive(Debug, Serialize)]
pub(super) struct Condition {
    pub(super) act: Reference,
    pub(super) label: String,
    pub(super) name: String,
    pub(super) gist: String,
    /// Number of its permissions.
    pub(super) permissions: usize,
}

impl<'a> Statements<'a> {
    /// `text_page` is the address of the page of the text.
    pub(super) fn of(directory: &Directory<'_>, source: Source<'a>, text_page: Option<&str>) -> Self {
        let license = source.license;
        let library = directory.catalog.library;
        let record = library.license_of_iri(source.iri);
        let language = record.and_then(|(id, _)| library.quoted_language(id.as_str()));
        let reader = Reader { directory, source, language, text_page };
        Self {
            permissions: reader.statements(&license.permissions),
            duties: reader.statements(&license.duties),
            conditions: reader.conditions(),
            prohibitions: reader.statements(&license.prohibitions),
        }
    }
}

#[derive(Clone, Copy)]
struct Reader<'d, 'c, 'a> {
    directory: &'d Directory<'c>,
    source: Source<'a>,
    /// The language of quotations, if it is not English.
    language: Option<&'d str>,
    text_page: Option<&'d str>,
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
            form: rule.form.map(|form| match form {
                ConveyedForm::Source => "for copies in source form",
                ConveyedForm::Binary => "for copies in another form than source",
            }),
            is_alternative: rule.alternative.is_some(),
            origin: self.origin(rule),
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

    fn origin(self, rule: &'a Rule) -> Option<Origin<'a>> {
        let place =
            self.text_page.zip(rule.locator).map(|(page, words)| format!("{page}#at-{}", words.start));
        (rule.evidence.is_some() || rule.convention.is_some()).then(|| Origin {
            evidence: rule.evidence.as_deref().unwrap_or_default(),
            language: self.language.map(str::to_owned),
            place: place.unwrap_or_default(),
            convention: rule.convention.as_deref().unwrap_or_default(),
        })
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
            form: Some("for copies in source form"),
            is_alternative: true,
            origin: Some(Origin {
                evidence: "You may <copy>.",
                language: Some("de".to_owned()),
                place: "/license-library/A/text#at-7".to_owned(),
                convention: "Library rule \"15\".",
            }),
            unspoken: Vec::new(),
        }
    }
}
