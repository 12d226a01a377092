//! The two colours of pieces.

use core::fmt::Debug;

/// The two colours of a game's pieces, or the two players named after them. [`two_colours!`] implements it.
///
/// [`two_colours!`]: crate::two_colours
pub trait TwoColours: Copy + Eq + Debug + 'static {
    /// Both, the one that begins a game first.
    const BOTH: [Self; 2];
}

/// Implements, for an enum of two colours with their names and letters, the constant `BOTH`, the method
/// `letter`, `Display`, `Not` (the other colour) and [`TwoColours`](trait@crate::TwoColours). After `sides`
/// it adds the conversions from and to [`Side`](plywood_search::Side), for games in which a colour is a
/// player.
///
/// ```
/// use plywood_search::Side;
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// enum Colour {
///     Red,
///     Blue,
/// }
///
/// plywood_play::two_colours!(sides Colour: Red "red" 'r', Blue "blue" 'b');
/// assert_eq!((!Colour::Red, Colour::Blue.letter(), Colour::Red.to_string()), (Colour::Blue, 'b', "red".into()));
/// assert_eq!(Colour::from(Side::Second), Colour::Blue);
/// ```
#[macro_export]
macro_rules! two_colours {
    (sides $type:ident: $first:ident $name:literal $letter:literal, $second:ident $other:literal $letter2:literal) => {
        $crate::two_colours!($type: $first $name $letter, $second $other $letter2);

        impl From<plywood_search::Side> for $type {
            #[inline]
            fn from(side: plywood_search::Side) -> Self {
                match side {
                    plywood_search::Side::First => Self::$first,
                    plywood_search::Side::Second => Self::$second,
                }
            }
        }

        impl From<$type> for plywood_search::Side {
            #[inline]
            fn from(colour: $type) -> Self {
                match colour {
                    $type::$first => Self::First,
                    $type::$second => Self::Second,
                }
            }
        }
    };
    ($type:ident: $first:ident $name:literal $letter:literal, $second:ident $other:literal $letter2:literal) => {
        impl $type {
            /// Both, the one that begins a game first.
            pub const BOTH: [Self; 2] = [Self::$first, Self::$second];

            /// The letter in a position's text.
            pub const fn letter(self) -> char {
                match self {
                    Self::$first => $letter,
                    Self::$second => $letter2,
                }
            }
        }

        impl $crate::TwoColours for $type {
            const BOTH: [Self; 2] = Self::BOTH;
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(match self {
                    Self::$first => $name,
                    Self::$second => $other,
                })
            }
        }

        /// The other one.
        impl core::ops::Not for $type {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                match self {
                    Self::$first => Self::$second,
                    Self::$second => Self::$first,
                }
            }
        }
    };
}
