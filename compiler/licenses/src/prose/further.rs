use std::collections::{BTreeMap, BTreeSet};

use super::lexicon::{enumerated, finished};
use super::source::Value;
use super::{Block, Lexicon, Section, Source, Statement, StatementKind};
use crate::model::terms::{cc, dct, scho};

/// Writes the section on everything but rules: asset types, validity, territory, termination, compatibility and
/// quoted clauses.
pub(super) struct Further<'a> {
    lexicon: &'a Lexicon<'a>,
    source: Source<'a>,
    /// Properties that have not been written yet.
    properties: BTreeMap<&'a str, BTreeSet<Value<'a>>>,
    items: Vec<String>,
    statements: Vec<Statement>,
}

impl<'a> Further<'a> {
    pub(super) fn new(lexicon: &'a Lexicon<'a>, source: Source<'a>) -> Self {
        let properties = source.properties(lexicon);
        Self { lexicon, source, properties, items: Vec::new(), statements: Vec::new() }
    }

    pub(super) fn section(mut self) -> Section {
        let own = &self.lexicon.own;
        self.descent();
        self.assets();
        self.territory();
        self.validity();
        self.termination();
        self.flags();
        let phrases: [(&str, &str); 9] = [
            (&own.license_version, "Version of the text"),
            (dct::LANGUAGE, "Language of the text"),
            (cc::ATTRIBUTION_NAME, "Name to credit"),
            (&own.field_of_use_restriction, "Use is confined to"),
            (&own.reciprocity_scope, "Share-alike extends to"),
            (&own.share_alike_version_qualifier, "Share-alike can be met with"),
            (&own.compatible_license_test, "What counts as a compatible license"),
            (&own.compatible_with, "The work may also be released under"),
            (&own.composed_of, "The license is a stack of agreements that bind together; part of it is"),
        ];
        for (property, phrase) in phrases {
            self.say(property, |values| format!("{phrase}: {values}"));
        }
        let clauses = self.clauses();
        let mut rest: Vec<(String, &str)> =
            self.properties.keys().map(|property| (self.lexicon.label(property), *property)).collect();
        rest.sort();
        for (label, property) in rest {
            self.say(property, |values| format!("{label}: {values}"));
        }
        let mut section = Section::new("Further terms");
        if self.items.is_empty() && clauses.is_empty() {
            section.say("The model states no further terms.");
        }
        if !self.items.is_empty() {
            section.list(self.items);
        }
        section.blocks.extend(clauses);
        section.statements = self.statements;
        section
    }

    /// The record this one is a port, an edition, a variant or a translation of.
    fn descent(&mut self) {
        let own = &self.lexicon.own;
        let kind = self.text(&own.variant_kind);
        let base = |name: &str| format!("This license is {name} of");
        let port = match kind.as_deref() {
            Some("edition") => base("an edition"),
            _ => base("a port, to another legal system,"),
        };
        let variant = match kind.as_deref() {
            Some("exception") => "This license adds an exception to".to_owned(),
            Some("rider") => "This license adds a rider to".to_owned(),
            Some("version-option") => base("a version option"),
            _ => base("a variant"),
        };
        let relations = [
            (own.jurisdiction_port_of.as_str(), port),
            (own.variant_of.as_str(), variant),
            (dct::IS_VERSION_OF, base("an edition")),
            (own.translation_of.as_str(), base("a translation")),
        ];
        let is_said = relations.iter().any(|(property, _)| self.properties.contains_key(property));
        for (property, phrase) in relations {
            self.say(property, |values| format!("{phrase} {values}"));
        }
        let alone = kind.as_deref().map(|kind| match kind {
            "version" => "This license is one of several versions of its text.".to_owned(),
            "edition" => "This license is one of several editions.".to_owned(),
            kind => format!("Kind of variant: {kind}"),
        });
        self.say(&own.variant_kind, |_| if is_said { String::new() } else { alone.unwrap_or_default() });
    }

    fn assets(&mut self) {
        let targets = &self.source.license.targets;
        if targets.is_empty() {
            return;
        }
        let names: Vec<String> = targets.iter().map(|target| self.lexicon.thing(target)).collect();
        self.items.push(format!("Kinds of work it is made for: {}.", enumerated(&names)));
        let statements = targets.iter().map(|t| Statement::new(self.lexicon, StatementKind::Target, t, ""));
        self.statements.extend(statements);
    }

    fn territory(&mut self) {
        let worldwide = BTreeSet::from([Value::Iri(&self.lexicon.own.worldwide)]);
        let is_worldwide = self.properties.get(cc::JURISDICTION) == Some(&worldwide);
        self.say(cc::JURISDICTION, |values| {
            if is_worldwide { "It applies worldwide.".to_owned() } else { format!("Its territory: {values}") }
        });
    }

    fn validity(&mut self) {
        let own = &self.lexicon.own;
        let [start, end, length] = [scho::START_DATE, scho::END_DATE, scho::VALID_FOR].map(|p| self.text(p));
        let bounds: [Option<String>; 3] = [
            length.map(|length| format!("for {} from the grant", duration(&length))),
            start.map(|start| format!("from {start}")),
            end.map(|end| format!("until {end}")),
        ];
        let bounds: Vec<String> = bounds.into_iter().flatten().collect();
        let is_perpetual = self.properties.get(own.validity_type.as_str())
            == Some(&BTreeSet::from([Value::Iri(&own.perpetual)]));
        let sentence = match (bounds.is_empty(), is_perpetual) {
            (false, _) => Some(format!("It is valid {}.", bounds.join(" "))),
            (true, true) => Some("It has no end date.".to_owned()),
            (true, false) => None,
        };
        if let Some(sentence) = sentence {
            self.say(&own.validity_type, |_| String::new());
            for property in [scho::START_DATE, scho::END_DATE, scho::VALID_FOR] {
                self.say(property, |_| String::new());
            }
            self.items.push(sentence);
        }
    }

