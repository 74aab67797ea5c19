//! The answers of containment for every pair of records in one context, as documents (spec:reasoning#matrix).
//!
//! An index holds all answers in a compact form; a row tells one record's answers with the rules behind them. A row
//! does not name the release, so that a correction of one record changes few files.

use std::collections::BTreeMap;

use serde::Serialize;

use super::v2::ContextObject;
use muniment_licenses::model::Release;
use muniment_licenses::reason::{Answer, AnswerMatrix, CLOSED_SOURCE, Containment, Context, Duty, Reason};

/// Every answer in a context.
#[derive(Debug, Clone, Serialize)]
pub struct AnswersIndex<'m> {
    release: String,
    context: ContextObject,
    /// What the letters of `answers` stand for.
    letters: BTreeMap<char, &'static str>,
    /// Number of answers about two different records.
    counts: BTreeMap<&'static str, usize>,
    ids: &'m [String],
    /// One string a record, one letter a record in the order of `ids`: a part under the license of the row in a work
    /// under that of the column.
    answers: Vec<String>,
    /// The same for closed-source works: one letter a record, in the order of `ids`.
    proprietary: String,
}

/// One record's answers.
#[derive(Debug, Clone, Serialize)]
pub struct AnswersRow<'m> {
    id: &'m str,
    context: ContextObject,
    /// The works that a part under this record may or may not go into, by answer and reasons.
    into: Vec<Works<'m>>,
    /// What this record requires of a part in the context.
    conditions: Vec<Condition<'m>>,
    /// The parts that a work under this record may or may not contain, by answer.
    takes: BTreeMap<&'static str, Vec<&'m str>>,
}

#[derive(Debug, Clone, Serialize)]
struct Works<'m> {
    answer: &'static str,
    because: Vec<Because<'m>>,
    /// Limits on use that people have to keep, as phrases that complete "You may use it".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<&'m str>,
    works: Vec<&'m str>,
}

#[derive(Debug, Clone, Serialize)]
struct Because<'m> {
    rule: &'static str,
    /// The later version of the rule `by-way-of`.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'m str>,
    /// Acts of statements of this record on which it rests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    acts_in: Vec<&'m str>,
    /// Acts of statements of the licenses of the works.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    acts_out: Vec<&'m str>,
    /// Limits on use of this record on which it rests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limits: Vec<&'m str>,
}

#[derive(Debug, Clone, Serialize)]
struct Condition<'m> {
    action: &'m str,
    rule: &'static str,
    when: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alternative: Option<&'m str>,
}

impl<'m> From<&Reason<'m>> for Because<'m> {
    fn from(reason: &Reason<'m>) -> Self {
        Self {
            rule: reason.rule.word(),
            by: reason.by,
            acts_in: reason.of_part.clone(),
            acts_out: reason.of_work.clone(),
            limits: reason.limits.iter().map(|limit| limit.condition.as_str()).collect(),
        }
    }
}

impl<'m> From<&'m Duty> for Condition<'m> {
    fn from(duty: &'m Duty) -> Self {
        Self {
            action: &duty.act,
            rule: duty.demand.word(),
            when: duty.trigger.word(),
            form: duty.form.map(|form| form.to_string()),
            alternative: duty.group.as_deref(),
        }
    }
}

const fn letter(answer: Answer) -> char {
    match answer {
        Answer::Yes => 'y',
        Answer::If => 'i',
        Answer::Via => 'v',
        Answer::No => 'n',
    }
}

fn letters(matrix: &AnswerMatrix, part: usize) -> impl Iterator<Item = char> {
    (0..matrix.names().len()).filter_map(move |work| matrix.answer(part, work)).map(letter)
}

/// The index of the answers in a context.
#[must_use]
pub fn answers_index<'m>(matrix: &'m AnswerMatrix, release: &Release, context: Context) -> AnswersIndex<'m> {
    let count = matrix.names().len();
    let mut counts: BTreeMap<&'static str, usize> = Answer::ALL.iter().map(|(_, word)| (*word, 0)).collect();
    for (part, work) in (0..count).flat_map(|part| (0..count).map(move |work| (part, work))) {
        let answer = matrix.answer(part, work).filter(|_| part != work);
        if let Some(count) = answer.and_then(|answer| counts.get_mut(answer.word())) {
            *count += 1;
        }
    }
    AnswersIndex {
        release: release.id.to_string(),
        context: context.into(),
        letters: Answer::ALL.iter().map(|(answer, word)| (letter(*answer), *word)).collect(),
        counts,
        ids: matrix.names(),
        answers: (0..count).map(|part| letters(matrix, part).collect()).collect(),
        proprietary: (0..count).filter_map(|part| matrix.closed(part)).map(letter).collect(),
    }
}

/// The answers in a context as comma-separated values: a row for each license of a part, a column for each license of a
/// work.
#[must_use]
pub fn answers_csv(matrix: &AnswerMatrix) -> String {
    let mut text = format!("in,{},{CLOSED_SOURCE}\n", matrix.names().join(","));
    for (part, name) in matrix.names().iter().enumerate() {
        text.push_str(name);
        for letter in letters(matrix, part).chain(matrix.closed(part).map(letter)) {
            text.push(',');
            text.push(letter);
        }
        text.push('\n');
    }
    text
}

/// The answers of the record at a place. `into` are the answers for parts under it in the order of the matrix, the last of
/// them for closed source,
/// `conditions` its duties in the context.
#[must_use]
pub fn answers_row<'m>(
    matrix: &'m AnswerMatrix,
    context: Context,
    place: usize,
    into: &[Containment<'m>],
    conditions: impl Iterator<Item = &'m Duty>,
) -> AnswersRow<'m> {
    let names = || matrix.names().iter().map(String::as_str).enumerate().filter(|(other, _)| *other != place);
    let mut works: Vec<Works<'m>> = Vec::new();
    let mut groups: BTreeMap<(Answer, &[Reason<'m>], Vec<&str>), usize> = BTreeMap::new();
    let of_records = names().filter_map(|(other, name)| Some((into.get(other)?, name)));
    let of_closed = into.get(matrix.names().len()).map(|found| (found, CLOSED_SOURCE));
    for (found, name) in of_records.chain(of_closed) {
        let limits: Vec<&str> = found.limits.iter().map(|limit| limit.condition.as_str()).collect();
        let group = *groups.entry((found.answer, &found.reasons, limits.clone())).or_insert_with(|| {
            let because = found.reasons.iter().map(Because::from).collect();
            works.push(Works { answer: found.answer.word(), because, limits, works: Vec::new() });
            works.len() - 1
        });
        if let Some(group) = works.get_mut(group) {
            group.works.push(name);
        }
    }
    let mut takes: BTreeMap<&'static str, Vec<&'m str>> =
        Answer::ALL.iter().map(|(_, word)| (*word, Vec::new())).collect();
    for (part, name) in names() {
        if let Some(parts) = matrix.answer(part, place).and_then(|answer| takes.get_mut(answer.word())) {
            parts.push(name);
        }
    }
    AnswersRow {
        id: matrix.names().get(place).map(String::as_str).unwrap_or_default(),
        context: context.into(),
        into: works,
        conditions: conditions.map(Condition::from).collect(),
        takes,
    }
}
