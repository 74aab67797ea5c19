//! What an audit costs: a CycloneDX document of a thousand components, with the licenses packages state.
//!
//! The peer is `serde_json`, which reads the same file into a value and does nothing with it.
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
use muniment_library::load::load;
use muniment_licenses::audit::{
    Audit, AuditContext, AuditExceptions, Findings, Inventory, StatedExpressions,
};
use muniment_licenses::find::{Expressions, SpdxIndex};
use muniment_licenses::model::Day;
use muniment_licenses::reason::{Context, TermsIndex};
use serde_json::{Value, json};

const COMPONENTS: usize = 1000;
const ROUNDS: usize = 201;

/// What packages of three registries state, more or less as often as they do.
const STATED: [&str; 20] = [
    "MIT",
    "MIT",
    "MIT",
    "MIT OR Apache-2.0",
    "MIT OR Apache-2.0",
    "MIT OR Apache-2.0",
    "MIT/Apache-2.0",
    "Apache-2.0",
    "Apache-2.0",
    "ISC",
    "ISC",
    "BSD-3-Clause",
    "BSD-2-Clause",
    "(MIT OR GPL-3.0-or-later)",
    "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "LGPL-2.1-or-later",
    "MPL-2.0",
    "GPL-2.0-only WITH Classpath-exception-2.0",
    "Acme Proprietary License",
];

/// A document as its tools write it.
fn document() -> String {
    let component = |number: usize| {
        let (name, version) = (format!("package-{number}"), format!("{}.{}.0", number % 9, number % 31));
        let stated = STATED[number * 7 % STATED.len()];
        let license = match stated.contains(' ') || stated.contains('/') {
            true => json!([{"expression": stated}]),
            false => {
                json!([{"license": {"id": stated, "url": format!("https://spdx.org/licenses/{stated}")}}])
            }
        };
        json!({
            "type": "library",
            "bom-ref": format!("pkg:npm/{name}@{version}"),
            "name": name,
            "version": version,
            "description": "A package that does one thing, and does it for everybody who asks for it.",
            "hashes": [{"alg": "SHA-512", "content": format!("{number:0128x}")}],
            "licenses": license,
            "purl": format!("pkg:npm/{name}@{version}"),
            "externalReferences": [
                {"type": "website", "url": format!("https://example.org/{name}")},
                {"type": "vcs", "url": format!("https://example.org/{name}.git")},
            ],
        })
    };
    let components: Vec<Value> = (0..COMPONENTS).map(component).collect();
    let document =
        json!({"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": components});
    serde_json::to_string_pretty(&document).unwrap()
}

fn timed<T>(act: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(act());
    start.elapsed()
}

fn audit(criterion: &mut Criterion) {
    let library = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")).library.unwrap();
    let (spdx, index) = (SpdxIndex::new(&library), TermsIndex::new(&library));
    let target = index.work(&library, &"MIT".parse().unwrap());
    let context = AuditContext {
        library: &library,
        index: &index,
        target,
        usage: Context::default(),
        preferred: Vec::new(),
    };
    let exceptions = AuditExceptions::default();
    let text = document();
    let read = || Inventory::read(text.as_bytes(), &Expressions::new(&spdx)).unwrap();
    let settled = |inventory: &Inventory| {
        let mut expressions = Expressions::new(&spdx);
        let stated = StatedExpressions::new(inventory, true, &mut expressions, &library);
        let audit = Audit::new(&stated, context.clone());
        Findings::new(&audit, &exceptions, None, Day::EPOCH, false).answers.len()
    };
    let parsed = || serde_json::from_str::<Value>(&text).unwrap();

    let mut times: [Vec<Duration>; 3] = Default::default();
    let inventory = read();
    for _ in 0..ROUNDS {
        times[0].push(timed(parsed));
        times[1].push(timed(read));
        times[2].push(timed(|| settled(&inventory)));
    }
    let [json, reading, settling] = times.map(|mut times| {
        times.sort_unstable();
        times[ROUNDS / 2].as_secs_f64()
    });
    println!(
        "{COMPONENTS} components, {} bytes, medians of {ROUNDS}: serde_json {:.0} µs, reading {:.0} µs, settling and \
         answers {:.0} µs; {:.2} times serde_json",
        text.len(),
        json * 1e6,
        reading * 1e6,
        settling * 1e6,
        (reading + settling) / json
    );

    let mut group = criterion.benchmark_group("audit");
    group.sample_size(20);
    group.bench_function("serde_json alone", |bencher| bencher.iter(|| black_box(parsed())));
    group.bench_function("read", |bencher| bencher.iter(|| black_box(read())));
    group.bench_function("settle and judge", |bencher| bencher.iter(|| black_box(settled(&inventory))));
    group.finish();
}

criterion_group!(benches, audit);
criterion_main!(benches);
