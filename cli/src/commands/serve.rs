//! `plywood serve`: serves the page for play and analysis.

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use plywood_web::Settings;
use std::net::SocketAddr;

/// Serves until Ctrl-C, the normal way to end.
pub(crate) fn run(args: &ServeArgs, out: &mut Output) -> Result<(), Failure> {
    let address = SocketAddr::new(args.host, args.port);
    let stop = interrupt::stop_handle();
    let mut written = Ok(());
    let served = plywood_web::run(address, Settings::default(), &stop, |address| {
        written = out.text(format!("http://{address}/")).and_then(|()| out.flush());
    });
    served.map_err(|error| Failure::bad(format!("cannot serve on {address}: {error}")))?;
    Ok(written?)
}
