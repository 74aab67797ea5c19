use serde_json::Value;

/// A prompt for a language model, whose answer is a JSON document.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Task and rules.
    pub system: String,
    /// Input. Only this part contains untrusted text, between marks.
    pub user: String,
    /// Name of the schema; one that ends in `review` asks for notes on an answer.
    pub schema_name: &'static str,
    /// JSON Schema of the answer.
    pub schema: Value,
}
