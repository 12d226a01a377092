//! Move generation of Lines of Action: leaves a second, bulk-counted.
//!
//! `cargo bench -p plywood-bench --bench loa_perft`; the group `deep` counts depth 6 and takes some minutes.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plywood_loa::{Loa, Rules};
use plywood_search::perft;
use std::hint::black_box;

/// Leaves from the start, by depth from 1.
const FROM_START: [u64; 6] = [36, 1_244, 44_952, 1_563_208, 55_963_132, 1_938_494_632];

fn count(criterion: &mut Criterion, group: &str, depth: u32) {
    let start = Loa::start(Rules::default());
    let leaves = FROM_START[depth as usize - 1];
    assert_eq!(perft(&start, depth), leaves);
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).throughput(Throughput::Elements(leaves));
    group.bench_function(format!("depth {depth}"), |bencher| {
        bencher.iter(|| perft(black_box(&start), depth));
    });
    group.finish();
}

fn quick(criterion: &mut Criterion) {
    count(criterion, "loa perft", 4);
    count(criterion, "loa perft", 5);
}

fn deep(criterion: &mut Criterion) {
    count(criterion, "loa perft deep", 6);
}

criterion_group!(benches, quick, deep);
criterion_main!(benches);
