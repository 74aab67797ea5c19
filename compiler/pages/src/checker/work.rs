use std::sync::Arc;

use serde::Serialize;

use super::super::Pages;
use super::super::reference::Reference;
use super::parts::{Part, Parted};
use super::words;
use muniment_licenses::model::LicenseId;
use muniment_licenses::reason::{
    Alternatives, Answer, CLOSED_SOURCE_TITLE, Candidate, Containment, Context, Labels, Obligation, Question,
    QuestionPart, Settlement, Terms, TermsIndex, Trigger, Use, answer_of_all, obligations,
};

/// A license with what containment needs to know of it.
#[derive(Debug, Clone)]
pub struct Member<'m> {
    /// The license.
    pub part: Part<'m>,
    /// Its terms.
    pub terms: Arc<Terms>,
    /// How the work uses this part, if not as the others.
    pub usage: Option<Use>,
}

impl Member<'_> {
    fn context(&self, of_all: Context) -> Context {
        Context { usage: self.usage.unwrap_or(of_all.usage), ..of_all }
    }
}

/// The license of a work on the page.
#[derive(Debug, Clone, Copy)]
pub enum WorkMember<'m> {
    /// A record or a composed license.
    License(Part<'m>, &'m Terms),
    /// Closed source.
    ClosedSource(&'m Terms),
}

impl<'m> WorkMember<'m> {
    pub(super) const fn terms(self) -> &'m Terms {
        let (Self::License(_, terms) | Self::ClosedSource(terms)) = self;
        terms
    }

    /// The name in a sentence.
    fn name(self) -> &'m str {
        match self {
            Self::License(part, _) => part.name(),
            Self::ClosedSource(_) => CLOSED_SOURCE_TITLE,
        }
    }

    fn titled(self) -> Reference {
        match self {
            Self::License(part, _) => part.titled(),
            Self::ClosedSource(_) => Reference::plain(CLOSED_SOURCE_TITLE),
        }
    }

    const fn part(self) -> Option<Part<'m>> {
        match self {
            Self::License(part, _) => Some(part),
            Self::ClosedSource(_) => None,
        }
    }
}

/// Whether parts may go into one work, and what is then to be done.
#[derive(Debug, Clone, Serialize)]
pub struct WorkView {
    /// `good`, `warn` or `bad`.
    tone: &'static str,
    heading: String,
    /// What follows for the other parts if some are refused; may be empty.
    rest: String,
    /// How the parts are used.
    context: String,
    /// The license of the work: the named one, or the first that can carry it.
    work: Option<Reference>,
    is_named: bool,
    /// Those that are refused come first.
    parts: Vec<PartAnswer>,
    /// The answers for each two of several parts.
    pairs: Option<Pairs>,
    /// The limits on use that come before everything else.
    limits: Vec<Limit>,
    duties: Vec<Duties>,
    carriers: Carriers,
}

/// A limit on the use of parts.
#[derive(Debug, Clone, Serialize)]
struct Limit {
    license: Reference,
    sentence: String,
    text: String,
    /// The number of the section of the words; may be empty, also below.
    section: String,
}

/// The answers for each part (row) in a work under the license of each part (column), and under that of the work.
#[derive(Debug, Clone, Serialize)]
struct Pairs {
    columns: Vec<Reference>,
    rows: Vec<PairsOfPart>,
}

#[derive(Debug, Clone, Serialize)]
struct PairsOfPart {
    license: Reference,
    /// An answer for each column; `same` where part and work have one license.
    answers: Vec<&'static str>,
}

/// The answer for one part.
#[derive(Debug, Clone, Serialize)]
struct PartAnswer {
    license: Reference,
    answer: &'static str,
    /// How this part is used, if not as the others; may be empty.
    usage: &'static str,
    sentence: String,
    quotes: Vec<Quote>,
    /// What one can still do with the part, in words that follow "you can".
    still: Vec<String>,
    /// Whether the record was compared with the text of its license.
    text_compared: bool,
}

