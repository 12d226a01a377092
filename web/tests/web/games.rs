//! Whole games played by clicks alone, as a page plays them that knows no game.

use crate::client::Client;
use serde_json::{Value, json};

/// Plays one of the choices again and again, driven by a linear congruential generator, until the game is
/// over or has so many plies.
fn play(client: &Client, game: &str, rules: &str, mut seed: u64, most: usize) -> Value {
    let session = client.session(game, rules, &[]);
    let mut state = client.get(&session).json();
    for _ in 0..most {
        let choices = state["choices"].as_array().expect("choices");
        if choices.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = &choices[(seed >> 33) as usize % choices.len()];
        let answer = client.post(&format!("{session}/explain"), &json!({"clicks": choice["clicks"]}));
        assert_eq!(answer.json()["reason"], Value::Null, "{choice} is legal");
        let next = client.post(&format!("{session}/moves"), &json!({"text": choice["text"]})).json();
        let last = next["moves"].as_array().and_then(|moves| moves.last()).expect("a ply was played").clone();
        assert_eq!((&last["text"], &last["clicks"]), (&choice["text"], &choice["clicks"]));
        state = next;
    }
    state
}

#[test]
fn every_game_is_played_to_its_end() {
    let client = Client::new();
    for (game, rules) in
        [("loa", "size=5"), ("gekitai", ""), ("hex", "size=4,swap=sides"), ("hex", "size=4,swap=pieces")]
    {
        for seed in 0..3 {
            let state = play(&client, game, rules, seed, 1_500);
            assert!(state["result"]["sentence"].is_string(), "{game}: {}", state["position"]);
        }
    }
}

#[test]
fn arimaa_is_set_up_and_played() {
    let client = Client::new();
    let state = play(&client, "arimaa", "", 1, 120);
    assert!(state["turn"]["number"].as_u64() > Some(2));
    assert_eq!(state["board"]["fill"], json!([]));
}

#[test]
fn what_is_on_the_page_of_games_can_be_begun() {
    let client = Client::new();
    let catalogue = client.get("/api/catalogue").json();
    for game in catalogue["games"].as_array().expect("games") {
        for switch in game["switches"].as_array().expect("switches") {
            for value in switch["values"].as_array().expect("values") {
                let rules = format!(
                    "{}={}",
                    switch["name"].as_str().expect("a name"),
                    value.as_str().expect("a value")
                );
                client.begin(&json!({"game": game["name"], "rules": rules}));
            }
        }
    }
}
