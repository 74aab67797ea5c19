use std::sync::Arc;

use serde::Serialize;

use super::super::frame::Frame;
use super::super::{Page, Pages};
use super::parts::Part;
use super::work::{Member, WorkMember, WorkView};
use super::{CHECKER, words};
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{CLOSED_SOURCE, Context, Shipping, Use};

/// The address of the page of a pair in either order; without a second license, of closed source.
#[must_use]
pub fn pair_address(one: &str, other: Option<&str>) -> String {
    match other {
        Some(other) if other < one => pair_address(other, Some(one)),
        other => format!("/license-pairs/{one}/{}", other.unwrap_or(CLOSED_SOURCE)),
    }
}

/// The address of the answer for a part in a work, on the page of both.
pub(in super::super) fn pair_link(part: &str, work: Option<&str>) -> String {
    let place = if work.is_some_and(|work| work < part) { SECOND } else { FIRST };
    format!("{}#{place}", pair_address(part, work))
}

/// The anchors of the answers: for the part with the smaller identifier, and for the other.
const FIRST: &str = "first";
const SECOND: &str = "second";

/// Whether parts under each of two licenses may go into works under the other.
#[derive(Debug, Serialize)]
pub(in super::super) struct PairPage<'a> {
    frame: Frame<'a>,
    /// The names of both.
    names: [&'a str; 2],
    directions: Vec<Direction<'a>>,
}

/// The answers for parts under one license in works under another, or in closed source.
#[derive(Debug, Serialize)]
struct Direction<'a> {
    /// The anchor.
    id: &'static str,
    /// The license of the part.
    name: &'a str,
    work: WorkView,
    /// By use, then by shipping.
    uses: Vec<AnswersOfUse>,
    /// The address of the same question in the checker.
    ask: String,
}

#[derive(Debug, Serialize)]
struct AnswersOfUse {
    words: &'static str,
    /// In the order of [`Shipping::ALL`].
    answers: Vec<&'static str>,
}

impl Page for PairPage<'_> {
    const TEMPLATE: &'static str = "pages/pair.html";
}

impl<'a> PairPage<'a> {
    /// `None` if the library has no model of a license.
    pub(in super::super) fn new(
        pages: &'a Pages<'a>,
        one: &'a LicenseId,
        other: Option<&'a LicenseId>,
    ) -> Option<Self> {
        let directory = &pages.directory;
        let index = directory.terms_of_records();
        let member = |id: &'a LicenseId| {
            let model = directory.catalog.library.licenses.get(id)?;
            let terms = Arc::clone(index.get(&model.iri)?);
            Some(Member { part: Part { id: id.as_str(), model }, terms, usage: None })
        };
        let first = member(one)?;
        let frame = {
            let address = pair_address(one.as_str(), other.map(LicenseId::as_str));
            Frame::new(directory, &address, String::new())
        };
        let Some(other) = other else {
            let work = (WorkMember::ClosedSource(index.closed_source()), CLOSED_SOURCE);
            let names = [first.part.name(), "closed source"];
            let direction = Direction::new(pages, (FIRST, names[0]), &first, work);
            return Some(Self { frame, names, directions: vec![direction] });
        };
        let second = member(other)?;
        let names = [first.part.name(), second.part.name()];
        let directions = [((FIRST, names[0]), &first, &second), ((SECOND, names[1]), &second, &first)];
        let directions = directions.into_iter().filter(|(.., work)| work.terms.is_offered());
        let directions = directions.map(|(titled, part, work)| {
            let license = (WorkMember::License(work.part, &work.terms), work.part.id);
            Direction::new(pages, titled, part, license)
        });
        let directions = directions.collect();
        Some(Self { frame, names, directions })
    }
}

impl<'a> Direction<'a> {
    /// `titled` are the anchor and the name of the part; `work` has its identifier.
    fn new(
        pages: &Pages<'_>,
        titled: (&'static str, &'a str),
        part: &Member<'_>,
        work: (WorkMember<'_>, &str),
    ) -> Self {
        let ((id, name), (work, target)) = (titled, work);
        let index = pages.directory.terms_of_records();
        let answer = |usage, shipping| {
            let context = Context { usage, shipping, ..Context::default() };
            index.contain(&part.terms, work.terms(), context).answer.word()
        };
        let of_use = |&(usage, _): &(Use, &str)| AnswersOfUse {
            words: words::usage_of_one(usage),
            answers: Shipping::ALL.iter().map(|(shipping, _)| answer(usage, *shipping)).collect(),
        };
        Self {
            id,
            name,
            uses: Use::ALL.iter().map(of_use).collect(),
            ask: format!("{CHECKER}?ids={}&target={target}", part.part.id),
            work: pages.one(part, work, Context::default()),
        }
    }
}
