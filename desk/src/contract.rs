//! The contract: all requests and answers, described from their types.

use crate::answers::{
    Arranged, Best, Explanation, GraphPoint, Iteration, Picture, RecordedGames, Solved, State, WrittenRecord,
};
use crate::catalogue::Catalogue;
use crate::refused::{ErrorBody, KINDS};
use crate::requests::{
    ArrangeRequest, ExplainRequest, GraphRequest, RecordRequest, RecordsRequest, SearchRequest, SolveRequest,
    StateRequest,
};
use plywood_play::Cause;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What is said of every refusal.
const REFUSED: &str = "Refused, with the reason. 400: not JSON, or not this form. 403: another site asks. 404: no such address. \
    405, 408, 413, 414, 415: as HTTP defines them. 421: the Host header names another site. 422: a text that is not a move, position, rules, engine \
    and so on, or a move that is not legal. 429: a limit is reached; `Retry-After` says when to come back.";

/// What is said of the whole.
const DESCRIPTION: &str = "What the page of plywood asks, over HTTP or in its worker. Requests and answers are JSON; errors are \
    always an ErrorBody. The desk knows the rules and keeps no games: a request carries the line of its game. A client draws `board`, \
    and makes a move by collecting clicks until they are those of one of `choices`.";

/// The description of all requests and answers, as an `OpenAPI` 3.1 document.
pub fn openapi() -> Value {
    let mut contract = Contract::new();
    contract.read::<Catalogue>();
    contract.answer::<StateRequest, State>("state", "The end of a line: board, legal plies, result");
    contract.answer::<ExplainRequest, Explanation>("explain", "Why no legal ply begins with these clicks");
    contract.answer::<StateRequest, Picture>("draw", "The board as text");
    contract.answer::<RecordRequest, WrittenRecord>("record", "A line written as a record");
    contract.answer::<RecordsRequest, RecordedGames>("records", "Records read");
    contract.answer::<ArrangeRequest, Arranged>("arrange", "The position of these pieces");
    contract.events::<SearchRequest>(
        "search",
        "An engine thinks aloud: events `iteration` with an Iteration, and at the end `best` with a Best, or `error`",
    );
    contract.events::<GraphRequest>(
        "graph",
        "Every position of a line evaluated: events `position` with a GraphPoint, and at the end `done`, or `error`",
    );
    contract.events::<SolveRequest>(
        "solve",
        "Who wins a position, proven: at the end `solved` with a Solved, or `error`",
    );
    contract.finish()
}

/// The kinds of reasons: a page that has a sentence for each can tell them all.
pub(crate) fn kinds(_: &mut SchemaGenerator) -> Schema {
    let games = plywood_registry::games().iter().flat_map(|game| game.causes());
    let kinds: BTreeSet<_> = KINDS.iter().chain(Cause::KINDS).chain(games).collect();
    Schema::try_from(json!({"type": "string", "enum": kinds})).expect("an object is a schema")
}

struct Contract {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Contract {
    fn new() -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        let requests = SchemaGenerator::new(settings.clone().for_deserialize());
        let answers = SchemaGenerator::new(settings.for_serialize());
        Self { requests, answers, paths: Map::new() }
    }

    fn read<A: JsonSchema>(&mut self) {
        let answer = self.answers.subschema_for::<A>();
        let operation = json!({
            "operationId": "catalogue",
            "summary": "Games, engines, levels and limits",
            "responses": self.responses("application/json", &answer),
        });
        self.paths.insert("/api/catalogue".to_owned(), json!({ "get": operation }));
    }

    fn answer<Q: JsonSchema, A: JsonSchema>(&mut self, name: &str, summary: &str) {
        let answer = self.answers.subschema_for::<A>();
        let responses = self.responses("application/json", &answer);
        self.operation::<Q>(name, summary, &responses);
    }

    fn events<Q: JsonSchema>(&mut self, name: &str, summary: &str) {
        let events = Schema::try_from(json!({"type": "string"})).expect("an object is a schema");
        let responses = self.responses("text/event-stream", &events);
        self.operation::<Q>(name, summary, &responses);
    }

    fn operation<Q: JsonSchema>(&mut self, name: &str, summary: &str, responses: &Value) {
        let request = self.requests.subschema_for::<Q>();
        let operation = json!({
            "operationId": name,
            "summary": summary,
            "requestBody": {"required": true, "content": {"application/json": {"schema": request}}},
            "responses": responses,
        });
        self.paths.insert(format!("/api/{name}"), json!({ "post": operation }));
    }

    fn responses(&mut self, kind: &str, answer: &Schema) -> Value {
        let refused = self.answers.subschema_for::<ErrorBody>();
        json!({
            "200": {"description": "The answer.", "content": {kind: {"schema": answer}}},
            "4XX": {"description": REFUSED, "content": {"application/json": {"schema": refused}}},
        })
    }

    fn finish(mut self) -> Value {
        // The data of events, which no answer refers to.
        self.answers.subschema_for::<Iteration>();
        self.answers.subschema_for::<Best>();
        self.answers.subschema_for::<GraphPoint>();
        self.answers.subschema_for::<Solved>();
        let mut schemas = self.requests.take_definitions(true);
        schemas.extend(self.answers.take_definitions(true));
        json!({
            "openapi": "3.1.0",
            "info": {"title": "plywood", "version": env!("CARGO_PKG_VERSION"), "description": DESCRIPTION},
            "paths": self.paths,
            "components": {"schemas": schemas},
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{ANSWERED, WORKED};

    #[test]
    fn every_operation_is_described() {
        let contract = openapi();
        let described: Vec<_> = contract["paths"].as_object().expect("paths").keys().cloned().collect();
        let mut known: Vec<_> = ANSWERED.iter().chain(&WORKED).map(|name| format!("/api/{name}")).collect();
        known.sort_unstable();
        assert_eq!(described, known);
    }

    #[test]
    fn an_answer_says_null_where_it_has_nothing() {
        let contract = openapi();
        let required = contract["components"]["schemas"]["State"]["required"].as_array().expect("a list");
        assert!(required.contains(&json!("result")));
    }
}
