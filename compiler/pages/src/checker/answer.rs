use serde::Serialize;

use super::super::Page;
use super::form::CheckerForm;
use super::{TargetsView, TogetherView, VerdictView};

/// The checker of licenses (`/license-compatibility-checker`): its form, and the answer where something was asked.
#[derive(Debug, Clone, Serialize)]
pub struct CheckerPage<'a> {
    /// What was typed.
    pub form: &'a CheckerForm,
    /// Why there is no answer although nothing is wrong with what was typed.
    pub problem: Option<&'a str>,
    /// The answer.
    pub answer: Option<&'a CheckerAnswer>,
}

impl Page for CheckerPage<'_> {
    const TEMPLATE: &'static str = "pages/checker.html";
}

/// The same without its answer and what stands around it: for a script that puts it in the place of the form.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct CheckerRefusal<'a>(pub CheckerPage<'a>);

impl Page for CheckerRefusal<'_> {
    const TEMPLATE: &'static str = "partials/checker_form.html";
}

/// What the checker answers.
#[derive(Debug, Clone, Serialize)]
pub struct CheckerAnswer {
    /// The address that gives this answer again.
    pub address: String,
    /// Identifiers of the licenses, comma-separated, for the forms that ask on.
    pub ids: String,
    /// The license of the whole, by its identifier; empty where none was named.
    pub target: String,
    /// The graph that was asked for; empty for the default one.
    pub graph: String,
    /// What was found.
    #[serde(flatten)]
    pub view: AnswerView,
}

/// What was asked, with what was found.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnswerView {
    /// Whether the licenses go together.
    Check {
        /// What stands between them.
        verdict: Box<VerdictView>,
        /// What they say together.
        together: TogetherView,
        /// Which of them the whole might carry.
        targets: TargetsView,
    },
    /// Which license the whole might carry, of all the library has.
    Target {
        /// They.
        targets: TargetsView,
    },
    /// What the licenses say together and nothing else.
    Bundle {
        /// That.
        together: TogetherView,
    },
}

impl Page for CheckerAnswer {
    const TEMPLATE: &'static str = "partials/checker_answer.html";
}
