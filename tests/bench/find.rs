//! What finding costs: an index, and each search over the whole library.
//!
//! Beside criterion's means the run prints the median and the 99th percentile of a thousand different queries, on
//! one core; the aim is 1 ms at the 99th percentile.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is no library")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use muniment_library::load::load;
use muniment_licenses::find::{
    ActionFacet, ActionFacets, Comparison, DutyFacet, DutyFacets, Index, LicenseSearch, Ports, TargetFacet,
    TargetFacets,
};
use muniment_licenses::model::{Library, LicenseId};

const QUERIES: usize = 1000;

/// Pieces of names, whole names, and names with a slip of the finger.
fn keywords(library: &Library) -> Vec<String> {
    let contents = || library.licenses.values().map(|model| &*model.current.content);
    let names: Vec<&String> =
        contents().flat_map(|license| license.alternatives.iter().chain([&license.title.value])).collect();
    let mut keywords: Vec<String> = Vec::new();
    for (number, name) in names.iter().enumerate().step_by(names.len() / QUERIES) {
        let length = name.chars().count();
        keywords.push(match number % 4 {
            0 => name.chars().take(1 + number % 7).collect(),
            1 => (*name).clone(),
            2 => name.chars().skip(length / 3).take(length / 2).collect(),
            _ => name.chars().enumerate().filter(|(at, _)| *at != length / 2).map(|(_, c)| c).collect(),
        });
    }
    keywords.truncate(QUERIES);
    keywords
}

/// Searches that count up through the values of the members; nothing random, so every run asks the same.
fn searches() -> Vec<LicenseSearch> {
    let search = |number: usize| {
        let mut search = LicenseSearch::default();
        for (place, name) in TargetFacets::MEMBERS.iter().enumerate() {
            let is_unwanted = (number >> place).is_multiple_of(5);
            *search.target.member_mut(name).unwrap() =
                if is_unwanted { TargetFacet::No } else { TargetFacet::Yes };
        }
        for (place, name) in ActionFacets::MEMBERS.iter().enumerate() {
            *search.actions.member_mut(name).unwrap() =
                if (number >> place) % 2 == 1 { ActionFacet::Permitted } else { ActionFacet::Na };
        }
        for (place, name) in DutyFacets::MEMBERS.iter().enumerate() {
            let is_required = (number * 7 + place).is_multiple_of(9);
            *search.duties.member_mut(name).unwrap() =
                if is_required { DutyFacet::Required } else { DutyFacet::Na };
        }
        search
    };
    (0..QUERIES).map(search).collect()
}

/// Prints how long the slowest and the middle one of many different queries take.
fn percentiles<Q>(name: &str, queries: &[Q], mut ask: impl FnMut(&Q) -> usize) {
    for query in queries {
        black_box(ask(query));
    }
    let mut times: Vec<Duration> = queries
        .iter()
        .map(|query| {
            let start = Instant::now();
            black_box(ask(query));
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).unwrap().as_nanos() / 1000;
    let most = times.last().unwrap().as_nanos() / 1000;
    println!("{name}: {} queries, p50 {} µs, p99 {} µs, most {most} µs", times.len(), at(50), at(99));
}

fn find(criterion: &mut Criterion) {
    let library = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap();
    let index = Index::new(&library);
    let (keywords, searches) = (keywords(&library), searches());
    let slips: Vec<String> = keywords.iter().map(|keyword| format!("{keyword}qz")).collect();
    let spdx: Vec<String> = index.spdx().declared().map(|found| found.spdx_id.to_uppercase()).collect();
    let ids: Vec<LicenseId> = library.licenses.keys().cloned().collect();
    let twenties: Vec<&[LicenseId]> = ids.windows(20).collect();

    percentiles("keyword list", &keywords, |keyword| index.list(Some(keyword), Ports::Include).len());
    percentiles("faceted search", &searches, |search| index.search(search, Ports::Include).len());
    percentiles("suggest", &keywords, |keyword| index.suggest(keyword).len());
    percentiles("suggest, nothing matches", &slips, |keyword| index.suggest(keyword).len());
    percentiles("SPDX", &spdx, |text| usize::from(index.spdx().resolve(text).is_some()));
    percentiles("compare twenty", &twenties, |ids| Comparison::new(&library, ids).unwrap().licenses.len());

    let mut group = criterion.benchmark_group("find");
    group.sample_size(20);
    group.bench_function("index", |bencher| bencher.iter(|| black_box(Index::new(&library))));
    group.bench_function("list, no keyword", |bencher| {
        bencher.iter(|| black_box(index.list(None, Ports::Include)));
    });
    group.bench_function("list, `gpl`", |bencher| {
        bencher.iter(|| black_box(index.list(Some("gpl"), Ports::Include)));
    });
    group.bench_function("neutral faceted search", |bencher| {
        bencher.iter(|| black_box(index.search(&LicenseSearch::default(), Ports::Include)));
    });
    group.bench_function("suggest `gpl`", |bencher| bencher.iter(|| black_box(index.suggest("gpl"))));
    group.bench_function("suggest `gpl3`, which matches nothing", |bencher| {
        bencher.iter(|| black_box(index.suggest("gpl3")));
    });
    group.finish();
}

criterion_group!(benches, find);
criterion_main!(benches);