    fn termination(&mut self) {
        let own = &self.lexicon.own;
        let cure = self.text(&own.cure_period);
        match (self.flag(&own.terminates_on_breach), cure) {
            (Some(true), Some(period)) => {
                self.say(&own.cure_period, |_| String::new());
                self.say(&own.terminates_on_breach, |_| {
                    format!(
                        "A breach ends the license without further steps, unless it is put right within \
                         {period}"
                    )
                });
            }
            (Some(true), None) => self.say(&own.terminates_on_breach, |_| {
                "A breach ends the license without further steps; no time to put it right is stated."
                    .to_owned()
            }),
            (Some(false), _) => self.say(&own.terminates_on_breach, |_| {
                "A breach does not by itself end the license.".to_owned()
            }),
            (None, _) => {}
        }
        self.say(&own.cure_period, |period| format!("Time to put a breach right: {period}"));
    }

    fn flags(&mut self) {
        let own = &self.lexicon.own;
        let flags = [
            (
                own.sublicense_survival.as_str(),
                "Sublicenses outlast the license of whoever granted them.",
                "Sublicenses end with the license of whoever granted them.",
            ),
            (
                own.or_later_version_option.as_str(),
                "You may use a later version of this license instead.",
                "This version applies; the license does not offer a later one instead.",
            ),
        ];
        for (property, yes, no) in flags {
            if let Some(flag) = self.flag(property) {
                self.say(property, |_| if flag { yes } else { no }.to_owned());
            }
        }
    }

    /// Quoted clauses.
    fn clauses(&mut self) -> Vec<Block> {
        let own = &self.lexicon.own;
        let properties = [
            &own.warranty_disclaimer,
            &own.liability_limitation,
            &own.warranty_or_liability_acceptance,
            &own.promotion_specification,
            &own.government_rights_limitation,
            &own.additional_clauses,
        ];
        let mut blocks = Vec::new();
        for property in properties {
            let Some(values) = self.properties.get(property.as_str()) else { continue };
            let texts = values.iter().filter_map(|value| match value {
                Value::Text(text) if !text.trim().is_empty() => Some(*text),
                _ => None,
            });
            let quotes: Vec<Block> = texts.map(|text| Block::Quote(text.to_owned())).collect();
            if quotes.len() == values.len() {
                let label = self.lexicon.label(property);
                blocks.push(Block::Paragraph(format!("{label}, in the words of the license:")));
                blocks.extend(quotes);
                self.say(property, |_| String::new());
            }
        }
        blocks
    }

    /// The only value of a property, if it is a literal.
    fn text(&self, property: &str) -> Option<String> {
        let values = self.properties.get(property)?;
        match values.first() {
            Some(Value::Text(text)) if values.len() == 1 => Some((*text).trim().to_owned()),
            _ => None,
        }
    }

    fn flag(&self, property: &str) -> Option<bool> {
        match self.text(property)?.as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }

    /// Writes a property once and removes it from the list. An empty sentence is skipped.
    fn say(&mut self, property: &str, sentence: impl FnOnce(&str) -> String) {
        let Some(values) = self.properties.remove(property) else { return };
        if values.contains(&Value::Node) {
            let name = self.lexicon.name(property);
            self.items.push(format!("The model adds {name}, which this reading cannot put into words."));
            return;
        }
        let values: Vec<String> = values
            .into_iter()
            .map(|value| match value {
                Value::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
                Value::Iri(iri) => self.lexicon.thing(iri),
                Value::Node => String::new(),
            })
            .collect();
        let sentence = sentence(&values.join("; "));
        if !sentence.is_empty() {
            self.items.push(finished(&sentence));
        }
        self.statements.push(Statement::new(self.lexicon, StatementKind::Term, property, ""));
    }
}

/// A duration of whole years, months and days in words (`P12M`: `12 months`); others unchanged.
fn duration(written: &str) -> String {
    let units = [('Y', "year"), ('M', "month"), ('D', "day")];
    let mut parts = Vec::new();
    let mut rest = written.strip_prefix('P').unwrap_or_default();
    for (letter, unit) in units {
        let Some((number, after)) = rest.split_once(letter) else { continue };
        let Ok(number) = number.parse::<u32>() else { return written.to_owned() };
        let plural = if number == 1 { "" } else { "s" };
        parts.push(format!("{number} {unit}{plural}"));
        rest = after;
    }
    if parts.is_empty() || !rest.is_empty() { written.to_owned() } else { enumerated(&parts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_put_into_words() {
        for (written, words) in [
            ("P12M", "12 months"),
            ("P1Y", "1 year"),
            ("P1Y6M", "1 year and 6 months"),
            ("P2Y1M3D", "2 years, 1 month and 3 days"),
            ("PT12H", "PT12H"),
            ("P1YT2H", "P1YT2H"),
            ("P", "P"),
            ("a year", "a year"),
        ] {
            assert_eq!(duration(written), words);
        }
    }
}
