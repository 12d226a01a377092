//! Suggestions for mistyped names.

/// The known name that is nearest to `name`, if any is near: a letter more or less, another one, or two
/// exchanged.
///
/// ```
/// use plywood_play::nearest;
///
/// assert_eq!(nearest("gekiati", ["loa", "gekitai", "hex"]), Some("gekitai"));
/// assert_eq!(nearest("chess", ["loa", "gekitai", "hex"]), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    if name.len() > LONGEST || is_number {
        return None;
    }
    let name = name.to_lowercase();
    let distance = |known: &&str| strsim::damerau_levenshtein(&name, known);
    let best = known.into_iter().min_by_key(distance)?;
    (distance(&best) <= best.len().min(name.len()).div_ceil(3).min(2)).then_some(best)
}

/// `did you mean "x"? `, to be put before what there is, or nothing.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map(|known| format!("did you mean \"{known}\"? ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_found_and_nothing_else() {
        let known = ["pvs", "ids", "mcts", "alphabeta", "minimax", "random"];
        for (name, found) in [
            ("pvs", Some("pvs")),
            ("PVS", Some("pvs")),
            ("pv", Some("pvs")),
            ("vps", Some("pvs")),
            ("mtcs", Some("mcts")),
            ("alfabeta", Some("alphabeta")),
            ("stockfish", None),
            ("", None),
            ("xyz", None),
        ] {
            assert_eq!(nearest(name, known), found, "{name}");
        }
        assert_eq!(nearest(&"p".repeat(1_000_000), known), None);
        assert_eq!(nearest("pvs", []), None);
        assert_eq!(nearest("9", ["8", "6"]), None, "a number is not mistyped, it is wrong");
    }
}
