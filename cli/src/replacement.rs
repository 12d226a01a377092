//! Files that are replaced as a whole: whatever ends the program, the file before stays until the new one is
//! complete and on the disk.

use crate::failure::Failure;
use crate::setup::cannot_write;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file next to `path`, `path` with `.new` appended, and puts it in its place when it is complete.
///
/// What is no ordinary file, such as a pipe, is written to directly.
pub(crate) fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let failed = |error| cannot_write(path, &error);
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return write(&mut File::create(path).map_err(failed)?);
    }
    let unfinished = Unfinished(beside(path, ".new"));
    let mut file = File::create(&unfinished.0).map_err(failed)?;
    let written = write(&mut file)?;
    file.sync_all().map_err(failed)?;
    fs::rename(&unfinished.0, path).map_err(failed)?;
    Ok(written)
}

/// The same with these bytes.
pub(crate) fn replace_with(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, |file| file.write_all(bytes).map_err(|error| cannot_write(path, &error)))
}

/// An empty file next to `path` that is gone after `work`.
pub(crate) fn with_scratch<T>(
    path: &Path,
    work: impl FnOnce(&mut File) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let scratch = Unfinished(beside(path, ".part"));
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&scratch.0);
    work(&mut file.map_err(|error| cannot_write(path, &error))?)
}

/// `path` with an ending appended to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A file that is removed unless it has been given another name.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
