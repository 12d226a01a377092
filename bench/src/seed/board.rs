//! The seed's board: lists of men in an order of their own, and how many men stand on each line.
//!
//! # The count of lines, and its fault
//!
//! Every square has a word with four fields of three bits: how many men are on the lines through it. Field
//! `k` begins at bit `2 + 3k`.
//!
//! | field | line |
//! |---|---|
//! | 0 | the file |
//! | 1 | the rank |
//! | 2 | the diagonal up to the right |
//! | 3 | the diagonal up to the left |
//!
//! Three bits hold 0 to 7. The eighth man on a line makes its count read 0 and sets the lowest bit of the
//! next field; when a man leaves a line of eight, every later bit of the word is set. The words are carried
//! from position to position and never counted anew, so that one full line can spoil the moves of a whole
//! subtree.

use core::ops::ControlFlow;
use plywood_loa::{Colour, Loa, Rules, is_connected};
use smallvec::SmallVec;

/// A position as the seed keeps it. Squares are numbers: a1 is 0, h1 7, h8 63.
#[derive(Clone, Debug)]
pub struct Board {
    /// The men of each colour in the order in which their moves are tried.
    lists: [SmallVec<[u8; 16]>; 2],
    /// The same men as sets, for questions that have no order.
    men: [u64; 2],
    words: [u16; 64],
    turn: Colour,
}

/// A move of the seed: two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedMove {
    /// Where the man stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// A direction: files, ranks, and the field that holds the count of its line.
type Direction = (i8, i8, usize);

/// The directions in the order in which moves are tried.
const DIRECTIONS: [Direction; 8] =
    [(0, 1, 0), (0, -1, 0), (1, 0, 1), (-1, 0, 1), (1, 1, 2), (-1, -1, 2), (-1, 1, 3), (1, -1, 3)];

/// By square and field: the other squares of the line.
static LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < 8 {
            let (files, ranks, field) = DIRECTIONS[index];
            let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                lines[square as usize][field] |= 1 << (rank * 8 + file);
                file += files;
                rank += ranks;
            }
            index += 1;
        }
        square += 1;
    }
    lines
};

/// The men of each colour at the start, in the seed's first order.
const START: [&str; 2] = ["b1 b8 c1 c8 d1 d8 e1 e8 f1 f8 g1 g8", "a2 h2 a3 h3 a4 h4 a5 h5 a6 h6 a7 h7"];

impl Board {
    /// The position that a game begins with.
    ///
    /// # Panics
    ///
    /// Never: the squares of the start are squares.
    pub fn start() -> Self {
        let lists = START.map(|men| men.split(' ').map(|name| square(name).expect("a square")).collect());
        Self::with(lists, Colour::Black)
    }

