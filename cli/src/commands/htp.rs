//! `plywood htp`: Hex for boards and match scripts that speak HTP.

use crate::args::HtpArgs;
use crate::engines;
use crate::failure::Failure;
use crate::lines::standard_input;
use crate::output::Output;
use crate::setup;
use plywood_protocols::{Htp, serve_htp};
use std::fs;

pub(crate) fn run(args: &HtpArgs, out: &mut Output) -> Result<(), Failure> {
    let hex = plywood_registry::find("hex")?;
    let engine = setup::engine(args.engine.as_ref(), hex)?;
    let mut htp = Htp::new(hex, args.game, &engine, engines::make)?.with_files(read_file);
    if let Some(word) = &args.swap_word {
        htp = htp.with_swap_word(word);
    }
    let mut write = |text: &str| {
        out.part(text)?;
        out.flush()
    };
    Ok(serve_htp(&mut htp, standard_input(), &mut write)?)
}

fn read_file(name: &str) -> Result<String, String> {
    fs::read_to_string(name).map_err(|error| error.to_string())
}
