use std::collections::{BTreeMap, BTreeSet};

use muniment_documents::api::v2::{
    Call, Deployment, Features, Operation, ParameterFault, Problem, ProblemKind, RateLimits, Refused,
    SpentWindow, VersionAsked, api_catalog, change_page, containment, discovery, list_models, list_versions,
    manifest, model_address, releases_page, version_object, versions_address,
};
use muniment_documents::wire::{Representation, Target};
use muniment_library::history::{find_release, is_registered};
use muniment_licenses::model::{LicenseId, ModelKind};
use serde_json::{Value, json, to_value};

use crate::openapi::{OURS, SMALL, World, assert_valid};

impl World {
    /// What the functions of version 2 answer at an address.
    pub(crate) fn answer(&self, address: &str) -> (Operation, Value) {
        let (path, query) =
            address.split_once('?').map_or((address, None), |(path, query)| (path, Some(query)));
        let target = Target::parse(path, query).unwrap();
        let (operation, _) = Operation::of_path(&target.segments).unwrap();
        let (catalog, current, site) = (&self.catalog, &self.current, &self.catalog.library.site);
        let history = |kind, id: &str| {
            let mut models = catalog.of_kind(kind);
            models.find(|(known, _)| kind == ModelKind::Vocabulary || *known == id).unwrap().1
        };
        let answer = match Call::parse(&target).unwrap() {
            Call::Fixed(Operation::GetDiscovery) => {
                discovery(catalog, current, &Deployment::without_server("1.0.0"))
            }
            Call::Fixed(Operation::GetApiCatalog) => api_catalog("https://muniment.example"),
            Call::Fixed(Operation::GetOpenApi) => self.document.clone(),
            Call::Fixed(Operation::ListReleases) => to_value(releases_page(catalog, current)).unwrap(),
            Call::Fixed(operation) => panic!("{} answers no JSON", operation.id()),
            Call::List(kind, query) => to_value(list_models(catalog, current, kind, &query)).unwrap(),
            Call::Version(model, VersionAsked::Current, _) => {
                to_value(version_object(&history(model.kind(), model.id()).current, site)).unwrap()
            }
            Call::Version(model, VersionAsked::Numbered(number), _) => {
                let history = history(model.kind(), model.id());
                let facts = history.versions().find(|facts| facts.version == number).unwrap();
                to_value(version_object(facts, site)).unwrap()
            }
            Call::Version(_, VersionAsked::Never(number), _) => panic!("nothing has a version {number}"),
            Call::Versions(model) => {
                to_value(list_versions(catalog, current, history(model.kind(), model.id()))).unwrap()
            }
            Call::Release(id) => {
                let release = find_release(catalog, current, &id).unwrap();
                manifest(release, is_registered(catalog, release))
            }
            Call::Changes(query) => to_value(change_page(catalog, current, &query).unwrap()).unwrap(),
            Call::Containment(question, _) => {
                let (library, names) = (catalog.library, self.index.license_names());
                containment(&question, library, names, self.reasoner.terms(), |it| to_value(it).unwrap())
                    .unwrap()
            }
        };
        (operation, answer)
    }

    /// Every address that answers JSON, but for pages of lists after the first.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let mut addresses: Vec<String> =
            ["/v2", "/.well-known/api-catalog", "/v2/openapi.json", "/v2/releases"].map(str::to_owned).into();
        for kind in ModelKind::ALL {
            for (id, history) in self.catalog.of_kind(kind) {
                addresses.push(model_address(kind, id));
                let versions = versions_address(kind, id);
                addresses.extend(history.versions().map(|facts| format!("{versions}/{}", facts.version)));
                addresses.push(versions);
            }
        }
        let lists = [
            "licenses",
            "licenses?limit=7",
            "licenses?ports=exclude&limit=40",
            "licenses?ports=only&limit=1000",
        ];
        addresses.extend(lists.map(|list| format!("/v2/{list}")));
        addresses
            .extend(["dependency-graphs", "dependency-graphs?limit=1"].map(|list| format!("/v2/{list}")));
        let changes = [
            "changes",
            "changes?limit=50",
            "changes?since=2026-11-20&limit=1000",
            "changes?kind=vocabulary",
            "changes?kind=dependency-graph,license&limit=31",
        ];
        addresses.extend(changes.map(|list| format!("/v2/{list}")));
        for release in std::iter::once(&self.current).chain(&self.catalog.library.releases) {
            for id in [&release.id, &release.library.id, &release.graphs.id, &release.vocabulary.id] {
                addresses.push(format!("/v2/releases/{id}"));
                addresses.push(format!("/v2/changes?since={id}"));
            }
        }
        let ids: Vec<&LicenseId> = self.catalog.library.licenses.keys().collect();
        for (part, work) in ids.iter().step_by(7).zip(ids.iter().rev().step_by(5)) {
            addresses.push(format!("/v2/containment?in={part}&out={work}"));
            addresses
                .push(format!("/v2/containment?in={work}%20AND%20{part}&out={part}&use=merged&ship=source"));
        }
        addresses
    }
}

