//! Tests of the views and of rendered pages.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::super::{Page, Pages};
use super::*;
use muniment_library::history::Catalog;
use muniment_library::load::load;
use muniment_licenses::model::{Library, License, Model};
use muniment_licenses::reason::{Component, Context, Facts, Reasoner, compatibility};
use muniment_rdf::{Syntax, read};

/// Hostile input for any field.
const EVIL: &str = "\"><script>alert('x')</script>";

struct World {
    pages: Pages<'static>,
    reasoner: Reasoner,
    library: &'static Library,
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/small");
    let library: &'static Library = Box::leak(Box::new(load(&data).library.unwrap()));
    let catalog = Box::leak(Box::new(Catalog::new(library)));
    let pages = Pages::new(catalog, "http://127.0.0.1:8080").unwrap();
    World { pages, reasoner: Reasoner::new(library), library }
});

/// A license outside the library, with a title and statements.
fn license(id: &str, title: &str, statements: &str) -> Model<License> {
    let iri = format!("https://svc.example/licenselibrary/{id}");
    let turtle = format!(
        "@prefix odrl: <http://www.w3.org/ns/odrl/2/> . @prefix cc: <http://creativecommons.org/ns#> .
        @prefix dct: <http://purl.org/dc/terms/> .
        <{iri}> a odrl:Set ; dct:title {title:?} ; {statements} ."
    );
    Model::composed(&iri, read(Syntax::Turtle, turtle.as_bytes()).unwrap(), &WORLD.library.site).unwrap()
}

fn rule(kind: &str, act: &str) -> String {
    format!("odrl:{kind} [ odrl:action {act} ]")
}

/// The answer for licenses under the default graph.
fn answer(licenses: &[(&str, &Model<License>)], target: Option<&str>) -> CheckerAnswer {
    let World { pages, reasoner, library } = &*WORLD;
    let graph = library.site.graph_iri(&Library::DEFAULT_GRAPH.parse().unwrap());
    let theory = reasoner.theory(&graph).unwrap();
    let facts: Vec<Facts> =
        licenses.iter().map(|(_, model)| reasoner.read_license(&model.iri, &model.current.graph)).collect();
    let parts: Vec<Part<'_>> = licenses.iter().map(|(id, model)| Part { id, model }).collect();
    let components: Vec<Component<'_>> = facts.iter().map(Component::from).collect();
    let verdict = compatibility(theory, components.iter().copied(), || false).unwrap();
    let members: Vec<Member<'_>> = parts
        .iter()
        .map(|part| Member {
            part: *part,
            terms: Arc::new(reasoner.read_terms(&part.model.iri, part.license())),
            usage: None,
        })
        .collect();
    let named = target.map(|id| members.iter().find(|member| member.part.id == id).unwrap());
    let check = "/license-compatibility-checker?ids=A,B".to_owned();
    CheckerAnswer {
        address: check.clone(),
        ids: "A,B".to_owned(),
        target: String::new(),
        graph: String::new(),
        usage: ContextFields::default(),
        uses: String::new(),
        view: AnswerView::Check {
            work: Box::new(pages.work(
                reasoner.terms(),
                &members,
                named.map(|it| WorkMember::License(it.part, &it.terms)),
                Context::default(),
                check,
            )),
            verdict: Box::new(pages.verdict(&verdict, &parts)),
            together: pages.together(verdict.bundle(), &parts),
        },
    }
}

fn shown(page: &impl Page) -> String {
    WORLD.pages.served("/license-compatibility-checker", page).unwrap()
}

/// The text between two texts.
#[track_caller]
fn between<'t>(html: &'t str, from: &str, to: &str) -> &'t str {
    let (_, rest) = html.split_once(from).unwrap_or_else(|| panic!("{from} is missing from\n{html}"));
    rest.split(to).next().unwrap()
}

#[test]
fn a_permission_with_a_prohibition_is_shown_with_both_statements() {
    let a = license("A", "Meadow", &rule("permission", "odrl:commercialize"));
    let b = license("B", "Fence", &rule("prohibition", "odrl:commercialize"));
    let html = shown(&answer(&[("A", &a), ("B", &b)], None));
    assert!(html.contains("Meadow permits what Fence prohibits."), "{html}");
    let entry = between(&html, "<ul class=\"entries\">", "</ul>");
    for part in [">Meadow</a>", "permitted</span>", "against", ">Fence</a>", "prohibited</span>"] {
        assert!(entry.contains(part), "{part} is missing from {entry}");
    }
    let must_not = between(&html, "You must not", "</section>");
    assert!(must_not.contains(">Fence</a>") && must_not.contains("ommerciali"), "{must_not}");
    assert!(!between(&html, "You may<", "</section>").contains("ommerciali"));
}

