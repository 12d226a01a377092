//! Proofs in files.

use crate::is_a_message;
use plywood_gekitai::GekitaiGame;
use plywood_hex::HexGame;
use plywood_loa::LinesOfAction;
use plywood_search::{Checkpoint, StopHandle};
use plywood_solve::certificate::verify;
use plywood_solve::library::Index;

/// The longest input that is looked at: a check takes time for every byte.
const MOST_BYTES: usize = 1_000;

/// The bytes of a certificate, for three games, as they are and with a right checksum; of an index of
/// certificates; and of a checkpoint.
pub(crate) fn certificate(data: &[u8]) {
    let data = &data[..data.len().min(MOST_BYTES)];
    let stop = StopHandle::new();
    for file in [Some(data.to_vec()), mended(data)].into_iter().flatten() {
        let checked = [
            verify::<HexGame>(&file, &stop),
            verify::<GekitaiGame>(&file, &stop),
            verify::<LinesOfAction>(&file, &stop),
        ];
        for checked in checked {
            match checked {
                Ok(proven) => assert!(!proven.header.rules.is_empty()),
                Err(error) => is_a_message(&error.to_string()),
            }
        }
    }
    if let Err(error) = String::from_utf8_lossy(data).parse::<Index>() {
        is_a_message(&error.to_string());
    }
    if let Err(error) = Checkpoint::read(data) {
        is_a_message(&error.to_string());
    }
}

/// The same certificate with the length and the checksum of its moves, so that what is wrong with it is left
/// to the rules; `None` if it has no nine lines.
fn mended(data: &[u8]) -> Option<Vec<u8>> {
    let ends = data.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1);
    let ends: Vec<usize> = ends.take(9).collect();
    let (kept, body) = (&data[..*ends.get(6)?], &data[*ends.get(8)?..]);
    let covered = [kept, format!("bytes: {}\n", body.len()).as_bytes()].concat();
    let sum = covered.iter().chain(body).fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    Some([&covered, format!("checksum: {sum:016x}\n").as_bytes(), body].concat())
}
