//! The server answers as `openapi.json` says, which is made from the types of the answers.

use crate::client::{Answer, Client, line, with_line};
use crate::schema::{contract, misfit};
use serde_json::{Value, json};

/// Holds an answer to the description of its operation.
fn fits(answer: &Answer, operation: &str, contract: &Value) {
    let method = if operation == "catalogue" { "get" } else { "post" };
    let responses = &contract["paths"][format!("/api/{operation}")][method]["responses"];
    let described = match answer.status.as_u16() {
        400..=499 => &responses["4XX"],
        status => &responses[status.to_string()],
    };
    assert!(described.is_object(), "{operation} answers {}", answer.status);
    if let Some(schema) = described["content"]["application/json"].get("schema") {
        assert_eq!(misfit(&answer.json(), schema, contract), None, "{operation}");
    }
}

/// Games in which every kind of answer occurs: swaps, setups, hands, ends, moves that are not legal.
const GAMES: [(&str, &str, &str); 7] = [
    ("loa", "size=5", "b1-b3"),
    ("gekitai", "", "c3 d4"),
    ("hex", "size=4,swap=pieces", "a2"),
    ("hex", "size=4,swap=sides", "a2 swap-sides"),
    ("hex", "size=2", "a1 b1 a2"),
    ("arimaa", "", "Ra1 Ca2"),
    ("arimaa", "", "Ra9"),
];

#[test]
fn the_committed_contract_is_that_of_the_types() {
    // `cargo run -p plywood-desk --features schema --example openapi > web/openapi.json` writes it.
    assert!(contract() == plywood_desk::contract::openapi(), "web/openapi.json is not what the types say");
}

#[test]
fn answers_about_a_line_fit_their_description() {
    let (client, contract) = (Client::new(), contract());
    for (game, rules, moves) in GAMES {
        let line = line(game, rules, &[moves]);
        for (operation, more) in [
            ("state", json!({})),
            ("state", json!({"lenient": true})),
            ("state", json!({"lenient": 7})),
            ("explain", json!({"clicks": ["a1"]})),
            ("explain", json!({"clicks": []})),
            ("draw", json!({})),
            ("record", json!({})),
            ("record", json!({"result": "0-1"})),
        ] {
            let answer = client.post(&format!("/api/{operation}"), &with_line(&line, &more));
            fits(&answer, operation, &contract);
        }
    }
}

#[test]
fn other_answers_fit_their_descriptions() {
    let (client, contract) = (Client::new(), contract());
    fits(&client.get("/api/catalogue"), "catalogue", &contract);
    let pieces = json!([{"cell": "a1", "kind": "stone", "side": "first"}]);
    let asked = json!({"game": "hex", "rules": "size=1", "pieces": pieces, "side": "second"});
    let arranged = client.post("/api/arrange", &asked);
    assert_eq!(arranged.json()["result"]["outcome"], "first");
    fits(&arranged, "arrange", &contract);
    for text in ["c8-c6 h4-f2 0-1", "a=b c8-c6 h1-a1"] {
        let read = client.post("/api/records", &json!({"game": "loa", "text": text}));
        fits(&read, "records", &contract);
    }
}

#[test]
fn events_fit_their_descriptions() {
    let (client, contract) = (Client::new(), contract());
    let schema = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    for (game, rules) in [("loa", "size=5"), ("hex", "size=3"), ("arimaa", "")] {
        let line = line(game, rules, &[]);
        let search = client.search(&line, &json!({"engine": "pvs:depth=3", "multipv": 2})).events();
        let graph = client.graph(&line, &json!({"nodes": 20})).events();
        for (name, data) in search.iter().chain(&graph) {
            let described = match name.as_str() {
                "iteration" => schema("Iteration"),
                "best" => schema("Best"),
                "position" => schema("GraphPoint"),
                "done" => json!({"type": "null"}),
                other => panic!("{other} is not described"),
            };
            assert_eq!(misfit(data, &described, &contract), None, "{name}");
        }
    }
}

#[test]
fn every_operation_is_there() {
    let (client, contract) = (Client::new(), contract());
    for (path, operations) in contract["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            let status = client.send(&method.to_uppercase(), path, &json!({})).status;
            assert!(!matches!(status.as_u16(), 404 | 405), "{method} {path}: {status}");
        }
    }
}