/// The words of a text on which an answer rests.
#[derive(Debug, Clone, Serialize)]
struct Quote {
    license: Reference,
    /// The act of the statement; for a limit on use, its name.
    act: Reference,
    text: String,
    /// The language of the words, if it is not English.
    language: Option<String>,
    section: String,
}

/// The duties with one trigger.
#[derive(Debug, Clone, Serialize)]
struct Duties {
    when: &'static str,
    duties: Vec<Duty>,
}

#[derive(Debug, Clone, Serialize)]
struct Duty {
    act: Reference,
    /// What to do, as a sentence; may be empty.
    instruction: String,
    form: String,
    by: Vec<DutyBy>,
}

#[derive(Debug, Clone, Serialize)]
struct DutyBy {
    license: Reference,
    is_alternative: bool,
    /// What share-alike reaches; may be empty.
    reach: String,
    text: String,
    section: String,
}

/// The licenses that can carry a work of the parts.
#[derive(Debug, Clone, Default, Serialize)]
struct Carriers {
    /// The licenses of the parts.
    own: Vec<Carrier>,
    /// Other records, best known first.
    others: Vec<Reference>,
    /// Other records that can carry it by way of other licenses than those of the parts.
    by_way: Vec<Reference>,
    /// Number of other records that cannot.
    refused: usize,
    /// Whether closed source can.
    closed_source: bool,
    /// The address of the check, to which `&target=` is added.
    check: String,
}

#[derive(Debug, Clone, Serialize)]
struct Carrier {
    license: Reference,
    name: String,
    /// The address of the reasons.
    why: String,
    answer: &'static str,
    words: &'static str,
}

