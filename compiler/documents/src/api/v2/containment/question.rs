use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::v2::ParameterFault;
use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

/// A question about containment. The names of licenses are not looked up yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainmentQuestion {
    /// The place of the parameters in the request: `query` or `body`.
    pub(in crate::api::v2) location: &'static str,
    /// The parts without those that are among the faults.
    pub(in crate::api::v2) parts: Vec<AskedPart>,
    /// The license of the work. `None` if it is among the faults.
    pub(in crate::api::v2) work: Option<String>,
    pub(in crate::api::v2) context: Context,
    /// Licenses that are chosen before others.
    pub(in crate::api::v2) prefer: Vec<String>,
    /// Faults of the parameters, to which those of the names are added.
    pub(in crate::api::v2) faults: Vec<ParameterFault>,
}

/// A part that a question asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedPart {
    /// The name of its parameter.
    pub name: String,
    /// A license or an SPDX expression.
    pub expression: String,
    /// How the work uses it; `None` for the use of the question.
    pub usage: Option<Use>,
    /// Whether it was modified; `None` for what the question says.
    pub modified: Option<bool>,
}

impl AskedPart {
    /// A part with the use of the question.
    #[must_use]
    pub const fn new(name: String, expression: String) -> Self {
        Self { name, expression, usage: None, modified: None }
    }
}

/// A part of a posted question: a license, or a license with a use of its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a part is a license as a text, or an object with `license`, `use` and `modified`"
)]
pub(in crate::api::v2) enum PartRequest {
    /// A license by any of its identifiers, or an SPDX expression.
    License(String),
    /// The same with the use of this part.
    Used(UsedPart),
}

/// A part with a use of its own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api::v2) struct UsedPart {
    /// A license by any of its identifiers, or an SPDX expression.
    license: String,
    /// How the work uses the part; that of the question if it is left out.
    #[serde(rename = "use")]
    #[schemars(extend("enum" = ["merged", "combined", "aggregated", null]))]
    usage: Option<String>,
    /// Whether the part was modified; that of the question if it is left out.
    modified: Option<bool>,
}

/// The JSON document of a question about several parts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api::v2) struct ContainmentRequest {
    /// The licenses of the parts: a license by any of its identifiers, or an SPDX expression, for each.
    #[serde(rename = "in")]
    #[schemars(length(min = 1, max = ContainmentQuestion::MAX_PARTS))]
    parts: Vec<PartRequest>,
    /// The license of the work, by any of its identifiers; `proprietary` for closed source.
    out: String,
    /// How the work uses the parts; `combined` if it is left out.
    #[serde(rename = "use")]
    #[schemars(extend("enum" = ["merged", "combined", "aggregated", null]))]
    usage: Option<String>,
    /// How others receive the work; `binary` if it is left out.
    #[schemars(extend("enum" = ["internal", "service", "binary", "source", null]))]
    ship: Option<String>,
    /// Whether the parts were modified; `false` if it is left out.
    modified: Option<bool>,
    /// What the work is used for; `commercial` if it is left out.
    #[schemars(extend("enum" = ["commercial", "noncommercial", "research", null]))]
    purpose: Option<String>,
    /// Licenses that are chosen before others where a part has a choice, the first of them first.
    #[serde(default)]
    #[schemars(length(max = ContainmentQuestion::MAX_PARTS))]
    prefer: Vec<String>,
}

impl ContainmentQuestion {
    /// The most parts of one question.
    pub const MAX_PARTS: usize = 500;

    /// The most licenses of all parts of one question, repetitions included.
    pub const MAX_LICENSES: usize = 4096;

    /// A question whose parameters are sound: a license or SPDX expression for each part, the license of the work, licenses
    /// to choose before others.
    #[must_use]
    pub fn new(parts: Vec<String>, work: String, prefer: Vec<String>, context: Context) -> Self {
        let parts = parts.into_iter().map(|expression| AskedPart::new("in".to_owned(), expression));
        let faults = Vec::new();
        Self { location: "query", parts: parts.collect(), work: Some(work), context, prefer, faults }
    }

    /// Refuses a list of preferred licenses that is longer than that of parts may be.
    pub(in crate::api::v2) fn bounded(prefer: Vec<String>) -> Result<Vec<String>, String> {
        let (number, most) = (prefer.len(), Self::MAX_PARTS);
        if number <= most { Ok(prefer) } else { Err(format!("{number} licenses; it has at most {most}")) }
    }

