//! Every review covers the whole rubric, and states nothing about texts that were not read.

use std::collections::BTreeSet;

use super::LIBRARY;

#[test]
fn every_review_has_a_finding_for_each_point_of_the_rubric() {
    for (id, review) in &LIBRARY.reviews {
        let points: BTreeSet<u8> = review.findings.iter().map(|finding| finding.rubric).collect();
        assert_eq!(points, (1..=10).collect(), "{id}");
    }
}

#[test]
fn points_that_need_the_text_say_that_it_was_not_compared() {
    for (id, review) in LIBRARY.reviews.iter().filter(|(_, review)| !review.text_retrieved) {
        for finding in review.findings.iter().filter(|finding| (6..=8).contains(&finding.rubric)) {
            let told = finding.description.to_lowercase();
            assert!(told.contains("not checked"), "{id}, point {}: {told}", finding.rubric);
        }
    }
}
