//! Laws that count what they have compared with the truth, so that one which never came to compare anything
//! fails.
//!
//! Many laws look at what a search happens to find: a win that it calls proven, a variation, a draw. Where
//! random games lead to none of these, such a law holds of any search, a wrong one too. [`Comparisons`] is
//! the cure: the law counts, and whoever holds a game to the law says how often it must have come to a
//! comparison.

use std::cell::Cell;

/// The number of times that a law has compared something with the truth.
#[derive(Debug)]
pub struct Comparisons {
    what: String,
    count: Cell<u32>,
}

impl Comparisons {
    /// None yet. `what` names game and law.
    pub fn of(what: impl Into<String>) -> Self {
        Self { what: what.into(), count: Cell::new(0) }
    }

    /// One more.
    pub fn count(&self) {
        self.count.set(self.count.get() + 1);
    }

    /// How many there were.
    pub fn get(&self) -> u32 {
        self.count.get()
    }

    /// Ends a law.
    ///
    /// # Panics
    ///
    /// If there were fewer comparisons than this.
    pub fn at_least(self, least: u32) {
        println!("{}: {} comparisons", self.what, self.get());
        assert!(self.get() >= least, "{}: {} comparisons with the truth, not {least}", self.what, self.get());
    }
}

#[cfg(test)]
mod tests {
    use super::Comparisons;

    #[test]
    #[should_panic(expected = "a law: 0 comparisons with the truth")]
    fn a_law_that_compares_nothing_fails() {
        Comparisons::of("a law").at_least(1);
    }

    #[test]
    fn comparisons_are_counted() {
        let compared = Comparisons::of("a law");
        compared.count();
        compared.at_least(1);
    }
}
