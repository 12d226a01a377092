//! The whole of it, small: a thousand quick games, a network trained on them, and two opponents that it must
//! beat.

use plywood_learn::{Filter, Model, Reader, SelfPlay, State, Training, fit_scale, generate, train};
use plywood_loa::eval::{Inputs, Learned};
use plywood_loa::{Colour, LinesOfAction, Loa, Rules};
use plywood_net::Shape;
use plywood_play::{Erased, Random};
use plywood_search::{
    FnEvaluator, Game, Iterative, Knowledge, Limits, Outcome, Position, Score, Search, SearchOptions, Side,
    StopHandle, Table,
};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::Arc;

/// A network from games of an engine that looks at 200 nodes a turn.
fn learned() -> Learned {
    let path = std::env::temp_dir().join(format!("plywood-pipeline-{}.games", std::process::id()));
    let settings = SelfPlay::new("pvs:nodes=200,hash=64KB".parse().unwrap());
    let game = Erased::<LinesOfAction>::new();
    let made = generate(&game, &settings, (1_000, 2), &path, &StopHandle::new(), &mut |_| {});
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(made.unwrap().games, 1_000);
    let mut reader = Reader::new(Inputs, Filter::default());
    reader.read::<LinesOfAction>(&text, "").unwrap();
    let scale = fit_scale(&reader.samples).unwrap();
    let shape = Shape { hidden: 32, scale, ..Shape::of("loa", &Inputs) };
    let mut state = State::new(Model::of(shape, &Inputs, &mut StdRng::seed_from_u64(1)).unwrap());
    let training = Training { epochs: 15, batch: 1_024, scale, ..Training::default() };
    train::<()>(&mut state, &reader.samples, &training, &StopHandle::new(), &mut |_| Ok(())).unwrap();
    Learned::read(&state.best_model().network().unwrap().write()).unwrap()
}

/// The share of forty games that the first search wins, each opening played from both sides.
fn share(one: &mut dyn Search<Loa>, other: &mut dyn Search<Loa>) -> f32 {
    let mut points = 0.0;
    for opening in 0..20 {
        for side in Side::BOTH {
            let mut rng = StdRng::seed_from_u64(opening);
            let mut game = Game::new(Loa::start(Rules::default()));
            while game.outcome().is_none() && game.moves().len() < 300 {
                let mv = if game.moves().len() < 6 {
                    game.position().random_move(&mut rng).unwrap()
                } else if game.side_to_move() == side {
                    one.run(&game, &Limits::nodes(300)).best.unwrap()
                } else {
                    other.run(&game, &Limits::nodes(300)).best.unwrap()
                };
                game.play(mv).unwrap();
            }
            points += match game.outcome() {
                Some(Outcome::Win(winner)) => f32::from(winner == side),
                Some(Outcome::Draw) | None => 0.5,
            };
        }
    }
    points / 40.0
}

fn strong_search<K: Knowledge<Loa> + 'static>(knowledge: K) -> impl Search<Loa> {
    Iterative::with_options(
        knowledge,
        Arc::new(Table::with_bytes(1 << 16).unwrap()),
        SearchOptions::SELECTIVE,
    )
}

#[test]
fn a_thousand_games_teach_enough_to_beat_chance_and_a_count_of_men() {
    let mut learned = strong_search(learned());
    let men = |position: &Loa, colour: Colour| position.men(colour).count_ones() as i32;
    let material = move |position: &Loa| {
        Score::heuristic(men(position, position.turn()) - men(position, !position.turn()))
    };
    let against_chance = share(&mut learned, &mut Random::new(1));
    assert!(against_chance > 0.95, "{against_chance} against random moves");
    let against_material = share(&mut learned, &mut strong_search(FnEvaluator(material)));
    assert!(against_material > 0.8, "{against_material} against a count of men");
}
