//! spec:version-1#frozen-operations, operations 7 to 10: the dependencies of a public repository, checked against the
//! library.
//!
//! Everything is asked of the real server over HTTP, and the server asks a package-metadata service over HTTP that
//! these tests run themselves; what that does is said by the name of the repository that is asked for.

mod address; // what is a repository reference
mod check; // operations 9 and 10
mod service; // the package-metadata service
mod verbatim; // operations 7 and 8, and what becomes of a service that does not answer well

use std::sync::LazyLock;

use serde_json::Value;

use self::service::Service;
use crate::server::{Answer, Server, data};

/// The key of the deployment: what is in it must not change what is asked, and nobody may ever see it.
const KEY: &str = "s3cr3t k&y#?/..";

/// A deployment of the real library, whose service has two seconds for an answer.
pub(crate) struct Deployment {
    pub(crate) server: Server,
    service: Service,
    /// Where the server writes what it has to report.
    report: std::path::PathBuf,
}

pub(crate) static DEPLOYMENT: LazyLock<Deployment> = LazyLock::new(|| {
    let (folder, service) = (tempfile::tempdir().unwrap().keep(), Service::start());
    let url = format!("{}/api/", service.url);
    let flags = ["--packages-url", &url, "--packages-key", KEY, "--packages-seconds", "2", "--limits", "off"];
    let server = Server::start_reporting(&folder, &data(), &folder, &flags);
    Deployment { server, service, report: folder.join("report") }
});

fn get(path: &str) -> Answer {
    DEPLOYMENT.server.get(path)
}

fn check(repository: &str) -> Answer {
    get(&format!("/repolicensechecker/check/{repository}"))
}

/// Fails unless an answer is a refusal in a sentence (spec:version-1#errors, the first shape); answers the sentence.
#[track_caller]
fn sentence(answer: &Answer, status: u16) -> String {
    let refusal = answer.is(status).has("content-type", "application/json").json();
    assert_eq!(refusal.as_object().unwrap().len(), 1, "{}: {refusal}", answer.asked);
    let sentence = refusal["detail"].as_str().unwrap_or_else(|| panic!("{}: {refusal}", answer.asked));
    assert!(!sentence.trim().is_empty(), "{}", answer.asked);
    sentence.to_owned()
}

/// A JSON document that was found.
#[track_caller]
fn document(answer: &Answer) -> Value {
    answer.is(200).has("content-type", "application/json").json()
}
