//! No node of a search allocates memory: deeper searches visit many times the nodes with no more allocations.

use allocation_counter::measure;
use plywood_conformance::evaluation::Hashed;
use plywood_conformance::games::{Corridor, Misere, Skirmish, Steps};
use plywood_search::{
    Game, Hints, Iterative, Knowledge, Limits, Repetition, Search, SearchOptions, Table, perft,
};
use std::sync::Arc;

/// Allocations and nodes of a search that has been this deep before and has forgotten what it saw.
fn allocations<P: Hints>(
    search: &mut Iterative<P, impl Knowledge<P>>,
    game: &Game<P>,
    depth: u32,
) -> (u64, u64) {
    search.clear();
    let mut nodes = 0;
    let info = measure(|| nodes = search.run(game, &Limits::depth(depth)).nodes);
    (info.count_total, nodes)
}

fn no_node_allocates<P: Hints>(position: P, depths: (u32, u32), options: SearchOptions) {
    let game = Game::new(position);
    let table = Arc::new(Table::with_bytes(1 << 20).expect("a megabyte can be had"));
    let mut search = Iterative::with_options(Hashed::narrow(5), table, options);
    search.run(&game, &Limits::depth(depths.1));
    let (few, few_nodes) = allocations(&mut search, &game, depths.0);
    let (many, many_nodes) = allocations(&mut search, &game, depths.1);
    assert!(many_nodes > few_nodes * 5, "{few_nodes} and {many_nodes} nodes: too alike to tell");
    // A report for the observer of each iteration.
    let for_reports = 16 * u64::from(depths.1 - depths.0);
    assert!(many <= few + for_reports, "{few} allocations in {few_nodes} nodes, {many} in {many_nodes}");
}

#[test]
fn steps() {
    no_node_allocates(Steps::default(), (4, 7), SearchOptions::default());
    no_node_allocates(Steps::default(), (4, 7), SearchOptions::EXACT);
}

#[test]
fn corridor() {
    no_node_allocates(Corridor::new(Repetition::Illegal(3)), (5, 12), SearchOptions::default());
}

#[test]
fn skirmish() {
    no_node_allocates(Skirmish::new(Repetition::Draw(3)), (4, 8), SearchOptions::default());
}

#[test]
fn misere() {
    no_node_allocates(Misere::default(), (3, 6), SearchOptions::default());
}

#[test]
fn lines_of_action() {
    let start = plywood_loa::Loa::start(plywood_loa::Rules::default());
    no_node_allocates(start.clone(), (3, 6), SearchOptions::default());
    assert_eq!(measure(|| assert_eq!(perft(&start, 3), 44_952)).count_total, 0);
}

#[test]
fn perft_allocates_nothing_at_all() {
    let info = measure(|| {
        perft(&Steps::default(), 5);
        perft(&Misere::default(), 4);
        perft(&Skirmish::new(Repetition::Draw(3)), 5);
    });
    assert_eq!(info.count_total, 0);
}
