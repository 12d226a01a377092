#![doc = include_str!("../README.md")]

mod arena;
pub mod driver;
mod laws;
mod proofs;
mod protocols;
mod texts;
mod web;

/// Something that takes any bytes without a panic, and checks what must hold of what came of them.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of the folder of its corpus.
    pub name: &'static str,
    /// The law, in a line.
    pub law: &'static str,
    /// Panics if the law does not hold for this input.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: [Target; 18] = [
    Target {
        name: "position",
        law: "a position that is read is written as one that reads the same",
        run: texts::position,
    },
    Target { name: "moves", law: "what is played is among the legal moves", run: texts::moves },
    Target {
        name: "rules",
        law: "rules that are read are written as rules that read the same",
        run: texts::rules,
    },
    Target {
        name: "records",
        law: "a record that is read is written as one that reads the same",
        run: texts::records,
    },
    Target { name: "sgf", law: "a tree that is read is written as one that reads the same", run: texts::sgf },
    Target {
        name: "study",
        law: "a game with variations that is read is written as one that reads the same",
        run: texts::study,
    },
    Target {
        name: "archive",
        law: "a game of the archive's format is read or refused with its line",
        run: texts::archive,
    },
    Target { name: "engine", law: "an engine is made, or refused in one line", run: texts::engine },
    Target {
        name: "legal_moves",
        law: "what is generated is legal and what is legal is generated",
        run: laws::legal_moves,
    },
    Target {
        name: "ugi",
        law: "an engine that speaks UGI answers every line with lines",
        run: protocols::ugi,
    },
    Target {
        name: "aei",
        law: "an engine that speaks AEI answers every line with lines",
        run: protocols::aei,
    },
    Target {
        name: "htp",
        law: "an engine that speaks HTP gives each command one answer",
        run: protocols::htp,
    },
    Target {
        name: "hear",
        law: "a controller understands what an engine says, or finds it at fault",
        run: protocols::hear,
    },
    Target { name: "book", law: "a book of openings is read, or refused with its line", run: arena::book },
    Target {
        name: "match_options",
        law: "options of a match are written as options that read the same",
        run: arena::options,
    },
    Target { name: "store", law: "a damaged store is read or refused", run: arena::store },
    Target {
        name: "certificate",
        law: "a damaged proof is refused, or still true",
        run: proofs::certificate,
    },
    Target { name: "web", law: "a request is answered below 500, in time and in short", run: web::request },
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// An error message: one line of bearable length, without control characters.
fn is_a_message(message: &str) {
    assert!(message.len() < 3_000, "{} bytes: {}", message.len(), &message[..100]);
    assert!(!message.contains(char::is_control), "{message:?}");
}
