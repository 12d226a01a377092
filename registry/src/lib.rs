//! Every game of plywood by its name. No other crate knows all games.
//!
//! To add a game, add one line to `games!` below and its package to `Cargo.toml`.
//!
//! ```
//! let mut session = plywood_registry::find("loa").unwrap().session("", None).unwrap();
//! assert_eq!(session.play("b1h1").unwrap(), "b1-h1");
//! assert_eq!(plywood_registry::LOA.info().title, "Lines of Action");
//! ```

mod books;
pub mod proofs;

use plywood_play::{AnyGame, Cause, Definition, Erased, Spec, TextError, nearest};

/// A generic operation on every game.
pub trait GameVisitor {
    /// Performs the operation on one game.
    fn visit<D: Definition>(&mut self);
}

/// Generates the games by name, and the list of them: once without types and once with them.
macro_rules! games {
    ($($name:ident: $definition:ty $(, opening = $opening:path)?);+ $(;)?) => {
        $(
            #[doc = concat!("The game of [`", stringify!($definition), "`].")]
            pub static $name: &dyn AnyGame = &Erased::<$definition>::new()$(.with_opening($opening))?;
        )+

        /// Every game, in the order in which front ends list them.
        pub fn games() -> &'static [&'static dyn AnyGame] {
            static GAMES: &[&dyn AnyGame] = &[$($name),+];
            GAMES
        }

        /// Calls `visitor` with every game, in the same order.
        pub fn visit_games<V: GameVisitor>(visitor: &mut V) {
            $(visitor.visit::<$definition>();)+
        }
    };
}

games! {
    LOA: plywood_loa::LinesOfAction;
    GEKITAI: plywood_gekitai::GekitaiGame, opening = books::gekitai;
    HEX: plywood_hex::HexGame;
    ARIMAA: plywood_arimaa::ArimaaGame;
}

/// Finds a game by its name.
///
/// # Errors
///
/// If there is no such game; the error lists the names.
pub fn find(name: &str) -> Result<&'static dyn AnyGame, TextError> {
    games().iter().copied().find(|game| game.info().name == name).ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|game| game.info().name).collect();
        let meant = nearest(name, known.iter().copied()).map(|name| format!("did you mean \"{name}\"? "));
        let reason = format!("{}known are {}", meant.unwrap_or_default(), known.join(", "));
        TextError::told("game", name, Cause::unknown_name(name, &known, reason))
    })
}

/// Finds the game that a text such as `loa:connection=mover-wins` names; returns it with the text of its
/// rules.
///
/// # Errors
///
/// If the text is not a name with options, or there is no such game. The rules are not read yet.
pub fn parse(text: &str) -> Result<(&'static dyn AnyGame, String), TextError> {
    let spec: Spec = text.parse()?;
    Ok((find(spec.name())?, spec.options_text()))
}
