//! Several threads over one table.
//!
//! Each thread searches from the root by itself; what one writes the others find. So that they do not all
//! follow the same line, a move that others are busy with looks a little harder, and where several are below
//! the same position each of them reads the table again. Answers are the same as of one thread: what is
//! proven or refuted in the table holds for all, and what leans on a path is stored for that path.

use crate::contract::{Needs, Side};
use core::mem::take;
use core::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// A fact: which side wins and whether it is to move, the places that it has, and those that it needs.
pub(super) type News = ((Side, bool), (Needs, Needs));

/// What the threads know of each other.
pub(super) struct Team {
    /// How many threads are below each position, by the first bits of its key.
    busy: Box<[AtomicU8]>,
    /// By thread: the facts that it has not heard of.
    news: Box<[Mutex<Vec<News>>]>,
}

/// A thread of a team.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    team: &'a Team,
    number: usize,
}

impl Team {
    const SLOTS: usize = 1 << 14;

    /// The most news that wait for a thread; it does not hear of later ones.
    const MOST_NEWS: usize = 1 << 12;

    /// A team of this number of threads.
    pub(super) fn of(threads: usize) -> Self {
        Self {
            busy: (0..Self::SLOTS).map(|_| AtomicU8::new(0)).collect(),
            news: (0..threads).map(|_| Mutex::default()).collect(),
        }
    }

    pub(super) const fn member(&self, number: usize) -> Member<'_> {
        Member { team: self, number }
    }

    fn slot(&self, key: u64) -> &AtomicU8 {
        // The first bits: the table goes by the last.
        &self.busy[(key >> 50) as usize]
    }
}

impl<'a> Member<'a> {
    /// Marks the position of this key as searched by one thread more, as long as what is given back lives.
    pub(super) fn enter(self, key: u64) -> Visit<'a> {
        let slot = self.team.slot(key);
        slot.fetch_add(1, Ordering::Relaxed);
        Visit(slot)
    }

    /// The number of threads that are below the position of this key.
    pub(super) fn busy_with(self, key: u64) -> u32 {
        self.team.slot(key).load(Ordering::Relaxed).into()
    }

    /// Tells the other threads of a fact.
    pub(super) fn tell(self, fact: News) {
        for (_, news) in self.team.news.iter().enumerate().filter(|&(number, _)| number != self.number) {
            let mut news = news.lock().unwrap_or_else(PoisonError::into_inner);
            if news.len() < Team::MOST_NEWS {
                news.push(fact);
            }
        }
    }

    /// The facts that the others have told this thread since it asked last.
    pub(super) fn news(self) -> Vec<News> {
        self.team
            .news
            .get(self.number)
            .map_or(Vec::new(), |news| take(&mut *news.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// A thread's stay below a position.
pub(super) struct Visit<'a>(&'a AtomicU8);

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
