//! Forms of certificates: which positions share one decision.

use core::hash::{Hash, Hasher};
use plywood_play::Definition;
use plywood_search::{Position, Symmetry};

/// The form of a certificate: which positions share one decision of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// Only equal positions share a decision. Verification relies on the rules alone.
    Exact,
    /// Positions that differ by a symmetry which keeps the sides share a decision. The file is several times
    /// smaller; verification relies on the rules and on the game's [`Symmetry`].
    #[default]
    Symmetric,
    /// Only equal positions share a decision, and after each of its moves the winner concedes what it does
    /// not need, so that far fewer positions arise. Verification relies on the rules and on
    /// [`Definition::concede`], the game's statement of what is worse for a side. For wins, in games that can
    /// concede.
    Conceding,
    /// No strategy position by position, but facts that are put together, each about a region of the board.
    /// The smallest by far. Verification relies on [`Definition::check_regions`]. For wins, in games that
    /// have such proofs; such a certificate is no book.
    Regions,
}

impl Form {
    const ALL: [Self; 4] = [Self::Exact, Self::Symmetric, Self::Conceding, Self::Regions];

    /// The most compact form of a book that the game allows for a win.
    pub fn smallest<D: Definition>() -> Self {
        if D::CONCEDES { Self::Conceding } else { Self::Symmetric }
    }

    /// The name of the form in a certificate.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Symmetric => "symmetric",
            Self::Conceding => "conceding",
            Self::Regions => "regions",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The position that represents all positions which share a decision with `position`.
    pub(crate) fn representative<P: Symmetry>(self, position: &P) -> Identity<P> {
        Identity(self.image(position).1)
    }

    /// Of the images that share a decision with `position`, the one with the smallest key, and the number of
    /// its symmetry.
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

/// A position as the key of a map: hashed by its key and compared as a whole, so that two positions with one
/// key stay distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity<P>(pub(crate) P);

impl<P: Position> Hash for Identity<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}
