//! Lines from a pipe: cut at a length, and read no faster than they are consumed.

use std::io::Read;
use std::sync::mpsc::SyncSender;

/// The greatest length of a line in bytes. A game of a thousand plies fits.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// An item read from a pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A line without its end; invalid UTF-8 is replaced.
    Line(String),
    /// The beginning of a line that is too long. Reading stops after it.
    TooLong,
}

/// Reads lines until the pipe ends, a line is too long, or the receiver is gone.
pub(super) fn read_lines(mut pipe: impl Read, taker: &SyncSender<Piece>) {
    let mut buffer = [0; 8 << 10];
    let mut line: Vec<u8> = Vec::new();
    loop {
        let read = match pipe.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &buffer[..read] {
            let sent = match byte {
                b'\n' => taker.send(Piece::Line(text(&line))),
                _ if line.len() == LONGEST_LINE => {
                    // This is the end, whether the receiver exists or not.
                    let _ = taker.send(Piece::TooLong);
                    return;
                }
                _ => {
                    line.push(byte);
                    continue;
                }
            };
            if sent.is_err() {
                return;
            }
            line.clear();
        }
    }
    if !line.is_empty() {
        let _ = taker.send(Piece::Line(text(&line)));
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end_matches('\r').to_owned()
}

/// Reads a pipe to its end and returns its last non-empty line.
pub(super) fn last_line(mut pipe: impl Read) -> String {
    const KEPT: usize = 1 << 10;
    let mut buffer = [0; 8 << 10];
    let mut tail: Vec<u8> = Vec::new();
    while let Ok(read @ 1..) = pipe.read(&mut buffer) {
        tail.extend_from_slice(&buffer[..read]);
        tail.drain(..tail.len().saturating_sub(KEPT));
    }
    let tail = String::from_utf8_lossy(&tail);
    tail.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn lines(bytes: &[u8]) -> Vec<Piece> {
        let (sender, receiver) = sync_channel(100);
        read_lines(bytes, &sender);
        drop(sender);
        receiver.iter().collect()
    }

    fn line(text: &str) -> Piece {
        Piece::Line(text.to_owned())
    }

    #[test]
    fn lines_are_cut_at_their_ends() {
        assert_eq!(lines(b"a\r\n\nb c\nd"), [line("a"), line(""), line("b c"), line("d")]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xff\n"), [line("\u{fffd}")]);
    }

    #[test]
    fn a_line_without_end_is_the_end() {
        let mut bytes = b"a\n".to_vec();
        bytes.extend(vec![b'x'; LONGEST_LINE]);
        assert_eq!(lines(&bytes).len(), 2, "it just fits");
        bytes.extend(b"x\nb\n");
        assert_eq!(lines(&bytes), [line("a"), Piece::TooLong]);
    }

    #[test]
    fn the_last_words_are_the_last_line_with_something_in_it() {
        assert_eq!(last_line(&b"one\ntwo\n\n"[..]), "two");
        assert_eq!(last_line(&b""[..]), "");
        let long = "x".repeat(100_000);
        assert_eq!(last_line(long.as_bytes()).len(), 1 << 10);
    }
}
