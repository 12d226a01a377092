//! What this program is, as its build script has found out.

/// The build: version, commit or sources, and target, in a word. Two programs of one build play the same
/// moves.
pub(crate) const ID: &str = env!("PLYWOOD_BUILD");
