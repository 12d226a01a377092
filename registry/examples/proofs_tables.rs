//! Prints `registry/proofs/README.md` from the index: `cargo run -p plywood-registry --example proofs_tables`

fn main() {
    print!("{}{}", include_str!("../proofs/introduction.md"), plywood_registry::proofs::tables());
}