impl WorkView {
    /// The answer in a sentence or two.
    #[must_use]
    pub fn in_brief(&self) -> String {
        let lines = [&self.heading, &self.rest, &self.context].map(String::as_str);
        lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

impl Pages<'_> {
    /// Whether the parts may go into one work in a context. If no license of the work is named, it is the first of the
    /// licenses that can carry it. `check` is the address of the check of the parts.
    #[must_use]
    pub fn work(
        &self,
        index: &TermsIndex,
        parts: &[Member<'_>],
        named: Option<WorkMember<'_>>,
        context: Context,
        check: String,
    ) -> WorkView {
        let library = self.directory.catalog.library;
        let open = index.settle(&question(parts, None, context));
        let own_work = |iri: &str| {
            let own = parts.iter().find(|part| part.terms.iri() == iri)?;
            Some(WorkMember::License(own.part, &own.terms))
        };
        let record = |terms| {
            let (id, model) = library.license_of_iri(Terms::iri(terms))?;
            Some(WorkMember::License(Part { id: id.as_str(), model }, terms))
        };
        let able: Vec<WorkMember<'_>> = open
            .carriers
            .iter()
            .filter_map(|terms| own_work(terms.iri()).or_else(|| record(terms)))
            .collect();
        let closed = open.may_be_closed.then(|| WorkMember::ClosedSource(index.closed_source()));
        let work = named.or(able.first().copied()).or(closed);
        let settled = work.map(|work| index.settle(&question(parts, Some(work.terms()), context)));
        let all = settled.as_ref().map_or(Answer::Yes, Settlement::answer);
        let names: Vec<&str> =
            able.iter().filter(|it| own_work(it.terms().iri()).is_some()).map(|it| it.name()).collect();
        let is_refused = all == Answer::No;
        let labels = Labels::new(&library.vocabulary.current.content);
        let licenses: Vec<Part<'_>> =
            parts.iter().map(|member| member.part).chain(work.and_then(WorkMember::part)).collect();
        let telling = Telling { pages: self, parted: Parted::new(&licenses), labels, index };
        let found = |part: &Member<'_>| {
            settled
                .as_ref()
                .and_then(|settled| settled.license(part.terms.iri(), part.context(context)).cloned())
        };
        let mut found: Vec<(&Member<'_>, Containment<'_>)> =
            parts.iter().filter_map(|part| Some((part, found(part)?.found))).collect();
        found.sort_by_key(|(_, found)| found.answer != Answer::No);
        let own: Vec<(&str, Answer)> = found.iter().map(|(part, it)| (part.part.name(), it.answer)).collect();
        let (tone, (heading, rest)) = match (named, work) {
            (Some(work), _) => (words::tone(all), words::under(all, &own, work.name())),
            (None, Some(_)) if !names.is_empty() => {
                (words::tone(all), (words::carried(&names), String::new()))
            }
            (None, Some(_)) => {
                let works = able.iter().chain(&closed);
                let names: Vec<&str> = works.take(words::MOST_NAMED).map(|it| it.name()).collect();
                let number = able.len() + usize::from(closed.is_some());
                ("warn", (words::carried_by_others(&names, number), String::new()))
            }
            (None, None) => {
                let heading =
                    "No: these parts cannot be combined in one work under any license of the library.";
                ("bad", (heading.to_owned(), String::new()))
            }
        };
        let apart = parts.iter().filter_map(|part| Some((part.part.name(), part.usage?)));
        let apart: Vec<(&str, Use)> = apart.filter(|(_, usage)| *usage != context.usage).collect();
        let answers: Vec<Containment<'_>> = found.iter().map(|(_, found)| found.clone()).collect();
        let obligations = if is_refused { Vec::new() } else { obligations(&answers) };
        WorkView {
            tone,
            heading,
            rest,
            context: words::context(context, &apart),
            work: work.map(WorkMember::titled),
            is_named: named.is_some(),
            parts: work
                .map(|work| found.iter().map(|(part, it)| telling.part(part, work, it, context)).collect())
                .unwrap_or_default(),
            pairs: (parts.len() >= FEWEST_IN_PAIRS).then(|| pairs(index, parts, named, context)),
            limits: match is_refused {
                true => Vec::new(),
                false => found.iter().flat_map(|(part, it)| telling.limits(part, it)).collect(),
            },
            duties: telling.duties(&obligations),
            carriers: self.carriers(index, parts, &able, (context, open.may_be_closed), check),
        }
    }
}

impl Pages<'_> {
    /// Whether one part may go into a work, without the answers for other works.
    pub(super) fn one(&self, part: &Member<'_>, work: WorkMember<'_>, context: Context) -> WorkView {
        let index = self.directory.terms_of_records();
        let found = index.contain(&part.terms, work.terms(), context);
        let licenses: Vec<Part<'_>> = [part.part].into_iter().chain(work.part()).collect();
        let labels = Labels::new(&self.directory.catalog.library.vocabulary.current.content);
        let telling = Telling { pages: self, parted: Parted::new(&licenses), labels, index };
        let answers = match found.answer {
            Answer::No => &[],
            Answer::Yes | Answer::If | Answer::Via => std::slice::from_ref(&found),
        };
        let (heading, rest) = words::under(found.answer, &[(part.part.name(), found.answer)], work.name());
        WorkView {
            tone: words::tone(found.answer),
            heading,
            rest,
            context: words::context(context, &[]),
            work: Some(work.titled()),
            is_named: true,
            parts: vec![telling.part(part, work, &found, context)],
            pairs: None,
            limits: answers.iter().flat_map(|found| telling.limits(part, found)).collect(),
            duties: telling.duties(&obligations(answers)),
            carriers: Carriers::default(),
        }
    }
}

/// Number of parts from which on each two of them are shown.
const FEWEST_IN_PAIRS: usize = 3;

