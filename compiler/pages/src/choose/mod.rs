//! The page that finds a license for a new work (`/choose`).
//!
//! Which licenses it shows, and in which order, is decided by [`muniment_licenses::choose::choose`].

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::checker::{CHECKER, Part};
use super::occasion::{Occasion, occasions};
use super::reference::Reference;
use super::{Faults, Page, Pages, directory};
use muniment_licenses::choose::{Choice, Credit, Kind, Openness, Patents, Point, Sale, Wish, choose};
use muniment_licenses::model::{License, Model, UseLimit};
use muniment_licenses::reason::{Labels, TermsIndex};

/// The input of the form: what a publisher wants, and what stands in texts to copy.
#[derive(Debug, Clone, Default)]
pub struct Chooser {
    wish: Wish,
    name: String,
    year: String,
    /// Whether a question is answered; else the form is only opened.
    is_asked: bool,
    faults: Faults,
}

/// The form with the licenses that fit best.
#[derive(Debug, Serialize)]
pub struct ChooserPage<'a> {
    questions: Vec<Question>,
    name: TextField<'a>,
    year: TextField<'a>,
    is_faulty: bool,
    /// `None` without a question.
    found: Option<Found>,
}

/// A question with its possible answers.
#[derive(Debug, Serialize)]
struct Question {
    name: &'static str,
    legend: &'static str,
    answers: Vec<PossibleAnswer>,
    /// The word of the chosen answer.
    chosen: &'static str,
    error: String,
}

#[derive(Debug, Serialize)]
struct PossibleAnswer {
    value: &'static str,
    label: &'static str,
}

#[derive(Debug, Serialize)]
struct TextField<'a> {
    typed: &'a str,
    longest: usize,
    error: String,
}

#[derive(Debug, Serialize)]
struct Found {
    heading: String,
    licenses: Vec<FoundLicense>,
}

/// A license that fits, with what its user has to do and what its publisher copies.
#[derive(Debug, Serialize)]
struct FoundLicense {
    /// The name in sentences.
    name: String,
    title: Reference,
    href: String,
    feature: String,
    /// Number of answers that it gives.
    met: usize,
    /// Number of questions.
    questions: usize,
    /// Where it falls short, in sentences.
    unmet: Vec<&'static str>,
    limits: Vec<String>,
    asks: Vec<Occasion>,
    /// The lines for the head of a file.
    lines: String,
    /// The text of the license with name and year; `None` for a long or unknown one.
    text: Option<String>,
    /// Where the text stands.
    text_at: Option<Reference>,
    /// The address of the check with other licenses.
    check: String,
}

impl Page for ChooserPage<'_> {
    const TEMPLATE: &'static str = "pages/choose.html";

    fn public_address(&self) -> Option<&str> {
        Some("/choose")
    }
}

impl Chooser {
    /// The most characters of a name.
    const LONGEST_NAME: usize = 200;

    /// The most characters of a year or of two years.
    const LONGEST_YEAR: usize = 9;

    /// The most bytes of a text that is shown on the page and not on a page of its own.
    const MOST_TEXT: usize = 4096;

