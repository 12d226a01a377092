//! Clients against servers, without pipes; and what clients make of engines that speak otherwise.

use plywood_play::{AnyGame, EngineError, Fault, Session};
use plywood_protocols::client::{AeiClient, Allowance, Answer, Client, HtpClient, News, UgiClient};
use plywood_protocols::{Aei, Conversation, Htp, Then, Ugi};
use plywood_registry::{ARIMAA, GEKITAI, HEX};
use plywood_search::Score;
use proptest::prelude::*;

const SETUP: &str = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";

const ENGINE: &str = "alphabeta:depth=1";

/// Our side of a protocol as the engine: the lines that come back for a line.
type Server = Box<dyn FnMut(&str) -> Vec<String>>;

fn conversation(mut server: impl Conversation + 'static) -> Server {
    Box::new(move |line| {
        let mut lines = Vec::new();
        let mut reply = server.respond(line);
        loop {
            lines.append(&mut reply.lines);
            let Then::Search(order) = reply.then else { return lines };
            reply = server.finish(order.run(&mut |_| {}));
        }
    })
}

fn make(
    session: &dyn Session,
    spec: &plywood_play::Spec,
) -> Result<Box<dyn plywood_play::Engine>, EngineError> {
    session.engine(spec)
}

fn ugi(game: &'static dyn AnyGame, rules: &str) -> Server {
    conversation(Ugi::new(game, rules, &ENGINE.parse().expect("a spec"), make).expect("a session"))
}

fn htp(rules: &str, word: &str) -> Server {
    let htp = Htp::new(HEX, rules.parse().expect("rules"), &ENGINE.parse().expect("a spec"), make);
    let mut htp = htp.expect("a session").with_swap_word(word);
    Box::new(move |line| htp.respond(line).text.lines().map(str::to_owned).collect())
}

fn aei() -> Server {
    conversation(Aei::new(ARIMAA, &ENGINE.parse().expect("a spec"), 1, make).expect("a session"))
}

/// Says lines and hears the answers until there is news that matters.
fn converse(client: &mut dyn Client, server: &mut Server, lines: Vec<String>) -> Result<News, Fault> {
    let mut lines = std::collections::VecDeque::from(lines);
    let mut last = News::Nothing;
    while let Some(line) = lines.pop_front() {
        for answer in server(&line) {
            let heard = client.hear(&answer)?;
            lines.extend(heard.say);
            assert_ne!(heard.news, News::Noise, "{line}: {answer}");
            if matches!(heard.news, News::Ready | News::Answer(_)) {
                last = heard.news;
            }
        }
    }
    Ok(last)
}

