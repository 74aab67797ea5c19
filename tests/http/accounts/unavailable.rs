//! spec:version-1#library-endpoints, spec:version-1#graph-endpoints, spec:version-1#errors and
//! spec:version-2#problem-document: while the database is away, what needs it is 503 and everything else is served;
//! once it is back, all is as it was. On a PostgreSQL server of its own, since it is stopped.

use super::databases::{create_database, is_installed, serve};
use super::people::{COMPOSER, GRAPH, MINE, PASSWORD, Person, composed, graph, operated};
use super::{document, postgres, problem, sentence};
use crate::server::{Answer, Server};

/// An account with a token, which `TestServer` makes elsewhere.
fn person<'s>(server: &'s Server, database: &str) -> Person<'s> {
    let (name, email) = ("Ada".to_owned(), "ada@example.org".to_owned());
    let create = ["admin", "create-account", "--name", &name, "--email", &email, "--password-stdin"];
    let account = operated(database, &create, PASSWORD);
    let token = operated(database, &["admin", "create-token", "--account", &account, "--name", "T"], "");
    Person { server, name, email, account, token }
}

#[test]
fn what_needs_the_database_is_503_while_it_is_away() {
    if !is_installed() {
        return;
    }
    let postgres = postgres::Server::start();
    let database = create_database(&postgres, "house");
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&database, folder.path(), &["--limits", "off"]);
    let ada = person(&server, &database);
    let (license, account_graph) = (ada.publish("A license"), ada.graph("A graph", true));
    let before = server.get(&format!("/licenselibrary/license/{license}")).is(200).body.clone();

    postgres.stop();
    type Asking<'a> = Box<dyn Fn() -> Answer + Send + 'a>;
    let (of_license, of_graph) = (
        format!("/licenselibrary/license/{license}"),
        format!("/dependencygraph/list?graph={account_graph}"),
    );
    // Each waits for its turn for as long as the server is patient, so they are asked at once.
    let needing: Vec<Asking<'_>> = vec![
        Box::new(|| ada.get(MINE)),
        Box::new(|| ada.json(COMPOSER, &composed("Too soon"))),
        Box::new(|| ada.json(GRAPH, &graph("Too soon"))),
        Box::new(|| server.get(&of_license)),
        Box::new(|| ada.get(&of_graph)),
    ];
    let (v2_license, v2_graph) =
        (format!("/v2/licenses/{license}"), format!("/v2/dependency-graphs/{account_graph}"));
    let problems: Vec<Asking<'_>> =
        vec![Box::new(|| server.get(&v2_license)), Box::new(|| ada.get(&v2_graph))];
    let (sentences, problems, health) = std::thread::scope(|scope| {
        let asked = |asking: Vec<Asking<'_>>| -> Vec<_> { asking.into_iter().map(|ask| ask()).collect() };
        let sentences: Vec<_> = needing.into_iter().map(|ask| scope.spawn(ask)).collect();
        let problems = scope.spawn(move || asked(problems));
        let health = scope.spawn(|| server.get("/healthz"));
        for path in [
            "/licenselibrary/license/CC-BY-4.0",
            "/licenselibrary/list?keyword=creative",
            "/dependencygraph/graphs",
            "/v2/licenses",
            "/v2/dependency-graphs/dg_default",
        ] {
            server.get(path).is(200);
        }
        let sentences: Vec<Answer> = sentences.into_iter().map(|answer| answer.join().unwrap()).collect();
        (sentences, problems.join().unwrap(), health.join().unwrap())
    });
    for answer in &sentences {
        let said = sentence(answer, 503);
        for leak in ["postgres", "sqlx", "SELECT", "pg-"] {
            assert!(!said.contains(leak), "{}: {said}", answer.asked);
        }
    }
    for answer in &problems {
        problem(answer, 503, "store-unavailable");
    }
    let health = health.is(503).json();
    assert_eq!((&health["status"], &health["checks"]["store"]["ok"]), (&"degraded".into(), &false.into()));
    assert_eq!(health.get("detail"), None, "and nobody is told more than that");

    postgres.resume();
    assert_eq!(server.get(&of_license).is(200).body, before);
    assert_eq!(super::ids(&ada.mine()), [license], "nothing came of what was refused");
    assert_eq!(document(&server.get("/healthz"))["status"], "ok");
    ada.publish("Again");
}
