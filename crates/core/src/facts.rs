//! What a game is for people.

/// What there is to know of a game without a position, in English: what the program, the server, the explorer and the
/// documents say of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// The name in commands, table files and JSON.
    pub game: &'static str,
    /// The tag in the headers of the game's tables. It is changed whenever the meaning of an entry or of an index
    /// changes.
    pub rules_tag: &'static str,
    /// How many states are solved on the spot by default: about as many as two cores solve in ten seconds.
    pub default_states: u64,
    /// The name for people.
    pub name: &'static str,
    /// The name where there is little space.
    pub label: &'static str,
    /// The name with a few words of explanation.
    pub title: &'static str,
    /// How to play it, in a line.
    pub rule: &'static str,
    /// How to play it.
    pub rules: &'static str,
    /// The names of the two players, if they have any; the one who begins comes first.
    pub players: Option<[&'static str; 2]>,
    /// What counts at the end.
    pub aim: &'static str,
    /// How a position is written, with an example.
    pub notation: &'static str,
    /// How a move is written, in a sentence.
    pub moves: &'static str,
    /// A position, for examples. In a game whose positions belong to a board it exists on every board.
    pub example: &'static str,
    /// Where the game begins if no position is chosen: small, and with one good move among bad ones.
    pub start: &'static str,
    /// The board of that position as text, if the board is not a part of it.
    pub board: Option<&'static str>,
    /// How large positions may be.
    pub limits: &'static str,
    /// The tables that it has.
    pub tables: &'static str,
}
