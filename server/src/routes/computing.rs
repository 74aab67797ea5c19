//! Which requests compute on models of accounts. They are answered in a [turn](crate::limit::Turns), and those that read
//! are counted for their client.
//!
//! A request that waits for another service takes a turn only for the part that is computed.

use muniment_documents::api::v1::{COMPUTED, Computing, Method, Operation};
use muniment_documents::api::v2;
use muniment_documents::wire::Target;

use crate::auth::is_drawn_id;
use crate::site::PageRoute;

/// Whether a request of version 2 takes computing.
#[must_use]
pub(super) fn of_version_2(target: &Target) -> bool {
    is_a_long_question(target) || names_a_model_of_an_account(target)
}

/// The longest query about containment that is answered without a turn: it names a few licenses, and a turn would take
/// longer than the answer.
const SHORT_QUESTION: usize = 256;

fn is_a_long_question(target: &Target) -> bool {
    v2::Operation::takes_post(&target.segments)
        && target.parameters().map(|(_, value)| value.len()).sum::<usize>() > SHORT_QUESTION
}

/// Whether an operation of version 1 takes computing. A check of compatibility takes its turns itself, since most checks
/// are about a few records and take less time than a turn.
#[must_use]
pub(super) fn of_operation(operation: Operation, target: &Target) -> bool {
    match operation.row().computing {
        Computing::Always => true,
        Computing::InPart => false,
        Computing::WhereNamed => names_a_model_of_an_account(target),
    }
}

/// Whether a page that the server fills takes computing.
#[must_use]
pub(super) fn at_route(route: &PageRoute, method: Method, target: &Target) -> bool {
    route.takes_computing(method) || names_a_model_of_an_account(target) && !route.waits_for_a_service()
}

/// Whether a page of the website takes computing.
#[must_use]
pub(super) fn of_a_page(target: &Target) -> bool {
    names_a_model_of_an_account(target)
}

/// Whether reading by an operation of version 1 is counted.
#[must_use]
pub(super) fn is_counted_by(operation: Operation, target: &Target) -> bool {
    operation.row().bucket == Some(&COMPUTED) && names_a_model_of_an_account(target)
}

/// Whether reading a page is counted: it computes what the address asks for.
#[must_use]
pub(super) fn is_counted_at(route: &PageRoute, target: &Target) -> bool {
    route.is_asked(target) || names_a_model_of_an_account(target)
}

/// Whether a segment of the path or a part of the query is the identifier of a composed license or of a graph of an
/// account. Queries name them by identifiers, by addresses, and in lists with commas.
#[must_use]
pub(super) fn names_a_model_of_an_account(target: &Target) -> bool {
    let is_in = |value: &str| value.split([',', '/']).any(|part| is_drawn_id(part.trim()));
    target.segments.iter().any(|segment| is_drawn_id(segment))
        || target.parameters().any(|(_, value)| is_in(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(path: &str, query: &str) -> Target {
        Target::parse(path, Some(query)).unwrap()
    }

    #[test]
    fn models_of_accounts_are_named_in_paths_and_queries() {
        let id = "0aA".repeat(11).split_off(1);
        for (path, query) in [
            (format!("/v2/licenses/{id}"), String::new()),
            (format!("/licenselibrary/license/{id}/versions/1"), String::new()),
            ("/license-compatibility-checker".to_owned(), format!("ids=MIT,{id}")),
            ("/dependencygraph/list".to_owned(), format!("dependency_graph=https://x.example/graphs/{id}")),
        ] {
            assert!(names_a_model_of_an_account(&target(&path, &query)), "{path}?{query}");
        }
        for (path, query) in [("/v2/licenses/MIT", ""), ("/license-compatibility-checker", "ids=MIT,ISC")] {
            assert!(!names_a_model_of_an_account(&target(path, query)), "{path}?{query}");
        }
    }
}
