//! Networks: what a game shows to them, and their files.

use crate::arrays::{array, floats};
use crate::error::wrong;
use crate::game::{Game, GameLike};
use crate::state::State;
use plywood_net::{Features, Network, Shape};
use plywood_play::{Definition, FeaturesVisitor, Session, game_of};
use plywood_registry::GameVisitor;
use plywood_search::{Game as Played, Hints, Position, Side};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The shape of networks for a game.
struct ShapeOf(Option<Shape>);

impl GameVisitor for ShapeOf {
    fn visit<D: Definition>(&mut self) {
        self.0 = D::features(OfFeatures(D::INFO.name));
    }
}

struct OfFeatures(&'static str);

impl<P: Position> FeaturesVisitor<P> for OfFeatures {
    type Output = Shape;

    fn visit<F: Features<P>>(self, features: F) -> Shape {
        Shape::of(self.0, &features)
    }
}

/// The shape of networks for a game.
pub(crate) fn shape_of(game: &Game) -> PyResult<Shape> {
    let name = game.of.info().name;
    let mut visitor = ShapeOf(None);
    crate::numbers::visit(name, &mut visitor);
    visitor.0.ok_or_else(|| wrong(format!("{name} has no networks")))
}

/// What networks for a game are like: the `name` of its features, the number of `inputs` of one view, the
/// greatest number that is `active` at once, the `phases`.
#[pyfunction]
pub(crate) fn network_shape(py: Python<'_>, game: GameLike) -> PyResult<Bound<'_, PyDict>> {
    let shape = shape_of(&game.game()?)?;
    let dict = PyDict::new(py);
    dict.set_item("name", shape.features)?;
    dict.set_item("inputs", shape.inputs)?;
    dict.set_item("active", shape.most_active)?;
    dict.set_item("phases", shape.phases)?;
    Ok(dict)
}

/// The bytes of a network's file. `inputs` has a row of `hidden` weights for each input, `biases` one number
/// for each hidden unit, `outputs` the output weights by phase, view (the mover's first) and hidden unit,
/// `output_biases` one number for each phase. `scale` is the points of a score for one unit of the logit.
#[pyfunction]
#[pyo3(signature = (game, hidden, inputs, biases, outputs, output_biases, scale=100.0))]
pub(crate) fn write_network(
    game: GameLike,
    hidden: usize,
    inputs: &Bound<'_, PyAny>,
    biases: &Bound<'_, PyAny>,
    outputs: &Bound<'_, PyAny>,
    output_biases: &Bound<'_, PyAny>,
    scale: f32,
) -> PyResult<Vec<u8>> {
    let shape = Shape { hidden, scale, ..shape_of(&game.game()?)? };
    let inputs = floats("inputs", inputs)?;
    let biases = floats("biases", biases)?;
    let outputs = floats("outputs", outputs)?;
    let output_biases = floats("output_biases", output_biases)?;
    let weights = [&inputs[..], &biases, &outputs, &output_biases, &[], &[], &[]];
    Ok(Network::from_weights(shape, weights).map_err(wrong)?.write())
}

/// The inputs of one position: both views as zeros and ones, and the phase.
pub(crate) struct Inputs<'a> {
    /// The inputs of the player who moves, then those of the opponent.
    pub(crate) views: &'a mut [u8],
    pub(crate) phase: &'a mut u8,
}

/// Writes inputs into zeros.
pub(crate) fn write_inputs<P: Position, F: Features<P>>(features: &F, position: &P, into: &mut Inputs<'_>) {
    let mover = position.side_to_move();
    let (own, enemy) = into.views.split_at_mut(features.count());
    let seen = features.see(position);
    features.active(&seen, mover, &mut |input| own[input] = 1);
    features.active(&seen, !mover, &mut |input| enemy[input] = 1);
    *into.phase = features.phase(&seen) as u8;
}

struct InputsOf<'a> {
    session: &'a dyn Session,
    views: Vec<u8>,
    phase: u8,
}

impl GameVisitor for InputsOf<'_> {
    fn visit<D: Definition>(&mut self) {
        if let Some(game) = game_of::<D>(self.session) {
            let written =
                OfPosition { game, into: Inputs { views: &mut self.views, phase: &mut self.phase } };
            D::features(written);
        }
    }
}

struct OfPosition<'a, P: Position> {
    game: &'a Played<P>,
    into: Inputs<'a>,
}

impl<P: Hints> FeaturesVisitor<P> for OfPosition<'_, P> {
    type Output = ();

    fn visit<F: Features<P>>(mut self, features: F) {
        write_inputs(&features, self.game.position(), &mut self.into);
    }
}

/// What a network sees of a state: an array of two rows, the view of the player who moves and the opponent's;
/// and the phase.
#[pyfunction]
pub(crate) fn network_inputs<'py>(
    py: Python<'py>,
    state: &Bound<'py, State>,
) -> PyResult<(Bound<'py, PyAny>, u8)> {
    let state = state.get();
    let count = shape_of(&state.game)?.inputs;
    let session = state.session();
    let mut inputs = InputsOf { session: &*session, views: vec![0; Side::BOTH.len() * count], phase: 0 };
    crate::numbers::visit(state.game.of.info().name, &mut inputs);
    Ok((array(py, inputs.views, &[2, count])?, inputs.phase))
}
