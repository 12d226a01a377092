//! The seed's player of Arimaa as an engine of the command line.

use super::whole_turns::{Answer, alpha_beta};
use plywood_arimaa::{Arimaa, Move, Rules, setups};
use plywood_play::{Engine, EngineError, Session, Spec, TextError, Thoughts, read_count};
use plywood_search::{Ended, Limits, Position, Score};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// The seed's player of Arimaa: `seed:eval=seed,depth=1|2,seed=N`.
///
/// It looks at every different turn once and plays the best by the evaluation `seed`; at depth 2, which the
/// seed never went to, by alpha-beta over turns. It sets up its pieces at random, as the seed did. Repetition
/// it does not know: a turn that would be illegal by it gives way to the first that is legal. Depth counts
/// turns. There is no limit in time or nodes but the stop handle.
#[derive(Debug)]
pub struct TurnEngine {
    spec: Spec,
    depth: u32,
    rng: StdRng,
    seed: u64,
}

impl TurnEngine {
    /// The game that it plays.
    pub const GAME: &'static str = "arimaa";
    const GREATEST_DEPTH: u64 = 2;

    /// The engine that `spec` describes: depth 1 where it says nothing else.
    ///
    /// # Errors
    ///
    /// If an option is unknown, or its value no good.
    pub fn new(spec: &Spec) -> Result<Self, TextError> {
        let (mut depth, mut seed) = (1, 0);
        for (key, value) in spec.options() {
            match key {
                "eval" if value == "seed" => {}
                "eval" => return Err(TextError::new("evaluation", value, "the seed has seed")),
                "depth" => depth = read_depth(value)?,
                "seed" => seed = read_count(value)?,
                _ => {
                    return Err(TextError::new(
                        "engine option",
                        key,
                        "seed has eval, depth and seed in arimaa",
                    ));
                }
            }
        }
        Ok(Self { spec: spec.clone(), depth, rng: StdRng::seed_from_u64(seed), seed })
    }

    /// The turn that leads to the best position, or else the first that the game allows: a pass at its end
    /// included.
    fn turn(session: &dyn Session, position: &Arimaa, best: Option<&Arimaa>) -> Option<String> {
        let turns = position.turns()?;
        let chosen =
            turns.iter().find(|turn| best == Some(&turn.position())).map(|turn| written(&turn.moves()));
        chosen
            .filter(|turn| plays(session, turn))
            .or_else(|| turns.iter().map(|turn| written(&turn.moves())).find(|turn| plays(session, turn)))
    }
}

fn written(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Whether the game, with its history, allows a turn.
fn plays(session: &dyn Session, turn: &str) -> bool {
    session.fork().play(turn).is_ok()
}

fn read_depth(text: &str) -> Result<u32, TextError> {
    let depth = read_count(text).map_err(|error| TextError { what: "depth", ..error })?;
    if (1..=TurnEngine::GREATEST_DEPTH).contains(&depth) {
        return Ok(depth as u32);
    }
    Err(TextError::new("depth", text, "must be 1 or 2 turns"))
}

impl Engine for TurnEngine {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let position = read(session)?;
        if let Some(result) = session.result() {
            let won = result.outcome.winner() == Some(position.side_to_move());
            let score = if won { Score::win_in(0) } else { Score::loss_in(0) };
            return Ok(thoughts(score, None, Ended::GameOver));
        }
        if position.is_setup() || !position.steps().is_empty() {
            let moves =
                if position.is_setup() { setups::random(&position, &mut self.rng) } else { Vec::new() };
            let turn = if moves.is_empty() {
                session.legal_moves().into_iter().next()
            } else {
                Some(written(&moves))
            };
            return Ok(thoughts(Score::ZERO, turn, Ended::Book));
        }
        let depth = limits.depth.unwrap_or(self.depth).clamp(1, Self::GREATEST_DEPTH as u32);
        let Some(Answer { value, best, nodes }) = alpha_beta(&position, depth, &limits.stop) else {
            return Ok(thoughts(Score::ZERO, Self::turn(session, &position, None), Ended::Stopped));
        };
        let turn = Self::turn(session, &position, best.as_ref());
        let thoughts = Thoughts { depth, nodes, ..thoughts(value, turn, Ended::Depth) };
        observe(&thoughts);
        Ok(thoughts)
    }

    fn new_game(&mut self) {
        self.rng = StdRng::seed_from_u64(self.seed);
    }
}

fn read(session: &dyn Session) -> Result<Arimaa, EngineError> {
    let asked = session.info().name;
    if asked != TurnEngine::GAME {
        return Err(EngineError::WrongGame { plays: TurnEngine::GAME, asked });
    }
    let text = session.position();
    let rules: Rules = session.rules().parse().unwrap_or_default();
    Arimaa::from_text(&text, rules).map_err(|reason| TextError::new("position", text, reason).into())
}

/// Thoughts of a value and a turn.
fn thoughts(score: Score, turn: Option<String>, ended: Ended) -> Thoughts {
    Thoughts::of_line(score, turn.into_iter().collect(), ended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_registry::find;

    fn engine(spec: &str) -> TurnEngine {
        TurnEngine::new(&spec.parse().expect("a spec")).expect("an engine")
    }

    #[test]
    fn it_sets_up_and_plays_thirty_legal_turns() {
        let mut session = find("arimaa").unwrap().session("", None).unwrap();
        let mut player = engine("seed:depth=1,seed=3");
        let mut turns = 0;
        while session.result().is_none() && turns < 30 {
            let thoughts = player.think(&*session, &Limits::none(), &mut |_| {}).unwrap();
            let side = session.side_to_move();
            session.play(&thoughts.best.expect("a turn")).unwrap();
            assert!(session.side_to_move() != side || session.result().is_some(), "a whole turn");
            turns += 1;
        }
        assert!(turns == 30 || session.result().is_some());
        assert!(session.moves().len() > 32 + turns, "both sides set up, and then moved");
    }

    #[test]
    fn bad_options_are_refused() {
        for spec in ["seed:depth=3", "seed:depth=0", "seed:eval=h2-seed", "seed:search=minimax"] {
            assert!(TurnEngine::new(&spec.parse().unwrap()).is_err(), "{spec}");
        }
    }
}