/// Lets the client's engine play both sides.
fn play_out(client: &mut dyn Client, server: &mut Server, session: &mut dyn Session, allowance: &Allowance) {
    let lines = client.open();
    assert_eq!(converse(client, server, lines), Ok(News::Ready));
    let lines = client.new_game(allowance);
    assert_eq!(converse(client, server, lines), Ok(News::Ready));
    for _ in 0..80 {
        if session.result().is_some() {
            return;
        }
        let lines = client.ask(session, allowance).expect("it can be asked");
        match converse(client, server, lines) {
            Ok(News::Answer(Answer::Thoughts(thoughts))) => {
                session.play(&thoughts.best.expect("a move")).expect("a legal move");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn whole_games_are_played_in_every_protocol() {
    let none = Allowance::default();
    let mut game = GEKITAI.session("", None).expect("a game");
    play_out(&mut UgiClient::new(&[]), &mut ugi(GEKITAI, ""), &mut *game, &none);
    assert!(game.moves().len() > 5);
    let mut game = ARIMAA.session("", None).expect("a game");
    play_out(&mut UgiClient::new(&[]), &mut ugi(ARIMAA, ""), &mut *game, &none);
    assert!(game.moves().len() > 40);
    let mut game = ARIMAA.session("", None).expect("a game");
    play_out(&mut AeiClient::new(&[]), &mut aei(), &mut *game, &Allowance { depth: Some(1), ..none });
    assert!(game.moves().len() > 40);
    for (rules, swap) in
        [("size=4,swap=sides", "jump"), ("size=4,swap=pieces", "swap-pieces"), ("size=4", "")]
    {
        let mut game = HEX.session(rules, None).expect("a game");
        let mut client = HtpClient::new(&*game, &[], Some(swap).filter(|word| *word == "jump")).expect("Hex");
        play_out(&mut client, &mut htp(rules, swap), &mut *game, &none);
        assert!(game.result().is_some());
    }
}

#[test]
fn a_game_may_be_taken_up_anywhere_and_taken_back() {
    let mut game = HEX.session("size=4", Some("4/1x2/2o1/4 x")).expect("a position");
    let (mut client, mut server) = (HtpClient::new(&*game, &[], None).expect("Hex"), htp("size=4", ""));
    let mut arimaa = ARIMAA.session("", Some(SETUP)).expect("a position");
    let (mut other, mut other_server) = (AeiClient::new(&[]), aei());
    for moves in ["a1", "b1", "a2 b4"] {
        game.play(moves).expect("legal");
        let lines = client.ask(&*game, &Allowance::default()).expect("it can be asked");
        assert!(matches!(converse(&mut client, &mut server, lines), Ok(News::Answer(_))), "{moves}");
        game.undo();
    }
    for turn in ["Ed2n pass", "ee7s pass", "Hb2n pass"] {
        arimaa.play(turn).expect("legal");
        let lines = other.ask(&*arimaa, &Allowance::default()).expect("it can be asked");
        assert!(matches!(converse(&mut other, &mut other_server, lines), Ok(News::Answer(_))), "{turn}");
    }
    arimaa.undo();
    arimaa.undo();
    let lines = other.ask(&*arimaa, &Allowance::default()).expect("it can be asked");
    assert_eq!(lines[0], "newgame", "what the engine knows is more than the game");
    assert!(matches!(converse(&mut other, &mut other_server, lines), Ok(News::Answer(_))));
}

#[test]
fn options_and_commands_are_told_at_the_beginning() {
    let options = [("Hash".to_owned(), "1".to_owned())];
    let mut client = UgiClient::new(&options);
    assert_eq!(client.hear("ugiok").expect("fine").say, ["setoption name Hash value 1", "isready"]);
    client.hear("option name turns type check default false").expect("fine");
    assert_eq!(client.hear("ugiok").expect("fine").say[0], "setoption name turns value true");
    assert_eq!(AeiClient::new(&options).hear("aeiok").expect("fine").say[0], "setoption name Hash value 1");
    let game = HEX.session("", None).expect("a game");
    let commands = [("param_wolf.ply_width".to_owned(), "15".to_owned())];
    let mut client = HtpClient::new(&*game, &commands, None).expect("Hex");
    assert_eq!(client.open(), ["1 list_commands", "2 param_wolf ply_width 15"]);
}

#[test]
fn the_time_is_told_before_the_question() {
    let second = std::time::Duration::from_secs(1);
    let allowance = Allowance { time: Some(2 * second), ..Allowance::default() };
    let game = HEX.session("size=4", None).expect("a game");
    let mut client = HtpClient::new(&*game, &[], None).expect("Hex");
    client.new_game(&allowance);
    let lines = client.ask(&*game, &allowance).expect("it can be asked");
    assert_eq!(lines, ["3 time_settings 0 2 1", "4 time_left black 2 1", "5 genmove black"]);
}

/// The values of these options of AEI in lines, in order, and the other lines as they are.
fn told(lines: &[String]) -> Vec<String> {
    let told =
        lines.iter().map(|line| line.strip_prefix("setoption name ").unwrap_or(line).replace(" value ", "="));
    told.collect()
}

const TWO_SECONDS: [&str; 7] =
    ["tcmove=2", "tcreserve=0", "tcpercent=0", "tcmax=1", "tctotal=0", "tcturns=0", "tcturntime=2"];

const NOTHING_USED: [&str; 6] =
    ["greserve=0", "sreserve=0", "gused=0", "sused=0", "lastmoveused=0", "moveused=0"];

#[test]
fn aei_is_told_every_clock_before_and_after_a_game_begins() {
    let time = Some(std::time::Duration::from_secs(2));
    let allowance = Allowance { time, ..Allowance::default() };
    let mut game = ARIMAA.session("", Some(SETUP)).expect("a position");
    let position = format!("setposition {SETUP}");
    let begun: Vec<&str> = [&TWO_SECONDS[..], &["newgame"], &TWO_SECONDS, &NOTHING_USED].concat();
    let mut client = AeiClient::new(&[]);
    assert_eq!(told(&client.new_game(&allowance)), [&begun[..], &["isready"]].concat());
    let question = ["greserve=0", "moveused=0", "go"];
    let asked = client.ask(&*game, &allowance).expect("it can be asked");
    assert_eq!(told(&asked), [&[&*position], &question[..]].concat(), "the game has begun");
    let again = client.ask(&*game, &allowance).expect("it can be asked");
    assert_eq!(told(&again), question, "the time control is known");
    game.play("Ed2n pass").expect("legal");
    let reply = client.ask(&*game, &Allowance::default()).expect("it can be asked");
    let unlimited = [
        "tcmove=0",
        "tcpercent=100",
        "tcmax=0",
        "tcturntime=0",
        "makemove Ed2n",
        "sreserve=0",
        "moveused=0",
        "go",
    ];
    assert_eq!(told(&reply), unlimited, "a limit that is gone is taken back");
    game.undo();
    game.undo();
    let anew = client.ask(&*game, &allowance).expect("it can be asked");
    assert_eq!(told(&anew), [&begun[..], &[&position], &question].concat(), "another game");
}

#[test]
fn aei_is_told_of_a_clock_that_runs() {
    let left = |seconds| {
        let left = plywood_search::TimeLeft::new(std::time::Duration::from_secs(seconds));
        let left = Some(left.with_increment(std::time::Duration::from_secs(10)));
        Allowance { left, ..Allowance::default() }
    };
    let mut game = ARIMAA.session("", None).expect("a game");
    let mut client = AeiClient::new(&[]);
    assert_eq!(client.new_game(&Allowance::default()), ["newgame", "isready"], "nobody knows the time yet");
    let asked = told(&client.ask(&*game, &left(70)).expect("it can be asked"));
    for option in ["tcmove=10", "tcreserve=60", "tcpercent=100", "tcturntime=0", "greserve=60", "sreserve=60"]
    {
        assert!(asked.contains(&option.to_owned()), "{option}: {asked:?}");
    }
    assert!(!asked.contains(&"newgame".to_owned()), "it has begun, and its clock runs");
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Dh2";
    game.play(setup).expect("legal");
    let reply = told(&client.ask(&*game, &left(35)).expect("it can be asked"));
    assert_eq!(reply[1..], ["sreserve=25", "moveused=0", "go"], "the reserve of the game stays");
    assert!(reply[0].starts_with("makemove Ra1"));
}

/// A client of each protocol that has asked for a move.
fn asked() -> [Box<dyn Client>; 3] {
    let hex = HEX.session("size=4", None).expect("a game");
    let arimaa = ARIMAA.session("", Some(SETUP)).expect("a position");
    let none = Allowance::default();
    let mut ugi = UgiClient::new(&[]);
    ugi.ask(&*hex, &none).expect("it can be asked");
    let mut htp = HtpClient::new(&*hex, &[], None).expect("Hex");
    for line in htp.new_game(&none) {
        let number = line.split(' ').next().unwrap_or_default();
        htp.hear(&format!("={number} ")).and_then(|_| htp.hear("")).expect("obeyed");
    }
    htp.ask(&*hex, &none).expect("it can be asked");
    let mut aei = AeiClient::new(&[]);
    aei.ask(&*arimaa, &none).expect("it can be asked");
    [Box::new(ugi), Box::new(htp), Box::new(aei)]
}

#[test]
fn answers_that_cannot_be_are_faults() {
    for (client, lines, part) in [
        (0, vec!["bestmove"], "garbage"),
        (0, vec!["info string error: unknown limit"], "refused `position`: unknown limit"),
        (1, vec!["=3 z9", ""], "answered `z9`"),
        (1, vec!["=3 a1 b2", ""], "answered `a1 b2`"),
        (1, vec!["=3 swap-pieces", ""], "answered `swap-pieces`"),
        (1, vec!["?3 no", ""], "refused `genmove black`: no"),
        (1, vec!["=7 a1", ""], "garbage"),
        (2, vec!["bestmove Ed2n Ed3s"], "answered `Ed2n Ed3s`"),
        (2, vec!["bestmove e4"], "answered `e4`"),
        (2, vec!["log Error: what?"], "refused `go`: what?"),
    ] {
        let mut client = asked().into_iter().nth(client).expect("three");
        let fault =
            lines.iter().find_map(|line| client.hear(line).err()).unwrap_or_else(|| panic!("{lines:?}"));
        assert!(fault.to_string().contains(part), "{lines:?}: {fault}");
    }
}

#[test]
fn what_an_engine_knows_is_understood() {
    let [mut ugi, mut htp, mut aei] = asked();
    let News::Thoughts(thoughts) =
        ugi.hear("info depth 3 seldepth 9 score mate -4 nodes 12 time 250 pv a1 b2").expect("fine").news
    else {
        panic!("thoughts")
    };
    assert_eq!((thoughts.depth, thoughts.nodes, thoughts.score), (3, 12, Score::loss_in(4)));
    assert_eq!((thoughts.pv.len(), thoughts.elapsed.map(|time| time.as_millis())), (2, Some(250)));
    for line in ["info string hello", "info", "id name x", "", "info depth x"] {
        assert_eq!(ugi.hear(line).expect("fine").news, News::Nothing, "{line}");
    }
    assert_eq!(ugi.hear("bestmove resign").expect("fine").news, News::Answer(Answer::Resigns));
    assert_eq!(ugi.hear("bestmove a1").expect("fine").news, News::Noise, "nobody has asked");
    htp.hear("=3 Resign").expect("fine");
    assert_eq!(htp.hear("").expect("fine").news, News::Answer(Answer::Resigns));
    for line in ["info score 31990", "info nodes 5", "info depth 4"] {
        assert_eq!(aei.hear(line).expect("fine").news, News::Nothing);
    }
    let News::Thoughts(thoughts) = aei.hear("info pv Ed2n Ed3n s ee7s").expect("fine").news else {
        panic!("thoughts")
    };
    assert_eq!((thoughts.depth, thoughts.nodes, thoughts.score), (4, 5, Score::win_in(10)));
    assert_eq!(thoughts.pv, ["Ed2n Ed3n", "ee7s"]);
    let News::Answer(Answer::Thoughts(thoughts)) = aei.hear("bestmove Ed2n Ed3n").expect("fine").news else {
        panic!("an answer")
    };
    assert_eq!(thoughts.best.as_deref(), Some("Ed2n Ed3n pass"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_an_engine_says_nothing_panics(lines in prop::collection::vec(line(), 0..12)) {
        for mut client in asked() {
            for line in &lines {
                if client.hear(line).is_err() {
                    break;
                }
            }
        }
    }
}

fn line() -> impl Strategy<Value = String> {
    let words = [
        "=",
        "?",
        "=3",
        "bestmove",
        "info",
        "pv",
        "score",
        "mate",
        "-1",
        "99999999999",
        "a1",
        "Ed2n",
        "g",
        "",
    ];
    prop_oneof![
        3 => prop::collection::vec(prop::sample::select(words.to_vec()), 0..5).prop_map(|words| words.join(" ")),
        1 => ".{0,20}",
    ]
}
