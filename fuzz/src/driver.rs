//! Runs targets on any toolchain: inputs of a corpus, changed at random from a seed. It knows nothing of what
//! the code did with an input; libFuzzer, which does, runs the same targets (`fuzz/run`).

use crate::Target;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An input that a target panicked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The input.
    pub input: Vec<u8>,
    /// How many inputs were run, this one included.
    pub runs: u64,
}

/// How long a target is run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The number of changed inputs.
    pub runs: u64,
    /// The time; it is looked at after each input.
    pub time: Duration,
}

/// The inputs of a target's folder, in the order of their names.
///
/// # Errors
///
/// If the folder or a file cannot be read.
pub fn corpus(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    paths.into_iter().filter(|path| path.is_file()).map(fs::read).collect()
}

/// Runs a target over a corpus, and then over changed inputs of it until the budget is spent. Gives the
/// number of runs.
///
/// # Errors
///
/// The first input that the target panics at.
pub fn drive(target: &Target, corpus: &[Vec<u8>], seed: u64, budget: Budget) -> Result<u64, Failed> {
    let begun = Instant::now();
    let mut runs = 0;
    let mut try_it = |input: &[u8]| {
        runs += 1;
        match catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
            Ok(()) => Ok(runs),
            Err(_) => Err(Failed { input: input.to_vec(), runs }),
        }
    };
    for input in corpus {
        try_it(input)?;
    }
    let mut mutator = Mutator { rng: StdRng::seed_from_u64(seed), corpus };
    let mut last = corpus.len() as u64;
    while last < budget.runs + corpus.len() as u64 && begun.elapsed() < budget.time {
        last = try_it(&mutator.input())?;
    }
    Ok(last)
}

/// Makes inputs of those that there are.
struct Mutator<'a> {
    rng: StdRng,
    corpus: &'a [Vec<u8>],
}

impl Mutator<'_> {
    const LONGEST: usize = 1 << 16;

    /// An input of the corpus after some changes.
    fn input(&mut self) -> Vec<u8> {
        let mut input = self.any().to_vec();
        for _ in 0..1 << self.rng.random_range(0..5) {
            self.change(&mut input);
        }
        input.truncate(Self::LONGEST);
        input
    }

    fn any(&mut self) -> &[u8] {
        if self.corpus.is_empty() { &[] } else { &self.corpus[self.rng.random_range(0..self.corpus.len())] }
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let place = self.rng.random_range(0..=input.len());
        let end = (place + self.length()).min(input.len());
        match self.rng.random_range(0..8) {
            0 => input.insert(place, self.rng.random()),
            1 if place < input.len() => input[place] ^= 1 << self.rng.random_range(0..8),
            2 if place < input.len() => input[place] = self.rng.random(),
            3 => drop(input.drain(place..end)),
            4 => {
                let piece = input[place..end].to_vec();
                let to = self.rng.random_range(0..=input.len());
                input.splice(to..to, piece);
            }
            5 => {
                let piece = self.piece();
                input.splice(place..end, piece);
            }
            6 => {
                let piece = self.piece();
                input.splice(place..place, piece);
            }
            _ => {
                let numbers =
                    ["0", "-1", "1", "255", "256", "65536", "4294967296", "18446744073709551616", "1e999"];
                let number = numbers[self.rng.random_range(0..numbers.len())];
                input.splice(place..place, number.bytes());
            }
        }
    }

    /// Short more often than long.
    fn length(&mut self) -> usize {
        let longest = 1 << self.rng.random_range(0..9);
        self.rng.random_range(0..=longest)
    }

    /// Part of an input: a word of it as often as not.
    fn piece(&mut self) -> Vec<u8> {
        let length = self.length();
        let from_word = self.rng.random();
        let chance: usize = self.rng.random_range(0..usize::MAX);
        let input = self.any();
        if from_word {
            let words: Vec<_> = input.split(|byte| !byte.is_ascii_alphanumeric()).collect();
            return words[chance % words.len()].to_vec();
        }
        let place = chance % (input.len() + 1);
        input[place..(place + length).min(input.len())].to_vec()
    }
}
