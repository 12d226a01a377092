//! From the line of a request to a game at its end.

use crate::refused::Refused;
use crate::requests::Line;
use plywood_play::Session;

/// A game at the end of a line, and why that is not the end of the text, if it is not.
pub(crate) struct Followed {
    pub(crate) session: Box<dyn Session>,
    pub(crate) refused: Option<Refused>,
}

impl Line {
    /// The game at the end of this line, which has `most` plies at most.
    pub(crate) fn follow(&self, most: usize) -> Result<Box<dyn Session>, Refused> {
        let Followed { session, refused } = self.follow_leniently(most)?;
        refused.map_or(Ok(session), Err)
    }

    /// The game where this line ends or cannot be followed.
    pub(crate) fn follow_leniently(&self, most: usize) -> Result<Followed, Refused> {
        let game = plywood_registry::find(&self.game)?;
        let rules = self.rules.as_deref().unwrap_or_default();
        let mut session = game.session(rules, self.position.as_deref())?;
        let refused = play_all(&mut *session, &self.moves, most).err();
        Ok(Followed { session, refused })
    }
}

/// Plays all plies of a line, up to `most` of them; the error tells the number of the one that cannot be
/// played.
pub(crate) fn play_all(session: &mut dyn Session, texts: &[String], most: usize) -> Result<(), Refused> {
    let words = texts.iter().flat_map(|text| text.split_whitespace());
    let mut plies = 0;
    for (index, word) in words.enumerate() {
        let played = session.play(word).map_err(|error| Refused::from(error).at(index + 1))?;
        // A remark on the ply before is no ply.
        plies += usize::from(!played.is_empty());
        if plies > most {
            session.undo();
            return Err(Refused::too_long(most).at(index + 1));
        }
    }
    Ok(())
}
