//! The nodes of the positions of `plywood bench`, and nothing else: a program so small that it builds for
//! every target. It prints them in the form of `bench/positions/nodes.txt`, and they must be the same on all
//! of them.

use plywood_bench::suite::{Count, games, positions, write_counts};
use plywood_play::TextError;
use plywood_search::StopHandle;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let stop = StopHandle::new();
    let counts: Result<Vec<Count>, TextError> =
        games().flat_map(positions).map(|position| Ok((position, position.search(&stop)?.nodes))).collect();
    io::stdout().write_all(write_counts(&counts.map_err(io::Error::other)?).as_bytes())
}
