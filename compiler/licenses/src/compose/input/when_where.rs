//! Reads validity and territory, whose fields depend on each other.

use serde_json::Value;

use super::{Reader, Word};
use crate::compose::document::{Months, Period, Territory, Validity};
use crate::compose::fault::{Problem, shown};
use crate::model::Day;

impl Reader<'_, '_> {
    pub(super) fn validity(&mut self) -> Validity {
        let own = &self.composer.terms;
        let kinds = [&own.perpetual, &own.specify_date, &own.specify_period];
        let kind = match self.word("validity") {
            Word::Absent => Some(&own.perpetual),
            Word::Faulty => None,
            Word::Given(word) => {
                let kind = kinds.into_iter().find(|kind| self.composer.names(&word, kind));
                if kind.is_none() {
                    let known = "`perpetual`, `specifyDate` nor `specifyPeriod`";
                    self.fault("validity", Problem::UnknownWord { word: shown(&word), known });
                }
                kind
            }
        };
        let dates = Need::of(kind.map(|kind| *kind == own.specify_date), "validity `specifyDate`");
        let start = self.day("start_date", dates);
        let end = self.day("end_date", dates);
        let months =
            self.months(Need::of(kind.map(|kind| *kind == own.specify_period), "validity `specifyPeriod`"));
        if let (Some(start), Some(end)) = (start, end) {
            match Period::new(start, end) {
                Some(period) => return Validity::Between(period),
                None => self.fault(
                    "end_date",
                    Problem::EndsBeforeStart { end: end.to_string(), start: start.to_string() },
                ),
            }
        }
        months.map_or(Validity::Perpetual, Validity::Months)
    }

    fn day(&mut self, field: &str, need: Need) -> Option<Day> {
        match shown(&self.needed(field, need)?).parse() {
            Ok(day) => Some(day),
            Err(error) => {
                self.fault(field, Problem::NotADay(error));
                None
            }
        }
    }

    /// Months: a number, or its digits as a string from a form.
    fn months(&mut self, need: Need) -> Option<Months> {
        let field = "validity_months";
        let value = self.value(field).filter(|value| value.as_str().is_none_or(|s| !s.trim().is_empty()));
        if !self.is_as_needed(field, value.is_some(), need) {
            return None;
        }
        let number = match value? {
            Value::String(digits) => digits.trim().parse().ok(),
            value => value.as_u64(),
        };
        let months = number.and_then(|number| u16::try_from(number).ok()).and_then(Months::new);
        if months.is_none() {
            self.fault(field, Problem::WrongType("a whole number from 1 to 1200"));
        }
        months
    }

    pub(super) fn territory(&mut self) -> Territory {
        let is_region = match self.word("region") {
            Word::Absent => Some(false),
            Word::Faulty => None,
            Word::Given(word) if word.eq_ignore_ascii_case("specifyRegion") => Some(true),
            Word::Given(word) if self.composer.names(&word, &self.composer.terms.worldwide) => Some(false),
            Word::Given(word) => {
                let known = "`worldwide` nor `specifyRegion`";
                self.fault("region", Problem::UnknownWord { word: shown(&word), known });
                None
            }
        };
        let need = Need::of(is_region, "region `specifyRegion`");
        let Some(country) = self.needed("country", need) else { return Territory::Worldwide };
        self.composer.territory(&country).unwrap_or_else(|| {
            self.fault("country", Problem::UnknownCountry(shown(&country)));
            Territory::Worldwide
        })
    }

    /// A line that must be present or absent according to `need`.
    fn needed(&mut self, field: &str, need: Need) -> Option<String> {
        match self.word(field) {
            Word::Faulty => None,
            Word::Absent => {
                self.is_as_needed(field, false, need);
                None
            }
            Word::Given(text) => self.is_as_needed(field, true, need).then_some(text),
        }
    }

    /// Checks that a field is present or absent according to `need`.
    fn is_as_needed(&mut self, field: &str, is_there: bool, need: Need) -> bool {
        let problem = match (need, is_there) {
            (Need::Required(with), false) => Problem::NeededWith(with),
            (Need::Unwanted(with), true) => Problem::OnlyWith(with),
            _ => return true,
        };
        self.fault(field, problem);
        false
    }
}

/// Whether a field must be present, depending on another field.
#[derive(Debug, Clone, Copy)]
enum Need {
    /// The value of the other field requires it.
    Required(&'static str),
    /// The value of the other field excludes it.
    Unwanted(&'static str),
    /// The value of the other field is faulty.
    Unknown,
}

impl Need {
    fn of(is_wanted: Option<bool>, with: &'static str) -> Self {
        match is_wanted {
            Some(true) => Self::Required(with),
            Some(false) => Self::Unwanted(with),
            None => Self::Unknown,
        }
    }
}
