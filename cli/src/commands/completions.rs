//! `plywood completions` and `plywood man`: what shells and `man` are told about the command line.

use crate::args::{CompletionsArgs, ManArgs};
use crate::failure::Failure;
use crate::help;
use crate::output::Output;
use crate::setup::cannot_write;
use std::fs;

pub(crate) fn run(args: CompletionsArgs, out: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(), "plywood", &mut script);
    out.part(&String::from_utf8_lossy(&script))?;
    Ok(out.flush()?)
}

pub(crate) fn man(args: &ManArgs, out: &mut Output) -> Result<(), Failure> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(help::plain()).render(&mut page)?;
        out.part(&String::from_utf8_lossy(&page))?;
        return Ok(out.flush()?);
    };
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(help::plain(), folder))
        .map_err(|error| cannot_write(folder, &error))?;
    Ok(out.text(format!("wrote the pages to {}", folder.display()))?)
}
