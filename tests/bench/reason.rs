//! What reasoning costs: the verdict about a pair, the grades of all pairs under one graph, and containment.
//!
//! Beside criterion's means the run prints the median of ten thousand different pairs on one core, from facts
//! and theories that are there, as a server has them; the aim is 5 µs. All pairs under one graph are to take
//! a second on two cores.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a benchmark is no library"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use muniment_documents::api::v1;
use muniment_library::load::load;
use muniment_licenses::reason::{
    Answer, Bundle, Context, Facts, Grade, Reasoner, Shipping, Terms, Theory, Use, compatibility,
};
use rayon::prelude::*;

const PAIRS: usize = 10_000;

/// Pairs all over the library; nothing random, so every run asks the same.
fn pairs<'f>(facts: &[&'f Facts]) -> Vec<[&'f Facts; 2]> {
    let pair = |number: usize| {
        [facts[number * 7 % facts.len()], facts[(number * 13 + number / facts.len() + 1) % facts.len()]]
    };
    (0..PAIRS).map(pair).collect()
}

/// Prints how long the middle one and the slowest of many different questions take.
fn percentiles<Q>(name: &str, questions: &[Q], mut ask: impl FnMut(&Q) -> usize) {
    for question in questions {
        black_box(ask(question));
    }
    let mut times: Vec<Duration> = questions
        .iter()
        .map(|question| {
            let start = Instant::now();
            black_box(ask(question));
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |percent: usize| times[times.len() * percent / 100].as_nanos();
    println!("{name}: {} questions, p50 {} ns, p99 {} ns", times.len(), at(50), at(99));
}

/// Grades every pair both ways; counts none, restriction and conflict.
fn matrix(theory: &Theory, facts: &[&Facts]) -> [usize; 3] {
    let bundle = Bundle::new(theory, facts.iter().copied());
    (0..bundle.len())
        .into_par_iter()
        .map(|first| {
            let mut counts = [0; 3];
            for second in first + 1..bundle.len() {
                let pair = bundle.pair(first, second);
                for grade in [pair.under_first.grade(), pair.under_second.grade()] {
                    counts[match grade {
                        Grade::None => 0,
                        Grade::Restriction => 1,
                        Grade::Conflict => 2,
                    }] += 1;
                }
            }
            counts
        })
        .reduce(|| [0; 3], |[a, b, c], [d, e, f]| [a + d, b + e, c + f])
}

fn reason(criterion: &mut Criterion) {
    let library = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap();
    let reasoner = Reasoner::new(&library);
    let is_published = |iri: &str| {
        let (_, id) = iri.rsplit_once('/').unwrap();
        !library.licenses.get(id).unwrap().current.content.is_fixture()
    };
    let facts: Vec<&Facts> =
        reasoner.records().map(AsRef::as_ref).filter(|facts| is_published(facts.iri())).collect();
    let theory = |id: &str| reasoner.theory(&library.graphs.get(id).unwrap().iri).unwrap();
    let (core, eu) = (theory("dg_default"), theory("dg_eu"));
    let questions = pairs(&facts);

    for (name, theory) in [("dg_default", core), ("dg_eu", eu)] {
        percentiles(&format!("pair verdict, {name}"), &questions, |pair| {
            compatibility(theory, *pair, || false).unwrap().len()
        });
        percentiles(&format!("pair verdict as JSON, {name}"), &questions, |pair| {
            let verdict = compatibility(theory, *pair, || false).unwrap();
            serde_json::to_vec(&v1::verdict(&verdict, &library)).unwrap().len()
        });
        let start = Instant::now();
        let counts = matrix(theory, &facts);
        println!("all pairs, {name}: {counts:?} none, restriction, conflict in {:?}", start.elapsed());
        let start = Instant::now();
        let verdict = compatibility(theory, facts.iter().copied().take(500), || false).unwrap();
        println!("500 licenses, {name}: {} conflicts in {:?}", verdict.len(), start.elapsed());
    }

    let terms: Vec<&Terms> =
        facts.iter().map(|facts| &**reasoner.terms().get(facts.iri()).unwrap()).collect();
    for usage in [Use::Combined, Use::Merged] {
        let context = Context { usage, shipping: Shipping::Source, ..Context::default() };
        let pairs: Vec<[&Terms; 2]> = (0..PAIRS)
            .map(|number| [terms[number * 7 % terms.len()], terms[(number * 13 + 1) % terms.len()]])
            .collect();
        percentiles(&format!("containment of a pair, {}", usage.word()), &pairs, |[part, work]| {
            reasoner.terms().contain(part, work, context).conditions.len()
        });
        let start = Instant::now();
        let refused: usize = terms
            .par_iter()
            .map(|part| {
                let answers = terms.iter().map(|work| reasoner.terms().contain(part, work, context).answer);
                answers.filter(|answer| *answer == Answer::No).count()
            })
            .sum();
        println!("containment of all pairs, {}: {refused} refused in {:?}", usage.word(), start.elapsed());
    }

    let mut group = criterion.benchmark_group("reason");
    group.sample_size(20);
    group.bench_function("reasoner of the library", |bencher| {
        bencher.iter(|| black_box(Reasoner::new(&library)));
    });
    group.bench_function("a theory", |bencher| {
        let (_, graph) = library.graphs.iter().find(|(id, _)| id.as_str() == "dg_eu").unwrap();
        bencher.iter(|| black_box(reasoner.read_graph(&graph.iri, &graph.current.content)));
    });
    group.bench_function("pair verdict, GPL-3.0-only and Apache-2.0", |bencher| {
        let record = |id: &str| reasoner.facts(&library.licenses.get(id).unwrap().iri).unwrap().as_ref();
        let pair: [&Facts; 2] = [record("GPL-3.0-only"), record("Apache-2.0")];
        bencher.iter(|| black_box(compatibility(core, pair, || false).unwrap().len()));
    });
    group.bench_function("all pairs, dg_default", |bencher| bencher.iter(|| black_box(matrix(core, &facts))));
    group.bench_function("all pairs, dg_eu", |bencher| bencher.iter(|| black_box(matrix(eu, &facts))));
    group.finish();
}

criterion_group!(benches, reason);
criterion_main!(benches);
