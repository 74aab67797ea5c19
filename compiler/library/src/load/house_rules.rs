use std::collections::BTreeMap;

use serde::Deserialize;

use super::{folder::Folder, toml_file};
use muniment_licenses::model::{
    Agreement, Condition, DecidedAxiom, Fault, HouseRule, HouseRules, Place, RecordLicense, Severity, Site,
};
use muniment_rdf::Prefixes;

const FILE: &str = "house-rules.toml";
/// The number of faults of the file.
const CHECK: u8 = 69;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct HouseRulesFile {
    #[serde(default)]
    records: RecordsTable,
    #[serde(default)]
    vocabulary: VocabularyTable,
    #[serde(default)]
    axiom: Vec<AxiomTable>,
    #[serde(default)]
    rule: Vec<RuleTable>,
    #[serde(default)]
    agreement: Vec<AgreementTable>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RecordsTable {
    license: Option<String>,
    license_address: Option<String>,
    need_a_family: bool,
    need_a_review: bool,
    need_two_readings: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct VocabularyTable {
    offers_acts_in_use: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AxiomTable {
    stands: Option<[String; 3]>,
    given_up: Option<[String; 3]>,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleTable {
    check: u8,
    name: String,
    about: String,
    class: Option<String>,
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    when: ConditionsTable,
    demand: ConditionsTable,
    #[serde(default)]
    warning: bool,
    help: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct ConditionsTable {
    permits: Vec<String>,
    permits_none: Vec<String>,
    prohibits: Vec<String>,
    prohibits_any: Vec<String>,
    prohibits_none: Vec<String>,
    requires: Vec<String>,
    requires_any: Vec<String>,
    requires_none: Vec<String>,
    requires_of_the_whole: Vec<String>,
    requires_on_an_act: Vec<String>,
    mentions_none: Vec<String>,
    duties: BTreeMap<String, Vec<String>>,
    asset_types: Vec<String>,
    states: Vec<String>,
    states_none: Vec<String>,
    in_any_class: Vec<String>,
    is_for_a_country: bool,
    asks_for_something: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgreementTable {
    check: u8,
    name: String,
    class: String,
    by: Vec<String>,
    #[serde(default)]
    on: Vec<String>,
    #[serde(default)]
    permissions: Vec<String>,
    #[serde(default)]
    prohibitions: Vec<String>,
    help: String,
}

/// Reads `house-rules.toml`, which is optional.
pub(super) fn load(data: &Folder<'_>, site: &Site, faults: &mut Vec<Fault>) -> HouseRules {
    let file = toml_file::read::<HouseRulesFile>(data, FILE, CHECK, faults).unwrap_or_default();
    let mut names = Names { prefixes: site.all_prefixes(), faults };
    let record_license = names.record_license(&file.records);
    HouseRules {
        record_license,
        needs_family: file.records.need_a_family,
        needs_review: file.records.need_a_review,
        needs_two_readings: file.records.need_two_readings,
        offers_acts_in_use: file.vocabulary.offers_acts_in_use,
        axioms: file.axiom.into_iter().filter_map(|table| names.axiom(table)).collect(),
        rules: file.rule.into_iter().map(|table| names.rule(table)).collect(),
        agreements: file.agreement.into_iter().map(|table| names.agreement(table)).collect(),
    }
}

/// Compact names of a table, and the condition for each or for all of them.
type Listed<'t, T> = (&'t [String], fn(T) -> Condition);

/// Expands compact names and collects their faults.
struct Names<'f> {
    prefixes: Prefixes,
    faults: &'f mut Vec<Fault>,
}

impl Names<'_> {
    fn refuse(&mut self, message: String, help: &str) {
        self.faults.push(Fault::error(CHECK, Place::file(FILE), message, help));
    }

    fn iri(&mut self, name: &str) -> Option<String> {
        let iri = self.prefixes.expand(name);
        if iri.is_none() {
            let help = "use a compact name with a prefix the records use";
            self.refuse(format!("`{name}` is no known compact name"), help);
        }
        iri
    }

    fn iris(&mut self, names: &[String]) -> Vec<String> {
        names.iter().filter_map(|name| self.iri(name)).collect()
    }

    fn record_license(&mut self, table: &RecordsTable) -> Option<RecordLicense> {
        let record = match table.license.as_deref().map(str::parse) {
            None => None,
            Some(Ok(id)) => Some(id),
            Some(Err(error)) => {
                let error: muniment_licenses::model::InvalidId = error;
                self.refuse(error.to_string(), "name a record by its identifier");
                None
            }
        };
        match &table.license_address {
            Some(address) => Some(RecordLicense { record, address: address.clone() }),
            None if table.license.is_some() => {
                let help = "add the public address of the license";
                self.refuse("`license` stands without `license_address`".to_owned(), help);
                None
            }
            None => None,
        }
    }

    fn axiom(&mut self, table: AxiomTable) -> Option<DecidedAxiom> {
        let (names, stands) = match (table.stands, table.given_up) {
            (Some(names), None) => (names, true),
            (None, Some(names)) => (names, false),
            _ => {
                let help = "write `stands` or `given_up`, with subject, predicate and object";
                self.refuse("an axiom either stands or is given up".to_owned(), help);
                return None;
            }
        };
        let [subject, predicate, object] = names.map(|name| self.iri(&name));
        Some(DecidedAxiom { axiom: [subject?, predicate?, object?], stands, reason: table.reason })
    }

    fn rule(&mut self, table: RuleTable) -> HouseRule {
        HouseRule {
            check: table.check,
            name: table.name,
            severity: if table.warning { Severity::Warning } else { Severity::Error },
            about: table.about,
            class: table.class,
            except: table.except,
            when: self.conditions(table.when),
            demand: self.conditions(table.demand),
            help: table.help,
        }
    }

    fn conditions(&mut self, table: ConditionsTable) -> Vec<Condition> {
        let mut conditions = Vec::new();
        let each: [Listed<'_, String>; 12] = [
            (&table.permits, Condition::Permits),
            (&table.permits_none, Condition::PermitsNot),
            (&table.prohibits, Condition::Prohibits),
            (&table.prohibits_none, Condition::ProhibitsNot),
            (&table.requires, Condition::Requires),
            (&table.requires_none, Condition::RequiresNot),
            (&table.requires_of_the_whole, Condition::RequiresOfTheWhole),
            (&table.requires_on_an_act, Condition::RequiresOnAnAct),
            (&table.mentions_none, Condition::MentionsNot),
            (&table.asset_types, Condition::IsFor),
            (&table.states, Condition::States),
            (&table.states_none, Condition::StatesNot),
        ];
        for (names, condition) in each {
            conditions.extend(self.iris(names).into_iter().map(condition));
        }
        let any: [Listed<'_, Vec<String>>; 2] =
            [(&table.prohibits_any, Condition::ProhibitsAny), (&table.requires_any, Condition::RequiresAny)];
        for (names, condition) in any {
            if !names.is_empty() {
                conditions.push(condition(self.iris(names)));
            }
        }
        for (act, duties) in &table.duties {
            let (act, mut duties) = (self.iri(act), self.iris(duties));
            duties.sort();
            conditions.extend(act.map(|act| Condition::Duties { act, duties }));
        }
        if !table.in_any_class.is_empty() {
            conditions.push(Condition::InAnyClass(table.in_any_class));
        }
        if table.is_for_a_country {
            conditions.push(Condition::IsForACountry);
        }
        if table.asks_for_something {
            conditions.push(Condition::AsksForSomething);
        }
        conditions
    }

    fn agreement(&mut self, table: AgreementTable) -> Agreement {
        Agreement {
            check: table.check,
            name: table.name,
            class: table.class,
            by: self.iris(&table.by),
            on: self.iris(&table.on),
            permissions: self.iris(&table.permissions),
            prohibitions: self.iris(&table.prohibitions),
            help: table.help,
        }
    }
}