#[test]
fn the_license_of_the_work_decides_the_answer() {
    let a = license("A", "Meadow", &rule("permission", "cc:CommercialUse"));
    let b = license("B", "Fence", &rule("prohibition", "cc:CommercialUse"));
    let licenses = [("A", &a), ("B", &b)];
    let under_a = shown(&answer(&licenses, Some("A")));
    assert!(
        under_a.contains("No: a part under Fence can\u{2019}t go into a work under Meadow."),
        "{under_a}"
    );
    assert!(
        under_a.contains("note bad") && under_a.contains("Fence allows use only for purposes"),
        "{under_a}"
    );
    // Given to others, A's work would not pass on the limit of B: no other purpose helps.
    let instead = between(&under_a, "id=\"still-heading\"", "</section>");
    assert_eq!(instead.matches("<li>").count(), 2, "replace the part, or ask its owner: {instead}");
    let under_b = shown(&answer(&licenses, Some("B")));
    assert!(under_b.contains("No: a part under Fence can\u{2019}t go into a work under Fence."), "{under_b}");
    let candidates = between(&under_a, "candidates-caption", "</table>");
    assert!(candidates.contains(" no</td>"), "{candidates}");
    assert!(
        candidates.contains("href=\"/license-compatibility-checker?ids=A,B&amp;target=B\""),
        "{candidates}"
    );
}

#[test]
fn a_refused_part_is_named_with_those_that_can_and_each_pair_is_shown() {
    let free = rule("permission", "odrl:distribute");
    let keeps = "odrl:duty [ odrl:action cc:ShareAlike ]";
    let (a, b, c) =
        (license("A", "Meadow", &free), license("B", "Fence", keeps), license("C", "Field", &free));
    let html = shown(&answer(&[("A", &a), ("B", &b), ("C", &c)], Some("A")));
    assert!(html.contains("No: a part under Fence can\u{2019}t go into a work under Meadow."), "{html}");
    assert!(html.contains("Meadow and Field can go in. Without Fence, the answer is yes."), "{html}");
    assert!(between(&html, "id=\"still-heading\"", "</section>").contains("put the work under Fence"));
    let pairs = between(&html, "<table class=\"pairs\">", "</table>");
    assert_eq!(pairs.matches("<tr>").count(), 4, "{pairs}");
    assert_eq!(pairs.matches("class=\"same\"").count(), 3, "{pairs}");
}

#[test]
fn duties_name_their_trigger_license_and_words() {
    let a = license(
        "A",
        "Meadow",
        "odrl:permission [ odrl:action odrl:distribute ; odrl:duty [ odrl:action cc:Notice ;
            <https://svc.example/ns#evidence> \"Keep <every> notice.\" ] ]",
    );
    let b = license("B", "Field", &rule("permission", "odrl:distribute"));
    let html = shown(&answer(&[("A", &a), ("B", &b)], Some("B")));
    assert!(
        html.contains(
            "Yes, if you meet the conditions: parts under Meadow and Field may go into a work under Field."
        ),
        "{html}"
    );
    let duties = between(&html, "id=\"duties-heading\"", "</section>");
    for part in ["When you give copies to others", ">Meadow</a>", "Keep &lt;every&gt; notice."] {
        assert!(duties.contains(part), "{part} is missing from {duties}");
    }
}

#[test]
fn without_a_license_of_the_work_those_that_can_carry_it_are_named() {
    let keeps = "odrl:duty [ odrl:action cc:ShareAlike ]";
    let (a, b) = (license("A", "Meadow", keeps), license("B", "Fence", keeps));
    let html = shown(&answer(&[("A", &a), ("B", &b)], None));
    assert!(
        html.contains("No: these parts cannot be combined in one work under any license of the library."),
        "{html}"
    );
    assert!(html.contains("note bad") && !html.contains("id=\"reasons-heading\""));
    let c = license("C", "Field", &rule("permission", "odrl:distribute"));
    let html = shown(&answer(&[("A", &a), ("C", &c)], None));
    assert!(html.contains("Yes: a work made of these parts can be under Meadow."), "{html}");
    assert!(html.contains("No license of the work is named: what follows is for"), "{html}");
}

#[test]
fn a_duty_with_a_prohibition_is_shown() {
    let a = license(
        "A",
        "Meadow",
        "odrl:permission [ odrl:action odrl:distribute ; odrl:duty [ odrl:action cc:Notice ] ]",
    );
    let b = license("B", "Fence", &rule("prohibition", "cc:Notice"));
    let html = shown(&answer(&[("A", &a), ("B", &b)], None));
    assert!(html.contains("Meadow requires what Fence prohibits."), "{html}");
    let must = between(&html, "You must<", "</section>");
    assert!(must.contains("also prohibited") && must.contains("when you"), "{must}");
}

