use std::sync::Arc;

use serde::Serialize;

use super::super::Pages;
use super::super::reference::Reference;
use super::parts::{Part, Parted};
use super::words;
use muniment_licenses::model::{License, Model};
use muniment_licenses::reason::{
    Answer, Containment, Context, Labels, Obligation, Reasoner, Terms, Trigger, answer_of_all, obligations,
};

/// Records that are named first where several can carry a work, by how widely they are used, each with its SPDX
/// identifier. An editorial choice: no answer depends on it.
pub const BEST_KNOWN: [(&str, &str); 20] = [
    ("MIT", "MIT"),
    ("Apache-2.0", "Apache-2.0"),
    ("GPL-3.0-only", "GPL-3.0-only"),
    ("GPL-3.0-or-later", "GPL-3.0-or-later"),
    ("BSD-3-Clause", "BSD-3-Clause"),
    ("AGPL-3.0", "AGPL-3.0-only"),
    ("GPL-2.0-only", "GPL-2.0-only"),
    ("GPL-2.0-or-later", "GPL-2.0-or-later"),
    ("LGPL-3.0-only", "LGPL-3.0-only"),
    ("MozillaPublicLicenseVersion20", "MPL-2.0"),
    ("BSD-2-Clause", "BSD-2-Clause"),
    ("IscLicense", "ISC"),
    ("LGPL-2.1-only", "LGPL-2.1-only"),
    ("EPL-2.0", "EPL-2.0"),
    ("EUPL-1.2", "EUPL-1.2"),
    ("Cc010Universal", "CC0-1.0"),
    ("CC-BY-4.0", "CC-BY-4.0"),
    ("CC-BY-SA-4.0", "CC-BY-SA-4.0"),
    ("OdcOpenDatabaseLicense", "ODbL-1.0"),
    ("CC-BY-NC-4.0", "CC-BY-NC-4.0"),
];

/// Number of licenses that a sentence names.
const MOST_NAMED: usize = 3;

/// A license with what containment needs to know of it.
#[derive(Debug, Clone)]
pub struct Member<'m> {
    /// The license.
    pub part: Part<'m>,
    /// Its terms.
    pub terms: Arc<Terms>,
}

/// Whether parts may go into one work, and what is then to be done.
#[derive(Debug, Clone, Serialize)]
pub struct WorkView {
    /// `good`, `warn` or `bad`.
    tone: &'static str,
    heading: String,
    /// How the parts are used.
    context: String,
    /// The license of the work: the named one, or the first that can carry it.
    work: Option<Reference>,
    is_named: bool,
    parts: Vec<PartAnswer>,
    duties: Vec<Duties>,
    carriers: Carriers,
}

/// The answer for one part.
#[derive(Debug, Clone, Serialize)]
struct PartAnswer {
    license: Reference,
    answer: &'static str,
    words: &'static str,
    sentence: String,
    quotes: Vec<Quote>,
    /// Whether the record was compared with the text of its license.
    text_compared: bool,
}

/// The words of a text on which an answer rests.
#[derive(Debug, Clone, Serialize)]
struct Quote {
    license: Reference,
    act: Reference,
    text: String,
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
    form: String,
    by: Vec<DutyBy>,
}

#[derive(Debug, Clone, Serialize)]
struct DutyBy {
    license: Reference,
    is_alternative: bool,
    text: String,
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
        format!("{}\n{}", self.heading, self.context)
    }
}

