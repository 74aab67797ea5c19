use std::collections::BTreeMap;

use axum::response::Response;
use muniment_documents::api::v1::{GraphFaults, GraphInput, Refused, graph_named, pasted_statements};
use muniment_licenses::model::{DependencyGraph, GraphId, Library};
use muniment_licenses::reason::{InvalidStatement, MAX_AXIOMS};
use muniment_pages::account::{
    Choice, EditedGraph, Faults, GraphEditorPage, StatementChoices, StatementRow, statement_fault,
};

use super::super::answer::{Denied, Problem, see_other};
use super::super::browser::{Browser, Member};
use super::super::form::Form;
use super::graph::base;
use crate::accounts::Held;
use crate::app::App;

/// Empty rows at the end of the statements.
const SPARE: usize = 3;
/// Empty rows on request.
const MORE: usize = 6;
/// Characters of what is said about a change.
const LONGEST_NOTE: usize = 500;

/// A graph in the editor.
#[derive(Default)]
struct Draft {
    title: String,
    description: String,
    note: String,
    pasted: String,
    /// Subject, relation and object by their compact names, as far as they are known.
    statements: Vec<[String; 3]>,
}

/// What is wrong with a draft.
#[derive(Default)]
struct Remarks {
    problem: Option<Problem>,
    /// A version that another person saved in the meantime.
    newer: Option<u32>,
    statements: Vec<InvalidStatement>,
}

impl From<Problem> for Remarks {
    fn from(problem: Problem) -> Self {
        Self { problem: Some(problem), ..Self::default() }
    }
}

/// What the pressed button asks for.
enum Action {
    Save,
    MoreRows,
    Remove(u32),
    Paste,
}

impl Action {
    fn of(form: &Form) -> Self {
        let action = form.field("do");
        match (action, action.strip_prefix("remove-").and_then(|number| number.parse().ok())) {
            (_, Some(number)) => Self::Remove(number),
            ("add", None) => Self::MoreRows,
            ("paste", None) => Self::Paste,
            _ => Self::Save,
        }
    }
}

