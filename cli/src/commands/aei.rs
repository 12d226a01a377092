//! `plywood aei`: Arimaa for controllers that speak AEI.

use crate::args::AeiArgs;
use crate::engines;
use crate::failure::Failure;
use crate::lines::standard_input;
use crate::output::Output;
use plywood_protocols::{Aei, serve};

pub(crate) fn run(args: &AeiArgs, out: &mut Output) -> Result<(), Failure> {
    let mut aei = Aei::new(plywood_registry::find("arimaa")?, &args.engine, args.seed, engines::make)?;
    Ok(serve(&mut aei, standard_input(), &mut |line| out.text(line))?)
}
