//! Conversations over channels, with searches in a thread of their own.

use plywood_play::{Engine, EngineError, Session, Spec, Thoughts};
use plywood_protocols::{Aei, Htp, MakeEngine, Ugi, serve, serve_htp};
use plywood_registry::{ARIMAA, HEX, LOA};
use plywood_search::Limits;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// The other side of a pipe.
struct Controller {
    /// Gone when the input has ended.
    lines: Option<Sender<String>>,
    answers: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

impl Controller {
    /// Holds a conversation with a session of Lines of Action.
    fn with_ugi(make: MakeEngine) -> Self {
        let spec = "pvs:hash=1MB".parse().expect("an engine");
        let mut ugi = Ugi::new(LOA, "", &spec, make).expect("a session");
        Self::start(move |lines, write| serve(&mut ugi, lines, write))
    }

    fn start(
        serve: impl FnOnce(mpsc::IntoIter<String>, &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()>
        + Send
        + 'static,
    ) -> Self {
        let (lines, received) = mpsc::channel();
        let (sender, answers) = mpsc::channel();
        let server = thread::spawn(move || {
            serve(received.into_iter(), &mut |line| {
                sender.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
            })
        });
        Self { lines: Some(lines), answers, server }
    }

    fn say(&self, line: &str) {
        self.lines.as_ref().expect("open").send(line.to_owned()).expect("the server listens");
    }

    /// Waits for the line that begins like this, over all others.
    fn wait_for(&self, beginning: &str) -> String {
        self.answers.iter().find(|line| line.starts_with(beginning)).expect("the server answers")
    }

    fn hang_up(mut self) -> (Vec<String>, io::Result<()>) {
        self.lines = None;
        let rest = self.answers.iter().collect();
        (rest, self.server.join().expect("the server does not panic"))
    }
}

fn plain(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    session.engine(spec)
}

#[test]
fn isready_is_answered_and_stop_obeyed_while_a_search_runs() {
    let controller = Controller::with_ugi(plain);
    controller.say("go infinite");
    controller.wait_for("info depth 2");
    controller.say("isready");
    controller.wait_for("readyok");
    controller.say("stop");
    assert!(controller.wait_for("bestmove ").len() > "bestmove ".len());
    controller.say("go depth 2");
    controller.wait_for("bestmove ");
    controller.say("quit");
    let (_, result) = controller.hang_up();
    assert!(result.is_ok());
}

#[test]
fn the_end_of_the_input_ends_the_search_with_its_best_move() {
    let controller = Controller::with_ugi(plain);
    controller.say("go infinite");
    controller.wait_for("info depth 1");
    let (rest, result) = controller.hang_up();
    assert!(rest.iter().any(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert!(result.is_ok());
}

#[test]
fn quit_ends_the_search_and_nothing_is_heard_after_it() {
    let controller = Controller::with_ugi(plain);
    controller.say("go infinite");
    controller.wait_for("info depth 1");
    controller.say("quit");
    controller.wait_for("bestmove ");
    let (rest, result) = controller.hang_up();
    assert!(rest.is_empty() && result.is_ok(), "{rest:?}");
}

#[test]
fn a_position_set_during_a_search_drops_it() {
    let controller = Controller::with_ugi(plain);
    controller.say("go infinite");
    controller.wait_for("info depth 1");
    controller.say("position fen o7/8/8/8/2xx4/8/7o/x7 x");
    controller.say("go depth 3");
    assert!(controller.wait_for("bestmove ").starts_with("bestmove a1-"));
}

#[test]
fn a_pondered_move_is_answered_after_the_hit_and_not_before() {
    let controller = Controller::with_ugi(plain);
    controller.say("position startpos moves b1-h1 a7-c5");
    controller.say("go ponder p1time 2000");
    controller.wait_for("info depth 2");
    controller.say("isready");
    assert_eq!(controller.wait_for("readyok"), "readyok");
    controller.say("ponderhit");
    controller.wait_for("bestmove ");
    // The next one has been found long before it is asked for.
    controller.say("go ponder depth 1");
    controller.say("isready");
    controller.wait_for("readyok");
    controller.say("stop");
    controller.wait_for("bestmove ");
    let (rest, result) = controller.hang_up();
    assert!(rest.iter().all(|line| !line.starts_with("bestmove ")) && result.is_ok(), "{rest:?}");
}

#[test]
fn quit_ends_a_search_that_ponders_and_asks_for_no_answer() {
    let controller = Controller::with_ugi(plain);
    controller.say("go ponder infinite");
    controller.wait_for("info depth 1");
    controller.say("quit");
    let (rest, result) = controller.hang_up();
    assert!(rest.iter().all(|line| !line.starts_with("bestmove ")) && result.is_ok(), "{rest:?}");
}

#[test]
fn arimaa_is_pondered_until_the_opponent_has_moved() {
    let mut aei = Aei::new(ARIMAA, &"pvs:hash=1MB".parse().expect("an engine"), 1, plain).expect("a session");
    let controller = Controller::start(move |lines, write| serve(&mut aei, lines, write));
    controller.say("setposition g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]");
    controller.say("go ponder");
    controller.wait_for("info depth ");
    controller.say("makemove Ed2n Ed3n Ed4n");
    controller.say("setoption name depth value 2");
    controller.say("go");
    let best = controller.wait_for("bestmove ");
    assert!(best.as_bytes()[9].is_ascii_lowercase(), "Silver's move: {best}");
}

/// An engine that thinks until it is stopped, and counts how often that has happened.
struct Patient(Spec);

static STOPPED: AtomicUsize = AtomicUsize::new(0);

impl Engine for Patient {
    fn spec(&self) -> &Spec {
        &self.0
    }

    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let mut quick = session.engine(&"random".parse()?)?;
        let thoughts = quick.think(session, limits, observe)?;
        while !limits.stop.is_stopped() {
            thread::yield_now();
        }
        STOPPED.fetch_add(1, Ordering::SeqCst);
        Ok(thoughts)
    }

    fn new_game(&mut self) {}
}

#[test]
fn a_session_that_is_dropped_cancels_its_search() {
    let controller = Controller::with_ugi(|_, spec| Ok(Box::new(Patient(spec.clone()))));
    controller.say("go");
    controller.wait_for("info ");
    let Controller { lines, answers, server } = controller;
    drop(answers);
    lines.as_ref().expect("open").send("isready".to_owned()).expect("the server listens");
    assert!(server.join().expect("the server does not panic").is_err(), "nobody reads the answers");
    while STOPPED.load(Ordering::SeqCst) == 0 {
        thread::yield_now();
    }
}

#[test]
fn a_move_in_htp_is_found_after_the_input_has_ended() {
    let rules = "size=4".parse().expect("rules");
    let mut htp =
        Htp::new(HEX, rules, &"ids:depth=3,hash=1MB".parse().expect("an engine"), plain).expect("a session");
    let controller = Controller::start(move |lines, write| serve_htp(&mut htp, lines, write));
    controller.say("1 genmove b");
    controller.say("2 name");
    let (answers, result) = controller.hang_up();
    assert!(answers[0].starts_with("=1 ") && answers[1] == "=2 plywood\n\n", "{answers:?}");
    assert!(result.is_ok());
}

#[test]
fn an_interrupt_ends_the_search_for_a_move_in_htp() {
    let make: MakeEngine = |_, spec| Ok(Box::new(Patient(spec.clone())));
    let rules = "size=4".parse().expect("rules");
    let mut htp = Htp::new(HEX, rules, &"patient".parse().expect("a name"), make).expect("a session");
    let controller = Controller::start(move |lines, write| serve_htp(&mut htp, lines, write));
    controller.say("genmove b");
    // An interrupt that comes before the search has begun does nothing.
    let answer = loop {
        controller.say("# interrupt");
        match controller.answers.try_recv() {
            Ok(answer) => break answer,
            Err(_) => thread::yield_now(),
        }
    };
    assert!(answer.starts_with("= ") && answer.trim().len() > 1, "{answer:?}");
    controller.say("quit");
    assert_eq!(controller.wait_for("= "), "= \n\n");
}