fn pairs(index: &TermsIndex, parts: &[Member<'_>], named: Option<WorkMember<'_>>, context: Context) -> Pairs {
    let own = parts.iter().map(|part| WorkMember::License(part.part, &part.terms));
    let is_other = |work: &WorkMember<'_>| parts.iter().all(|part| part.terms.iri() != work.terms().iri());
    let works: Vec<WorkMember<'_>> = own.chain(named.filter(is_other)).collect();
    let answer = |part: &Member<'_>, work: &Terms| match part.terms.iri() == work.iri() {
        true => "same",
        false => index.contain(&part.terms, work, part.context(context)).answer.word(),
    };
    Pairs {
        columns: works
            .iter()
            .map(|work| work.part().map_or_else(|| Reference::plain(CLOSED_SOURCE_TITLE), Part::brief))
            .collect(),
        rows: parts
            .iter()
            .map(|part| PairsOfPart {
                license: part.part.brief(),
                answers: works.iter().map(|work| answer(part, work.terms())).collect(),
            })
            .collect(),
    }
}

/// The question about the parts of the page.
fn question<'t>(parts: &'t [Member<'_>], work: Option<&'t Terms>, context: Context) -> Question<'t> {
    let license = |member: &'t Member<'_>| {
        let candidate = Candidate { name: member.terms.iri(), terms: Some(&*member.terms) };
        QuestionPart {
            licenses: Alternatives::License(candidate),
            usage: member.context(context).usage,
            modified: context.modified,
        }
    };
    Question {
        parts: parts.iter().map(license).collect(),
        work,
        shipping: context.shipping,
        purpose: context.purpose,
        preferred: Vec::new(),
    }
}

