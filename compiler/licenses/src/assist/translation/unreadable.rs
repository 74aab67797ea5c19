/// Why an answer of a language model cannot be read: it does not have the shape that was asked for.
///
/// What a readable answer has wrong with it is told in warnings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The answer is no object.
    #[error("the answer is no JSON object")]
    NoObject,
    /// Something that has to be there is not.
    #[error("the answer lacks `{0}`")]
    Missing(String),
    /// Something has another type than was asked for.
    #[error("`{place}` of the answer is not {wanted}")]
    WrongType {
        /// Where it is, such as `statements[3].term`.
        place: String,
        /// What was asked for.
        wanted: &'static str,
    },
}
