//! Bodies that are JSON objects.

use serde_json::{Map, Value};

use super::{ParameterFault, Refused};

/// The members of a body. What it is instead is told as a fault of a parameter.
pub(super) fn object(body: &[u8]) -> Result<Map<String, Value>, Vec<ParameterFault>> {
    let fault = |kind, msg: &str, input| vec![ParameterFault::new(kind, &["body"], msg, input)];
    match serde_json::from_slice(body) {
        Ok(Value::Object(document)) => Ok(document),
        Ok(other) => Err(fault("model_attributes_type", "Input should be a valid dictionary", other)),
        Err(error) => Err(fault("json_invalid", &format!("JSON decode error: {error}"), Value::Null)),
    }
}

/// The members of a body. What it is instead is told in a sentence.
pub(super) fn object_or_sentence(body: &[u8]) -> Result<Map<String, Value>, Refused> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(document)) => Ok(document),
        Ok(_) => Err(Refused::sentence(422, "the body is no JSON object")),
        Err(error) => Err(Refused::sentence(422, format!("the body is not JSON: {error}"))),
    }
}

/// For a member that has to be a text.
pub(super) fn no_string(loc: &[&str], input: &Value) -> Refused {
    Refused::fault("string_type", loc, "Input should be a valid string", input.clone())
}