    /// The position that `text` describes, men listed by rank from the first and within a rank from the
    /// a-file; the text of the start gives [`start`](Self::start) and its order.
    ///
    /// # Errors
    ///
    /// If the text is no position on 8x8; the message says why.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let position = Loa::from_text(text, Rules::default()).map_err(|error| error.to_string())?;
        if position == Loa::start(Rules::default()) {
            return Ok(Self::start());
        }
        let list = |colour| (0..64).filter(|square| position.men(colour) >> square & 1 != 0).collect();
        Ok(Self::with(Colour::BOTH.map(list), position.turn()))
    }

    /// Men are put on the board by square, whatever their colour and place in the list: the order matters
    /// only to full lines.
    fn with(lists: [SmallVec<[u8; 16]>; 2], turn: Colour) -> Self {
        let set = |list: &SmallVec<[u8; 16]>| list.iter().fold(0, |set, man| set | 1_u64 << man);
        let men = [set(&lists[0]), set(&lists[1])];
        let mut board = Self { lists, men, words: [0; 64], turn };
        for square in squares(men[0] | men[1]) {
            board.change(square, 1);
        }
        board
    }

    /// The colour to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The men of a colour in the order of their list.
    pub fn list(&self, colour: Colour) -> &[u8] {
        &self.lists[colour as usize]
    }

    /// The men of a colour as a set: bit 0 is a1, bit 63 h8.
    pub fn men(&self, colour: Colour) -> u64 {
        self.men[colour as usize]
    }

    /// Whether the men of a colour form one group.
    pub fn is_connected(&self, colour: Colour) -> bool {
        is_connected(self.men(colour))
    }

    /// Whether any count is wrong, because a line is full, or has been since the counts began.
    pub fn is_miscounted(&self) -> bool {
        (0..64_u8)
            .any(|square| (0..4).any(|field| self.count(square, field) != self.true_count(square, field)))
    }

    fn true_count(&self, square: u8, field: usize) -> u8 {
        let line = LINES[square as usize][field] | 1 << square;
        (line & (self.men[0] | self.men[1])).count_ones() as u8
    }

    #[inline]
    fn count(&self, square: u8, field: usize) -> u8 {
        (self.words[square as usize] >> shift(field) & 7) as u8
    }

    /// Makes `square` occupied (`difference` 1) or empty (-1) in all counts: first in its own four fields, in
    /// their order, then in one field of every other square of its lines.
    fn change(&mut self, square: u8, difference: i32) {
        for field in 0..4 {
            self.change_field(square, field, difference);
        }
        for (field, &line) in LINES[square as usize].iter().enumerate() {
            for other in squares(line) {
                self.change_field(other, field, difference);
            }
        }
    }

    /// Adds to one field as the seed did: what does not fit spills over into the later bits.
    #[inline]
    fn change_field(&mut self, square: u8, field: usize, difference: i32) {
        let word = i32::from(self.words[square as usize]);
        let shift = shift(field);
        let sum = (word >> shift & 7) + difference;
        self.words[square as usize] = ((word & !(7 << shift)) | sum << shift) as u16;
    }

    /// Shows every move of the side to move, in the seed's order, until `visit` answers
    /// [`ControlFlow::Break`].
    pub fn generate(&self, visit: &mut dyn FnMut(SeedMove) -> ControlFlow<()>) {
        self.each_move(visit);
    }

    /// The moves of the side to move in the seed's order.
    pub fn moves(&self) -> Vec<SeedMove> {
        let mut moves = Vec::new();
        self.each_move(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    #[inline]
    pub(super) fn each_move<F: FnMut(SeedMove) -> ControlFlow<()> + ?Sized>(&self, visit: &mut F) {
        for &from in self.list(self.turn) {
            for direction in DIRECTIONS {
                let Some(to) = self.target(from, direction) else { continue };
                if visit(SeedMove { from, to }).is_break() {
                    return;
                }
            }
        }
    }

    /// Where a man of the side to move comes to in a direction, if it may go there.
    #[inline]
    fn target(&self, from: u8, (files, ranks, field): Direction) -> Option<u8> {
        let count = self.count(from, field) as i8;
        let (file, rank) = ((from % 8) as i8 + files * count, (from / 8) as i8 + ranks * count);
        if count == 0 || !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return None;
        }
        let step = ranks * 8 + files;
        let enemies = self.men(!self.turn);
        let is_free = (1..count).all(|steps| enemies >> (from as i8 + step * steps) & 1 == 0);
        let to = (rank * 8 + file) as u8;
        (is_free && self.men(self.turn) >> to & 1 == 0).then_some(to)
    }

    /// Makes a move and hands the turn over. The man keeps its place in the list; a captured one leaves it,
    /// and the rest close up.
    ///
    /// # Panics
    ///
    /// If the side to move has no man on the first square.
    pub fn play(&mut self, SeedMove { from, to }: SeedMove) {
        let (us, them) = (self.turn as usize, !self.turn as usize);
        let place = self.lists[us].iter().position(|&man| man == from).expect("a man stands there");
        self.lists[us][place] = to;
        self.men[us] ^= 1 << from | 1 << to;
        self.change(from, -1);
        if self.men[them] >> to & 1 == 0 {
            self.change(to, 1);
        } else {
            // As many men as before stand on the lines through the target.
            self.men[them] ^= 1 << to;
            self.lists[them].retain(|man| *man != to);
        }
        self.turn = !self.turn;
    }

    /// Hands the turn over. The seed knew no pass; a game that has one is followed with it.
    pub fn pass(&mut self) {
        self.turn = !self.turn;
    }

    /// Plays a move of a record: `b1-h1`, `c1xa3` or `pass`, of whose legality nothing is asked.
    ///
    /// # Errors
    ///
    /// If the text is no move, or no man of the side to move stands on its first square.
    pub fn play_text(&mut self, text: &str) -> Result<(), String> {
        if text == "pass" {
            self.pass();
            return Ok(());
        }
        let part = |range| text.get(range).and_then(square);
        let (Some(from), Some(to)) = (part(0..2), part(text.len().saturating_sub(2)..text.len())) else {
            return Err(format!("`{text}` is no move"));
        };
        if self.men(self.turn) >> from & 1 == 0 || self.men(self.turn) >> to & 1 != 0 {
            return Err(format!("`{text}` cannot be played here"));
        }
        self.play(SeedMove { from, to });
        Ok(())
    }

    /// A move as the records write it: `b1-h1`, or `c1xa3` for a capture.
    pub fn write(&self, SeedMove { from, to }: SeedMove) -> String {
        let sign = if self.men(!self.turn) >> to & 1 == 0 { '-' } else { 'x' };
        format!("{}{sign}{}", name(from), name(to))
    }
}

