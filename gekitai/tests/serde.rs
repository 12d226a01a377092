//! Values written as JSON and read back. `cargo test -p plywood-gekitai --features serde`
#![cfg(feature = "serde")]

use plywood_gekitai::{Move, Player, Rules, Square};

#[test]
fn values_are_written_as_people_write_them() {
    let rules: Rules = "both=lines-first,opponent=play-on".parse().expect("rules");
    let text = serde_json::to_string(&rules).expect("JSON");
    assert_eq!(text, r#"{"both":"lines-first","opponent":"play-on","repetition":"third-draw"}"#);
    assert_eq!(serde_json::from_str::<Rules>(&text).expect("rules"), rules);
    assert_eq!(serde_json::from_str::<Rules>("{}").expect("rules"), Rules::default());
    let mv: Move = serde_json::from_str("\"c3\"").expect("a move");
    assert_eq!(serde_json::to_string(&mv).expect("JSON"), "\"c3\"");
    assert_eq!(serde_json::to_string(&Player::X).expect("JSON"), "\"x\"");
}

#[test]
fn values_that_do_not_exist_are_refused() {
    assert!(serde_json::from_str::<Rules>(r#"{"both":"nobody"}"#).is_err());
    assert!(serde_json::from_str::<Square>("\"g1\"").is_err());
    assert!(serde_json::from_str::<Move>("\"a0\"").is_err());
}
