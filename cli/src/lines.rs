//! Standard input line by line, whatever is in it.

use std::io::{self, BufRead};

/// The lines of standard input without their ends. What is no UTF-8 is replaced; an input that cannot be read has ended.
pub(crate) fn standard_input() -> impl Iterator<Item = String> + Send + 'static {
    std::iter::from_fn(|| {
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                Some(text.trim_end_matches(['\n', '\r']).to_owned())
            }
        }
    })
}
