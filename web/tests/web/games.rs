//! Whole games played by clicks alone, as a page plays them that knows no game.

use crate::client::{Client, line};
use serde_json::{Value, json};

/// Plays one of the choices again and again, driven by a linear congruential generator, until the game is
/// over or has so many plies.
fn play(client: &Client, game: &str, rules: &str, mut seed: u64, most: usize) -> Value {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let line = json!({"game": game, "rules": rules, "moves": moves});
        let state = client.state(&line);
        let choices = state["choices"].as_array().expect("choices");
        if choices.is_empty() || moves.len() == most {
            return state;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = &choices[(seed >> 33) as usize % choices.len()];
        let asked = json!({"line": line, "clicks": choice["clicks"]});
        assert_eq!(client.post("/api/explain", &asked).json()["reason"], Value::Null, "{choice} is legal");
        if let Some(last) = state["moves"].as_array().and_then(|moves| moves.last()) {
            assert_eq!(last["text"].as_str(), moves.last().map(String::as_str));
        }
        moves.push(choice["text"].as_str().expect("a text").to_owned());
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    let client = Client::new();
    for (game, rules) in
        [("loa", "size=5"), ("gekitai", ""), ("hex", "size=4,swap=sides"), ("hex", "size=4,swap=pieces")]
    {
        for seed in 0..2 {
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
                client.state(&line(game["name"].as_str().expect("a name"), &rules, &[]));
            }
        }
    }
}