/// The lowest bit of a field.
const fn shift(field: usize) -> usize {
    2 + 3 * field
}

/// The squares of a set, from a1 on.
#[inline]
fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        let found = set != 0;
        set &= set.wrapping_sub(1);
        found.then_some(square)
    })
}

/// The number of a square, such as `h1`.
fn square(name: &str) -> Option<u8> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + file - b'a'),
        _ => None,
    }
}

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, colour: Colour) -> String {
        board.list(colour).iter().map(|&man| name(man)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_moved_man_keeps_its_place_and_a_captured_one_leaves_the_list() {
        let mut board = Board::start();
        for text in ["b1-h1", "a7-c5", "c1xa3"] {
            board.play_text(text).unwrap();
        }
        assert_eq!(names(&board, Colour::Black), "h1 b8 a3 c8 d1 d8 e1 e8 f1 f8 g1 g8");
        assert_eq!(names(&board, Colour::White), "a2 h2 h3 a4 h4 a5 h5 a6 h6 c5 h7");
        assert!(!board.is_miscounted());
    }

    #[test]
    fn men_of_a_text_are_listed_by_rank() {
        let board = Board::from_text("8/8/x6x/8/3o4/8/2x5/1x5o x").unwrap();
        assert_eq!(names(&board, Colour::Black), "b1 c2 a6 h6");
        assert_eq!(names(&board, Colour::White), "h1 d4");
    }

    #[test]
    fn a_line_of_eight_reads_as_none_and_spills_into_the_next_field() {
        let board = Board::from_text("8/8/8/8/8/8/2o5/xxxxoooo x").unwrap();
        let at = |name| square(name).unwrap();
        assert_eq!(board.count(at("h1"), 1), 0);
        // On the diagonal up to the right there is h1 alone, but the rank has left it a one to begin with.
        assert_eq!(board.words[at("h1") as usize], 1 << 2 | 2 << 8 | 1 << 11);
        assert!(board.is_miscounted());
    }

    #[test]
    fn a_man_who_leaves_a_full_line_sets_every_later_bit() {
        let mut board = Board::from_text("8/8/8/8/8/8/8/oxxxoooo x").unwrap();
        board.play_text("b1-b2").unwrap();
        let word = board.words[square("h1").unwrap() as usize];
        assert_eq!(word >> shift(1), u16::MAX >> shift(1));
    }

    #[test]
    fn moves_come_man_by_man_and_the_file_first() {
        let moves: Vec<_> =
            Board::start().moves().into_iter().take(4).map(|mv| Board::start().write(mv)).collect();
        assert_eq!(moves, ["b1-b3", "b1-h1", "b1-d3", "b8-b6"]);
    }

    #[test]
    fn bad_moves_are_refused() {
        for text in ["", "b1", "b1-", "i1-b2", "é1-b1", "b1-b1", "a2-b2", "b1-c1"] {
            assert!(Board::start().play_text(text).is_err(), "{text}");
        }
    }
}
