//! Positions that count as one.

use core::hash::{Hash, Hasher};
use plywood_play::Definition;
use plywood_search::{Position, Symmetry};

/// Which positions share one decision of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// Equal ones only: whoever checks the certificate relies on nothing but the rules.
    Exact,
    /// Also those that differ by a symmetry that keeps the sides. Several times smaller; whoever checks the certificate relies on the
    /// rules and on the game's [`Symmetry`].
    #[default]
    Symmetric,
    /// Equal ones only, and after each move of its own the side that wins gives away what it does not need, so that far fewer positions
    /// come about. Whoever checks the certificate relies on the rules and on what the game knows to be worse for a side
    /// ([`Definition::concede`]). For wins in games that have it.
    Conceding,
}

impl Form {
    /// The smallest form that the game allows for a win.
    pub fn smallest<D: Definition>() -> Self {
        if D::CONCEDES { Self::Conceding } else { Self::Symmetric }
    }

    /// The name in a certificate.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Symmetric => "symmetric",
            Self::Conceding => "conceding",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::Exact, Self::Symmetric, Self::Conceding].into_iter().find(|form| form.name() == name)
    }

    /// The position that stands for all that count as one with `position`.
    pub(crate) fn representative<P: Symmetry>(self, position: &P) -> Identity<P> {
        Identity(self.image(position).1)
    }

    /// Of the images that count as one with `position` the one with the smallest key, and the way to look at the board that shows it.
    pub(crate) fn image<P: Symmetry>(self, position: &P) -> (usize, P) {
        let ways = if self == Self::Symmetric { position.symmetries() } else { 1 };
        let mut chosen = (0, position.clone());
        for way in (1..ways).filter(|&way| !position.exchanges_sides(way)) {
            let image = position.transformed(way);
            if image.key() < chosen.1.key() {
                chosen = (way, image);
            }
        }
        chosen
    }
}

/// A position to be looked up: by its key, and then by comparing the whole of it, so that two positions with one key stay two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity<P>(pub(crate) P);

impl<P: Position> Hash for Identity<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}
