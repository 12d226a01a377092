//! Every game of plywood by its name: the only place that knows them all.
//!
//! A new game is one line in `games!` below, and its package in `Cargo.toml`.
//!
//! ```
//! let mut session = plywood_registry::find("loa").unwrap().session("", None).unwrap();
//! assert_eq!(session.play("b1h1").unwrap(), "b1-h1");
//! ```

mod books;

use plywood_play::{AnyGame, Definition, Erased, Spec, TextError, nearest};

/// Something to be done for every game with its own types at hand.
pub trait GameVisitor {
    /// Does it for one game.
    fn visit<D: Definition>(&mut self);
}

/// The list of games, once for those who know no types and once for those who do.
macro_rules! games {
    ($($definition:ty $(, opening = $opening:path)?);+ $(;)?) => {
        /// Every game, in the order in which front ends list them.
        pub fn games() -> &'static [&'static dyn AnyGame] {
            static GAMES: &[&dyn AnyGame] = &[$(&Erased::<$definition>::new()$(.with_opening($opening))?),+];
            GAMES
        }

        /// Shows every game to `visitor`, in the same order.
        pub fn visit_games<V: GameVisitor>(visitor: &mut V) {
            $(visitor.visit::<$definition>();)+
        }
    };
}

games! {
    plywood_loa::LinesOfAction;
    plywood_gekitai::GekitaiGame, opening = books::gekitai;
    plywood_hex::HexGame;
    plywood_arimaa::ArimaaGame;
}

/// The game of this name.
///
/// # Errors
///
/// If there is none; the error lists the names there are.
pub fn find(name: &str) -> Result<&'static dyn AnyGame, TextError> {
    games().iter().copied().find(|game| game.info().name == name).ok_or_else(|| {
        let known: Vec<_> = games().iter().map(|game| game.info().name).collect();
        let meant = nearest(name, known.iter().copied()).map(|name| format!("did you mean \"{name}\"? "));
        TextError::new("game", name, format!("{}known are {}", meant.unwrap_or_default(), known.join(", ")))
    })
}

/// The game that a text such as `loa:connection=mover-wins` names, and the text of its rules.
///
/// # Errors
///
/// If the text is no name with options, or there is no such game. The rules are not looked at yet.
pub fn parse(text: &str) -> Result<(&'static dyn AnyGame, String), TextError> {
    let spec: Spec = text.parse()?;
    Ok((find(spec.name())?, spec.options_text()))
}
