//! The state of a training as bytes, so that a killed training goes on.
//!
//! A line that tells what is trained, on what and how; the numbers, little-endian; a checksum.

use crate::seed::mix;
use crate::train::{Epoch, State};
use core::fmt;

/// Error returned when bytes are not a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointError {
    /// They are damaged or cut off.
    Damaged,
    /// They belong to a training of something else, or with other settings or data.
    OtherTraining,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Damaged => "the state of the training is damaged; remove it to begin again",
            Self::OtherTraining => {
                "the state is that of a training with other data or settings; remove it to begin again"
            }
        })
    }
}

impl core::error::Error for CheckpointError {}

impl State {
    /// The state as bytes. `description` is a line that says what is trained, on what and how.
    pub fn to_bytes(&self, description: &str) -> Vec<u8> {
        let mut bytes = format!("plywood-training 1 {}\n", description.replace('\n', " ")).into_bytes();
        let numbers = [self.steps as u32, self.history.len() as u32];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let [first, second] = &self.moments;
        let losses = self.history.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
        let parameters = [&self.model.parameters, &self.best, first, second];
        let floats = losses.chain(parameters.into_iter().flatten().copied());
        bytes.extend(floats.flat_map(f32::to_le_bytes));
        bytes.extend(digest(&bytes).to_le_bytes());
        bytes
    }

    /// Takes over a state that [`to_bytes`](Self::to_bytes) gave for the same description.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or belong to another training.
    pub fn resume(&mut self, bytes: &[u8], description: &str) -> Result<(), CheckpointError> {
        let header = format!("plywood-training 1 {}\n", description.replace('\n', " "));
        let (content, seal) = bytes.split_last_chunk().ok_or(CheckpointError::Damaged)?;
        if digest(content).to_le_bytes() != *seal {
            return Err(CheckpointError::Damaged);
        }
        let body = content.strip_prefix(header.as_bytes()).ok_or(CheckpointError::OtherTraining)?;
        let mut words = body.as_chunks::<4>().0.iter();
        let mut number = || words.next().map_or(0, |word| u32::from_le_bytes(*word) as usize);
        let (steps, epochs) = (number(), number());
        let mut floats = words.map(|word| f32::from_le_bytes(*word));
        let count = self.model.parameters.len();
        if floats.len() != epochs.saturating_mul(2).saturating_add(4 * count) {
            return Err(CheckpointError::Damaged);
        }
        let mut take = |count| floats.by_ref().take(count).collect::<Vec<_>>();
        let losses = take(2 * epochs);
        self.history = losses
            .chunks(2)
            .enumerate()
            .map(|(index, pair)| Epoch { number: index + 1, training: pair[0], validation: pair[1] })
            .collect();
        (self.model.parameters, self.best) = (take(count), take(count));
        self.moments = [take(count), take(count)];
        self.steps = steps as i32;
        Ok(())
    }
}

/// A number that stands for bytes, against accidents.
fn digest(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(mix(bytes.len() as u64), |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(state ^ u64::from_le_bytes(word))
    })
}
