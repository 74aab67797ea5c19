use serde::Serialize;

use super::super::Page;
use super::form::{CheckerForm, ContextFields};
use super::{TogetherView, VerdictView, WorkView};

/// The license checker (`/license-compatibility-checker`): form and answer.
#[derive(Debug, Clone, Serialize)]
pub struct CheckerPage<'a> {
    /// The form.
    pub form: &'a CheckerForm,
    /// Why there is no answer to a valid request.
    pub problem: Option<&'a str>,
    /// The answer.
    pub answer: Option<&'a CheckerAnswer>,
}

impl Page for CheckerPage<'_> {
    const TEMPLATE: &'static str = "pages/checker.html";

    fn public_address(&self) -> Option<&str> {
        match self.answer {
            Some(answer) => Some(&answer.address),
            None => self.problem.is_none().then_some("/license-compatibility-checker"),
        }
    }
}

/// Only the form with its faults, for a script that replaces it.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct CheckerRefusal<'a>(pub CheckerPage<'a>);

impl Page for CheckerRefusal<'_> {
    const TEMPLATE: &'static str = "partials/checker_form.html";
}

/// The answer of the checker.
#[derive(Debug, Clone, Serialize)]
pub struct CheckerAnswer {
    /// The address of this answer.
    pub address: String,
    /// Identifiers of the licenses, comma-separated, for further forms.
    pub ids: String,
    /// Identifier of the target license; may be empty.
    pub target: String,
    /// The requested graph; empty for the default one.
    pub graph: String,
    /// The context, for further forms.
    pub usage: ContextFields,
    /// The uses of single parts, comma-separated in the order of `ids`, for further forms; empty if no part has one.
    pub uses: String,
    /// The result.
    #[serde(flatten)]
    pub view: AnswerView,
}

/// The result for each kind of question.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AnswerView {
    /// Whether the parts may go into one work.
    Check {
        /// The answer.
        work: Box<WorkView>,
        /// The verdict.
        verdict: Box<VerdictView>,
        /// The combined statements.
        together: TogetherView,
    },
    /// The licenses of the library that can carry the work.
    Target {
        /// The answer.
        work: Box<WorkView>,
    },
    /// Only the combined statements.
    Bundle {
        /// The combined statements.
        together: TogetherView,
    },
}

impl Page for CheckerAnswer {
    const TEMPLATE: &'static str = "partials/checker_answer.html";
}
