//! What is answered to a line does not grow with the line, and is harmless on a terminal.

use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_protocols::{Aei, Conversation, Htp, Ugi};
use plywood_registry::{ARIMAA, HEX};

fn make(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    session.engine(spec)
}

/// What each protocol answers to a line.
fn answers(line: &str) -> Vec<String> {
    let spec: Spec = "random:seed=1".parse().expect("a spec");
    let mut ugi = Ugi::new(HEX, "size=5", &spec, make).expect("a session");
    let mut aei = Aei::new(ARIMAA, &spec, 1, make).expect("a session");
    let mut htp = Htp::new(HEX, "size=5".parse().expect("rules"), &spec, make).expect("a session");
    let mut lines = ugi.respond(line).lines;
    lines.extend(aei.respond(line).lines);
    lines.extend(htp.respond(line).text.lines().map(str::to_owned));
    lines
}

#[test]
fn an_answer_is_short_and_clean_whatever_the_line() {
    let text = "\u{1b}[31mx\u{7}\u{202e}".repeat(200_000);
    let begins = [
        "",
        "position ",
        "position fen ",
        "position startpos moves ",
        "setoption ",
        "setoption name ",
        "go ",
        "go nodes ",
        "query ",
        "setposition ",
        "setposition g [",
        "makemove ",
        "setoption name hash value ",
        "play ",
        "play b ",
        "boardsize ",
        "genmove ",
        "known_command ",
        "time_settings ",
        "param_game ",
        "loadsgf ",
        "12 ",
    ];
    for begin in begins {
        for line in [
            format!("{begin}{text}"),
            format!("{begin}{}", text.replace('x', " ")),
            format!("{begin}{}", "9".repeat(1_000_000)),
        ] {
            for answer in answers(&line) {
                assert!(answer.len() < 5_000, "{begin}: {} bytes", answer.len());
                let bad = answer.chars().find(|c| c.is_control() || *c == '\u{202e}');
                assert_eq!(bad, None, "{begin}: {answer}");
            }
        }
    }
}
