use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::problems::{Problem, ProblemKind};

/// What a relative reference of RFC 3986 may not have in its path.
const RESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// An audit in SARIF 2.1.0, which code hosts show beside the file. Accepted problems are suppressed.
pub(super) fn text(problems: &[Problem], file: &str) -> serde_json::Result<String> {
    let rules =
        ProblemKind::ALL.map(|(_, name, what)| json!({"id": name, "shortDescription": {"text": what}}));
    let file = utf8_percent_encode(file, RESERVED).to_string();
    let results: Vec<Value> = problems.iter().map(|problem| result(problem, &file)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "muniment",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
        }],
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn result(problem: &Problem, file: &str) -> Value {
    let (line, column) = problem.place.unwrap_or((1, 1));
    let suppressions: Vec<Value> = problem
        .accepted
        .iter()
        .map(|reason| json!({"kind": "external", "status": "accepted", "justification": reason}))
        .collect();
    json!({
        "ruleId": problem.kind.name(),
        "level": if problem.fails { "error" } else { "note" },
        "message": {"text": format!("{}: {}", problem.subject, problem.message)},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": file},
            "region": {"startLine": line, "startColumn": column},
        }}],
        "partialFingerprints": {"license/v1": format!("{} {}", problem.kind.name(), problem.subject)},
        "suppressions": suppressions,
    })
}