impl App {
    /// The editor of a new graph, empty or with a copy of one that can be read.
    pub(super) async fn new_graph_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        from: Option<&str>,
    ) -> Result<Response, Refused> {
        let mut draft = Draft::default();
        if let Some(from) = from.filter(|from| !from.is_empty()) {
            let id = graph_named(from, self.library_site())?;
            let origin = self.readable_graph(&id, member.caller).await?;
            let graph = &origin.named().1.current.content;
            draft.title = format!("Copy of {}", graph.title.value);
            draft.statements = self.statements_of(graph);
        }
        self.graph_editor(browser, None, &draft, SPARE, &Remarks::default())
    }

    /// The editor of a graph that is there.
    pub(super) async fn graph_editor_page(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &GraphId,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        held.editor()?;
        let content = &held.owned.row.content;
        let draft = Draft {
            title: content.title.clone(),
            description: content.description.clone(),
            statements: self.statements_of(&held.owned.model.current.content),
            ..Draft::default()
        };
        self.graph_editor(browser, Some((&held, held.owned.row.revision)), &draft, SPARE, &Remarks::default())
    }

    /// Keeps a new graph as a draft.
    pub(super) async fn save_new_graph(
        &self,
        browser: &Browser,
        member: Member<'_>,
        form: &Form,
    ) -> Result<Response, Refused> {
        let mut draft = self.drafted(form)?;
        match self.graph_input(&mut draft, form) {
            Err((spare, remarks)) => self.graph_editor(browser, None, &draft, spare, &remarks),
            Ok(input) => match self.create_graph(input, member.account, false).await.map_err(Denied::from) {
                Ok(created) => Ok(see_other(&format!("/account/graphs/{}", created.id))),
                Err(denied) => self.graph_editor(browser, None, &draft, SPARE, &denied.problem()?.into()),
            },
        }
    }

    /// Saves a new version of a graph.
    pub(super) async fn save_graph(
        &self,
        browser: &Browser,
        member: Member<'_>,
        id: &GraphId,
        form: &Form,
    ) -> Result<Response, Refused> {
        let held = self.held(id, member.caller).await?;
        held.editor()?;
        let mut draft = self.drafted(form)?;
        let base = match base(form) {
            Ok(base) => base,
            Err(problem) => {
                let graph = Some((&held, held.owned.row.revision));
                return self.graph_editor(browser, graph, &draft, SPARE, &problem.into());
            }
        };
        let input = match self.graph_input(&mut draft, form) {
            Ok(input) => input,
            Err((spare, remarks)) => {
                return self.graph_editor(browser, Some((&held, base)), &draft, spare, &remarks);
            }
        };
        let saved = self.revise_graph(&held, base, input, &draft.note).await.map_err(Denied::from);
        match saved {
            Ok(_) => Ok(see_other(&format!("/account/graphs/{id}"))),
            Err(denied) => {
                let problem = denied.problem()?;
                let now = self.held(id, member.caller).await?.owned.row.revision;
                let newer = (problem.is_conflict() && now != base).then_some(now);
                let remarks = Remarks { newer, ..problem.into() };
                self.graph_editor(browser, Some((&held, base)), &draft, SPARE, &remarks)
            }
        }
    }

    /// What was sent, if it is to be saved and can be; else how many empty rows the editor has and what it says.
    fn graph_input(&self, draft: &mut Draft, form: &Form) -> Result<GraphInput, (usize, Remarks)> {
        match Action::of(form) {
            Action::Save => self.input(draft).map_err(|remarks| (SPARE, remarks)),
            Action::MoreRows => Err((MORE, Remarks::default())),
            // The row was left out when the draft was read.
            Action::Remove(_) => Err((SPARE, Remarks::default())),
            Action::Paste => Err((SPARE, self.paste(draft))),
        }
    }

    fn input(&self, draft: &Draft) -> Result<GraphInput, Remarks> {
        let library = self.served.loaded.library();
        let statements = draft.statements.iter().map(|parts| parts.each_ref().map(String::as_str));
        let vocabulary = &library.vocabulary.current.content;
        let input = GraphInput::new(&draft.title, &draft.description, statements, vocabulary, &library.site);
        let mut faults = Faults::default();
        if draft.note.chars().count() > LONGEST_NOTE {
            faults.say("note", format!("What changed is said in at most {LONGEST_NOTE} characters."));
        }
        match input {
            Ok(input) if faults.is_empty() => Ok(input),
            input => {
                let GraphFaults { title, description, statements } = input.err().unwrap_or_default();
                for (field, name, fault) in
                    [("title", "The title", title), ("description", "The description", description)]
                {
                    if let Some(fault) = fault {
                        faults.say(field, format!("{name} {fault}."));
                    }
                }
                let too_many = statements.iter().find(|fault| fault.number().is_none()).map(statement_fault);
                let sentence = too_many.unwrap_or_else(|| {
                    "Nothing was saved. The marked fields show the problems. Your input is still here."
                        .to_owned()
                });
                let problem = Problem::invalid(sentence).with(faults);
                Err(Remarks { problem: Some(problem), newer: None, statements })
            }
        }
    }

    /// Adds the statements of a document to the rows.
    fn paste(&self, draft: &mut Draft) -> Remarks {
        let library = self.served.loaded.library();
        let (vocabulary, terms) = (&library.vocabulary.current.content, library.site.terms());
        match pasted_statements(&draft.pasted, vocabulary, &terms) {
            Ok(statements) if draft.statements.len() + statements.len() > MAX_AXIOMS => {
                let count = draft.statements.len() + statements.len();
                let fault = InvalidStatement::TooMany(count);
                Problem::at("pasted", format!("Nothing was added: {fault}.")).into()
            }
            Ok(statements) => {
                let prefixes = library.site.all_prefixes();
                let compact = |parts: [String; 3]| parts.map(|part| prefixes.compact(&part));
                draft.statements.extend(statements.into_iter().map(compact));
                draft.pasted.clear();
                // What is wrong with them is said at once, and all else when it is saved.
                let statements =
                    self.input(draft).err().map(|remarks| remarks.statements).unwrap_or_default();
                Remarks { statements, ..Remarks::default() }
            }
            Err(fault) => Problem::at("pasted", format!("Nothing was added: {fault}.")).into(),
        }
    }

    /// What was typed. Rows without acts are left out, and one that is to be removed; an act that was named by its
    /// label gets its compact name.
    ///
    /// # Errors
    /// There are more rows than a graph has statements: no page of ours sends such a form.
    fn drafted(&self, form: &Form) -> Result<Draft, Refused> {
        let choices = self.pages().statement_choices();
        let removed = match Action::of(form) {
            Action::Remove(number) => Some(number),
            _ => None,
        };
        let part = |part: &str, number: u32| form.trimmed(&format!("{part}-{number}"));
        let act = |typed: &str| choices.act_labelled(typed).unwrap_or(typed).to_owned();
        let numbers = form.numbers("subject");
        if numbers.len() > MAX_AXIOMS + SPARE.max(MORE) {
            return Err(Refused::sentence(422, format!("{}.", InvalidStatement::TooMany(numbers.len()))));
        }
        let numbers = numbers.into_iter().filter(|number| Some(*number) != removed);
        let statements = numbers.filter_map(|number| {
            let (subject, object) = (part("subject", number), part("object", number));
            let is_empty = subject.is_empty() && object.is_empty();
            (!is_empty).then(|| [act(subject), part("relation", number).to_owned(), act(object)])
        });
        Ok(Draft {
            title: form.trimmed("title").to_owned(),
            description: form.trimmed("description").to_owned(),
            note: form.trimmed("note").to_owned(),
            pasted: form.field("pasted").to_owned(),
            statements: statements.collect(),
        })
    }

    fn statements_of(&self, graph: &DependencyGraph) -> Vec<[String; 3]> {
        let prefixes = self.library_site().all_prefixes();
        let parts = graph.axioms.iter().map(|axiom| [&axiom.subject, &axiom.predicate, &axiom.object]);
        parts.map(|parts| parts.map(|iri| prefixes.compact(iri))).collect()
    }

    /// The editor with a draft; of a graph that is there with the version the draft was made from.
    fn graph_editor(
        &self,
        browser: &Browser,
        graph: Option<(&Held<GraphId>, u32)>,
        draft: &Draft,
        spare: usize,
        remarks: &Remarks,
    ) -> Result<Response, Refused> {
        let choices = self.pages().statement_choices();
        let edited = graph.map(|(held, base)| EditedGraph {
            id: held.owned.row.id.as_str(),
            title: &held.owned.row.content.title,
            status: held.owned.row.state.kind(),
            base,
        });
        let problem = remarks.problem.as_ref();
        let page = GraphEditorPage {
            newer: remarks.newer,
            graph: edited,
            title: &draft.title,
            description: &draft.description,
            note: &draft.note,
            rows: rows(draft, spare, &remarks.statements, &choices),
            choices: &choices,
            origins: self.origins(),
            pasted: &draft.pasted,
        };
        let path = match graph {
            Some((held, _)) => format!("/account/graphs/{}/edit", held.owned.row.id),
            None => "/account/graphs/new".to_owned(),
        };
        self.form_page(browser, &path, &page, problem)
    }

    /// The graphs of the library, the default one first.
    fn origins(&self) -> Vec<Choice> {
        let mut graphs: Vec<_> = self.served.loaded.library().graphs.iter().collect();
        graphs.sort_by_key(|(id, _)| id.as_str() != Library::DEFAULT_GRAPH);
        let choice = |(id, model): (&GraphId, &muniment_licenses::model::Model<DependencyGraph>)| Choice {
            value: id.to_string(),
            label: model.current.content.title.value.clone(),
        };
        graphs.into_iter().map(choice).collect()
    }
}

/// The statements of a draft as rows, with what is wrong with them, and empty ones.
fn rows<'d>(
    draft: &'d Draft,
    spare: usize,
    faults: &[InvalidStatement],
    choices: &'d StatementChoices,
) -> Vec<StatementRow<'d>> {
    let mut by_number: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for fault in faults {
        if let Some(number) = fault.number() {
            by_number.entry(number).or_default().push(statement_fault(fault));
        }
    }
    let mut faults_of = |number: usize| {
        let mut sentences = by_number.remove(&number).unwrap_or_default();
        sentences.dedup();
        sentences
    };
    let statements = draft.statements.iter().map(|parts| parts.each_ref().map(String::as_str));
    let empty = std::iter::repeat_n(["", "", ""], spare);
    let rows = (1..).zip(statements.chain(empty)).map(|(number, [subject, relation, object])| StatementRow {
        number,
        subject,
        subject_label: choices.label(subject),
        relation,
        object,
        object_label: choices.label(object),
        faults: faults_of(number),
    });
    rows.collect()
}
