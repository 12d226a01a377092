//! As much of JSON Schema as `openapi.json` uses: enough to hold every answer to its description.

use serde_json::Value;

/// The contract.
pub(crate) fn contract() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).expect("the contract is JSON")
}

/// What is wrong with `value`, if it does not fit `schema`. Properties that are not described do not fit.
pub(crate) fn misfit(value: &Value, schema: &Value, contract: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let target = contract.pointer(name.trim_start_matches('#')).expect("a reference leads somewhere");
        return misfit(value, target, contract);
    }
    if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let fits = choices.iter().any(|choice| misfit(value, choice, contract).is_none());
        return (!fits).then(|| format!("{value} is none of {choices:?}"));
    }
    if !has_type(value, &schema["type"]) {
        return Some(format!("{value} is not of type {}", schema["type"]));
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Some(format!("{value} is not {}", schema["const"]));
    }
    if let Some(values) = schema["enum"].as_array().filter(|values| !values.contains(value)) {
        return Some(format!("{value} is none of {values:?}"));
    }
    match value {
        Value::Object(_) => misfit_of_object(value, schema, contract),
        Value::Array(items) => items.iter().find_map(|item| misfit(item, &schema["items"], contract)),
        _ => None,
    }
}

fn has_type(value: &Value, expected: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    match expected {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().any(|name| name.as_str().is_some_and(is)),
        Value::Null => true,
        other => panic!("{other} is no type"),
    }
}

fn misfit_of_object(value: &Value, schema: &Value, contract: &Value) -> Option<String> {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = required.into_iter().find(|name| value.get(name).is_none()) {
        return Some(format!("{name} is missing in {value}"));
    }
    let fields = value.as_object().into_iter().flatten();
    let others = schema.get("additionalProperties").filter(|others| others.is_object());
    fields.into_iter().find_map(|(name, field)| match schema["properties"].get(name).or(others) {
        Some(schema) => misfit(field, schema, contract).map(|misfit| format!("{name}: {misfit}")),
        None => Some(format!("{name} is not described")),
    })
}

#[test]
fn what_does_not_fit_is_found() {
    let contract = contract();
    let schema = serde_json::json!({"$ref": "#/components/schemas/Motion"});
    let facts = serde_json::json!({"type": "object", "additionalProperties": {"type": "string"}});
    assert_eq!(misfit(&serde_json::json!({"cell": "a1"}), &facts, &contract), None);
    assert!(misfit(&serde_json::json!({"cell": 1}), &facts, &contract).is_some());
    for (text, fits) in [
        (r#"{"from": "a1", "to": null}"#, true),
        (r#"{"from": "a1"}"#, false),
        (r#"{"from": 1, "to": null}"#, false),
        (r#"{"from": null, "to": null, "by": null}"#, false),
        ("[]", false),
    ] {
        let value = serde_json::from_str(text).expect("JSON");
        assert_eq!(misfit(&value, &schema, &contract).is_none(), fits, "{text}");
    }
}