    /// Reads the fields of the form. A missing or empty field leaves the first choice of the form.
    #[must_use]
    pub fn read<'f>(field: impl Fn(&str) -> Option<&'f str>) -> Self {
        let typed = |name: &str| field(name).unwrap_or_default().trim();
        let mut faults = Faults::new();
        let mut is_asked = false;
        let mut said = |name: &str| {
            let word = typed(name);
            is_asked |= !word.is_empty();
            word
        };
        let first = Wish::default();
        let wish = Wish {
            kind: answer(("kind", said("kind")), Kind::from_word, first.kind, &mut faults),
            sale: answer(("sell", said("sell")), Sale::from_word, first.sale, &mut faults),
            openness: answer(("open", said("open")), Openness::from_word, first.openness, &mut faults),
            patents: answer(("patents", said("patents")), Patents::from_word, first.patents, &mut faults),
            credit: answer(("credit", said("credit")), Credit::from_word, first.credit, &mut faults),
        };
        let (name, year) = (typed("name"), typed("year"));
        let length = name.chars().count();
        if length > Self::LONGEST_NAME {
            let most = Self::LONGEST_NAME;
            let fault = format!("A name has at most {most} characters here; this one has {length}.");
            faults.insert("name".to_owned(), fault);
        } else if name.chars().any(char::is_control) {
            faults.insert("name".to_owned(), "A name has no control characters.".to_owned());
        }
        if !year.is_empty() && !is_year(year) {
            let fault = "Write a year with four digits, or two with a hyphen between them: 2019-2026.";
            faults.insert("year".to_owned(), fault.to_owned());
        }
        Self { wish, name: name.to_owned(), year: year.to_owned(), is_asked, faults }
    }

    /// Whether a field cannot be read.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Fills the year and the name into a text that leaves room for them.
    fn fill(&self, text: &str) -> String {
        let rooms = [(ROOMS_OF_YEARS, &self.year), (ROOMS_OF_NAMES, &self.name)];
        let rooms = rooms.into_iter().filter(|(_, typed)| !typed.is_empty());
        rooms.fold(text.to_owned(), |text, (rooms, typed)| {
            rooms.iter().fold(text, |text, room| text.replace(*room, typed))
        })
    }

    /// The lines that state the license at the head of a file.
    fn lines(&self, model: &Model<License>) -> String {
        let or = |typed: &str, room: &str| if typed.is_empty() { room.to_owned() } else { typed.to_owned() };
        let (year, name) = (or(&self.year, "[year]"), or(&self.name, "[your name]"));
        let license = &model.current.content;
        match &license.spdx {
            Some(spdx) => {
                format!("SPDX-FileCopyrightText: {year} {name}\nSPDX-License-Identifier: {spdx}")
            }
            None => {
                let address = license.legalcode.as_deref().unwrap_or(&model.iri);
                format!("Copyright {year} {name}\nLicense: {}, {address}", license.title.value)
            }
        }
    }
}

/// What stands in texts of licenses where a year belongs.
const ROOMS_OF_YEARS: &[&str] = &["<year>", "<YEAR>", "[year]", "[yyyy]"];

/// What stands in texts of licenses where the name of the licensor belongs.
const ROOMS_OF_NAMES: &[&str] = &[
    "<copyright holders>",
    "<copyright holder>",
    "<owner>",
    "<OWNER>",
    "<name of author>",
    "[name of copyright owner]",
    "[fullname]",
];

/// The answer to a question; `unsaid` if there is none or if it is unknown, which is a fault.
fn answer<T>(
    (name, word): (&str, &str),
    from_word: impl Fn(&str) -> Option<T>,
    unsaid: T,
    faults: &mut Faults,
) -> T {
    if word.is_empty() {
        return unsaid;
    }
    from_word(word).unwrap_or_else(|| {
        faults.insert(name.to_owned(), "There is no such answer; choose one of these.".to_owned());
        unsaid
    })
}

/// Whether a text is a year or two years with a hyphen between them.
fn is_year(text: &str) -> bool {
    let is_one = |year: &str| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('-').map_or(is_one(text), |(from, to)| is_one(from) && is_one(to))
}

