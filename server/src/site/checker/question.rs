use http::StatusCode;
use muniment_documents::api::v1::{Refused, graph_named};
use muniment_licenses::model::{GraphId, Library};
use muniment_licenses::reason::{CLOSED_SOURCE, Context, Purpose, Shipping, Use, is_closed_source};
use muniment_pages::checker::{CheckerForm, ContextFields, GraphOption, LicenseField, TypedField};

use super::fields::{Edit, Fields};
use super::naming::{Unnamed, field};
use crate::accounts::{Caller, ReadableLicense};
use crate::api::v1::{MOST_COMPOSED_BYTES, too_many_bytes};
use crate::app::App;

/// Licenses of one question on a page at most; the API takes more.
const MOST_LICENSES: usize = 30;

/// Fields of a form at most.
const MOST_FIELDS: usize = 60;

/// Characters of a name of a graph that are shown again.
const GRAPH_SHOWN: usize = 200;

/// A question whose every field is sound.
#[derive(Debug)]
pub(super) struct Checked {
    /// The licenses of the parts, each once.
    pub(super) licenses: Vec<ReadableLicense>,
    /// How the part at the same place is used, if not as the others.
    pub(super) uses: Vec<Option<Use>>,
    /// The license of the whole.
    pub(super) target: Option<CheckedWork>,
    /// How the parts are used in the work.
    pub(super) context: Context,
    /// The graph to reason over.
    pub(super) graph: GraphId,
    /// What was typed.
    pub(super) form: CheckerForm,
}

/// The license of a work that a person named.
#[derive(Debug)]
pub(super) enum CheckedWork {
    /// A record or a composed license.
    License(ReadableLicense),
    /// Closed source.
    ClosedSource,
}

impl CheckedWork {
    /// The identifier of the license, or the name of closed source.
    pub(super) fn id(&self) -> &str {
        match self {
            Self::License(license) => license.id().as_str(),
            Self::ClosedSource => CLOSED_SOURCE,
        }
    }

    pub(super) const fn license(&self) -> Option<&ReadableLicense> {
        match self {
            Self::License(license) => Some(license),
            Self::ClosedSource => None,
        }
    }
}

/// A question with a fault in some field.
#[derive(Debug)]
pub(super) struct Faulty {
    /// What was typed, with what is wrong at each field.
    pub(super) form: CheckerForm,
    /// That of the answer.
    pub(super) status: StatusCode,
}

impl Checked {
    /// The identifiers between commas.
    pub(super) fn ids(&self) -> String {
        let ids: Vec<&str> = self.licenses.iter().map(|license| license.id().as_str()).collect();
        ids.join(",")
    }

    /// The uses of single parts between commas; empty if no part has one.
    pub(super) fn uses(&self) -> String {
        if self.uses.iter().all(Option::is_none) {
            return String::new();
        }
        let words: Vec<&str> = self.uses.iter().map(|usage| usage.map_or("", Use::word)).collect();
        words.join(",")
    }

    /// The address that asks the same again. Identifiers stand in a query as they are.
    pub(super) fn address(&self, checker: &str, with_target: bool) -> String {
        let mut address = format!("{checker}?ids={}", self.ids());
        if self.graph.as_str() != Library::DEFAULT_GRAPH {
            address.push_str("&dependency_graph=");
            address.push_str(self.graph.as_str());
        }
        let uses = self.uses();
        if !uses.is_empty() {
            address.push_str("&uses=");
            address.push_str(&uses);
        }
        let default = Context::default();
        if self.context.usage != default.usage {
            address.push_str("&use=");
            address.push_str(self.context.usage.word());
        }
        if self.context.shipping != default.shipping {
            address.push_str("&ship=");
            address.push_str(self.context.shipping.word());
        }
        if self.context.modified {
            address.push_str("&modified=true");
        }
        if self.context.purpose != default.purpose {
            address.push_str("&purpose=");
            address.push_str(self.context.purpose.word());
        }
        if let Some(target) = self.target.as_ref().filter(|_| with_target) {
            address.push_str("&target=");
            address.push_str(target.id());
        }
        address
    }
}

/// The worst of what is wrong: what cannot be meant goes before what is not there.
#[derive(Debug, Default)]
struct WorstStatus(Option<StatusCode>);

impl WorstStatus {
    fn note(&mut self, status: StatusCode) {
        let is_graver = self.0.is_none() || status == StatusCode::UNPROCESSABLE_ENTITY;
        if is_graver {
            self.0 = Some(status);
        }
    }
}