impl Pages<'_> {
    /// Whether the parts may go into one work in a context. If no license of the work is named, it is the first of the
    /// licenses that can carry it. `check` is the address of the check of the parts.
    #[must_use]
    pub fn work(
        &self,
        reasoner: &Reasoner,
        parts: &[Member<'_>],
        named: Option<&Member<'_>>,
        context: Context,
        check: String,
    ) -> WorkView {
        let library = self.directory.catalog.library;
        let others: Vec<(u8, Member<'_>)> = self.others(reasoner, parts, context);
        let answer = |work: &Terms| answer_of_all(&contained(reasoner, parts, work, context));
        let own: Vec<(&Member<'_>, Answer)> = parts.iter().map(|part| (part, answer(&part.terms))).collect();
        let able: Vec<&Member<'_>> = own
            .iter()
            .filter(|(_, answer)| *answer != Answer::No)
            .map(|(part, _)| *part)
            .chain(others.iter().map(|(_, other)| other))
            .collect();
        let work = named.or(able.first().copied());
        let found = work.map(|work| contained(reasoner, parts, &work.terms, context)).unwrap_or_default();
        let all = answer_of_all(&found);
        let own_able = able.iter().filter(|it| parts.iter().any(|part| part.terms.iri() == it.terms.iri()));
        let names: Vec<&str> = own_able.map(|it| it.part.title()).collect();
        let (tone, heading) = match (named, work) {
            (Some(work), _) => (words::tone(all), words::under(all, work.part.title())),
            (None, Some(_)) if !names.is_empty() => (words::tone(all), words::carried(&names)),
            (None, Some(_)) => {
                let names: Vec<&str> = able.iter().take(MOST_NAMED).map(|it| it.part.title()).collect();
                ("warn", words::carried_by_others(&names, able.len()))
            }
            (None, None) => {
                ("bad", "No license of the library can carry a work made of these parts.".to_owned())
            }
        };
        let is_refused = all == Answer::No;
        let labels = Labels::new(&library.vocabulary.current.content);
        let licenses: Vec<Part<'_>> = parts.iter().chain(work).map(|member| member.part).collect();
        let telling = Telling { pages: self, parted: Parted::new(&licenses), labels };
        let obligations = if is_refused { Vec::new() } else { obligations(&found) };
        WorkView {
            tone,
            heading,
            context: words::context(context),
            work: work.map(|work| work.part.titled()),
            is_named: named.is_some(),
            parts: work
                .map(|work| {
                    let answers = parts.iter().zip(&found);
                    answers.map(|(part, found)| telling.part(part, work, found)).collect()
                })
                .unwrap_or_default(),
            duties: telling.duties(&obligations),
            carriers: self.carriers(&own, &others, check),
        }
    }
}

impl<'c> Pages<'c> {
    /// The records that can carry a work of the parts and are no license of a part, in the order in which they are
    /// offered, each with its rank.
    fn others(&self, reasoner: &Reasoner, parts: &[Member<'_>], context: Context) -> Vec<(u8, Member<'c>)> {
        let rank = |answer| match answer {
            Answer::Yes | Answer::If => Some(0),
            Answer::Via => Some(1),
            Answer::No => None,
        };
        let mut others: Vec<(u8, Member<'c>)> = self
            .offered(parts)
            .filter_map(|(id, model)| {
                let terms = Arc::clone(reasoner.terms(&model.iri)?);
                let rank = rank(answer_of_all(&contained(reasoner, parts, &terms, context)))?;
                Some((rank, Member { part: Part { id, model }, terms }))
            })
            .collect();
        let place =
            |id: &str| BEST_KNOWN.iter().position(|(known, _)| *known == id).unwrap_or(BEST_KNOWN.len());
        others.sort_by_key(|(rank, other)| (*rank, place(other.part.id), other.part.title().to_lowercase()));
        others
    }

    /// The records that a work may be put under: no ports, no withdrawn ones, none of the parts.
    fn offered<'p>(
        &self,
        parts: &'p [Member<'_>],
    ) -> impl Iterator<Item = (&'c str, &'c Model<License>)> + use<'p, 'c> {
        let records = self.directory.catalog.library.licenses.iter();
        records.map(|(id, model)| (id.as_str(), model)).filter(move |(_, model)| {
            let license = &model.current.content;
            !license.is_fixture()
                && !license.deprecated
                && license.port_of.is_none()
                && !parts.iter().any(|part| part.terms.iri() == model.iri)
        })
    }

    fn carriers(
        &self,
        own: &[(&Member<'_>, Answer)],
        others: &[(u8, Member<'_>)],
        check: String,
    ) -> Carriers {
        let of_rank = |asked: u8| {
            let ranked = others.iter().filter(|(rank, _)| *rank == asked);
            ranked.map(|(_, other)| self.directory.record(other.part.id)).collect()
        };
        let parts: Vec<Member<'_>> = own.iter().map(|(part, _)| (*part).clone()).collect();
        Carriers {
            own: own
                .iter()
                .map(|(part, answer)| Carrier {
                    license: part.part.titled(),
                    name: part.part.title().to_owned(),
                    why: format!("{check}&target={}", part.part.id),
                    answer: answer.word(),
                    words: words::carrier(*answer),
                })
                .collect(),
            others: of_rank(0),
            by_way: of_rank(1),
            refused: self.offered(&parts).count() - others.len(),
            check,
        }
    }
}

/// The answers for the parts, in their order.
fn contained<'t>(
    reasoner: &'t Reasoner,
    parts: &'t [Member<'_>],
    work: &'t Terms,
    context: Context,
) -> Vec<Containment<'t>> {
    parts.iter().map(|part| reasoner.contain(&part.terms, work, context)).collect()
}

struct Telling<'t, 'c> {
    pages: &'t Pages<'c>,
    parted: Parted<'t>,
    labels: Labels<'t>,
}

impl Telling<'_, '_> {
    fn part(&self, part: &Member<'_>, work: &Member<'_>, found: &Containment<'_>) -> PartAnswer {
        let library = self.pages.directory.catalog.library;
        let name = |iri: &str| {
            let model = library.licenses.values().find(|model| model.iri == iri);
            model.map(|model| model.current.content.title.value.clone()).unwrap_or_default()
        };
        let quoted = |member: &Member<'_>, acts: &[&str]| -> Vec<Quote> {
            let rules = member.part.license().rules().filter(|rule| acts.contains(&rule.action.as_str()));
            let quotes = rules.filter_map(|rule| {
                let text = rule.evidence.clone()?;
                Some(Quote {
                    license: member.part.brief(),
                    act: self.pages.directory.term(&rule.action),
                    text,
                })
            });
            quotes.collect()
        };
        let mut quotes: Vec<Quote> = Vec::new();
        for reason in &found.reasons {
            let own = quoted(part, &reason.of_part).into_iter().chain(quoted(work, &reason.of_work));
            for quote in own {
                if !quotes.iter().any(|known| known.text == quote.text) {
                    quotes.push(quote);
                }
            }
        }
        PartAnswer {
            license: part.part.titled(),
            answer: found.answer.word(),
            words: words::answer(found.answer),
            sentence: found.sentence(part.part.title(), work.part.title(), name, &self.labels),
            quotes,
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
        let by = obligation.asked.iter().map(|(license, duty)| DutyBy {
            license: self.parted.brief(license),
            is_alternative: duty.group.is_some(),
            text: duty.evidence.clone().unwrap_or_default(),
        });
        Duty {
            act: self.pages.directory.term(obligation.act),
            form: obligation.form.map(|form| form.to_string()).unwrap_or_default(),
            by: by.collect(),
        }
    }
}
