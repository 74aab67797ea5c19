//! The compatibility matrix as documents: every pair of records under one graph.
//!
//! An index holds all grades in a compact form; a row tells one record's pairs with the rules behind them. A row
//! does not name the release, so that a correction of one record changes few files.

use std::collections::BTreeMap;

use serde::Serialize;

use muniment_licenses::model::{Release, VersionNumber};
use muniment_licenses::reason::{Answer, AnswerMatrix, Grade, Matrix, RuleId, RuleSet, Sources};

/// Every grade of a graph.
#[derive(Debug, Clone, Serialize)]
pub struct MatrixIndex<'m> {
    release: String,
    graph: &'m str,
    graph_version: u32,
    /// What the letters of `grades` stand for.
    letters: BTreeMap<char, &'static str>,
    counts: BTreeMap<&'static str, usize>,
    ids: &'m [String],
    /// One string a record, one letter a record in the order of `ids`: a work that takes up the row's license and
    /// goes under the column's.
    grades: Vec<String>,
}

/// One record's pairs.
#[derive(Debug, Clone, Serialize)]
pub struct MatrixRow<'m> {
    id: &'m str,
    graph: &'m str,
    /// Rules by which the record stands against itself.
    defects: Rules,
    /// Every other record.
    counterparts: BTreeMap<&'m str, Counterpart>,
}

#[derive(Debug, Clone, Serialize)]
struct Counterpart {
    /// The grade of a work that takes this record's license up and goes under the other.
    under_it: &'static str,
    /// The grade of a work that takes the other up and goes under this record's license.
    under_this: &'static str,
    /// Whether a work under this record may contain a part under the other.
    contains: Contains,
    #[serde(flatten)]
    rules: Rules,
}

/// Answers of containment; a work is shipped as a binary.
#[derive(Debug, Clone, Copy, Serialize)]
struct Contains {
    /// For a part that is merged.
    merge: &'static str,
    /// For a part that is combined.
    combine: &'static str,
}

/// The rules behind a grade.
#[derive(Debug, Clone, Serialize)]
struct Rules {
    /// Those that fired for what the licenses say.
    rules: Vec<&'static str>,
    /// Those that fired for what a default rule supplied; a rule can be among both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_default: Vec<&'static str>,
}

impl Rules {
    fn of(sources: &[Sources]) -> Self {
        let names = |part: fn(&Sources) -> RuleSet| {
            let rules = sources.iter().map(part).fold(RuleSet::default(), RuleSet::union);
            rules.iter().map(RuleId::name).collect()
        };
        Self { rules: names(|sources| sources.by_text), by_default: names(|sources| sources.by_default) }
    }
}

const fn letter(grade: Grade) -> char {
    match grade {
        Grade::None => '.',
        Grade::Restriction => 'r',
        Grade::Conflict => 'c',
    }
}

const GRADES: [Grade; 3] = [Grade::None, Grade::Restriction, Grade::Conflict];

/// The index of a graph's matrix.
#[must_use]
pub fn matrix_index<'m>(
    matrix: &'m Matrix,
    release: &Release,
    graph: &'m str,
    graph_version: VersionNumber,
) -> MatrixIndex<'m> {
    let count = matrix.names().len();
    let mut counts: BTreeMap<&'static str, usize> = GRADES.map(|grade| (grade.word(), 0)).into();
    let grades = (0..count)
        .map(|from| {
            let graded = (0..count).map(|under| {
                let grade = matrix.grade(from, under);
                if from != under
                    && let Some(count) = counts.get_mut(grade.word())
                {
                    *count += 1;
                }
                letter(grade)
            });
            graded.collect()
        })
        .collect();
    MatrixIndex {
        release: release.id.to_string(),
        graph,
        graph_version: graph_version.get(),
        letters: GRADES.map(|grade| (letter(grade), grade.word())).into(),
        counts,
        ids: matrix.names(),
        grades,
    }
}

/// The grades of a graph's matrix as comma-separated values: a row a license taken up, a column a license the work
/// goes under.
#[must_use]
pub fn matrix_csv(matrix: &Matrix) -> String {
    let count = matrix.names().len();
    let mut text = String::with_capacity(count * count * 2);
    text.push_str("from");
    for name in matrix.names() {
        text.push(',');
        text.push_str(name);
    }
    for (from, name) in matrix.names().iter().enumerate() {
        text.push('\n');
        text.push_str(name);
        for under in 0..count {
            text.push(',');
            text.push(letter(matrix.grade(from, under)));
        }
    }
    text.push('\n');
    text
}

/// The pairs of the record at a place. `merged` and `combined` are the answers of containment for the same records.
#[must_use]
pub fn matrix_row<'m>(
    matrix: &'m Matrix,
    graph: &'m str,
    [merged, combined]: [&AnswerMatrix; 2],
    place: usize,
) -> MatrixRow<'m> {
    let answer =
        |answers: &AnswerMatrix, part: usize| answers.answer(part, place).unwrap_or(Answer::No).word();
    let counterparts = matrix
        .names()
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != place)
        .map(|(other, name)| {
            let pair = matrix.pair(place, other);
            let (under_it, under_this) = (pair.under_second, pair.under_first);
            let rules = Rules::of(&[under_it.conflicts, under_it.restrictions]);
            let counterpart = Counterpart {
                under_it: under_it.grade().word(),
                under_this: under_this.grade().word(),
                contains: Contains { merge: answer(merged, other), combine: answer(combined, other) },
                rules,
            };
            (name.as_str(), counterpart)
        })
        .collect();
    MatrixRow {
        id: matrix.names().get(place).map(String::as_str).unwrap_or_default(),
        graph,
        defects: Rules::of(&[matrix.defects(place)]),
        counterparts,
    }
}
