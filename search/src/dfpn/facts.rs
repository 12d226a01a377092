//! What has been proven of positions, wherever it holds.
//!
//! A winner that [`Needs`] some places wins in every position in which it has those that it had, and the
//! opponent has none of the others. So what is proven of one position is known of all that have so much in
//! common with it. A move of the winner may take the one place that it lacks; and where several such wins
//! threaten, the opponent must play on a place that all of them need.

use crate::contract::Needs;
use core::ops::ControlFlow;

/// The facts that are compared together.
const BLOCK: usize = 64;

/// Facts about one side that wins, with the same side to move.
#[derive(Default)]
pub(super) struct Facts {
    blocks: Vec<Block>,
    count: usize,
    /// The words in which any fact has a place.
    words: usize,
}

/// By word of the sets, then by fact.
struct Block {
    /// The places that the winner had.
    held: [[u64; BLOCK]; Needs::WORDS],
    /// All that it needs, these among them.
    needed: [[u64; BLOCK]; Needs::WORDS],
}

impl Facts {
    /// The most that are kept; later ones take the place of the oldest.
    const MOST: usize = 1 << 15;

    /// Adds that a winner wins which has `held` of the places `needed`, if the opponent has none of these.
    pub(super) fn add(&mut self, held: Needs, needed: Needs) {
        let (block, place) = (self.count % Self::MOST / BLOCK, self.count % BLOCK);
        self.count += 1;
        if block == self.blocks.len() {
            self.blocks.push(Block::NONE);
        }
        let (held, needed) = (held.and(needed).to_words(), needed.to_words());
        for word in 0..Needs::WORDS {
            self.blocks[block].held[word][place] = held[word];
            self.blocks[block].needed[word][place] = needed[word];
            if needed[word] != 0 {
                self.words = self.words.max(word + 1);
            }
        }
    }

    /// Shows the needs of every fact that holds where the winner has `mine` and the opponent `theirs`, or
    /// would if the winner had one of the needed places more.
    pub(super) fn each(
        &self,
        (mine, theirs): (Needs, Needs),
        is_one_short: bool,
        mut show: impl FnMut(Needs) -> ControlFlow<()>,
    ) {
        let (mine, theirs) = (mine.to_words(), theirs.to_words());
        for block in &self.blocks {
            let mut wrong = [0; BLOCK];
            for word in 0..self.words {
                block.compare(word, (mine[word], theirs[word]), is_one_short, &mut wrong);
            }
            for place in (0..BLOCK).filter(|&place| wrong[place] == 0) {
                let lacks = |word: usize| (block.held[word][place] & !mine[word]).count_ones();
                if self.words > 1 && is_one_short && (0..self.words).map(lacks).sum::<u32>() > 1 {
                    continue;
                }
                let needed = Needs::from_words(core::array::from_fn(|word| block.needed[word][place]));
                if show(needed).is_break() {
                    return;
                }
            }
        }
    }
}

impl Block {
    /// Facts that hold nowhere.
    const NONE: Self =
        Self { held: [[u64::MAX; BLOCK]; Needs::WORDS], needed: [[u64::MAX; BLOCK]; Needs::WORDS] };

    /// Marks the facts that a word of the places shows to be wrong.
    #[inline]
    fn compare(&self, word: usize, (mine, theirs): (u64, u64), is_one_short: bool, wrong: &mut [u64; BLOCK]) {
        let facts = self.held[word].iter().zip(&self.needed[word]);
        for ((held, needed), wrong) in facts.zip(wrong) {
            let lacks = held & !mine;
            let rest = if is_one_short { lacks & lacks.wrapping_sub(1) } else { lacks };
            *wrong |= rest | (needed & theirs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ControlFlow, Facts, Needs};

    fn set(places: &[usize]) -> Needs {
        places.iter().fold(Needs::NOTHING, |set, &place| set.with(place))
    }

    fn all(facts: &Facts, mine: &[usize], theirs: &[usize], is_one_short: bool) -> Vec<Needs> {
        let mut all = Vec::new();
        facts.each((set(mine), set(theirs)), is_one_short, |needs| {
            all.push(needs);
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn a_fact_holds_where_the_winner_has_what_it_had_and_the_opponent_nothing_that_it_needs() {
        let mut facts = Facts::default();
        facts.add(set(&[1, 70, 5]), set(&[1, 70, 2, 71]));
        let needs = vec![set(&[1, 70, 2, 71])];
        assert_eq!(all(&facts, &[1, 70], &[5, 9], false), needs, "5 is held, but not needed");
        assert_eq!(all(&facts, &[1, 70, 2, 8], &[], false), needs, "more does no harm");
        assert_eq!(all(&facts, &[1, 70], &[71], false), []);
        assert_eq!(all(&facts, &[1], &[], false), []);
        assert_eq!(all(&facts, &[1], &[], true), needs, "one place is missing");
        assert_eq!(all(&facts, &[1], &[70], true), [], "and cannot be taken");
        assert_eq!(all(&facts, &[], &[], true), [], "two are missing, in two words");
        assert_eq!(all(&Facts::default(), &[], &[], true), []);
    }

    #[test]
    fn later_facts_take_the_place_of_the_oldest() {
        let mut facts = Facts::default();
        for number in 0..Facts::MOST + 2 {
            facts.add(Needs::NOTHING, set(&[number % 300]));
        }
        let found = all(&facts, &[], &[], false);
        assert_eq!(found.len(), Facts::MOST);
        assert_eq!(found[..3], [Facts::MOST, Facts::MOST + 1, 2].map(|number| set(&[number % 300])));
    }
}
