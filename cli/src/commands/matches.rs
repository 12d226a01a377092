use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(_args: &MatchArgs, _out: &mut Output) -> Result<(), Failure> {
    Err(Failure::bad("not yet"))
}