impl Pages<'_> {
    /// Which licenses can carry a work of the parts. `able` are those that can; the second part of `asked` tells whether
    /// closed source can.
    fn carriers(
        &self,
        index: &TermsIndex,
        parts: &[Member<'_>],
        able: &[WorkMember<'_>],
        asked: (Context, bool),
        check: String,
    ) -> Carriers {
        let (context, closed_source) = asked;
        let answer = |work: &Terms| {
            let found: Vec<_> =
                parts.iter().map(|part| index.contain(&part.terms, work, part.context(context))).collect();
            answer_of_all(&found)
        };
        let is_own = |iri: &str| parts.iter().any(|part| part.terms.iri() == iri);
        let others: Vec<(Answer, WorkMember<'_>)> = able
            .iter()
            .filter(|work| !is_own(work.terms().iri()))
            .map(|work| (answer(work.terms()), *work))
            .collect();
        let of = |is_by_way: bool| {
            let those = others.iter().filter(|(answer, _)| (*answer == Answer::Via) == is_by_way);
            let parts = those.filter_map(|(_, work)| work.part());
            parts.map(|part| self.directory.record(part.id)).collect()
        };
        let offered = index.offered().filter(|terms| !is_own(terms.iri())).count();
        Carriers {
            own: parts
                .iter()
                .map(|part| {
                    let answer = answer(&part.terms);
                    Carrier {
                        license: part.part.brief(),
                        name: part.part.name().to_owned(),
                        why: format!("{check}&target={}", part.part.id),
                        answer: answer.word(),
                        words: words::answer(answer),
                    }
                })
                .collect(),
            others: of(false),
            by_way: of(true),
            refused: offered.saturating_sub(others.len()),
            closed_source,
            check,
        }
    }
}

struct Telling<'t, 'c> {
    pages: &'t Pages<'c>,
    parted: Parted<'t>,
    labels: Labels<'t>,
    index: &'t TermsIndex,
}

impl Telling<'_, '_> {
    fn limits(&self, part: &Member<'_>, found: &Containment<'_>) -> Vec<Limit> {
        let limit = |sentence: String, text: &str| Limit {
            license: part.part.brief(),
            sentence,
            text: text.to_owned(),
            section: self.section(part.part.id, text),
        };
        let limits = found.limits.iter();
        let limits = limits.map(|it| limit(it.instruction(), it.evidence.as_deref().unwrap_or_default()));
        let proviso =
            found.proviso.map(|words| limit("Check that this passage covers your case.".to_owned(), words));
        limits.chain(proviso).collect()
    }

    /// The number of the section of quoted words of a license.
    fn section(&self, id: &str, words: &str) -> String {
        self.pages.directory.catalog.library.section_of(id, words).unwrap_or_default().to_owned()
    }

    fn part(
        &self,
        part: &Member<'_>,
        work: WorkMember<'_>,
        found: &Containment<'_>,
        context: Context,
    ) -> PartAnswer {
        let library = self.pages.directory.catalog.library;
        let context = part.context(context);
        let name = |iri: &str| {
            let record = library.license_of_iri(iri);
            let name = |(id, model)| Part { id: LicenseId::as_str(id), model }.name().to_owned();
            record.map(name).unwrap_or_default()
        };
        let language_of = |part: Part<'_>| library.quoted_language(part.id).map(str::to_owned);
        let quoted = |part: Part<'_>, acts: &[&str]| -> Vec<Quote> {
            let rules = part.license().rules().filter(|rule| acts.contains(&rule.action.as_str()));
            let quotes = rules.filter_map(|rule| {
                let text = rule.evidence.clone()?;
                let act = self.pages.directory.term(&rule.action);
                let (section, language) = (self.section(part.id, &text), language_of(part));
                Some(Quote { license: part.brief(), act, section, text, language })
            });
            quotes.collect()
        };
        let mut quotes: Vec<Quote> = Vec::new();
        for reason in &found.reasons {
            let of_work = work.part().map(|work| quoted(work, &reason.of_work)).unwrap_or_default();
            let of_limits = reason.limits.iter().filter_map(|limit| {
                let act = Reference::plain("limit on use");
                let text = limit.evidence.clone()?;
                let section = self.section(part.part.id, &text);
                Some(Quote {
                    license: part.part.brief(),
                    act,
                    section,
                    text,
                    language: language_of(part.part),
                })
            });
            let of_part = quoted(part.part, &reason.of_part).into_iter();
            for quote in of_limits.chain(of_part).chain(of_work) {
                if !quotes.iter().any(|known| known.text == quote.text) {
                    quotes.push(quote);
                }
            }
        }
        PartAnswer {
            license: part.part.brief(),
            answer: found.answer.word(),
            usage: part.usage.map(words::usage_of_one).unwrap_or_default(),
            sentence: found.sentence(part.part.name(), work.name(), name, &self.labels),
            quotes,
            still: match found.answer {
                Answer::No => {
                    let remedies = self.index.remedies(&part.terms, work.terms(), context).into_iter();
                    remedies.map(|remedy| remedy.sentence(part.part.name())).collect()
                }
                Answer::Yes | Answer::If | Answer::Via => Vec::new(),
            },
            text_compared: part.part.license().text_hash.is_some(),
        }
    }

    fn duties(&self, obligations: &[Obligation<'_>]) -> Vec<Duties> {
        let triggers = Trigger::ALL.iter().map(|(trigger, _)| *trigger);
        let groups = triggers.map(|trigger| Duties {
            when: trigger.heading(),
            duties: obligations.iter().filter(|it| it.trigger == trigger).map(|it| self.duty(it)).collect(),
        });
        groups.filter(|group| !group.duties.is_empty()).collect()
    }

    fn duty(&self, obligation: &Obligation<'_>) -> Duty {
        let library = self.pages.directory.catalog.library;
        let section = |license: &str, words: &Option<String>| {
            let (id, _) = library.license_of_iri(license)?;
            Some(self.section(id.as_str(), words.as_deref()?))
        };
        let by = obligation.asked.iter().map(|(license, duty)| DutyBy {
            section: section(license, &duty.evidence).unwrap_or_default(),
            license: self.parted.brief(license),
            is_alternative: duty.group.is_some(),
            reach: duty.reach(self.parted.name(license)).unwrap_or_default(),
            text: duty.evidence.clone().unwrap_or_default(),
        });
        Duty {
            act: self.pages.directory.term(obligation.act),
            instruction: self.labels.instruction(obligation.act).unwrap_or_default().to_owned(),
            form: obligation.form.map(|form| form.to_string()).unwrap_or_default(),
            by: by.collect(),
        }
    }
}
