//! Protocols: what an engine is told, and what a controller hears.

use crate::is_a_message;
use plywood_hex::Rules;
use plywood_play::{AnyGame, Engine, EngineError, Session, Spec};
use plywood_protocols::client::{AeiClient, Allowance, Client, HtpClient, UgiClient};
use plywood_protocols::{Aei, Conversation, Htp, Reply, Then, Ugi};

/// The most lines of an input that are looked at.
const MOST_LINES: usize = 200;

fn game(name: &str) -> &'static dyn AnyGame {
    plywood_registry::find(name).expect("the game is registered")
}

fn lines(data: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(data);
    text.lines().take(MOST_LINES).map(str::to_owned).collect()
}

/// Engines that take no time and no memory, whatever they are asked for.
fn make(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    let mut small = spec.clone();
    for (option, value) in [("hash", "64kB"), ("threads", "1")] {
        if small.get(option).is_some() {
            small.set(option, value);
        }
    }
    session.engine(&small)
}

/// The engine that answers: one node, no book, and the quickest evaluation of the game.
fn spec(game: &dyn AnyGame) -> Spec {
    let evaluation = match game.info().name {
        "arimaa" => "seed",
        "gekitai" => "pieces",
        "hex" => "distance",
        _ => "h1",
    };
    format!("pvs:nodes=1,hash=64kB,book=off,eval={evaluation}").parse().expect("an engine")
}

/// Holds a conversation in which every search ends at once, before the next line.
fn converse(conversation: &mut dyn Conversation, data: &[u8]) {
    for line in lines(data) {
        let mut reply = conversation.respond(&line);
        loop {
            is_in_lines(&reply);
            match reply.then {
                Then::Nothing | Then::Stop => break,
                Then::Quit => return,
                Then::Search(mut order) => {
                    order.limits.nodes = Some(1);
                    order.limits.stop.stop();
                    let finished = order.run(&mut |thoughts| _ = conversation.observe(thoughts));
                    reply = conversation.finish(finished);
                }
            }
        }
    }
}

fn is_in_lines(reply: &Reply) {
    for line in &reply.lines {
        assert!(!line.contains(['\n', '\r']), "{line:?}");
    }
}

/// The first line is a game.
pub(crate) fn ugi(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (name, rest) = data.split_at(end);
    let Ok((game, rules)) = plywood_registry::parse(&String::from_utf8_lossy(name)) else { return };
    if let Ok(mut ugi) = Ugi::new(game, &rules, &spec(game), make) {
        converse(&mut ugi, rest);
    }
}

pub(crate) fn aei(data: &[u8]) {
    let arimaa = plywood_registry::find("arimaa").expect("a game");
    converse(&mut Aei::new(arimaa, &spec(arimaa), 1, make).expect("an engine"), data);
}

pub(crate) fn htp(data: &[u8]) {
    let rules: Rules = "size=4".parse().expect("rules");
    let hex = plywood_registry::find("hex").expect("a game");
    let mut htp =
        Htp::new(hex, rules, &spec(hex), make).expect("an engine").with_files(|name| Ok(name.to_owned()));
    for line in lines(data) {
        htp.stop_handle().stop();
        let reply = htp.respond(&line);
        let is_answer = reply.text.starts_with(['=', '?']) && reply.text.ends_with("\n\n");
        assert!(reply.text.is_empty() || is_answer, "{:?}", reply.text);
        assert_eq!(reply.text.matches("\n\n").count(), usize::from(is_answer), "{:?}", reply.text);
        if reply.quit {
            return;
        }
    }
}

/// The first byte chooses a client, and each line that begins with `>` has it ask.
pub(crate) fn hear(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let name = ["arimaa", "hex", "loa", "gekitai"][usize::from(choice) % 4];
    let session = game(name).session("", None).expect("the start is a position");
    let mut client: Box<dyn Client> = match name {
        "arimaa" => Box::new(AeiClient::new(&[])),
        "hex" => Box::new(HtpClient::new(&*session, &[], None).expect("Hex")),
        _ => Box::new(UgiClient::new(&[])),
    };
    client.open();
    let allowance = Allowance { nodes: Some(9), ..Allowance::default() };
    for line in lines(rest) {
        if let Some(wish) = line.strip_prefix('>') {
            match wish {
                "new" => drop(client.new_game(&allowance)),
                "stop" => drop(client.stop()),
                _ => _ = client.ask(&*session, &allowance),
            }
            continue;
        }
        match client.hear(&line) {
            Ok(heard) => assert!(heard.say.iter().all(|line| !line.contains('\n'))),
            Err(fault) => return is_a_message(&fault.to_string()),
        }
    }
    client.quit();
}
