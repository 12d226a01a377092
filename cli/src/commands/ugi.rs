//! `plywood ugi`: any game for controllers that speak UGI.

use crate::args::UgiArgs;
use crate::build;
use crate::engines;
use crate::failure::Failure;
use crate::lines::standard_input;
use crate::output::Output;
use crate::setup;
use plywood_protocols::{Ugi, serve};

pub(crate) fn run(args: &UgiArgs, out: &mut Output) -> Result<(), Failure> {
    let (game, rules) = setup::game(&args.game);
    let engine = setup::engine(args.engine.as_ref(), game)?;
    let mut ugi = Ugi::new(game, rules, &engine, engines::make)?.with_build(build::ID);
    Ok(serve(&mut ugi, standard_input(), &mut |line| out.text(line))?)
}
