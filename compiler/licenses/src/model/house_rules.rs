use super::{LicenseId, Severity};

/// What a library demands of its own models beyond what every library has to keep; empty where it demands nothing.
///
/// Acts, asset types and properties are full IRIs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// The license that every record says it is under; `None` where records need not say so.
    pub record_license: Option<RecordLicense>,
    /// Whether every record belongs to a family.
    pub needs_family: bool,
    /// Whether every record has a review.
    pub needs_review: bool,
    /// Whether acts are offered for authoring only where a record uses them.
    pub offers_acts_in_use: bool,
    /// What was decided about single axioms of dependency graphs.
    pub axioms: Vec<DecidedAxiom>,
    /// What records have to say.
    pub rules: Vec<HouseRule>,
    /// In what records have to agree.
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
    /// Whether every graph holds it, or none.
    pub stands: bool,
    /// Why.
    pub reason: String,
}

/// A demand on the records of a class, or on all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseRule {
    /// Number, which faults and exceptions carry.
    pub check: u8,
    /// Name.
    pub name: String,
    /// How much a breach weighs.
    pub severity: Severity,
    /// A record it is about, in words with an article.
    pub about: String,
    /// The class of the records; `None` for every record.
    pub class: Option<String>,
    /// Classes whose records it is not about.
    pub except: Vec<String>,
    /// What is true of the records it is about.
    pub when: Vec<Condition>,
    /// What has to be true of them.
    pub demand: Vec<Condition>,
    /// What mends a breach.
    pub help: String,
}

impl HouseRule {
    /// Every class the rule names.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        let conditions = self.when.iter().chain(&self.demand);
        let listed = conditions.filter_map(|condition| match condition {
            Condition::InAnyClass(classes) => Some(classes),
            _ => None,
        });
        self.class.iter().chain(&self.except).chain(listed.flatten()).map(String::as_str)
    }
}

/// A statement about a record that is true or not.
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
    /// The duties on the permission of an act, where there is one, are these.
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

/// Records of a class that say the same where they share what they are grouped by.
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
    /// Properties whose values agree in a group; `odrl:target` stands for the asset types.
    pub on: Vec<String>,
    /// Acts that all records of a group permit, or none.
    pub permissions: Vec<String>,
    /// Acts that all records of a group prohibit, or none.
    pub prohibitions: Vec<String>,
    /// What mends a breach.
    pub help: String,
}

impl HouseRules {
    /// Numbers and names of rules and agreements.
    pub fn checks(&self) -> impl Iterator<Item = (u8, &str)> {
        let rules = self.rules.iter().map(|rule| (rule.check, rule.name.as_str()));
        rules.chain(self.agreements.iter().map(|agreement| (agreement.check, agreement.name.as_str())))
    }

    /// Whether the records of a class have to state a property.
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
