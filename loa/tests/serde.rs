//! Values written as JSON and read back. `cargo test -p plywood-loa --features serde`
#![cfg(feature = "serde")]

use plywood_loa::{Colour, Move, Rules, Square};

#[test]
fn values_are_written_as_people_write_them() {
    let rules: Rules = "size=6,no-move=loses".parse().expect("rules");
    let text = serde_json::to_string(&rules).expect("JSON");
    assert_eq!(text, r#"{"connection":"draw","no-move":"loses","repetition":"third-draw","size":6}"#);
    assert_eq!(serde_json::from_str::<Rules>(&text).expect("rules"), rules);
    assert_eq!(serde_json::from_str::<Rules>("{}").expect("rules"), Rules::default());
    let mv: Move = serde_json::from_str("\"b1-h1\"").expect("a move");
    assert_eq!(serde_json::to_string(&mv).expect("JSON"), "\"b1-h1\"");
    assert_eq!(serde_json::to_string(&Colour::Black).expect("JSON"), "\"black\"");
}

#[test]
fn values_that_do_not_exist_are_refused() {
    assert!(serde_json::from_str::<Rules>(r#"{"size":9}"#).is_err());
    assert!(serde_json::from_str::<Square>("\"i9\"").is_err());
    assert!(serde_json::from_str::<Move>("\"a1-a1\"").is_err());
}
