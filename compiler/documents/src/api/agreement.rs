//! How the answers of containment agree with tables of experts, as documents (spec:reasoning#containment).

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::v2::ContextObject;
use muniment_licenses::model::{Library, License, LicenseId, Release};
use muniment_licenses::reason::{Agreement, Consensus, Disagreement, ExpertTable, Labels, TermsIndex};

/// A comparison with every table.
#[derive(Debug)]
pub struct Agreements {
    /// The figures, a JSON object.
    pub index: Value,
    /// What differs, for each table; empty where only the figures are known.
    pub tables: Vec<AgreementDocument>,
}

/// The figures of every table.
#[derive(Debug, Serialize)]
struct AgreementIndex {
    /// The release of the answers.
    release: String,
    tables: Vec<TableFigures>,
    /// Pairs about which at least two packages say the same and none says something else.
    two_tables: TwoTables,
}

/// The answers for the pairs of a table.
#[derive(Debug, Clone, Serialize)]
struct TableFigures {
    name: &'static str,
    title: &'static str,
    address: &'static str,
    /// SPDX identifier of the license of the table.
    license: Option<&'static str>,
    package: &'static str,
    sha256: String,
    context: ContextObject,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Debug, Serialize)]
struct TwoTables {
    in_context_of_one: Figures,
    in_context_of_each: Figures,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Figures {
    pairs: usize,
    /// Pairs with the answer of the experts.
    equal: usize,
    /// The same, rounded down to a tenth.
    percent: f64,
}

/// Every pair of a table with another answer than that of the experts.
#[derive(Debug, Serialize)]
pub struct AgreementDocument {
    release: String,
    table: TableFigures,
    disagreements: Vec<DisagreementObject>,
    /// The statements on which the answers rest.
    clauses: Vec<Clause>,
}

#[derive(Debug, Serialize)]
struct DisagreementObject {
    #[serde(rename = "in")]
    part: LicenseName,
    out: LicenseName,
    /// What the experts say: `yes` or `no`.
    experts: &'static str,
    /// Their explanation.
    explanation: Option<String>,
    answer: &'static str,
    /// Why, in sentences.
    because: Vec<String>,
    /// Places in the list of clauses.
    clauses: Vec<usize>,
}

#[derive(Debug, Clone, Serialize)]
struct LicenseName {
    /// Identifier of the record.
    id: LicenseId,
    /// Its SPDX identifier, else its title.
    name: String,
}

#[derive(Debug, Serialize)]
struct Clause {
    license: LicenseName,
    action: String,
    label: String,
    /// The words of the license text.
    evidence: Option<String>,
    /// The convention that says so instead.
    convention: Option<String>,
}

impl Agreements {
    /// The figures that a library keeps in `agreement.json`, computed for the release that they name.
    ///
    /// # Errors
    /// The file is no JSON.
    pub fn recorded(library: &Library) -> serde_json::Result<Option<Self>> {
        let figures = library.tables.get(Library::AGREEMENT_FILE);
        let index = figures.map(|figures| serde_json::from_slice(figures)).transpose()?;
        Ok(index.map(|index| Self { index, tables: Vec::new() }))
    }

    /// Compares the answers of a release with tables.
    ///
    /// # Errors
    /// The figures cannot be written.
    pub fn new(
        library: &Library,
        index: &TermsIndex,
        release: &Release,
        tables: &[ExpertTable],
    ) -> serde_json::Result<Self> {
        let agreements: Vec<Agreement<'_>> =
            tables.iter().map(|table| Agreement::new(table, library, index)).collect();
        let Consensus { pairs, equal_for_one, equal_for_each } = Consensus::new(&agreements);
        let records = Records { library, labels: Labels::new(&library.vocabulary.current.content) };
        let release = release.id.to_string();
        let figures = AgreementIndex {
            release: release.clone(),
            tables: agreements.iter().map(TableFigures::from).collect(),
            two_tables: TwoTables {
                in_context_of_one: Figures::new(equal_for_one, pairs),
                in_context_of_each: Figures::new(equal_for_each, pairs),
            },
        };
        Ok(Self {
            index: serde_json::to_value(figures)?,
            tables: agreements.iter().map(|agreement| records.document(&release, agreement)).collect(),
        })
    }
}

impl AgreementDocument {
    /// The name of the table.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.table.name
    }

    /// The makers of the table.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        self.table.title
    }
}

impl Figures {
    fn new(equal: usize, pairs: usize) -> Self {
        let tenths = (1000 * equal).checked_div(pairs).and_then(|tenths| u32::try_from(tenths).ok());
        Self { pairs, equal, percent: f64::from(tenths.unwrap_or_default()) / 10.0 }
    }
}

impl From<&Agreement<'_>> for TableFigures {
    fn from(agreement: &Agreement<'_>) -> Self {
        let table = agreement.table;
        Self {
            name: table.name,
            title: table.title,
            address: table.address,
            license: table.license,
            package: table.package,
            sha256: table.digest.clone(),
            context: table.context.into(),
            figures: Figures::new(agreement.equal(), table.pairs.len()),
        }
    }
}

struct Records<'l> {
    library: &'l Library,
    labels: Labels<'l>,
}

impl Records<'_> {
    fn document(&self, release: &str, agreement: &Agreement<'_>) -> AgreementDocument {
        let mut clauses = Vec::new();
        let mut places = BTreeMap::new();
        let disagreements = agreement.disagreements.iter().map(|found| {
            let of_part = found.of_part().into_iter().map(|act| (found.part.0, act));
            let of_work = found.of_work().into_iter().map(|act| (found.work.0, act));
            let places = of_part.chain(of_work).map(|(license, act)| {
                *places.entry((license.clone(), act.to_owned())).or_insert_with(|| {
                    clauses.push(self.clause(license, act));
                    clauses.len() - 1
                })
            });
            let places = places.collect();
            self.disagreement(found, places)
        });
        let disagreements = disagreements.collect();
        AgreementDocument { release: release.to_owned(), table: agreement.into(), disagreements, clauses }
    }

    fn disagreement(&self, found: &Disagreement<'_>, clauses: Vec<usize>) -> DisagreementObject {
        let (part, work) = (self.name(found.part.0), self.name(found.work.0));
        let by_iri = |iri: &str| {
            let record = self.library.licenses.iter().find(|(_, model)| model.iri == iri);
            record.map(|(id, _)| self.name(id).name).unwrap_or_default()
        };
        DisagreementObject {
            because: found.because(&part.name, &work.name, by_iri, &self.labels),
            part,
            out: work,
            experts: if found.expert.may { "yes" } else { "no" },
            explanation: found.expert.explanation.clone(),
            answer: found.found.answer.word(),
            clauses,
        }
    }

    fn license(&self, id: &LicenseId) -> Option<&License> {
        self.library.licenses.get(id).map(|model| &*model.current.content)
    }

    fn name(&self, id: &LicenseId) -> LicenseName {
        let name = self.license(id).map(|license| license.spdx.as_ref().unwrap_or(&license.title.value));
        LicenseName { id: id.clone(), name: name.cloned().unwrap_or_default() }
    }

    fn clause(&self, id: &LicenseId, act: &str) -> Clause {
        let rules =
            || self.license(id).into_iter().flat_map(License::rules).filter(|rule| rule.action == act);
        Clause {
            license: self.name(id),
            action: act.to_owned(),
            label: self.labels.label(act),
            evidence: rules().find_map(|rule| rule.evidence.clone()),
            convention: rules().find_map(|rule| rule.convention.clone()),
        }
    }
}
