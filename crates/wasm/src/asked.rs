//! Requests, as the HTTP interface's batches are, with the game beside the positions.

use serde::Deserialize;

/// A request.
///
/// ```json
/// {"game": "stake", "positions": ["01./.10/..."], "replies": true}
/// ```
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    pub(crate) game: String,
    pub(crate) positions: Vec<String>,
    /// The board of contours: the contest's text, or the fingerprint of a table.
    pub(crate) board: Option<String>,
    /// Whether moves are wanted, or the value alone.
    #[serde(default = "yes")]
    pub(crate) moves: bool,
    /// Whether the best replies to each move are wanted.
    #[serde(default)]
    pub(crate) replies: bool,
    /// Whether best play to the end is wanted.
    #[serde(default)]
    pub(crate) line: bool,
    /// Whether plies are solved for where a table has the outcome alone, within the limits.
    #[serde(default)]
    pub(crate) plies: bool,
    /// Asks, if that takes milliseconds.
    #[serde(default)]
    pub(crate) quick: bool,
    /// The most states that are solved on the spot for a position, and the most bytes of memory.
    pub(crate) limit: Option<u64>,
    pub(crate) memory: Option<u64>,
}

fn yes() -> bool {
    true
}
