/// Why an answer of a language model does not match the schema.
///
/// Other problems of an answer give warnings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The answer is not an object.
    #[error("the answer is no JSON object")]
    NoObject,
    /// A required member is missing.
    #[error("the answer lacks `{0}`")]
    Missing(String),
    /// A member has the wrong type.
    #[error("`{place}` of the answer is not {wanted}")]
    WrongType {
        /// Where it is, such as `statements[3].term`.
        place: String,
        /// The expected type.
        wanted: &'static str,
    },
}
