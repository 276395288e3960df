//! Boards beside positions, in a form that all games share.

/// A board of a game, in a form that all games share. Boards with the same text are the same: the rest follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardText {
    /// The text, in the contest's format.
    pub text: String,
    /// The part of its table's name that stands for it.
    pub fingerprint: String,
    /// Its numbers by name, row by row: what answers say of it in JSON, besides the fingerprint.
    pub rows: Vec<(&'static str, Vec<Vec<u32>>)>,
}

/// A board as it is given to [`ErasedGame::on_board`](crate::ErasedGame::on_board).
#[derive(Clone, Copy, Debug, derive_more::From)]
pub enum GivenBoard<'a> {
    /// The text, in the contest's format.
    #[from]
    Text(&'a str),
    /// The numbers by name, row by row, as answers have them in JSON; with the feature `lists`.
    Rows(&'a [(&'a str, Vec<Vec<u32>>)]),
}
