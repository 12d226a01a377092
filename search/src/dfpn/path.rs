//! The positions between the root and the current node, to detect repetitions.

use super::mix;

/// The path of one search.
pub(super) struct Path {
    steps: Vec<Step>,
    /// How many keys of the path end in these bits.
    filter: Box<[u16; Self::FILTER]>,
}

#[derive(Clone, Copy)]
struct Step {
    key: u64,
    /// A hash of all keys up to here, in order.
    signature: u64,
}

impl Path {
    const FILTER: usize = 4096;

    pub(super) fn new() -> Self {
        Self { steps: Vec::new(), filter: Box::new([0; Self::FILTER]) }
    }

    /// The number of positions on the path. The first has place 1: 0 is left for what lies before every path.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.steps.len() as u32
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.filter[Self::slot(key)] += 1;
        let signature = mix(self.signature().wrapping_add(key));
        self.steps.push(Step { key, signature });
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.filter[Self::slot(step.key)] -= 1;
        }
    }

    pub(super) fn clear(&mut self) {
        while !self.steps.is_empty() {
            self.pop();
        }
    }

    /// A number that stands for the whole path, in order.
    #[inline]
    pub(super) fn signature(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.signature)
    }

    /// The place of the position of this key on the path, if it is there.
    #[inline]
    pub(super) fn place_of(&self, key: u64) -> Option<u32> {
        if self.filter[Self::slot(key)] == 0 { None } else { self.find(key) }
    }

    #[cold]
    fn find(&self, key: u64) -> Option<u32> {
        let index = self.steps.iter().position(|step| step.key == key)?;
        Some(index as u32 + 1)
    }

    #[inline]
    fn slot(key: u64) -> usize {
        key as usize % Self::FILTER
    }
}
