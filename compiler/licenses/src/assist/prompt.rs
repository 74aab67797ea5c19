use serde_json::Value;

/// A question to a language model that answers with a JSON document.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// What the model is to do, and the rules it keeps.
    pub system: String,
    /// What it is to do it with. Text of strangers stands here alone, between marks, and is never taken for rules.
    pub user: String,
    /// Name of the schema; one that ends in `review` asks for notes on an answer.
    pub schema_name: &'static str,
    /// JSON Schema of the answer.
    pub schema: Value,
}
