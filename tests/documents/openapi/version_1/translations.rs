//! Documents of the translation assistant, held against the schemas of its two operations
//! (spec:version-1#assistant-objects).

use std::collections::BTreeMap;

use muniment_documents::api::v1::{
    Event, Events, FailedDocument, JobStatus, Operation, ProgressDocument, QuotaDocument, Stage,
    TranslationDocument, Usage,
};
use muniment_licenses::assist::translation::{Comparison, PartReading, Partial, Proposal, Translator};
use muniment_licenses::reason::Reasoner;
use serde_json::{Value, json, to_value};

use crate::openapi::{OURS, SMALL, World, assert_valid};

const TEXT: &str = "The Larkspur License 2.0. Anyone may copy and share the work. Nobody may copy it. Whoever shares it \
    names its author, and sends a postcard. No warranty.";

/// What a model says that has much to say, some of it wrong.
fn answer() -> Value {
    let said = |kind: &str, term: &str, on: &str, quote: &str| json!({"kind": kind, "term": term, "attached_to": on, "evidence": quote, "confidence": 0.5, "note": "?"});
    json!({
        "title": "The Larkspur License 2.0",
        "language": "en",
        "metadata": {
            "targets": ["creativework"], "validity": "specifyPeriod", "validity_months": 12, "spdx_id": "CC-BY-4.0",
            "warranty_disclaimer": "No warranty.", "additional_clauses": ["Nobody may copy it."],
            "region": "specifyRegion", "country": "Austria", "license_version": "2.0", "alternatives": ["Larkspur"],
        },
        "statements": [
            said("permission", "odrl:reproduce", "", "Anyone may copy"),
            said("permission", "odrl:distribute", "", "copy and share the work"),
            said("prohibition", "odrl:reproduce", "", "Nobody may copy it"),
            said("duty", "cc:Attribution", "odrl:distribute", "Whoever shares it names its author"),
            said("duty", "x:sendPostcard", "", "sends a postcard"),
            said("permission", "odrl:modify", "", "Anyone may change the work"),
        ],
        "unmodelled": [{"clause_quote": "sends a postcard", "proposed_term": "postcard", "note": ""}],
        "warnings": ["The text contradicts itself."],
    })
}

struct Run {
    readings: BTreeMap<usize, PartReading>,
    proposal: Proposal,
    comparison: Option<Comparison>,
    version: String,
}

impl World {
    fn run(&self, answer: &Value) -> Run {
        let library = self.catalog.library;
        let translator = Translator::new(library);
        let readings = BTreeMap::from([(1, translator.read_part(answer, TEXT, 1).unwrap())]);
        let proposal = translator.merge(&Reasoner::new(library), &readings, 2, &[2], "");
        let comparison = Comparison::new(&proposal, &self.index);
        Run { readings, proposal, comparison, version: translator.prompt_version().to_owned() }
    }
}

fn usage() -> Usage {
    Usage {
        tokens_in: 1200,
        tokens_out: 300,
        seconds: 2.5,
        model: "a-model".to_owned(),
        provider: "a-provider".to_owned(),
        part_providers: BTreeMap::from([(1, "a-provider".to_owned()), (12, String::new())]),
    }
}

fn quotas() -> [QuotaDocument; 2] {
    let moment = Some("2026-11-20T12:00:00Z".to_owned());
    let known = QuotaDocument {
        provider_remaining_requests: Some(0),
        provider_reset_at: moment.clone(),
        provider_blocked_until: moment,
        user_remaining_today: Some(9),
        configured: true,
        ..QuotaDocument::default()
    };
    [QuotaDocument::default(), known]
}

#[test]
fn proposals_are_as_described() {
    let usage = usage();
    for world in [&*OURS, &*SMALL] {
        let at_once = world.answered(Operation::TranslateLicense, 200, "application/json");
        let collected = world.answered(Operation::GetTranslation, 200, "application/json");
        let runs = [world.run(&answer()), world.run(&json!({"statements": []}))];
        for (run, quota) in runs.iter().flat_map(|run| quotas().map(|quota| (run, quota))) {
            let document = TranslationDocument::at_once("J1", &run.version, &run.proposal, &usage, &quota);
            let drafted =
                document.clone().with_draft("A1b2C3", "https://muniment.example/licenselibrary/A1b2C3");
            let told = drafted.clone().with_message("Part 2 could not be read.");
            for document in [document, drafted, told] {
                assert_valid(&at_once, &to_value(&document).unwrap(), "a proposal");
                let document = document.collected(run.comparison.as_ref());
                assert_valid(&collected, &to_value(&document).unwrap(), "a collected proposal");
            }
        }
        let [much, nothing] = runs;
        let found = much.comparison.unwrap();
        assert_eq!((found.license_id.as_str(), nothing.comparison), ("CC-BY-4.0", None));
        let rows = [&found.only_in_record, &found.in_both, &found.placement];
        assert!(rows.iter().all(|rows| !rows.is_empty()), "{found:?}");
        assert!(!much.proposal.conflicts.is_empty() || world.catalog.library.graphs.is_empty());
    }
}

#[test]
fn jobs_are_as_described() {
    let run = OURS.run(&answer());
    let failed = FailedDocument::new("J1", "The provider did not answer.");
    let collected = OURS.answered(Operation::GetTranslation, 200, "application/json");
    assert_valid(&collected, &to_value(&failed).unwrap(), "a failed job");

    let stages = [
        Stage::Planning,
        Stage::Sending,
        Stage::Waiting,
        Stage::Received,
        Stage::Merging,
        Stage::Reviewing,
        Stage::Done,
        Stage::Failed,
    ];
    let mut events = Events::default();
    for (place, stage) in stages.iter().cycle().take(100).enumerate() {
        let part = (place > 0).then_some(place);
        events.push(Event {
            t: "2026-11-20T12:00:00Z".to_owned(),
            stage: *stage,
            part,
            text: "Went on.".to_owned(),
        });
    }
    for (status, stage) in [JobStatus::Queued, JobStatus::Running].into_iter().zip(stages) {
        for estimate in [None, Some(12.5)] {
            let progress = ProgressDocument {
                job_id: "J1".to_owned(),
                status,
                part_current: 1,
                parts_total: 2,
                parts_done: 1,
                parts_failed: 1,
                poll_url: "/licenselibrary/translate/jobs/J1".to_owned(),
                save_draft: false,
                stage,
                stage_since: String::new(),
                stage_seconds: 0.5,
                elapsed_seconds: 3.0,
                part_seconds_avg: 0.0,
                estimated_remaining_seconds: estimate,
                provider: "a-provider".to_owned(),
                provider_label: "A provider".to_owned(),
                events: events.clone(),
                partial: Partial::of(&run.readings, &[2]),
                message: estimate.map(|_| "Waiting.".to_owned()),
            };
            let document = to_value(&progress).unwrap();
            for operation in [Operation::TranslateLicense, Operation::GetTranslation] {
                let progress = OURS.answered(operation, 202, "application/json");
                assert_valid(&progress, &document, operation.route().id);
            }
        }
    }
}
