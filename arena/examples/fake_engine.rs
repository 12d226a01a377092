//! An engine that plays at random and misbehaves when told to, for whoever writes a controller:
//! `fake_engine ugi|aei|htp FAULT [ANSWERS] [--once FILE] [--last FILE]`.
//!
//! It answers the first `ANSWERS` questions for a move as it should, and then does what `FAULT` says. With
//! `--once` it does so only if the file is not there, and makes it; with `--last` it makes the file then, and
//! does not start any more. UGI and HTP are spoken about Hex of size 5, AEI about Arimaa.

use plywood_play::{Session, Spec};
use plywood_protocols::{Aei, Conversation, Htp, Then, Ugi};
use plywood_registry::{ARIMAA, HEX};
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, Stdio, abort, exit};
use std::thread::{park, sleep};
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [protocol, fault, ref more @ ..] = words[..] else {
        return Err("expected a protocol and a fault".into());
    };
    let answers = more.first().map_or(Ok(0), |number| number.parse())?;
    let file = |option| more.iter().position(|&word| word == option).and_then(|place| more.get(place + 1));
    let fault = match file("--once") {
        Some(file) if std::fs::exists(file)? => "none",
        Some(file) => std::fs::write(file, "").map(|()| fault)?,
        None => fault,
    };
    let last = file("--last").copied();
    if fault == "start" || last.is_some_and(|file| std::fs::exists(file).is_ok_and(|exists| exists)) {
        eprintln!("no licence");
        exit(4);
    }
    run(Speaker::new(protocol)?, answers, &mut |line| {
        last.map_or(Ok(()), |file| std::fs::write(file, ""))?;
        misbehave(fault, protocol, line)
    })
}

/// What is done where a question is to be answered badly.
type Misbehave<'a> = dyn FnMut(&str) -> Result<(), Box<dyn Error>> + 'a;

/// Answers lines until there are no more: so many questions well.
fn run(mut speaker: Speaker, mut answers: u32, misbehave: &mut Misbehave<'_>) -> Result<(), Box<dyn Error>> {
    for line in stdin().lock().lines() {
        let line = line?;
        let is_question = line.starts_with("go") || line.contains("genmove");
        if is_question && answers == 0 {
            misbehave(&line)?;
        }
        if is_question {
            answers = answers.saturating_sub(1);
        }
        print!("{}", speaker.respond(&line));
        stdout().flush()?;
        if line == "quit" {
            break;
        }
    }
    Ok(())
}

/// What is done in place of an answer; or before it, if this returns.
fn misbehave(fault: &str, protocol: &str, question: &str) -> Result<(), Box<dyn Error>> {
    match fault {
        "crash" => abort(),
        "status" => {
            eprintln!("first\nout of luck\n");
            exit(3);
        }
        "leave" => exit(0),
        "orphan" => {
            // Somebody is left who holds the pipes.
            Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn()?;
            exit(0);
        }
        "hang" => loop {
            park();
        },
        "late" => sleep(Duration::from_millis(300)),
        "garbage" => loop {
            print_line("\u{7}\u{fffd}Segmentation fault? core_dumped=maybe")?;
            sleep(Duration::from_millis(1));
        },
        "mutter" => print_line("Loading book...")?,
        "flood" => loop {
            print_line(if protocol == "htp" { "= " } else { "info depth 1 score cp 0" })?;
        },
        "endless" => loop {
            stdout().write_all(&[b'x'; 4096])?;
        },
        "illegal" => answer(protocol, question, if protocol == "aei" { "Ra1n Ra2n" } else { "z9" })?,
        "resign" => answer(protocol, question, "resign")?,
        "refuse" => match protocol {
            "htp" => print_line(&format!("?{} not today\n", number(question)))?,
            "aei" => print_line("log Error: not today")?,
            _ => print_line("info string error: not today")?,
        },
        "empty" => match protocol {
            "htp" => answer(protocol, question, "")?,
            "aei" => print_line("bestmove")?,
            _ => print_line("bestmove none")?,
        },
        _ => {}
    }
    Ok(())
}

/// Gives an answer; the one that is meant well comes too late then.
fn answer(protocol: &str, question: &str, mv: &str) -> Result<(), Box<dyn Error>> {
    match protocol {
        "htp" => print_line(&format!("={} {mv}\n", number(question))),
        _ => print_line(&format!("bestmove {mv}")),
    }
}

fn number(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

fn print_line(line: &str) -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Who answers as an engine should.
enum Speaker {
    Searching(Box<dyn Conversation>),
    Htp(Box<Htp>),
}

impl Speaker {
    fn new(protocol: &str) -> Result<Self, Box<dyn Error>> {
        let make = |session: &dyn Session, spec: &Spec| session.engine(spec);
        let random: Spec = "random:seed=1".parse()?;
        Ok(match protocol {
            "ugi" => Self::Searching(Box::new(Ugi::new(HEX, "size=5", &random, make)?)),
            "aei" => Self::Searching(Box::new(Aei::new(ARIMAA, &random, 1, make)?)),
            "htp" => Self::Htp(Box::new(Htp::new(HEX, "size=5".parse()?, &random, make)?)),
            _ => return Err(format!("unknown protocol {protocol}").into()),
        })
    }

    /// The whole answer; searches are run at once.
    fn respond(&mut self, line: &str) -> String {
        let conversation = match self {
            Self::Htp(htp) => return htp.respond(line).text,
            Self::Searching(conversation) => conversation,
        };
        let mut lines = Vec::new();
        let mut reply = conversation.respond(line);
        loop {
            lines.append(&mut reply.lines);
            let Then::Search(order) = reply.then else { break };
            reply = conversation.finish(order.run(&mut |_| {}));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}