#[test]
fn licenses_without_conflicts_are_compatible() {
    let a = license("A", "Meadow", &rule("permission", "odrl:distribute"));
    let b = license("B", "Field", &rule("permission", "odrl:distribute"));
    let html = shown(&answer(&[("A", &a), ("B", &b)], None));
    assert!(html.contains("Yes: a work made of these parts can be under Meadow or Field.</h1>"), "{html}");
    assert!(html.contains("note good") && !html.contains("What you must do"), "{html}");
    assert!(html.contains("No statement of one license conflicts with a statement of another."));
}

#[test]
fn input_is_escaped_everywhere() {
    let a = license("A", EVIL, &rule("permission", "odrl:commercialize"));
    let b = license("B", EVIL, &rule("prohibition", "odrl:commercialize"));
    let answer = answer(&[("A", &a), ("B", &b)], Some("A"));
    let field = LicenseField {
        typed: EVIL.to_owned(),
        error: EVIL.to_owned(),
        license: Some(LicenseName { id: EVIL.to_owned(), title: EVIL.to_owned(), href: "/x".to_owned() }),
        nearest: vec![LicenseName { id: EVIL.to_owned(), title: EVIL.to_owned(), href: "/x".to_owned() }],
        usage: TypedField { typed: EVIL.to_owned(), error: EVIL.to_owned() },
    };
    let form = CheckerForm {
        licenses: vec![field.clone(), LicenseField { license: None, ..field.clone() }],
        licenses_error: EVIL.to_owned(),
        usage: ContextFields {
            usage: TypedField { typed: EVIL.to_owned(), error: EVIL.to_owned() },
            ..ContextFields::default()
        },
        target: LicenseField { license: None, ..field.clone() },
        graph: TypedField { typed: EVIL.to_owned(), error: EVIL.to_owned() },
        graphs: vec![GraphOption { value: EVIL.to_owned(), label: EVIL.to_owned() }],
    };
    let page = CheckerPage { form: &form, problem: Some(EVIL), answer: Some(&answer) };
    let card = WORLD.pages.card(Part { id: "A", model: &a });
    let repository = RepositoryPage {
        repository: TypedField { typed: EVIL.to_owned(), error: EVIL.to_owned() },
        target: field,
        is_configured: false,
        problem: Some(EVIL),
        answer: None,
    };
    for html in [
        shown(&page),
        shown(&CheckerRefusal(page.clone())),
        shown(&answer),
        shown(&LicenseCardPage(&card)),
        shown(&card),
        shown(&repository),
    ] {
        assert!(!html.contains("<script>alert"), "{html}");
        assert!(html.contains("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)"), "{html}");
    }
}

#[test]
fn an_empty_form_has_two_fields_and_explains_answers() {
    let form = CheckerForm { licenses: vec![LicenseField::default(); 2], ..CheckerForm::default() };
    let html = shown(&CheckerPage { form: &form, problem: None, answer: None });
    assert_eq!(html.matches("name=\"ids\"").count(), 2);
    assert!(html.contains("What an answer says") && !html.contains("name=\"remove\""));
    assert!(!html.contains("aria-invalid") && !html.contains(" style=") && !html.contains("onclick"));
}

#[test]
fn faults_are_shown_at_their_fields() {
    let faulty = LicenseField {
        typed: "Nope".to_owned(),
        error: "No such license.".to_owned(),
        ..LicenseField::default()
    };
    let form = CheckerForm {
        licenses: vec![faulty, LicenseField::default(), LicenseField::default()],
        ..CheckerForm::default()
    };
    let html = shown(&CheckerPage { form: &form, problem: None, answer: None });
    assert!(html.contains("value=\"Nope\"") && html.contains("aria-describedby=\"ids-1-error\""), "{html}");
    assert!(html.contains("id=\"ids-1-error\">No such license.<"));
    assert_eq!(html.matches("name=\"remove\"").count(), 3);
}

#[test]
fn search_engines_list_an_answer_and_no_failure() {
    let a = license("A", "Meadow", &rule("permission", "odrl:commercialize"));
    let (form, answer) = (CheckerForm::default(), answer(&[("A", &a)], None));
    let answered = shown(&CheckerPage { form: &form, problem: None, answer: Some(&answer) });
    let canonical = between(&answered, "rel=\"canonical\" href=\"", "\"");
    assert!(canonical.ends_with("license-compatibility-checker?ids=A,B"), "{canonical}");
    assert!(!answered.contains("noindex"));
    let failed = shown(&CheckerPage { form: &form, problem: Some("The server is busy."), answer: None });
    assert!(failed.contains("noindex") && !failed.contains("rel=\"canonical\""));
}
