//! Values written as JSON and read back. `cargo test -p plywood-arimaa --features serde`
#![cfg(feature = "serde")]

use plywood_arimaa::{Colour, Direction, Kind, Move, Piece, Rules, Square};

#[test]
fn values_are_written_as_people_write_them() {
    let rules: Rules = "repetition=none".parse().expect("rules");
    let text = serde_json::to_string(&rules).expect("JSON");
    assert_eq!(text, r#"{"repetition":"none"}"#);
    assert_eq!(serde_json::from_str::<Rules>(&text).expect("rules"), rules);
    assert_eq!(serde_json::from_str::<Rules>("{}").expect("rules"), Rules::default());
    for text in ["\"Ra2n\"", "\"pass\"", "\"mh8\""] {
        let mv: Move = serde_json::from_str(text).expect("a move");
        assert_eq!(serde_json::to_string(&mv).expect("JSON"), text);
    }
    assert_eq!(serde_json::to_string(&Colour::Gold).expect("JSON"), "\"gold\"");
    assert_eq!(serde_json::to_string(&Direction::North).expect("JSON"), "\"north\"");
    let camel = Piece { colour: Colour::Silver, kind: Kind::Camel };
    assert_eq!(serde_json::to_string(&camel).expect("JSON"), r#"{"colour":"silver","kind":"camel"}"#);
}

#[test]
fn values_that_do_not_exist_are_refused() {
    assert!(serde_json::from_str::<Rules>(r#"{"repetition":"second"}"#).is_err());
    assert!(serde_json::from_str::<Square>("\"i9\"").is_err());
    assert!(serde_json::from_str::<Move>("\"Ra1w\"").is_err());
}