impl App {
    /// The form as it is opened or edited.
    pub(super) async fn checker_form(
        &self,
        fields: &Fields,
        caller: &Caller,
    ) -> Result<CheckerForm, Refused> {
        let used = |place: usize| fields.uses.get(place).cloned().unwrap_or_default();
        let ids = fields.ids.iter().enumerate().take(MOST_FIELDS);
        let mut typed: Vec<LicenseField> =
            ids.map(|(place, typed)| blank(typed.trim().to_owned(), used(place))).collect();
        match fields.edit {
            Some(Edit::Add) => typed.resize(typed.len().max(1) + 1, LicenseField::default()),
            Some(Edit::Remove(place)) if (1..=typed.len()).contains(&place) => {
                typed.remove(place - 1);
            }
            Some(Edit::Remove(_)) | None => {}
        }
        let default = Context::default();
        Ok(CheckerForm {
            licenses: at_least_two(typed),
            target: blank(fields.target.clone(), String::new()),
            usage: ContextFields {
                usage: TypedField {
                    typed: or_default(&fields.usage, default.usage.word()),
                    ..TypedField::default()
                },
                ship: TypedField {
                    typed: or_default(&fields.ship, default.shipping.word()),
                    ..TypedField::default()
                },
                purpose: TypedField {
                    typed: or_default(&fields.purpose, default.purpose.word()),
                    ..TypedField::default()
                },
                modified: fields.modified,
            },
            graph: TypedField { typed: fields.graph.clone(), error: String::new() },
            graphs: self.graph_options(&fields.graph, caller).await?,
            ..CheckerForm::default()
        })
    }

    /// The licenses and the graph that a person named, if every name is known and `fewest` licenses are named.
    pub(super) async fn checked(
        &self,
        fields: &Fields,
        fewest: usize,
        caller: &Caller,
    ) -> Result<Result<Checked, Faulty>, Refused> {
        // One part has a question of its own where the license of the work is named.
        let fewest = if fields.target.is_empty() { fewest } else { 1 };
        let (mut form, mut worst) = (
            self.checker_form(&Fields { edit: None, ..fields.clone() }, caller).await?,
            WorstStatus::default(),
        );
        let names = self.names(&fields.ids, &fields.uses);
        let mut licenses: Vec<ReadableLicense> = Vec::new();
        let mut uses: Vec<Option<Use>> = Vec::new();
        let mut bytes = 0;
        if names.len() > MOST_LICENSES {
            worst.note(StatusCode::UNPROCESSABLE_ENTITY);
            let all: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
            form.licenses = at_least_two(vec![blank(all.join(", "), String::new())]);
            form.licenses_error = format!(
                "You named {} licenses. This page checks {MOST_LICENSES} at most. The API takes more.",
                names.len()
            );
        } else {
            form.licenses.clear();
            for (name, used) in &names {
                let named = self.license_called(name, caller).await?;
                if let Ok(ReadableLicense::Composed(license)) = &named {
                    bytes += license.row.content.document.len();
                    if bytes > MOST_COMPOSED_BYTES {
                        return Err(too_many_bytes());
                    }
                }
                let before = named.as_ref().ok().and_then(|named| {
                    licenses.iter().find(|license| license.model().iri == named.model().iri)
                });
                let mut shown = match &named {
                    Ok(license) => field(name, Ok(license)),
                    Err(Unnamed { status, .. }) => {
                        worst.note(*status);
                        LicenseField::default()
                    }
                };
                if let Some(before) = before {
                    worst.note(StatusCode::UNPROCESSABLE_ENTITY);
                    shown.error = format!("{} is named twice; once is enough.", before.id());
                }
                match named {
                    Ok(license) if shown.error.is_empty() => licenses.push(license),
                    Ok(_) => {}
                    Err(unnamed) => shown = field(name, Err(unnamed)),
                }
                shown.usage.typed.clone_from(used);
                match used.as_str() {
                    "" => uses.push(None),
                    _ => match word(&mut shown.usage, Use::ALL) {
                        None => worst.note(StatusCode::UNPROCESSABLE_ENTITY),
                        usage => uses.push(usage),
                    },
                }
                form.licenses.push(shown);
            }
            form.licenses = at_least_two(form.licenses);
            if names.len() < fewest {
                worst.note(StatusCode::UNPROCESSABLE_ENTITY);
                form.licenses_error = match (fewest, names.len()) {
                    (2, 1) => "Name a second license, or the license of the work.".to_owned(),
                    (2, _) => "Name the licenses of two parts at least.".to_owned(),
                    _ => "Name a license at least.".to_owned(),
                };
            }
        }
        let target = match fields.target.as_str() {
            "" => None,
            name if is_closed_source(name) => Some(CheckedWork::ClosedSource),
            name => match self.license_called(name, caller).await? {
                Ok(license) => {
                    form.target = field(name, Ok(&license));
                    Some(CheckedWork::License(license))
                }
                Err(unnamed) => {
                    worst.note(unnamed.status);
                    form.target = field(name, Err(unnamed));
                    None
                }
            },
        };
        let usage = word(&mut form.usage.usage, Use::ALL);
        let shipping = word(&mut form.usage.ship, Shipping::ALL);
        let purpose = word(&mut form.usage.purpose, Purpose::ALL);
        if usage.is_none() || shipping.is_none() || purpose.is_none() {
            worst.note(StatusCode::UNPROCESSABLE_ENTITY);
        }
        let context = usage.zip(shipping).zip(purpose).map(|((usage, shipping), purpose)| Context {
            usage,
            shipping,
            modified: fields.modified,
            purpose,
        });
        let graph = match self.graph_called(&fields.graph, caller).await {
            Ok(graph) => Some(graph),
            Err(Refused::Sentence { status, detail }) if matches!(status, 403 | 404 | 422) => {
                worst.note(StatusCode::from_u16(status).unwrap_or(StatusCode::NOT_FOUND));
                form.graph.error = detail.chars().take(2 * GRAPH_SHOWN).collect();
                None
            }
            Err(refused) => return Err(refused),
        };
        Ok(match (worst.0, context, graph) {
            (None, Some(context), Some(graph)) => {
                Ok(Checked { licenses, uses, target, context, graph, form })
            }
            (status, ..) => Err(Faulty { form, status: status.unwrap_or(StatusCode::UNPROCESSABLE_ENTITY) }),
        })
    }

