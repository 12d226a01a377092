//! The laws of the transposition table.

use plywood_conformance::laws::table;

#[test]
fn an_entry_comes_back() {
    table::an_entry_comes_back();
}

#[test]
fn wins_are_counted_from_the_position() {
    table::wins_are_counted_from_the_position();
}

#[test]
fn torn_entries_never_surface() {
    table::torn_entries_never_surface(1_000_000);
}

#[test]
fn a_cleared_table_knows_nothing() {
    table::a_cleared_table_knows_nothing();
}

#[test]
fn sizes_are_kept() {
    table::sizes_are_kept();
}

#[test]
fn shallow_and_old_entries_give_way() {
    table::shallow_and_old_entries_give_way();
}

#[test]
fn a_position_keeps_its_better_entry() {
    table::a_position_keeps_its_better_entry();
}
