//! Standard input line by line.

use std::io::{self, BufRead, Read};

/// The longest line that is kept, in bytes: any game fits. What is longer loses its end.
const LONGEST: u64 = 1 << 20;

/// The lines of standard input without their ends. Invalid UTF-8 is replaced; an unreadable input counts as
/// ended.
pub(crate) fn standard_input() -> impl Iterator<Item = String> + Send + 'static {
    std::iter::from_fn(|| next_line(&mut io::stdin().lock()))
}

fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut line).ok()?;
    if line.is_empty() {
        return None;
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whatever_is_in_them() {
        let mut input = &b"uginewgame\r\n\n\xFFx\nlast"[..];
        let lines: Vec<_> = std::iter::from_fn(|| next_line(&mut input)).collect();
        assert_eq!(lines, ["uginewgame", "", "\u{fffd}x", "last"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory_without_end() {
        let long = vec![b'x'; 3 * LONGEST as usize];
        let mut input = io::BufReader::new(long.chain(&b"\nquit\n"[..]));
        assert_eq!(next_line(&mut input).map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!(next_line(&mut input).as_deref(), Some("quit"));
        assert_eq!(next_line(&mut input), None);
    }
}
