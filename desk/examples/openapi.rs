//! Prints the contract of the page: `cargo run -p plywood-desk --features schema --example openapi >
//! web/openapi.json`.

fn main() {
    println!("{:#}", plywood_desk::contract::openapi());
}