/// Holds every answer against the schema of its operation, follows the pages of lists to their end, and
/// counts the answers of each operation.
fn hold(world: &World) -> BTreeMap<Operation, usize> {
    let mut validators = BTreeMap::new();
    let mut held = BTreeMap::new();
    for address in world.addresses() {
        let mut next = Some(address);
        while let Some(address) = next {
            let (operation, answer) = world.answer(&address);
            let validator = validators.entry(operation).or_insert_with(|| world.validator_of(operation));
            assert_valid(validator, &answer, &address);
            *held.entry(operation).or_default() += 1;
            next = answer["links"]["next"].as_str().map(str::to_owned);
        }
    }
    held
}

#[test]
fn every_answer_is_as_its_operation_says() {
    for world in [&*OURS, &*SMALL] {
        let held = hold(world);
        for operation in Operation::ALL {
            assert!(operation == Operation::GetDocs || held.contains_key(&operation), "{}", operation.id());
        }
    }
    let held = hold(&OURS);
    assert!(held[&Operation::GetLicenseVersion] > OURS.catalog.licenses.len(), "superseded versions too");
    assert!(held[&Operation::ListLicenses] > 80 && held[&Operation::ListDependencyGraphs] > 2, "{held:?}");
}

#[test]
fn a_deployment_with_everything_switched_on_is_described_too() {
    let deployment = Deployment {
        features: Features {
            text_to_license: true,
            license_to_text: true,
            repo_checker: true,
            registration: true,
        },
        rate_limits: RateLimits { enabled: true },
        notice: Some("Closed on Sunday".to_owned()),
        ..Deployment::without_server("1.0.0")
    };
    let answer = discovery(&OURS.catalog, &OURS.current, &deployment);
    assert_valid(&OURS.validator("Discovery"), &answer, "discovery");
}

/// A problem of each kind, and those below the routes.
pub(crate) fn problems(world: &World) -> Vec<Value> {
    let documentation = world.catalog.library.site.documentation_url();
    let of_kind = |kind| {
        let refused = match kind {
            ProblemKind::InvalidParameter => Refused::parameters(vec![ParameterFault {
                location: "query",
                name: "limit".to_owned(),
                detail: "`x` is not an integer".to_owned(),
            }]),
            ProblemKind::NotAcceptable => Refused::not_acceptable(&Representation::OF_A_VERSION),
            ProblemKind::RateLimited => {
                let reset_at = "2026-11-20T12:00:00Z".to_owned();
                let spent = SpentWindow { window: "minute", limit: 60, remaining: 0, reset_at };
                Refused::rate_limited("what is the matter", spent)
            }
            kind => Refused::new(kind, "what is the matter"),
        };
        Problem::of(refused, &documentation)
    };
    let broken = [(400, "Bad Request"), (414, "URI Too Long"), (431, "Request Header Fields Too Large")]
        .map(|(status, title)| Problem::about_blank(status, title, "what is the matter"));
    ProblemKind::ALL
        .into_iter()
        .map(of_kind)
        .chain(broken)
        .map(|problem| to_value(problem.on("/v2/licenses", "0123456789abcdef")).unwrap())
        .collect()
}

#[test]
fn every_problem_is_as_its_schema_says() {
    let validator = OURS.validator("Problem");
    let mut types = BTreeSet::new();
    for problem in problems(&OURS) {
        assert_valid(&validator, &problem, "a problem");
        types.insert(problem["type"].as_str().unwrap().to_owned());
    }
    assert_eq!(types.len(), ProblemKind::ALL.len() + 1);

    let mut limited = problems(&OURS).into_iter().find(|problem| problem["status"] == 429).unwrap();
    limited["window"] = json!("week");
    assert!(!validator.is_valid(&limited));

    let elsewhere = json!({
        "type": "https://elsewhere.example/documentation/v2#problem-forbidden", "title": "", "status": 403,
        "detail": "", "instance": "", "request_id": "",
    });
    assert!(!validator.is_valid(&elsewhere), "a type that is not explained here");
}
