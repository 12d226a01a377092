//! The commands of HTP.

use super::board::Board;
use super::clock::{Left, Settings};
use super::request::Request;
use super::{Htp, HtpError, session};
use core::str::FromStr;
use core::time::Duration;
use plywood_hex::sgf::read_games;
use plywood_hex::{Colour, Move, Rules, Size, Swap};
use plywood_play::{RecordError, write_seconds};
use plywood_search::Position;

/// The names of the commands in alphabetical order.
const COMMANDS: [&str; 22] = [
    "all_legal_moves",
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "gogui-interrupt",
    "hexgui-analyze_commands",
    "known_command",
    "list_commands",
    "loadsgf",
    "name",
    "param_game",
    "play",
    "play-game",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// The entries of `HexGui`'s analysis menu: kind, label, command.
const ANALYSES: &str = "plist/All Legal Moves/all_legal_moves %c\n\
    string/Show Board/showboard\n\
    string/Final Score/final_score\n\
    varc/Best Move/reg_genmove %c";

impl Htp {
    /// Executes a command and returns the text of the answer.
    pub(super) fn obey(&mut self, request: &Request) -> Result<String, HtpError> {
        let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
        match request.name.as_str() {
            "all_legal_moves" => self.all_legal_moves(&arguments),
            "boardsize" => self.board_size(&arguments),
            "clear_board" => none(&arguments).map(|()| self.begin(self.board.cleared())),
            "final_score" => none(&arguments).and_then(|()| self.final_score()),
            "genmove" => self.generate(colour(one(&arguments, "a colour")?)?),
            "gogui-interrupt" | "quit" => none(&arguments).map(|()| String::new()),
            "hexgui-analyze_commands" => none(&arguments).map(|()| ANALYSES.to_owned()),
            "known_command" => one(&arguments, "a command").map(|name| COMMANDS.contains(&name).to_string()),
            "list_commands" => none(&arguments).map(|()| COMMANDS.join("\n")),
            "loadsgf" => self.load(&arguments),
            "name" => none(&arguments).map(|()| "plywood".to_owned()),
            "param_game" => self.parameters(&arguments),
            "play" => self.play(&arguments),
            "play-game" => self.play_game(&arguments),
            "protocol_version" => none(&arguments).map(|()| "2".to_owned()),
            "reg_genmove" => self.best_move(colour(one(&arguments, "a colour")?)?),
            "showboard" => none(&arguments).map(|()| self.show()),
            "time_left" => self.time_left(&arguments),
            "time_settings" => self.time_settings(&arguments),
            "undo" => none(&arguments).and_then(|()| self.undo()),
            "version" => none(&arguments).map(|()| env!("CARGO_PKG_VERSION").to_owned()),
            _ => Err(HtpError::Unknown(request.name.clone())),
        }
    }

    /// Begins another game.
    fn begin(&mut self, board: Board) -> String {
        self.board = board;
        self.clock.reset();
        self.engine.new_game();
        String::new()
    }

    /// `boardsize 11`, `boardsize 7 9` (columns, rows): the board is empty afterwards.
    fn board_size(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let (columns, rows) = match arguments {
            [side] => (side, side),
            [columns, rows] => (columns, rows),
            _ => return Err(wrong_count(arguments, "one number, or columns and rows")),
        };
        let expected = "a number from 1 to 19";
        let (columns, rows) = (number(columns, expected)?, number(rows, expected)?);
        let text = || format!("{columns} {rows}");
        let size = Size::new(columns, rows).map_err(|_| HtpError::Number { text: text(), expected })?;
        let rules = Rules::new(size, self.board.rules().swap())?;
        Ok(self.begin(Board::new(rules)))
    }

    fn play(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let [player, mv] = arguments else { return Err(wrong_count(arguments, "a colour and a move")) };
        let player = colour(player)?;
        if mv.eq_ignore_ascii_case("resign") {
            self.board.resign(player);
        } else {
            let mv = self.read_move(mv)?;
            self.board.play(player, mv)?;
        }
        Ok(String::new())
    }

    /// `play-game a1 b2 ...`: a new game with these moves, the first of them Black's; all of them or none.
    fn play_game(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let mut board = self.board.cleared();
        for text in arguments {
            let mv = self.read_move(text)?;
            let turn = board.position().turn();
            board.play(turn, mv)?;
        }
        Ok(self.begin(board))
    }

    /// Reads a move, with all words for the swap in force.
    fn read_move(&self, text: &str) -> Result<Move, HtpError> {
        let is_ours = self.swap_word.as_ref().is_some_and(|word| word.eq_ignore_ascii_case(text));
        if is_ours || text.eq_ignore_ascii_case("swap") {
            return Ok(match self.board.position().rules().swap() {
                Swap::Sides => Move::SwapSides,
                Swap::Pieces | Swap::Off => Move::SwapPieces,
            });
        }
        Ok(text.parse()?)
    }

    fn write_move(&self, mv: Move) -> String {
        match (&self.swap_word, mv) {
            (Some(word), Move::SwapPieces | Move::SwapSides) => word.clone(),
            _ => mv.to_string(),
        }
    }

    /// Chooses a move and plays it. In a finished game the answer is `resign`, by which match scripts notice
    /// the end.
    fn generate(&mut self, player: Colour) -> Result<String, HtpError> {
        let Some(mv) = self.search(player)? else { return Ok("resign".to_owned()) };
        self.board.play(player, mv)?;
        Ok(self.write_move(mv))
    }

    /// Chooses a move without playing it.
    fn best_move(&mut self, player: Colour) -> Result<String, HtpError> {
        let clock = self.clock;
        let mv = self.search(player);
        self.clock = clock;
        Ok(mv?.map_or_else(|| "resign".to_owned(), |mv| self.write_move(mv)))
    }

    /// The move that the engine chooses for this colour; `None` if the game is over.
    fn search(&mut self, player: Colour) -> Result<Option<Move>, HtpError> {
        let position = self.board.with_turn(player)?;
        self.stop.reset();
        let limits = self.clock.limits(player).with_stop(self.stop.clone());
        let thoughts = self.engine.think(&*session(self.game, &position)?, &limits, &mut |_| {})?;
        self.clock.spend(player, thoughts.elapsed.unwrap_or_default());
        Ok(thoughts.best.map(|best| best.parse()).transpose()?)
    }

    fn undo(&mut self) -> Result<String, HtpError> {
        if self.board.undo() { Ok(String::new()) } else { Err(HtpError::NothingToUndo) }
    }

    /// The legal moves of the colour to move, or of the named one.
    fn all_legal_moves(&self, arguments: &[&str]) -> Result<String, HtpError> {
        let position = match arguments {
            [] => *self.board.position(),
            [player] => self.board.with_turn(colour(player)?)?,
            _ => return Err(wrong_count(arguments, "a colour or nothing")),
        };
        let moves: Vec<_> = position.legal_moves().into_iter().map(|mv| self.write_move(mv)).collect();
        Ok(moves.join(" "))
    }

    fn final_score(&self) -> Result<String, HtpError> {
        match self.board.winner() {
            Some(Colour::Black) => Ok("B+".to_owned()),
            Some(Colour::White) => Ok("W+".to_owned()),
            None => Err(HtpError::NotDecided),
        }
    }

    /// The picture of the board and the position's text, on lines of their own.
    fn show(&self) -> String {
        session(self.game, self.board.position()).map_or_else(
            |error| error.to_string(),
            |session| format!("\n{}\n{}", session.picture().trim_end(), self.board.position()),
        )
    }

    /// `loadsgf FILE [MOVES]`: loads the first game of a file, or its first moves. The name may contain
    /// blanks.
    fn load(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let (words, moves) = match arguments {
            [] => return Err(wrong_count(arguments, "a file, and perhaps a number of moves")),
            [words @ .., last] if !words.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()) => {
                (words, number(last, "a number of moves")?)
            }
            words => (words, usize::MAX),
        };
        let name = words.join(" ");
        let text = (self.read_file)(&name).map_err(|reason| HtpError::File { name, reason })?;
        let empty = || RecordError::new(1, "there is no game");
        let record = read_games(&text).next().unwrap_or_else(|| Err(empty()))?;
        let board = Board::of_record(&record, moves, self.board.rules().swap())?;
        Ok(self.begin(board))
    }

    /// `time_settings MAIN OVERTIME STONES`, in seconds.
    fn time_settings(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let [main, overtime, stones] = arguments else {
            return Err(wrong_count(arguments, "main time, overtime and stones"));
        };
        let stones = number(stones, "a number of stones")?;
        self.clock.set(Settings { main: seconds(main)?, overtime: seconds(overtime)?, stones });
        Ok(String::new())
    }

    /// `time_left COLOUR SECONDS [STONES]` sets a clock; with fewer arguments it returns the time, as benzene
    /// does.
    fn time_left(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let (player, time, stones) = match arguments {
            [] => {
                return Ok(format!(
                    "Black: {}, White: {}",
                    self.told(Colour::Black),
                    self.told(Colour::White)
                ));
            }
            [player] => return Ok(self.told(colour(player)?)),
            [player, time] => (player, time, &"0"),
            [player, time, stones] => (player, time, stones),
            _ => return Err(wrong_count(arguments, "a colour, seconds and stones")),
        };
        let left = Left { time: seconds(time)?, stones: number(stones, "a number of stones")? };
        self.clock.set_left(colour(player)?, left);
        Ok(String::new())
    }

    /// The seconds that a colour has left.
    fn told(&self, player: Colour) -> String {
        self.clock.left(player).map_or_else(|| "unlimited".to_owned(), |left| write_seconds(left.time))
    }

    /// `param_game` lists the parameters. `param_game allow_swap 0` forbids the swap; with 1 the swap is the
    /// one that the session began with, or of pieces if it began without one.
    fn parameters(&mut self, arguments: &[&str]) -> Result<String, HtpError> {
        let rules = self.board.rules();
        let swap = match arguments {
            [] => return Ok(format!("\n[bool] allow_swap {}", u8::from(rules.swap() != Swap::Off))),
            ["allow_swap", "0" | "false"] => Swap::Off,
            ["allow_swap", "1" | "true"] if self.declared_swap == Swap::Off => Swap::Pieces,
            ["allow_swap", "1" | "true"] => self.declared_swap,
            _ => return Err(wrong_count(arguments, "nothing, or allow_swap and 0 or 1")),
        };
        self.board.set_rules(Rules::new(rules.size(), swap)?)?;
        Ok(String::new())
    }
}

fn wrong_count(arguments: &[&str], expected: &'static str) -> HtpError {
    HtpError::Arguments { expected, found: arguments.len() }
}

fn none(arguments: &[&str]) -> Result<(), HtpError> {
    if arguments.is_empty() { Ok(()) } else { Err(wrong_count(arguments, "no argument")) }
}

fn one<'a>(arguments: &[&'a str], expected: &'static str) -> Result<&'a str, HtpError> {
    let [argument] = arguments else { return Err(wrong_count(arguments, expected)) };
    Ok(argument)
}

fn colour(text: &str) -> Result<Colour, HtpError> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err(HtpError::Colour(text.to_owned())),
    }
}

fn number<T: FromStr>(text: &str, expected: &'static str) -> Result<T, HtpError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let wrong = || HtpError::Number { text: text.to_owned(), expected };
    text.parse().ok().filter(|_| digits).ok_or_else(wrong)
}

fn seconds(text: &str) -> Result<Duration, HtpError> {
    let wrong = || HtpError::Number { text: text.to_owned(), expected: "a number of seconds" };
    let number: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}
