//! Proofs in files.

use crate::is_a_message;
use plywood_gekitai::GekitaiGame;
use plywood_hex::HexGame;
use plywood_search::{Checkpoint, StopHandle};
use plywood_solve::certificate::verify;

/// The bytes of a certificate, for two games; and of a checkpoint.
pub(crate) fn certificate(data: &[u8]) {
    let stop = StopHandle::new();
    for checked in [verify::<HexGame>(data, &stop), verify::<GekitaiGame>(data, &stop)] {
        match checked {
            Ok(proven) => assert!(!proven.header.rules.is_empty()),
            Err(error) => is_a_message(&error.to_string()),
        }
    }
    if let Err(error) = Checkpoint::read(data) {
        is_a_message(&error.to_string());
    }
}
