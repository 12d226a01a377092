//! Values written as JSON and read back. `cargo test -p plywood-hex --features serde`
#![cfg(feature = "serde")]

use plywood_hex::{Cell, Colour, Move, Rules};

#[test]
fn values_are_written_as_people_write_them() {
    let rules: Rules = "size=7x9,swap=sides".parse().expect("rules");
    let text = serde_json::to_string(&rules).expect("JSON");
    assert_eq!(text, r#"{"size":"7x9","swap":"sides"}"#);
    assert_eq!(serde_json::from_str::<Rules>(&text).expect("rules"), rules);
    assert_eq!(serde_json::from_str::<Rules>("{}").expect("rules"), Rules::default());
    for text in ["\"f6\"", "\"swap-pieces\""] {
        let mv: Move = serde_json::from_str(text).expect("a move");
        assert_eq!(serde_json::to_string(&mv).expect("JSON"), text);
    }
    assert_eq!(serde_json::to_string(&Colour::Black).expect("JSON"), "\"black\"");
}

#[test]
fn values_that_do_not_exist_are_refused() {
    assert!(serde_json::from_str::<Rules>(r#"{"size":"20"}"#).is_err());
    assert!(serde_json::from_str::<Rules>(r#"{"size":"7x9","swap":"pieces"}"#).is_err());
    assert!(serde_json::from_str::<Cell>("\"t1\"").is_err());
    assert!(serde_json::from_str::<Move>("\"resign\"").is_err());
}
