//! Files that are whole at any time.

use core::fmt;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file that could not be written, or not be read.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The error of the operating system.
    pub error: io::Error,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl core::error::Error for FileError {}

/// Writes a file beside its place and moves it there, so that whoever reads it, and whenever this is ended,
/// finds the old content or the new.
///
/// # Errors
///
/// If the file cannot be written. What stood there before still does.
pub fn write_file(path: &Path, content: &str) -> Result<(), FileError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    fs::write(&beside, content).and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        // Half a file is of no use; that it may be there after all is not worth a second error.
        let _ = fs::remove_file(&beside);
        FileError { path: path.to_owned(), error }
    })
}
