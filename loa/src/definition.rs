//! Lines of Action as front ends know it.

use crate::eval::{CentreOfMass, H1, H2, H3, H4, Inputs, Learned, Mia, Strong};
use crate::proof::guide::ThreatGuide;
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use crate::rules::variants::{Connection, Rules, SWITCHES};
use crate::text::notation::{MoveError, PositionError};
use crate::text::picture::picture;
use crate::{Colour, is_connected};
use plywood_net::ModelError;
use plywood_play::{Definition, FeaturesVisitor, GameInfo, Named, Notation};
use plywood_search::{AnyKnowledge, Position};

/// The game under its name `loa`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinesOfAction;

impl Definition for LinesOfAction {
    type Position = Loa;
    type Knowledge = Learned;
    type Proofs = ThreatGuide;

    const INFO: GameInfo = GameInfo {
        name: "loa",
        title: "Lines of Action",
        summary: "Bring all your men into one connected group; a man moves as far as men stand on its line.",
        players: ["Black", "White"],
        switches: &SWITCHES,
        evaluations: &[
            Named {
                name: "default",
                summary: "the strongest: the network that plywood trained on its own games",
            },
            Named { name: "classic", summary: "distances, pairs, squares and mobility, weighed by hand" },
            Named { name: "mia", summary: "the nine features of the program MIA (Winands 2003)" },
            Named { name: "h1", summary: "the best group, by square values and neighbours" },
            Named { name: "h2", summary: "the distance of the others to the nearest group" },
            Named { name: "h3", summary: "central squares, and pairs of neighbours" },
            Named {
                name: "h4",
                summary: "the distance to one's own centre of mass, and pairs of neighbours",
            },
            Named {
                name: "centre-of-mass",
                summary: "the distance to one's own centre of mass, and nothing else",
            },
        ],
    };

    const LEVELS: [&'static str; 4] = [
        "mcts:eval=classic,nodes=30",
        "mcts:eval=classic,nodes=120",
        "pvs:eval=classic,nodes=5k",
        "pvs:eval=classic,nodes=100k",
    ];

    fn evaluation(name: &str) -> Option<AnyKnowledge<Loa>> {
        Some(match name {
            "default" => AnyKnowledge::new(Learned::default()),
            "classic" => AnyKnowledge::new(Strong),
            "mia" => AnyKnowledge::new(Mia),
            "centre-of-mass" => AnyKnowledge::new(CentreOfMass),
            "h1" => AnyKnowledge::new(H1),
            "h2" => AnyKnowledge::new(H2),
            "h3" => AnyKnowledge::new(H3),
            "h4" => AnyKnowledge::new(H4),
            _ => return None,
        })
    }

    fn features<V: FeaturesVisitor<Loa>>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit(Inputs))
    }

    fn learned(network: &[u8]) -> Option<Result<Learned, ModelError>> {
        Some(Learned::read(network))
    }
}

impl Notation for Loa {
    plywood_play::own_notation!(Rules, PositionError, MoveError);

    fn reason(&self) -> Option<String> {
        self.outcome()?;
        let connected = Colour::BOTH.map(|colour| is_connected(self.men(colour)));
        let mover = !self.turn();
        Some(match connected {
            [true, true] if self.rules().connection == Connection::MoverWins => {
                format!("the last move, {mover}'s, connected both sides")
            }
            [true, true] => "the men of both sides are connected".to_owned(),
            [true, false] => "all black men are connected".to_owned(),
            [false, true] => "all white men are connected".to_owned(),
            [false, false] => match self.rules().no_move {
                crate::NoMove::Loses => format!("{} has no legal move", self.turn()),
                crate::NoMove::Pass => "neither side has a move".to_owned(),
            },
        })
    }

    fn legend(&self) -> String {
        "x  Black: top and bottom at the start\no  White: left and right at the start".to_owned()
    }

    fn picture(&self, last: Option<(&Self, Move)>) -> String {
        picture(self, last.map(|(_, mv)| mv))
    }
}
