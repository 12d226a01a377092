//! The program `plywood`: games, engines and matches from the command line.
//!
//! Exit status: 0 done; 1 the answer is "no"; 2 bad input; 3 a limit or a signal ended it early.

mod args;
#[cfg(feature = "queue")]
mod at_worker;
mod build;
mod commands;
mod contest;
mod engines;
mod failure;
mod help;
mod interrupt;
mod library;
mod lines;
mod output;
mod pictures;
#[cfg(feature = "queue")]
mod queue;
mod replacement;
mod setup;
mod terminal;
mod usage;
mod values;

use args::{Args, Command};
use clap::FromArgMatches;
use failure::Failure;
use output::Output;
use std::process::ExitCode;
use terminal::colour::ColourChoice;

fn main() -> ExitCode {
    let args = help::command().try_get_matches().and_then(|matches| Args::from_arg_matches(&matches));
    let choice =
        args.as_ref().map_or_else(|_| ColourChoice::of_words(std::env::args_os()), |args| args.color);
    choice.apply();
    let mut out = Output::standard();
    let result = match args {
        Ok(args) => interrupt::listen().and_then(|()| run(args.command, &mut out)),
        Err(error) => usage::answer(&error, &mut out),
    };
    interrupt::wait_if_ending();
    let result = result.and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = out.flush();
            failure.report();
            failure.exit_code()
        }
    }
}

fn run(command: Command, out: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Games(args) => commands::games::run(&args, out),
        Command::Show(args) => commands::show::run(&args, out),
        Command::Moves(args) => commands::show::moves(&args, out),
        Command::Result(args) => commands::show::result(&args, out),
        Command::Eval(args) => commands::eval::run(&args, out),
        Command::Perft(args) => commands::perft::run(&args, out),
        Command::Analyze(args) => commands::analyze::run(&args, out),
        Command::Play(args) => commands::play::run(&args, out),
        Command::Match(args) => commands::matches::run(&args, out),
        Command::Tournament(args) => commands::tournament::run(&args, out),
        Command::Generate(args) => commands::generate::run(&args, out),
        Command::Train(args) => commands::train::run(&args, out),
        Command::Gauge(args) => commands::gauge::run(&args, out),
        Command::Tune(args) => commands::tune::run(&args, out),
        Command::Store(args) => commands::store::run(&args, out),
        Command::Solve(args) => commands::solve::run(&args, out),
        Command::Verify(args) => commands::solve::verify(&args, out),
        Command::Proofs(args) => commands::proofs::run(&args, out),
        Command::Replay(args) => commands::replay::run(&args, out),
        Command::Bench(args) => commands::bench::run(&args, out),
        Command::Tables(args) => commands::tables::run(&args, out),
        Command::Htp(args) => commands::htp::run(&args, out),
        Command::Aei(args) => commands::aei::run(&args, out),
        Command::Ugi(args) => commands::ugi::run(&args, out),
        Command::Serve(args) => commands::serve::run(&args, out),
        Command::Site(args) => commands::site::run(&args, out),
        Command::Distance(args) => commands::distance::run(&args, out),
        Command::Completions(args) => commands::completions::run(args, out),
        Command::Man(args) => commands::completions::man(&args, out),
        #[cfg(feature = "queue")]
        Command::Work(args) => commands::work::run(args, out),
        #[cfg(feature = "queue")]
        Command::Queue(args) => commands::queue::run(&args, out),
        Command::Turns(args) => commands::turns::run(&args, out),
    }
}
