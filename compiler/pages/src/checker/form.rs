use serde::Serialize;

use super::parts::LicenseName;

/// What a person asks of the checker, as they typed it, and what is wrong with it where something is.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CheckerForm {
    /// The licenses to combine; the form has a field for each.
    pub licenses: Vec<LicenseField>,
    /// What is wrong with them together; empty where nothing is.
    pub licenses_error: String,
    /// The license of the whole, if one is asked about.
    pub target: LicenseField,
    /// The graph to reason over, by its identifier or IRI.
    pub graph: TypedField,
    /// The graphs that can be chosen.
    pub graphs: Vec<GraphOption>,
}

/// What was typed into a field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TypedField {
    /// As it was typed.
    pub typed: String,
    /// What is wrong with it; empty where nothing is.
    pub error: String,
}

/// A field that names a license.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LicenseField {
    /// As it was typed.
    pub typed: String,
    /// What is wrong with it; empty where nothing is.
    pub error: String,
    /// The license it names, where there is one.
    pub license: Option<LicenseName>,
    /// Licenses that may have been meant, where there is none.
    pub nearest: Vec<LicenseName>,
}

/// A graph that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GraphOption {
    /// What the form sends.
    pub value: String,
    /// What it is called.
    pub label: String,
}
