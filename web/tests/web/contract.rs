//! The server answers as `openapi.json` says.

use crate::client::{Answer, Client};
use crate::schema::{contract, misfit};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// Holds an answer to the description of its operation.
fn fits(answer: &Answer, path: &str, method: &str, contract: &Value) {
    let responses = &contract["paths"][path][method]["responses"];
    let described = match answer.status.as_u16() {
        400..=499 => &responses["4XX"],
        status => &responses[status.to_string()],
    };
    assert!(described.is_object(), "{method} {path} answers {}", answer.status);
    if let Some(schema) = described["content"]["application/json"].get("schema") {
        assert_eq!(misfit(&answer.json(), schema, contract), None, "{method} {path}");
    }
}

/// Games in which every kind of answer occurs: swaps, setups, hands, ends.
const GAMES: [(&str, &str, &str); 7] = [
    ("loa", "size=5", "b1-b3"),
    ("gekitai", "", "c3 d4"),
    ("hex", "size=4,swap=pieces", "a2"),
    ("hex", "size=4,swap=sides", "a2 swap-sides"),
    ("hex", "size=2", "a1 b1 a2"),
    ("arimaa", "", "Ra1 Ca2"),
    ("arimaa", "", ""),
];

#[test]
fn states_fit_their_description() {
    let (client, contract) = (Client::new(), contract());
    for (game, rules, moves) in GAMES {
        let answer = client.post("/api/sessions", &json!({"game": game, "rules": rules, "moves": [moves]}));
        fits(&answer, "/api/sessions", "post", &contract);
        if answer.status != StatusCode::CREATED {
            continue;
        }
        let session = format!("/api/sessions/{}", answer.json()["id"].as_str().expect("an id"));
        let ask = |method: &str, path: &str, body: &Value| {
            let answer = client.send(&method.to_uppercase(), &format!("{session}{path}"), body);
            fits(&answer, &format!("/api/sessions/{{id}}{path}"), method, &contract);
        };
        ask("get", "", &json!({}));
        ask("post", "/explain", &json!({"clicks": ["a1"]}));
        ask("post", "/explain", &json!({"clicks": []}));
        ask("post", "/undo", &json!({"plies": 1}));
        ask("post", "/moves", &json!({"text": "nonsense"}));
        ask("put", "/line", &json!({"moves": [moves]}));
        ask("delete", "", &json!({}));
        ask("get", "", &json!({}));
    }
}

#[test]
fn other_answers_fit_their_descriptions() {
    let (client, contract) = (Client::new(), contract());
    fits(&client.get("/api/catalogue"), "/api/catalogue", "get", &contract);
    let pieces = json!([{"cell": "a1", "kind": "stone", "side": "first"}]);
    let arranged = client.post(
        "/api/positions",
        &json!({"game": "hex", "rules": "size=1", "pieces": pieces, "side": "second"}),
    );
    assert_eq!(arranged.json()["result"]["outcome"], "first");
    fits(&arranged, "/api/positions", "post", &contract);
    for text in ["c8-c6 h4-f2 0-1", "a=b c8-c6 h1-a1"] {
        let read = client.post("/api/records", &json!({"game": "loa", "text": text}));
        fits(&read, "/api/records", "post", &contract);
    }
}

#[test]
fn events_fit_their_descriptions() {
    let (client, contract) = (Client::new(), contract());
    let schema = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    for (game, rules) in [("loa", "size=5"), ("hex", "size=3"), ("arimaa", "")] {
        let session = client.session(game, rules, &[]);
        let search = client.get(&format!("{session}/search?engine=pvs:depth=3&multipv=2")).events();
        let graph = client.get(&format!("{session}/graph?nodes=20")).events();
        for (name, data) in search.iter().chain(&graph) {
            let described = match name.as_str() {
                "iteration" | "best" => schema("Iteration"),
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
        for method in operations.as_object().expect("operations").keys().filter(|key| *key != "parameters") {
            let session = client.session("loa", "size=5", &[]);
            let address = path.replace("/api/sessions/{id}", &session);
            let address = if path.ends_with("search") { format!("{address}?engine=random") } else { address };
            let status = client.send(&method.to_uppercase(), &address, &json!({})).status;
            assert!(!matches!(status.as_u16(), 404 | 405), "{method} {path}: {status}");
        }
    }
}
