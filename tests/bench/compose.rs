//! What a Turtle body of a stranger costs, by its number of triples: the time of a triple is to stay the same.
//!
//! `cargo bench --bench compose` prints times; the ratios in BENCHMARKS.md are quotients of these.
#![expect(clippy::unwrap_used, reason = "a benchmark is no library")]

use std::hint::black_box;
use std::path::Path;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use muniment_library::load::load;
use muniment_licenses::compose::{Composer, Imprint};
use muniment_licenses::model::Day;

fn compose(criterion: &mut Criterion) {
    let library = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap();
    let composer = Composer::new(&library);
    let imprint = Imprint::draft("https://licenses.example/x", "https://licenses.example/u", Day::EPOCH);
    let mut group = criterion.benchmark_group("compose");
    group.sample_size(20);
    for triples in [2_500_usize, 5_000, 10_000] {
        let values: String = (0..triples - 2).map(|n| format!("{n},")).collect();
        let rules: String =
            (0..(triples - 2) / 2).map(|_| "; odrl:permission [ odrl:action odrl:modify ]").collect();
        group.throughput(Throughput::Elements(triples as u64));
        for (name, rest) in
            [("values", format!("; <urn:p:p> {}", values.trim_end_matches(','))), ("rules", rules)]
        {
            let body = format!(
                "@prefix odrl: <http://www.w3.org/ns/odrl/2/> . @prefix dct: <http://purl.org/dc/terms/> .\n\
                 [] a odrl:Set ; dct:title \"T\" {rest} ."
            );
            group.bench_with_input(BenchmarkId::new(name, triples), &body, |bencher, body| {
                bencher.iter(|| black_box(composer.read_turtle(body.as_bytes(), &imprint)).is_ok());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, compose);
criterion_main!(benches);
