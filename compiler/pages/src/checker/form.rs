use serde::Serialize;

use super::parts::LicenseName;

/// The form of the checker, with input and faults.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CheckerForm {
    /// The fields of the licenses to combine.
    pub licenses: Vec<LicenseField>,
    /// A fault of all licenses together; may be empty.
    pub licenses_error: String,
    /// The target license, if any.
    pub target: LicenseField,
    /// How the parts are used.
    pub usage: ContextFields,
    /// Identifier or IRI of the graph.
    pub graph: TypedField,
    /// The available graphs.
    pub graphs: Vec<GraphOption>,
}

/// The fields of a context of containment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ContextFields {
    /// `merged`, `combined` or `aggregated`.
    #[serde(rename = "use")]
    pub usage: TypedField,
    /// `internal`, `service`, `binary` or `source`.
    pub ship: TypedField,
    /// `commercial`, `noncommercial` or `research`.
    pub purpose: TypedField,
    /// Whether the parts are modified.
    pub modified: bool,
}

/// A text field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TypedField {
    /// The input.
    pub typed: String,
    /// A fault; empty if valid.
    pub error: String,
}

/// A field that names a license.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LicenseField {
    /// The input.
    pub typed: String,
    /// A fault; empty if valid.
    pub error: String,
    /// The license with this name.
    pub license: Option<LicenseName>,
    /// Similar licenses, if the name is unknown.
    pub nearest: Vec<LicenseName>,
    /// How this part is used; empty as all parts are.
    pub usage: TypedField,
}

/// An available graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GraphOption {
    /// The value that the form sends.
    pub value: String,
    /// The label.
    pub label: String,
}
