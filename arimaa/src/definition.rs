//! Arimaa as front ends know it.

use crate::eval::setups;
use crate::eval::{Inputs, Learned, Seed, Strong};
use crate::rules::geometry::GOALS;
use crate::rules::moves::Move;
use crate::rules::pieces::{Colour, Kind};
use crate::rules::position::Arimaa;
use crate::rules::refusal::MoveError;
use crate::rules::variants::{Rules, SWITCHES};
use crate::text::notation::PositionError;
use crate::text::picture::picture;
use crate::text::record::{self, read_games_within};
use crate::text::turn_text::{Captures, MarkOrMove, TurnError, read_label};
use plywood_net::ModelError;
use plywood_play::{
    Cause, Definition, FeaturesVisitor, GameInfo, Named, Notation, Opening, OwnRecords, RecordLimits,
    RecordedGame, RecordedResult, Told,
};
use plywood_search::{AnyKnowledge, Game, Outcome, Position, Side};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The game under its name `arimaa`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArimaaGame;

impl Definition for ArimaaGame {
    type Position = Arimaa;
    type Knowledge = Learned;
    type Proofs = Strong;

    const INFO: GameInfo = GameInfo {
        name: "arimaa",
        title: "Arimaa",
        summary: "Bring a rabbit to the far rank, in turns of up to four steps; the strong push, pull and freeze the weak.",
        players: ["Gold", "Silver"],
        switches: &SWITCHES,
        evaluations: &[
            Named {
                name: "default",
                summary: "the strongest: classic, corrected by a network trained on its own games",
            },
            Named { name: "classic", summary: "a weighted sum of 800 terms" },
            Named {
                name: "seed",
                summary: "squared strengths, the centre, advanced rabbits, and pieces that can move",
            },
        ],
    };

    /// Few simulations stay a beginner's play, and a search is strong with few nodes already: easy is one
    /// with a simpler evaluation. None asks the network, so that a new one does not change them.
    const LEVELS: [&'static str; 4] = [
        "mcts:eval=classic,nodes=30,book=random",
        "pvs:nodes=300,eval=seed,book=random",
        "pvs:eval=classic,nodes=2k",
        "pvs:eval=classic,nodes=100k",
    ];

    fn evaluation(name: &str) -> Option<AnyKnowledge<Arimaa>> {
        Some(match name {
            "default" => AnyKnowledge::new(Learned::default()),
            "classic" => AnyKnowledge::new(Strong),
            "seed" => AnyKnowledge::new(Seed),
            _ => return None,
        })
    }

    fn features<V: FeaturesVisitor<Arimaa>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit(Inputs))
    }

    fn learned(network: &[u8]) -> Option<Result<Learned, ModelError>> {
        Some(Learned::read(network))
    }

    /// A setup of the book, not always the same.
    fn opening(seed: u64) -> Option<Box<dyn Opening<Arimaa>>> {
        Some(Box::new(Setups { seed, draw: setups::winning }))
    }

    /// A setup drawn from all.
    fn random_opening(seed: u64) -> Option<Box<dyn Opening<Arimaa>>> {
        Some(Box::new(Setups { seed, draw: setups::random }))
    }

    /// The format of the game archive: a text with a turn such as `1g Ra1 ...` in it.
    fn own_records(text: &str, limits: RecordLimits) -> Option<OwnRecords<'_, Arimaa>> {
        let is_turn =
            |line: &str| line.split_whitespace().next().is_some_and(|word| read_label(word).is_some());
        let recorded = |recorded: record::RecordedGame| RecordedGame {
            line: recorded.line,
            game: recorded.game,
            result: recorded.winner.map(|winner| RecordedResult::Ended(Outcome::Win(winner.into()))),
        };
        let games = || read_games_within(text, limits).map(move |game| game.map(recorded));
        text.lines().any(is_turn).then(|| Box::new(games()) as OwnRecords<'_, Arimaa>)
    }

    fn write_record(game: &Game<Arimaa>, result: Option<RecordedResult>) -> Option<String> {
        record::write_game(game, result)
    }
}