    /// Reads the JSON document of a question about several parts. The fault of a document of another shape is its first;
    /// of values every fault is named.
    #[must_use]
    pub fn read(content: &[u8]) -> Self {
        let (location, context) = ("body", Context::default());
        let fault = |name: &str, detail: String| ParameterFault::new(location, name, detail);
        // Serde reads an array as the members in their order, too.
        let request: Result<ContainmentRequest, String> = match content.trim_ascii_start().starts_with(b"{") {
            true => serde_json::from_slice(content).map_err(|error| error.to_string()),
            false => Err("it is not a JSON object".to_owned()),
        };
        let request = match request {
            Ok(request) => request,
            Err(detail) => {
                let faults = vec![fault("body", detail)];
                return Self { location, parts: Vec::new(), work: None, context, prefer: Vec::new(), faults };
            }
        };
        let mut faults = Vec::new();
        let (number, most) = (request.parts.len(), Self::MAX_PARTS);
        if !(1..=most).contains(&number) {
            faults.push(fault("in", format!("{number} parts; it has 1 to {most}")));
        }
        let mut parts = Vec::new();
        for (place, part) in request.parts.into_iter().take(most).enumerate() {
            let name = format!("in[{place}]");
            parts.push(match part {
                PartRequest::License(expression) => AskedPart::new(name, expression),
                PartRequest::Used(UsedPart { license, usage, modified }) => {
                    let usage = usage.and_then(|word| {
                        let place = || format!("{name}.use");
                        word_of(&word, Use::ALL).map_err(|detail| faults.push(fault(&place(), detail))).ok()
                    });
                    AskedPart { name, expression: license, usage, modified }
                }
            });
        }
        let prefer = Self::bounded(request.prefer);
        let prefer = prefer.map_err(|detail| faults.push(fault("prefer", detail))).unwrap_or_default();
        let usage = request.usage.and_then(|word| {
            word_of(&word, Use::ALL).map_err(|detail| faults.push(fault("use", detail))).ok()
        });
        let shipping = request.ship.and_then(|word| {
            word_of(&word, Shipping::ALL).map_err(|detail| faults.push(fault("ship", detail))).ok()
        });
        let purpose = request.purpose.and_then(|word| {
            word_of(&word, Purpose::ALL).map_err(|detail| faults.push(fault("purpose", detail))).ok()
        });
        let context = Context {
            usage: usage.unwrap_or(context.usage),
            shipping: shipping.unwrap_or(context.shipping),
            modified: request.modified.unwrap_or(context.modified),
            purpose: purpose.unwrap_or(context.purpose),
        };
        Self { location, parts, work: Some(request.out), context, prefer, faults }
    }
}

/// The value that a word stands for.
///
/// # Errors
/// The word is not known: the words that are.
pub fn word_of<T: Copy>(text: &str, known: &[(T, &str)]) -> Result<T, String> {
    let value = known.iter().find(|(_, word)| *word == text).map(|(value, _)| *value);
    let words = || known.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(", ");
    value.ok_or_else(|| format!("`{text}` is not one of {}", words()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(document: &str) -> Vec<(String, String)> {
        let faults = ContainmentQuestion::read(document.as_bytes()).faults;
        faults.into_iter().map(|fault| (fault.name, fault.detail)).collect()
    }

    #[test]
    fn a_document_names_parts_by_their_place() {
        let document = r#"{"in": ["MIT", "ISC OR Zlib"], "out": "MIT", "use": "merged", "modified": true}"#;
        let question = ContainmentQuestion::read(document.as_bytes());
        let parts: Vec<(&str, &str)> =
            question.parts.iter().map(|part| (part.name.as_str(), part.expression.as_str())).collect();
        assert_eq!(parts, [("in[0]", "MIT"), ("in[1]", "ISC OR Zlib")]);
        let context = Context { usage: Use::Merged, modified: true, ..Context::default() };
        assert_eq!((question.work.as_deref(), question.context), (Some("MIT"), context));
        assert_eq!(question.faults, []);
    }

    #[test]
    fn faults_of_values_are_named_all_at_once_and_of_the_document_with_a_place() {
        let all = faults(r#"{"in": [], "out": "MIT", "use": "glued", "ship": "mail"}"#);
        assert_eq!(all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["in", "use", "ship"]);
        let many = serde_json::json!({"in": vec!["MIT"; 501], "out": "MIT"}).to_string();
        assert_eq!(faults(&many), [("in".to_owned(), "501 parts; it has 1 to 500".to_owned())]);
        for (document, told) in [
            ("", "it is not a JSON object"),
            (r#"[["MIT"], "MIT"]"#, "it is not a JSON object"),
            (r#"{"in": ["MIT"]"#, "EOF while parsing"),
            (r#"{"in": ["MIT"]}"#, "missing field `out`"),
            (r#"{"in": "MIT", "out": "MIT"}"#, "expected a sequence at line 1 column 12"),
            (r#"{"in": ["MIT"], "out": "MIT", "used": "merged"}"#, "unknown field `used`"),
            (r#"{"in": [7], "out": "MIT"}"#, "a part is a license as a text, or an object"),
        ] {
            let found = faults(document);
            assert!(
                matches!(found.as_slice(), [(name, detail)] if name == "body" && detail.contains(told)),
                "{found:?}"
            );
        }
    }
}
