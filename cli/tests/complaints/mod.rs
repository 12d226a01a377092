//! Standard error as tests look at it.

/// What stands on standard error, without progress: it gets a line for each minute, and a minute of work may
/// be a second's on another machine.
pub(crate) fn complaints(stderr: &[u8]) -> String {
    let is_progress = |line: &&str| {
        let text = line.strip_prefix("plywood: ").unwrap_or_default();
        text.starts_with(|first: char| first.is_ascii_digit()) && text.contains(" min ")
    };
    String::from_utf8_lossy(stderr).lines().filter(|line| !is_progress(line)).collect::<Vec<_>>().join("\n")
}
