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
use plywood_play::{Cause, Definition, FeaturesVisitor, GameInfo, Named, Notation};
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
            Named { name: "loa-1", summary: "the network before it, trained on games of classic" },
            Named { name: "classic", summary: "distances, pairs, squares and mobility, weighed by hand" },
            Named {
                name: "mia",
                summary: "the nine features of the program MIA (Winands 2003), with weights of our own",
            },
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
        "mcts:eval=classic,nodes=1k",
        "pvs:eval=classic,nodes=10k",
        "pvs:eval=classic,nodes=100k",
    ];

    fn evaluation(name: &str) -> Option<AnyKnowledge<Loa>> {
        Some(match name {
            "default" => AnyKnowledge::new(Learned::default()),
            "loa-1" => AnyKnowledge::new(Learned::first()),
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

    fn has_networks(rules: &Rules) -> bool {
        Learned::is_for(*rules)
    }

    fn learned(network: &[u8]) -> Option<Result<Learned, ModelError>> {
        Some(Learned::read(network))
    }
}

fn all_connected(colour: Colour) -> Cause {
    Cause::new("all-connected", format_args!("all {colour} men are connected")).with("player", colour)
}

fn no_legal_move(colour: Colour) -> Cause {
    Cause::new("no-legal-move", format_args!("{colour} has no legal move")).with("player", colour)
}

impl Notation for Loa {
    plywood_play::own_notation!(Rules, PositionError, MoveError);

    const CAUSES: &'static [&'static str] = &[
        "all-connected",
        "both-connected",
        "enemy-in-the-way",
        "last-move-connected-both",
        "goes-nowhere",
        "man-without-move",
        "neither-can-move",
        "no-legal-move",
        "no-man",
        "no-men",
        "not-a-line",
        "not-your-man",
        "off-board",
        "own-man-there",
        "pass-not-allowed",
        "wrong-distance",
    ];

    fn reason(&self) -> Option<Cause> {
        self.outcome()?;
        let connected = Colour::BOTH.map(|colour| is_connected(self.men(colour)));
        let mover = !self.turn();
        Some(match connected {
            [true, true] if self.rules().connection == Connection::MoverWins => {
                let sentence = format_args!("the last move, {mover}'s, connected both sides");
                Cause::new("last-move-connected-both", sentence).with("player", mover)
            }
            [true, true] => Cause::new("both-connected", "the men of both sides are connected"),
            [true, false] => all_connected(Colour::Black),
            [false, true] => all_connected(Colour::White),
            [false, false] => match self.rules().no_move {
                crate::NoMove::Loses => no_legal_move(self.turn()),
                crate::NoMove::Pass => Cause::new("neither-can-move", "neither side has a move"),
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