    /// The names in the fields, each with its use: one each, or several between commas; some titles have a comma of their
    /// own.
    fn names(&self, typed: &[String], uses: &[String]) -> Vec<(String, String)> {
        let split = |(place, typed): (usize, &String)| -> Vec<(String, String)> {
            let uses: Vec<&str> = uses.get(place).map(|uses| uses.split(',').collect()).unwrap_or_default();
            let used = |place: usize| match uses.as_slice() {
                [of_all] => *of_all,
                each => each.get(place).copied().unwrap_or_default(),
            };
            let named =
                |(place, name): (usize, &str)| (name.trim().to_owned(), used(place).trim().to_owned());
            if typed.contains(',') && self.is_name(typed) {
                return vec![named((0, typed))];
            }
            typed.split(',').enumerate().map(named).filter(|(name, _)| !name.is_empty()).collect()
        };
        typed.iter().enumerate().flat_map(split).collect()
    }

    async fn graph_called(&self, name: &str, caller: &Caller) -> Result<GraphId, Refused> {
        let name = if name.is_empty() { Library::DEFAULT_GRAPH } else { name };
        let id = graph_named(name, self.library_site())?;
        Ok(self.readable_graph(&id, caller).await?.named().0.clone())
    }

    /// The graphs to choose from: those of the library, the default one first, those of the caller, and the one that
    /// was asked for.
    async fn graph_options(&self, asked: &str, caller: &Caller) -> Result<Vec<GraphOption>, Refused> {
        let library = self.served.loaded.library();
        let option = |value: &str, title: &str| GraphOption {
            value: value.to_owned(),
            label: if title.is_empty() { value.to_owned() } else { title.to_owned() },
        };
        let core = library.graphs.iter().filter(|(id, _)| id.as_str() != Library::DEFAULT_GRAPH);
        let default = library.graphs.iter().filter(|(id, _)| id.as_str() == Library::DEFAULT_GRAPH);
        let mut options: Vec<GraphOption> = default
            .chain(core)
            .map(|(id, model)| option(id.as_str(), &model.current.content.title.value))
            .collect();
        if let Some(account) = caller.account() {
            let own = self.store.models_of::<GraphId>(&account.id).await?;
            options.extend(own.iter().map(|graph| option(graph.id.as_str(), &graph.title)));
        }
        if !asked.is_empty() && !options.iter().any(|option| option.value == asked) {
            options.push(option(asked, &asked.chars().take(GRAPH_SHOWN).collect::<String>()));
        }
        Ok(options)
    }
}

fn or_default(typed: &str, default: &str) -> String {
    if typed.is_empty() { default.to_owned() } else { typed.to_owned() }
}

/// The value that a field of the context names; the fault goes to the field.
fn word<T: Copy>(field: &mut TypedField, among: &[(T, &str)]) -> Option<T> {
    let found = among.iter().find(|(_, word)| *word == field.typed).map(|(value, _)| *value);
    if found.is_none() {
        let words: Vec<&str> = among.iter().map(|(_, word)| *word).collect();
        field.error = format!("Choose one of these: {}.", words.join(", "));
    }
    found
}

fn blank(typed: String, usage: String) -> LicenseField {
    let usage = TypedField { typed: usage, ..TypedField::default() };
    LicenseField { typed, usage, ..LicenseField::default() }
}

fn at_least_two(mut licenses: Vec<LicenseField>) -> Vec<LicenseField> {
    while licenses.len() < 2 {
        licenses.push(LicenseField::default());
    }
    licenses
}
