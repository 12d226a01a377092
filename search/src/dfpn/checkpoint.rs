//! Checkpoints: a table as bytes, so that a long search can be interrupted and resumed.
//!
//! The format: eight bytes that name it; then numbers of eight bytes each, the least significant first: the
//! size of the table in bytes, the nodes so far, the length of the label, and the number of entries; then the
//! label, and the entries, each its key and its data; finally a checksum of everything before it.

use super::mix;
use super::table::ProofTable;
use core::fmt;

/// An interrupted search.
#[derive(Debug)]
pub struct Checkpoint {
    /// The caller's description of the search. Check it before resuming.
    pub label: String,
    /// The number of nodes so far, over all calls, as counted by the caller.
    pub nodes: u64,
    /// The table.
    pub table: ProofTable,
}

/// Error returned when reading a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// The bytes do not begin like a checkpoint of a known version.
    NotACheckpoint,
    /// The bytes are truncated, too long, or altered.
    Damaged,
    /// The memory for a table of this many bytes cannot be allocated.
    TooLarge(u64),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACheckpoint => f.write_str("not a checkpoint of a proof-number search"),
            Self::Damaged => f.write_str("the checkpoint is damaged"),
            Self::TooLarge(bytes) => write!(f, "no memory for the checkpoint's table of {bytes} bytes"),
        }
    }
}

impl core::error::Error for CheckpointError {}

const FORMAT: &[u8; 8] = b"plyprf01";
const ENTRY_BYTES: usize = 16;

impl Checkpoint {
    /// Writes a table with its label and nodes as bytes: about 16 for each position. No search may be
    /// running.
    pub fn write(table: &ProofTable, label: &str, nodes: u64) -> Vec<u8> {
        let mut bytes = FORMAT.to_vec();
        let entries = table.entries();
        bytes.reserve(entries * ENTRY_BYTES + label.len() + 48);
        for number in [table.bytes() as u64, nodes, label.len() as u64, entries as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(label.as_bytes());
        for word in table.words().flatten() {
            bytes.extend(word.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a checkpoint. Its table is trusted like that of a search, so only read checkpoints that you
    /// trust.
    ///
    /// # Errors
    ///
    /// If the bytes are not as [`write`](Self::write) writes them, or the table cannot be allocated.
    pub fn read(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(FORMAT).ok_or(CheckpointError::NotACheckpoint)?;
        let (rest, sum) = rest.split_last_chunk().ok_or(CheckpointError::Damaged)?;
        if checksum(&bytes[..bytes.len() - sum.len()]) != u64::from_le_bytes(*sum) {
            return Err(CheckpointError::Damaged);
        }
        Self::read_checked(rest).ok_or(CheckpointError::Damaged)?
    }

    /// Reads what stands between the name of the format and the checksum; `None` if the lengths do not agree.
    fn read_checked(mut rest: &[u8]) -> Option<Result<Self, CheckpointError>> {
        let [size, nodes, label_len, entries] =
            [take(&mut rest)?, take(&mut rest)?, take(&mut rest)?, take(&mut rest)?];
        let label = rest.split_off(..usize::try_from(label_len).ok()?)?;
        let label = core::str::from_utf8(label).ok()?.to_owned();
        let (words, odd) = rest.as_chunks::<8>();
        if !odd.is_empty() || words.len() as u64 != entries.checked_mul(2)? {
            return None;
        }
        let too_large = CheckpointError::TooLarge(size);
        let table = usize::try_from(size).ok().and_then(|size| ProofTable::with_bytes(size).ok());
        let Some(table) = table else { return Some(Err(too_large)) };
        for pair in words.chunks_exact(2) {
            table.put_words([pair[0], pair[1]].map(u64::from_le_bytes));
        }
        Some(Ok(Self { label, nodes, table }))
    }
}

/// Takes a number from the front of the bytes.
fn take(rest: &mut &[u8]) -> Option<u64> {
    let (number, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(u64::from_le_bytes(*number))
}

/// A hash of all bytes, eight at a time.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum ^ u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum ^ u64::from(byte)))
}
