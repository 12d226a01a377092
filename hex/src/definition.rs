//! Hex as front ends know it.

use crate::Colour;
use crate::eval::{Distance, Resistance, Strong, TwoDistance};
use crate::proof::concession::concede;
use crate::proof::regions;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::variants::{Rules, SWITCHES};
use crate::text::notation::{MoveError, PositionError};
use crate::text::picture::picture;
use crate::text::sgf::{HexStyle, SgfGame, read_games_within, read_study, write_game};
use plywood_play::sgf::{GameTree, SgfError};
use plywood_play::study::{self, Study};
use plywood_play::{
    Cause, Definition, GameInfo, Named, Notation, OwnRecords, RecordLimits, RecordedGame, RecordedResult,
    Regions, RegionsError, Reply, TextError,
};
use plywood_search::{AnyKnowledge, Game, Side};

/// The game under its name `hex`.
///
/// The players are called First and Second, not Black and White: a front end writes these names next to a
/// [`Side`](plywood_search::Side), and under `swap=sides` the first player may end up with the white stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HexGame;

impl Definition for HexGame {
    type Position = Hex;
    type Knowledge = Strong;
    type Proofs = Strong;

    const INFO: GameInfo = GameInfo {
        name: "hex",
        title: "Hex",
        summary: "Connect your two edges with a chain of stones: Black top and bottom, White left and right.",
        players: ["First", "Second"],
        switches: &SWITCHES,
        evaluations: &[
            Named {
                name: "default",
                summary: "the strongest: the current between each side's edges, where all connections conduct, and certain wins",
            },
            Named {
                name: "resistance",
                summary: "the current between each side's edges, where stones and bridges conduct",
            },
            Named { name: "distance", summary: "the fewest stones that each side still needs" },
            Named {
                name: "two-distance",
                summary: "the same, if the opponent takes the best cell each time; and the cells that attain it",
            },
        ],
    };

    /// The first two without learned knowledge, the first without connections too.
    const LEVELS: [&'static str; 4] = [
        "mcts:nodes=300,rave=200,inherit=30,expand=8,ask=0,judge=0,prior=0",
        "mcts:nodes=300,rave=200,inherit=30,expand=8,ask=200,judge=0,prior=0",
        "mcts:nodes=1k",
        "mcts:nodes=20k",
    ];

    const STRONGEST: &'static str = "mcts";

    /// Playouts that keep bridges, a network that judges nodes, and connections where one has been visited
    /// often.
    const MONTE_CARLO: &'static str =
        "mcts:playout=full,explore=0.2,explore-from=5000,expand=25,ask=40,judge=25,trust=100,prior=4";

    fn evaluation(name: &str) -> Option<AnyKnowledge<Hex>> {
        Some(match name {
            "default" => AnyKnowledge::new(Strong),
            "resistance" => AnyKnowledge::new(Resistance),
            "distance" => AnyKnowledge::new(Distance),
            "two-distance" => AnyKnowledge::new(TwoDistance),
            _ => return None,
        })
    }

    /// SGF: a text that begins with a parenthesis.
    fn own_records(text: &str, limits: RecordLimits) -> Option<OwnRecords<'_, Hex>> {
        let is_sgf = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with('(');
        let recorded = |SgfGame { game, result, line }| RecordedGame { line, game, result };
        let games = || read_games_within(text, limits).map(move |game| game.map(recorded));
        is_sgf.then(|| Box::new(games()) as OwnRecords<'_, Hex>)
    }

    const CONCEDES: bool = true;

    fn concede(position: &Hex, winner: Side, kept: &[Move]) -> Option<Hex> {
        concede(position, winner, kept)
    }

    const HAS_REGIONS: bool = true;

    fn write_regions(position: &Hex, winner: Side, reply: Reply<'_, Hex>) -> Option<Vec<u8>> {
        regions::write(position, winner, reply)
    }

    fn check_regions(
        position: &Hex,
        winner: Side,
        proof: &[u8],
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Regions<Move>, RegionsError> {
        regions::check(position, winner, proof, is_stopped)
    }

    fn write_record(game: &Game<Hex>, result: Option<RecordedResult>) -> Option<String> {
        Some(write_game(game, result).to_string())
    }

    fn read_study(tree: &GameTree) -> Result<Study, SgfError> {
        read_study(tree)
    }

    fn write_study(study: &Study) -> Result<GameTree, TextError> {
        study::write(study, &HexStyle)
    }
}

impl Notation for Hex {
    plywood_play::own_notation!(Rules, PositionError, MoveError);

    const CAUSES: &'static [&'static str] = &[
        "left-and-right",
        "no-such-size",
        "no-swap",
        "no-swap-of-sides",
        "not-square",
        "occupied",
        "off-board",
        "other-swap",
        "swap-closed",
        "top-and-bottom",
    ];

    fn reason(&self) -> Option<Cause> {
        let winner = self.winner()?;
        let cause = match winner {
            Colour::Black => Cause::new("top-and-bottom", "black has connected top and bottom"),
            Colour::White => Cause::new("left-and-right", "white has connected left and right"),
        };
        Some(cause.with("player", winner))
    }

    fn legend(&self) -> String {
        let [black, white] = Colour::BOTH.map(|colour| HexGame::INFO.players[self.side_of(colour).index()]);
        format!("x  Black ({black}): top and bottom\no  White ({white}): left and right")
    }

    fn picture(&self, last: Option<(&Self, Move)>) -> String {
        picture(self, last.map(|(before, _)| before))
    }
}
