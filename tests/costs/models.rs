//! The largest models that can be sent, and who sends them.

use serde_json::{Value, json};

use crate::server::{Answer, Server};

const HEAD: &str = "@prefix odrl: <http://www.w3.org/ns/odrl/2/> .\n\
                    @prefix cc: <http://creativecommons.org/ns#> .\n\
                    @prefix dct: <http://purl.org/dc/terms/> .\n";

/// A client of a server, with a token of its own.
pub(crate) struct Asker<'h> {
    pub(crate) server: &'h Server,
    pub(crate) token: &'h str,
    pub(crate) address: String,
}

impl Asker<'_> {
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.server.ask("GET", path, &[("X-Forwarded-For", &self.address)])
    }

    fn send(&self, path: &str, media_type: &str, document: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let headers =
            [("X-Forwarded-For", &*self.address), ("Authorization", &bearer), ("Content-Type", media_type)];
        self.server.send(path, &headers, document)
    }

    /// Publishes a license.
    pub(crate) fn compose(&self, media_type: &str, document: &str) -> Answer {
        self.send("/licenselibrary/composer", media_type, document)
    }

    /// Publishes a graph.
    pub(crate) fn graph(&self, document: &Value) -> Answer {
        self.send("/dependencygraph", "application/json", &document.to_string())
    }

    /// Checks licenses, by identifiers or addresses.
    pub(crate) fn check(&self, licenses: &[String], graph: Option<&str>) -> Answer {
        let iri = |name: &String| match name.contains("://") {
            true => name.clone(),
            false => format!("https://muniment.example/licenselibrary/{name}"),
        };
        let mut question = json!({"licenses": licenses.iter().map(iri).collect::<Vec<_>>()});
        if let Some(graph) = graph {
            question["dependency_graph"] = json!(graph);
        }
        self.send("/compatibilitycheck/", "application/json", &question.to_string())
    }
}

impl Answer {
    /// The identifier of what was made.
    #[track_caller]
    pub(crate) fn id(&self) -> String {
        self.is(201).json()["id"].as_str().unwrap().to_owned()
    }
}

/// A license of so many triples: rules with duties, then nodes that nobody knows what to do with.
pub(crate) fn license_of_triples(number: usize, triples: usize) -> String {
    let mut turtle = format!("{HEAD}[] a odrl:Set ; dct:title \"Number {number}\"");
    let acts = ["distribute", "derive", "display", "modify", "present", "print", "reproduce", "sell"];
    let duties = ["cc:Attribution", "cc:Notice", "cc:ShareAlike"];
    // What one license permits the next one prohibits.
    let kind = if number.is_multiple_of(2) { "permission" } else { "prohibition" };
    for act in acts {
        turtle.push_str(&format!(" ;\n odrl:{kind} [ odrl:action odrl:{act}"));
        if kind == "permission" {
            duties.iter().for_each(|duty| turtle.push_str(&format!(" ; odrl:duty [ odrl:action {duty} ]")));
        }
        turtle.push_str(" ]");
    }
    for node in 0..triples.saturating_sub(150) / 2 {
        turtle.push_str(&format!(" ;\n <https://x.example/p> [ <https://x.example/q> \"{number} {node}\" ]"));
    }
    turtle + " ."
}

/// A license whose texts are as long as they may be, in a mebibyte.
pub(crate) fn license_of_texts() -> String {
    let clauses: Vec<String> = (0..46).map(|clause| format!("{clause:x>19990}")).collect();
    json!({
        "title": "Texts",
        "license_text": "Lorem ipsum\n".repeat(5_000),
        "additional_clauses": clauses,
        "permissions": [{"action": "odrl:distribute", "duties": ["cc:Attribution"]}],
    })
    .to_string()
}

/// The address of every record.
pub(crate) fn records(server: &Server) -> Vec<String> {
    let licenses = server.get("/license-compatibility-checker/licenses").is(200).json();
    licenses.as_array().unwrap().iter().map(|entry| entry["uri"].as_str().unwrap().to_owned()).collect()
}

/// A graph in which as many acts as fit contradict each other.
pub(crate) fn contradictions(server: &Server) -> Value {
    let actions = server.get("/licenselibrary/actions").is(200).json();
    let rows = actions["actions"].as_array().unwrap();
    let acts: Vec<&str> = rows.iter().map(|row| row["iri"].as_str().unwrap()).collect();
    let pairs = acts.iter().enumerate().flat_map(|(place, a)| acts[place + 1..].iter().map(move |b| (a, b)));
    let axioms: Vec<Value> = pairs
        .take(1_990)
        .map(|(a, b)| json!({"subject": a, "relation": "svc:contradicts", "object": b}))
        .collect();
    json!({"title": "Contradictions", "axioms": axioms})
}
