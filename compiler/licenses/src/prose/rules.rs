use std::collections::{BTreeMap, BTreeSet};

use super::lexicon::{enumerated, uncapitalized};
use super::{Block, Lexicon, Section, Source, Statement, StatementKind};
use crate::model::{ConveyedForm, Position, Rule};

/// Writes the sections on permissions, duties and prohibitions.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) lexicon: &'a Lexicon<'a>,
    pub(super) source: Source<'a>,
}

impl<'a> Rules<'a> {
    /// `What you may do`: permissions with their conditions, grouped by equal conditions.
    pub(super) fn permissions(self) -> Section {
        let license = self.source.license;
        let mut section = Section::new("What you may do");
        if license.permissions.is_empty() {
            section.say("The model states no permissions.");
            return section;
        }
        let mut groups: BTreeMap<(bool, Vec<String>), Vec<&Rule>> = BTreeMap::new();
        for rule in self.in_order(&license.permissions) {
            let is_of_the_licensor = self.lexicon.is_of_the_licensor(&rule.action);
            let conditions = self.in_order(&rule.duties).into_iter().map(|duty| self.condition(duty));
            groups.entry((is_of_the_licensor, conditions.collect())).or_default().push(rule);
            section.cover(self.statement(Position::Permission, rule, ""));
            section
                .statements
                .extend(rule.duties.iter().map(|duty| self.statement(Position::Duty, duty, &rule.action)));
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_cached_key(|((is_of_the_licensor, conditions), rules)| {
            (*is_of_the_licensor, !conditions.is_empty(), rules.first().map(|rule| self.place(rule)))
        });
        for ((is_of_the_licensor, conditions), rules) in groups {
            section.say(&self.permitting(is_of_the_licensor, &conditions));
            section.list(rules.into_iter().map(|rule| self.item(rule)).collect());
        }
        section
            .blocks
            .extend(self.conventions(license.permissions.iter().chain(duties(&license.permissions))));
        section
    }

    fn permitting(self, is_of_the_licensor: bool, conditions: &[String]) -> String {
        let subject =
            if is_of_the_licensor { "those who license the work add" } else { "the license allows" };
        let circumstance = match conditions {
            [] if self.source.license.duties.is_empty() => "Without conditions".to_owned(),
            [] => "With no condition but what it requires as a whole (see below)".to_owned(),
            [one] => format!("On one condition ({one})"),
            several => format!("On these conditions ({})", enumerated(several)),
        };
        format!("{circumstance}, {subject}:")
    }

    /// `What you must do`: license-wide duties, then explanations of the conditions.
    pub(super) fn duties(self) -> Section {
        let license = self.source.license;
        let mut section = Section::new("What you must do");
        let attached: Vec<&Rule> = duties(&license.permissions).collect();
        if !license.duties.is_empty() {
            section.say("Whatever you do with the work, the license requires:");
            section.list(self.in_order(&license.duties).into_iter().map(|rule| self.item(rule)).collect());
        }
        for rule in &license.duties {
            section.cover(self.statement(Position::Duty, rule, ""));
        }
        if license.duties.is_empty() && attached.is_empty() {
            section.say("The model states no duties.");
        }
        if !attached.is_empty() {
            section.say(if license.duties.is_empty() {
                "Nothing beyond the conditions that are named above. They mean:"
            } else {
                "The conditions that are named above mean:"
            });
            section.list(self.meanings(&attached));
        }
        for permission in &license.permissions {
            let attached =
                permission.duties.iter().map(|duty| self.statement(Position::Duty, duty, &permission.action));
            section.statements.extend(attached);
        }
        section.blocks.extend(self.conventions(license.duties.iter()));
        section
    }

    /// Each condition once.
    fn meanings(self, attached: &[&'a Rule]) -> Vec<String> {
        let mut by_act: BTreeMap<_, Vec<&Rule>> = BTreeMap::new();
        for duty in attached {
            by_act.entry(self.place(duty)).or_default().push(duty);
        }
        by_act
            .into_values()
            .filter_map(|duties| {
                let meaning = self.meaning(duties.first()?);
                let quotes: BTreeSet<&str> =
                    duties.iter().filter_map(|duty| duty.evidence.as_deref()).collect();
                Some(quotes.into_iter().fold(meaning, |text, evidence| text + &quoted(evidence)))
            })
            .collect()
    }

    pub(super) fn prohibitions(self) -> Section {
        let license = self.source.license;
        let mut section = Section::new("What you may not do");
        if license.prohibitions.is_empty() {
            section.say(
                "The model states no prohibitions. That is no permission: what it does not mention, it leaves \
                 open.",
            );
            return section;
        }
        let (ending, forbidden): (Vec<&Rule>, Vec<&Rule>) = self
            .in_order(&license.prohibitions)
            .into_iter()
            .partition(|rule| self.lexicon.ends_the_license(&rule.action));
        let leads = [
            ("The license does not allow:", forbidden),
            ("Not forbidden as such, but rights under the license end with it:", ending),
        ];
        for (lead, rules) in leads.into_iter().filter(|(_, rules)| !rules.is_empty()) {
            section.say(lead);
            section.list(rules.iter().map(|rule| self.prohibited(rule)).collect());
        }
        for rule in &license.prohibitions {
            section.cover(self.statement(Position::Prohibition, rule, ""));
            section
                .statements
                .extend(rule.duties.iter().map(|duty| self.statement(Position::Duty, duty, &rule.action)));
        }
        section
            .blocks
            .extend(self.conventions(license.prohibitions.iter().chain(duties(&license.prohibitions))));
        section
    }

    fn prohibited(self, rule: &Rule) -> String {
        let item = self.item(rule);
        if rule.duties.is_empty() {
            return item;
        }
        let conditions: Vec<String> =
            self.in_order(&rule.duties).into_iter().map(|duty| self.condition(duty)).collect();
        format!(
            "{item} The model attaches conditions to this prohibition, which can never apply: {}.",
            enumerated(&conditions)
        )
    }

    fn statement(self, position: Position, rule: &Rule, attached_to: &str) -> Statement {
        Statement::new(self.lexicon, StatementKind::Rule(position), &rule.action, attached_to)
    }

    fn in_order(self, rules: &[Rule]) -> Vec<&Rule> {
        let mut rules: Vec<&Rule> = rules.iter().collect();
        rules.sort_by_cached_key(|rule| (self.place(rule), rule.convention.clone(), rule.evidence.clone()));
        rules
    }

    fn place(self, rule: &Rule) -> (usize, String, String) {
        self.lexicon.place(&rule.action)
    }

    /// A rule as an item of a list: meaning, origin, duties.
    fn item(self, rule: &Rule) -> String {
        let meaning = self.meaning(rule);
        let item = match &rule.evidence {
            Some(evidence) => meaning + &quoted(evidence),
            None => meaning,
        };
        item + &self.unspoken(rule)
    }

    /// Label and description of an act.
    fn meaning(self, rule: &Rule) -> String {
        let act = rule.action.as_str();
        let label = self.label(rule) + &marks(rule);
        match self.lexicon.gist(act) {
            Some(gist) => format!("{label}: {gist}."),
            None if self.lexicon.knows(act) || act.is_empty() => format!("{label}."),
            None => format!("{label}, a term that the vocabulary does not describe."),
        }
    }

    /// A duty in a list of conditions.
    fn condition(self, duty: &Rule) -> String {
        let label = self.label(duty);
        let label = if self.lexicon.knows(&duty.action) { uncapitalized(&label) } else { label };
        label + &marks(duty) + &self.unspoken(duty)
    }

    fn label(self, rule: &Rule) -> String {
        if rule.action.is_empty() {
            "An act that the model does not name".to_owned()
        } else {
            self.lexicon.label(&rule.action)
        }
    }

    /// A note on properties of a rule that have no sentence.
    fn unspoken(self, rule: &Rule) -> String {
        let details = self.source.details(rule, &self.lexicon.own).into_iter();
        let names: Vec<String> = details.map(|detail| self.lexicon.name(detail)).collect();
        if names.is_empty() {
            return String::new();
        }
        format!(" [the model adds {}, which this reading cannot put into words]", enumerated(&names))
    }

    /// The conventions of statements marked `[by convention]`.
    fn conventions<'r>(self, rules: impl Iterator<Item = &'r Rule>) -> Option<Block> {
        let conventions: BTreeSet<&str> = rules.filter_map(|rule| rule.convention.as_deref()).collect();
        let named = conventions.into_iter().collect::<Vec<_>>().join(" ");
        (!named.is_empty()).then(|| {
            Block::Paragraph(format!(
                "[by convention] marks what no sentence of the license says and a rule of the library \
                 supplies. {named}"
            ))
        })
    }
}

fn duties(rules: &[Rule]) -> impl Iterator<Item = &Rule> {
    rules.iter().flat_map(|rule| &rule.duties)
}

/// What limits a statement, and its origin, in brackets.
fn marks(rule: &Rule) -> String {
    let form = match rule.form {
        Some(ConveyedForm::Source) => " [for copies in source form]",
        Some(ConveyedForm::Binary) => " [for copies in another form than source]",
        None => "",
    };
    let alternative = if rule.alternative.is_some() { " [one of several alternatives]" } else { "" };
    let convention = if rule.convention.is_some() { " [by convention]" } else { "" };
    [form, alternative, convention].concat()
}

fn quoted(evidence: &str) -> String {
    format!(" The text says: \"{}\"", evidence.trim())
}
