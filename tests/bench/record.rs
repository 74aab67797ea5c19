//! What one record costs: parsing, canonical form and hash, every syntax, a page.
//!
//! `cargo bench -p muniment-tree` prints times; the ratios in BENCHMARKS.md are quotients of these.
#![expect(clippy::unwrap_used, reason = "a benchmark is no library")]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use muniment_library::history::Catalog;
use muniment_library::load::load;
use muniment_pages::Pages;
use muniment_rdf::{Graph, Outline, Syntax, canonicalize, read, write};

/// Every tenth record of the library, so that long and short ones have their share.
fn records() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/licenses");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().step_by(10).map(|path| fs::read(path).unwrap()).collect()
}

fn record(criterion: &mut Criterion) {
    let texts = records();
    let graphs: Vec<Graph> = texts.iter().map(|text| read(Syntax::Turtle, text).unwrap()).collect();
    let mut group = criterion.benchmark_group("record");
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(read(Syntax::Turtle, text).unwrap());
            }
        });
    });
    group.bench_function("parse, canonicalise and hash", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(canonicalize(&read(Syntax::Turtle, text).unwrap()).unwrap().hash());
            }
        });
    });
    group.bench_function("canonicalise", |bencher| {
        bencher.iter(|| {
            for graph in &graphs {
                black_box(canonicalize(graph).unwrap());
            }
        });
    });
    group.bench_function("outline", |bencher| {
        bencher.iter(|| {
            for graph in &graphs {
                black_box(Outline::of(graph).unwrap());
            }
        });
    });
    let site = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap().site;
    let outlines: Vec<Outline<'_>> = graphs.iter().map(|graph| Outline::of(graph).unwrap()).collect();
    for (name, syntax, prefixes) in [
        ("write Turtle", Syntax::Turtle, site.record_prefixes()),
        ("write JSON-LD", Syntax::JsonLd, site.context()),
        ("write RDF/XML", Syntax::RdfXml, site.record_prefixes()),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for outline in &outlines {
                    black_box(write(syntax, outline, &prefixes).unwrap());
                }
            });
        });
    }
    group.finish();
}

fn library(criterion: &mut Criterion) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let library = load(&data).library.unwrap();
    let catalog = Catalog::new(&library);
    let pages = Pages::new(&catalog, "http://127.0.0.1:8080").unwrap();
    let mut group = criterion.benchmark_group("library");
    group.sample_size(20);
    group.bench_function("load", |bencher| bencher.iter(|| black_box(load(&data))));
    group.bench_function("check", |bencher| {
        bencher.iter(|| black_box(muniment_library::check::check(&library)));
    });
    group.bench_function("every record page", |bencher| {
        bencher.iter(|| {
            for history in catalog.licenses.values() {
                black_box(pages.record(history).unwrap());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, record, library);
criterion_main!(benches);