impl Pages<'_> {
    /// The form with the licenses that fit best. `index` holds the terms of the records, `file` the texts of licenses by
    /// their addresses.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn chooser<'a, E>(
        &self,
        index: &TermsIndex,
        chooser: &'a Chooser,
        file: impl Fn(&str) -> Result<Option<String>, E>,
    ) -> Result<ChooserPage<'a>, E> {
        let error = |name: &str| chooser.faults.get(name).cloned().unwrap_or_default();
        let questions = questions(chooser.wish);
        let is_answered = chooser.is_asked && !chooser.is_faulty();
        Ok(ChooserPage {
            questions: questions.into_iter().map(|it| Question { error: error(it.name), ..it }).collect(),
            name: TextField { typed: &chooser.name, longest: Chooser::LONGEST_NAME, error: error("name") },
            year: TextField { typed: &chooser.year, longest: Chooser::LONGEST_YEAR, error: error("year") },
            is_faulty: chooser.is_faulty(),
            found: is_answered.then(|| self.found(index, chooser, file)).transpose()?,
        })
    }

    fn found<E>(
        &self,
        index: &TermsIndex,
        chooser: &Chooser,
        file: impl Fn(&str) -> Result<Option<String>, E>,
    ) -> Result<Found, E> {
        let found = |choice: &Choice<'_>| {
            let address = directory::text_file(choice.id.as_str());
            let text = file(&address)?;
            Ok(self.found_license(index, chooser, choice, text.as_deref().map(|text| (&*address, text))))
        };
        let choices = choose(self.directory.catalog.library, chooser.wish);
        let licenses: Vec<FoundLicense> = choices.iter().map(found).collect::<Result<_, E>>()?;
        let heading = match licenses.first() {
            Some(best) if best.unmet.is_empty() => format!("{} fits your answers best.", best.name),
            Some(best) => format!("{} comes nearest to your answers.", best.name),
            None => "No license of the library is for such a work.".to_owned(),
        };
        Ok(Found { heading, licenses })
    }

    /// A license that fits; `file` is its text with the address of the file.
    fn found_license(
        &self,
        index: &TermsIndex,
        chooser: &Chooser,
        choice: &Choice<'_>,
        file: Option<(&str, &str)>,
    ) -> FoundLicense {
        let library = self.directory.catalog.library;
        let (id, license) = (choice.id.as_str(), &choice.model.current.content);
        let part = Part { id, model: choice.model };
        let name = part.name();
        let labels = Labels::new(&library.vocabulary.current.content);
        let terms = index.get(&choice.model.iri);
        let short = file.map(|(_, text)| text).filter(|text| text.len() <= Chooser::MOST_TEXT);
        FoundLicense {
            name: name.to_owned(),
            title: self.directory.record(id),
            href: part.href(),
            feature: license.feature.clone().unwrap_or_default(),
            met: Wish::ANSWERS.saturating_sub(choice.unmet.len()),
            questions: Wish::ANSWERS,
            unmet: choice.unmet.iter().map(|point| shortfall(*point, chooser.wish)).collect(),
            limits: terms
                .map(|terms| terms.limits().iter().map(UseLimit::instruction).collect())
                .unwrap_or_default(),
            asks: terms.map(|terms| occasions(terms, name, &labels)).unwrap_or_default(),
            lines: chooser.lines(choice.model),
            text: short.map(|text| chooser.fill(text)),
            text_at: file
                .map(|(address, _)| Reference::plain("download it").leading_to(address.to_owned()))
                .or_else(|| license.legalcode.as_deref().map(Reference::address)),
            check: format!("{CHECKER}?ids={id}"),
        }
    }
}

/// The questions with the answers of a wish.
fn questions(wish: Wish) -> [Question; 5] {
    [
        question("kind", "What is it?", Kind::ALL, wish.kind.word(), |kind| match kind {
            Kind::Code => "Code",
            Kind::Data => "Data",
            Kind::Text => "Text or art",
            Kind::Hardware => "Hardware",
            Kind::Model => "AI model",
        }),
        question("sell", "May others sell it?", Sale::ALL, wish.sale.word(), |sale| match sale {
            Sale::Yes => "Yes",
            Sale::No => "No, nothing commercial",
        }),
        question("open", "Must changes stay open?", Openness::ALL, wish.openness.word(), |open| match open {
            Openness::No => "No",
            Openness::Files => "Yes, changes to my files",
            Openness::Work => "Yes, the whole work",
            Openness::Network => "Yes, and web services too",
        }),
        question(
            "credit",
            "Must people credit you?",
            Credit::ALL,
            wish.credit.word(),
            |credit| match credit {
                Credit::None => "No",
                Credit::Notice => "Yes, keep my notice",
                Credit::Name => "Yes, name me",
            },
        ),
        question("patents", "May people use your patents?", Patents::ALL, wish.patents.word(), |patents| {
            match patents {
                Patents::Silent => "Say nothing",
                Patents::Grant => "Yes, say so",
            }
        }),
    ]
}

fn question<T: Copy>(
    name: &'static str,
    legend: &'static str,
    answers: &[(T, &'static str)],
    chosen: &'static str,
    label: impl Fn(T) -> &'static str,
) -> Question {
    let answers = answers.iter().map(|&(answer, value)| PossibleAnswer { value, label: label(answer) });
    Question { name, legend, answers: answers.collect(), chosen, error: String::new() }
}

/// Where a license falls short of an answer, as a sentence.
const fn shortfall(point: Point, wish: Wish) -> &'static str {
    match point {
        Point::Sale => match wish.sale {
            Sale::Yes => "It does not let others sell the work.",
            Sale::No => "It lets others sell the work.",
        },
        Point::Openness => match wish.openness {
            Openness::No => "It requires that changes stay open.",
            Openness::Files => {
                "It does not require open changes, or it requires them for more than your files."
            }
            Openness::Work => "It does not require that the whole work stays open.",
            Openness::Network => {
                "It does not require that the whole work stays open for people who use it over a network."
            }
        },
        Point::Patents => "It does not grant a patent license.",
        Point::Credit => match wish.credit {
            Credit::None => "It requires notices or credit.",
            Credit::Notice => "It requires neither notices nor credit.",
            Credit::Name => "It does not require that people name you.",
        },
    }
}
