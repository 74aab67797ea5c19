use std::net::TcpListener;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use super::browser::Browser;
use super::people::PASSWORD;
use crate::server::{Server, repository};

/// Requests for repositories, of which the service is asked four at once.
const REQUESTS: usize = 80;
const AT_ONCE: usize = 4;

/// A package service that takes every connection and answers nothing costs a bounded number of questions and no thread
/// each; people sign in meanwhile.
#[test]
fn a_package_service_that_hangs_keeps_nobody_from_signing_in() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let held = Arc::new(Mutex::new(Vec::new()));
    let taken = Arc::clone(&held);
    thread::spawn(move || listener.incoming().for_each(|stream| taken.lock().unwrap().push(stream)));
    let folder = tempfile::tempdir().unwrap();
    let flags =
        ["--packages-url", &url, "--packages-key", "key", "--packages-requests", "4", "--limits", "off"];
    let server = Server::start(&repository().join("tests/fixtures/small"), folder.path(), &flags);
    let before = server.threads();
    let (told, refusals) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..REQUESTS {
            let (told, asking) = (told.clone(), Server::at(&server.url));
            scope.spawn(move || {
                let answer = asking.get("/repolicensechecker/dependencies/owner/name");
                // Whoever waits for the end has nothing to say any more.
                let _ = told.send((answer.status, answer.header("retry-after").map(str::to_owned)));
            });
        }
        let patience = Duration::from_secs(20);
        for _ in 0..REQUESTS - AT_ONCE {
            let refusal = refusals.recv_timeout(patience).expect("what is too much is refused at once");
            assert_eq!(refusal, (503, Some("5".to_owned())));
        }
        assert!(server.threads() < before + 20, "{before} threads became {}", server.threads());
        let browser = Browser::new(&server);
        browser.register("Ada", "ada@example.org", PASSWORD).is(303);
        browser.get("/account").is(200);
        assert!(refusals.try_recv().is_err(), "the service is still being asked");
        // The service hangs up, so that the last four are answered too.
        held.lock().unwrap().clear();
    });
}
