use super::{LicenseId, Severity};

/// The rules of `house-rules.toml`, which one library sets for its own models.
///
/// Acts, asset types and properties are full IRIs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// The license that every record must state for itself; `None` if none is required.
    pub record_license: Option<RecordLicense>,
    /// Whether every record belongs to a family.
    pub needs_family: bool,
    /// Whether every record has a review.
    pub needs_review: bool,
    /// Whether every record that was compared with its text was read by two readers.
    pub needs_two_readings: bool,
    /// Whether acts are offered for authoring only where a record uses them.
    pub offers_acts_in_use: bool,
    /// Decisions about single axioms of dependency graphs.
    pub axioms: Vec<DecidedAxiom>,
    /// Rules for the statements of records.
    pub rules: Vec<HouseRule>,
    /// Rules for agreement between records.
    pub agreements: Vec<Agreement>,
}

/// The license of the records themselves, which are data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordLicense {
    /// The record that describes it, where the library has one.
    pub record: Option<LicenseId>,
    /// Its public address.
    pub address: String,
}

/// A decision about an axiom: subject, predicate, object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedAxiom {
    /// The axiom.
    pub axiom: [String; 3],
    /// Whether every graph must contain it, or none.
    pub stands: bool,
    /// Reason.
    pub reason: String,
}

/// A rule for the records of a class, or for all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseRule {
    /// Number, which faults and exceptions carry.
    pub check: u8,
    /// Name.
    pub name: String,
    /// Severity of a breach.
    pub severity: Severity,
    /// Name of the records for messages, with an article.
    pub about: String,
    /// The class of the records; `None` for every record.
    pub class: Option<String>,
    /// Classes whose records are exempt.
    pub except: Vec<String>,
    /// Conditions that select the records.
    pub when: Vec<Condition>,
    /// Conditions that the records must meet.
    pub demand: Vec<Condition>,
    /// How to correct a breach.
    pub help: String,
}

impl HouseRule {
    /// The classes that the rule names.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        let conditions = self.when.iter().chain(&self.demand);
        let listed = conditions.filter_map(|condition| match condition {
            Condition::InAnyClass(classes) => Some(classes),
            _ => None,
        });
        self.class.iter().chain(&self.except).chain(listed.flatten()).map(String::as_str)
    }
}

/// A condition on a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// It permits an act.
    Permits(String),
    /// It does not permit an act.
    PermitsNot(String),
    /// It prohibits an act.
    Prohibits(String),
    /// It prohibits one act of several.
    ProhibitsAny(Vec<String>),
    /// It does not prohibit an act.
    ProhibitsNot(String),
    /// It requires an act, of the whole or on a permission.
    Requires(String),
    /// It requires one act of several.
    RequiresAny(Vec<String>),
    /// It requires an act nowhere.
    RequiresNot(String),
    /// It requires an act of the whole.
    RequiresOfTheWhole(String),
    /// It requires an act on a permission, and not of the whole.
    RequiresOnAnAct(String),
    /// It names an act in no statement.
    MentionsNot(String),
    /// The permission of an act, if there is one, has exactly these duties.
    Duties {
        /// The act.
        act: String,
        /// The duties, sorted.
        duties: Vec<String>,
    },
    /// It is for an asset type.
    IsFor(String),
    /// It states a property.
    States(String),
    /// It does not state a property.
    StatesNot(String),
    /// It is in one class of several.
    InAnyClass(Vec<String>),
    /// Its territory is a country.
    IsForACountry,
    /// It prohibits or requires something.
    AsksForSomething,
}

/// Records of a class that must state the same within groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// Number, which faults and exceptions carry.
    pub check: u8,
    /// Name.
    pub name: String,
    /// The class.
    pub class: String,
    /// Properties whose values make a group.
    pub by: Vec<String>,
    /// Properties whose values agree in a group; `odrl:target` means the asset types.
    pub on: Vec<String>,
    /// Acts that all records of a group permit, or none of them does.
    pub permissions: Vec<String>,
    /// Acts that all records of a group prohibit, or none of them does.
    pub prohibitions: Vec<String>,
    /// How to correct a breach.
    pub help: String,
}

impl HouseRules {
    /// Numbers and names of rules and agreements.
    pub fn checks(&self) -> impl Iterator<Item = (u8, &str)> {
        let rules = self.rules.iter().map(|rule| (rule.check, rule.name.as_str()));
        rules.chain(self.agreements.iter().map(|agreement| (agreement.check, agreement.name.as_str())))
    }

    /// Whether a rule requires the records of a class to state a property.
    #[must_use]
    pub fn demands_of(&self, class: &str, property: &str) -> bool {
        let is_stated =
            |condition: &Condition| matches!(condition, Condition::States(iri) if iri == property);
        let mut rules = self.rules.iter().filter(|rule| rule.class.as_deref() == Some(class));
        rules.any(|rule| rule.demand.iter().any(is_stated))
    }

    /// Every class that a rule or an agreement names.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        let agreements = self.agreements.iter().map(|agreement| agreement.class.as_str());
        self.rules.iter().flat_map(HouseRule::classes).chain(agreements)
    }
}
