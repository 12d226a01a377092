//! The file of a long job: a header that tells its settings, then a line for each result. A killed job goes
//! on behind the last whole line.

use core::fmt;
use plywood_play::{EngineError, Excerpt};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

/// Error of a long job whose results are kept in a file.
#[derive(Debug)]
pub enum JobError {
    /// The engine or the rules are no good, or the engine failed.
    Engine(EngineError),
    /// The file cannot be read or written.
    File(io::Error),
    /// The file was made with other settings: what differs.
    OtherSettings(String),
    /// Games played elsewhere could not be received, with the reason.
    Elsewhere(String),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Elsewhere(reason) => f.write_str(reason),
            Self::OtherSettings(what) => write!(f, "the file belongs to a job with other settings: {what}"),
        }
    }
}

impl core::error::Error for JobError {}

impl From<io::Error> for JobError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<EngineError> for JobError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

/// Opens the file of a job, which begins with this header, behind its last whole line. Returns the number of
/// lines after the header. A torn last line is cut off.
///
/// # Errors
///
/// If the file begins with another line, or cannot be read or written.
pub fn resume(path: &Path, header: &str) -> Result<(File, u64), JobError> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let (mut lines, mut whole) = (0_u64, 0);
    let mut reader = BufReader::new(&file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        if lines == 0 && line.strip_suffix(b"\n") != Some(header.as_bytes()) {
            return Err(other_settings(&line, header));
        }
        whole += line.len() as u64;
        lines += 1;
        line.clear();
    }
    if lines == 0 && !line.is_empty() && !header.as_bytes().starts_with(&line) {
        return Err(other_settings(&line, header));
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    if lines == 0 {
        file.write_all(format!("{header}\n").as_bytes())?;
        lines = 1;
    }
    Ok((file, lines - 1))
}

/// The error of a file that begins with another line than the header: the first word that differs.
fn other_settings(line: &[u8], header: &str) -> JobError {
    let line = String::from_utf8_lossy(line);
    // A word more or less is a difference too.
    let (found, wanted) = (line.trim_end().split(' ').chain([""]), header.split(' ').chain([""]));
    let different = found.zip(wanted).find(|(found, wanted)| found != wanted);
    JobError::OtherSettings(match different.filter(|_| line.starts_with("# plywood ")) {
        Some((found, wanted)) => {
            format!("it has \"{}\", where \"{}\" is wanted", Excerpt(found), Excerpt(wanted))
        }
        None => format!("it begins with \"{:.40}\"", Excerpt(line.trim_end())),
    })
}