/// Setups drawn with a seed, while a whole side is to be set up.
struct Setups {
    seed: u64,
    draw: fn(&Arimaa, &mut SmallRng) -> Vec<Move>,
}

impl Opening<Arimaa> for Setups {
    fn moves(&self, position: &Arimaa) -> Vec<Move> {
        (self.draw)(position, &mut SmallRng::seed_from_u64(self.seed ^ position.key()))
    }
}

impl Notation for Arimaa {
    plywood_play::own_notation!(Rules, PositionError, MoveError);

    /// Capture marks such as `rc3x`, and labels such as `12g`.
    fn remark(&self, word: &str, last: Option<(&Self, Move)>) -> Option<Result<(), Cause>> {
        if let Some(colour) = read_label(word) {
            let wrong = || TurnError::WrongSide { label: word.to_owned(), turn: self.turn() }.cause();
            return Some(if colour == self.turn() { Ok(()) } else { Err(wrong()) });
        }
        let mut captures = Captures::default();
        if let Some((before, mv)) = last {
            captures.expect(before, mv);
        }
        match captures.read(word) {
            Ok(MarkOrMove::Move) => None,
            Ok(MarkOrMove::Mark) => Some(Ok(())),
            Err(error) => Some(Err(error.cause())),
        }
    }

    const CAUSES: &'static [&'static str] = &[
        "after-turn",
        "bad-tag",
        "blocked",
        "cannot-follow",
        "capture-not-made",
        "frozen",
        "has-resigned",
        "next-square",
        "no-legal-turn",
        "no-piece",
        "no-piece-letter",
        "no-rabbit",
        "no-step-to-follow",
        "no-step-yet",
        "no-turn-to-take-back",
        "not-a-label",
        "not-set-up",
        "no-board",
        "not-closed",
        "squares",
        "bad-rank",
        "no-such-piece",
        "none-left",
        "not-beside",
        "not-empty",
        "not-outranked",
        "not-your-piece",
        "other-ending",
        "other-piece",
        "other-result",
        "other-turn",
        "only-a-mark",
        "push-in-vain",
        "push-not-finished",
        "pushers-frozen",
        "rabbit-at-goal",
        "rabbit-backward",
        "resigned-and-won",
        "setup-over",
        "setup-under-way",
        "step-off-board",
        "turn-missing",
        "unchanged",
    ];

    fn reason(&self) -> Option<Cause> {
        self.outcome()?;
        let rabbits = |colour| self.pieces(colour) & self.pieces_of_kind(Kind::Rabbit);
        let has_arrived = |colour: &Colour| rabbits(*colour) & GOALS[Side::from(*colour).index()] != 0;
        let last_mover_first = [!self.turn(), self.turn()];
        if let Some(colour) = last_mover_first.into_iter().find(has_arrived) {
            let sentence = format_args!("a rabbit of {colour} has reached its goal");
            return Some(Cause::new("rabbit-at-goal", sentence).with("player", colour));
        }
        let bare = [self.turn(), !self.turn()].into_iter().find(|&colour| rabbits(colour) == 0);
        Some(match bare {
            Some(colour) => {
                Cause::new("no-rabbit", format_args!("{colour} has no rabbit left")).with("player", colour)
            }
            None => Cause::new("no-legal-turn", format_args!("{} has no legal turn", self.turn()))
                .with("player", self.turn()),
        })
    }

    /// Capitals are Gold's.
    fn owner(&self, letter: char) -> Option<Side> {
        match letter {
            'A'..='Z' => Some(Side::First),
            'a'..='z' => Some(Side::Second),
            _ => None,
        }
    }

    fn legend(&self) -> String {
        "Capitals  Gold: rabbits go up, to rank 8\nSmall     Silver: rabbits go down, to rank 1".to_owned()
    }

    fn picture(&self, last: Option<(&Self, Move)>) -> String {
        picture(self, last.map(|(_, mv)| mv))
    }
}
