//! `plywood htp`: Hex for boards and match scripts that speak HTP.

use crate::args::HtpArgs;
use crate::engines;
use crate::failure::Failure;
use crate::lines::standard_input;
use crate::output::Output;
use plywood_hex::Rules;
use plywood_play::Spec;
use plywood_protocols::{Htp, serve_htp};
use std::fs;

pub(crate) fn run(args: &HtpArgs, out: &mut Output) -> Result<(), Failure> {
    let engine: Spec = args.engine.parse()?;
    let mut htp = Htp::new(rules(&args.game)?, &engine, engines::make)?.with_files(read_file);
    if let Some(word) = &args.swap_word {
        htp = htp.with_swap_word(word);
    }
    let mut write = |text: &str| {
        out.part(text)?;
        out.flush()
    };
    Ok(serve_htp(&mut htp, standard_input(), &mut write)?)
}

/// The rules of the game named, which has to be Hex.
fn rules(game: &str) -> Result<Rules, Failure> {
    let spec: Spec = game.parse()?;
    if spec.name() != "hex" {
        return Err(Failure::bad(format!("HTP is spoken for hex, not for \"{}\"", spec.name())));
    }
    spec.options_text().parse().map_err(Failure::bad)
}

fn read_file(name: &str) -> Result<String, String> {
    fs::read_to_string(name).map_err(|error| error.to_string())
}
