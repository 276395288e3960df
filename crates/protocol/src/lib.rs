//! What an oracle and the games tell each other: positions, moves, answers, what a question may cost, and the trait of
//! a game, [`ErasedGame`], which the built-in games implement and [`custom_game`] makes of a description.
//!
//! Programs that ask use the crate `perfectplay`, which has all of this. This crate is for those who add a game with
//! tables and solvers of its own.
#![forbid(unsafe_code)]

mod about;
mod answer;
mod asking;
mod beyond;
mod board;
mod budget;
mod cache;
mod code;
#[cfg(feature = "build")]
mod custom;
#[cfg(feature = "drawings")]
pub mod drawings;
mod engine;
mod error;
mod json;
mod judgement;
mod legal;
mod limits;
mod notation;
mod packed;
#[cfg(feature = "build")]
mod played;
mod position;
mod sync;
mod table_plan;
mod tables;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use derive_more::{Debug, Deref, Display, From};

use perfectplay_query::{
    Bytes, EntryArray, Header, ProbeError, Problem, TableFile, Value, check_game,
};
#[cfg(feature = "build")]
use perfectplay_tables::{Content, RowSource, Verification, VerifyError};

pub use about::{About, PackedForm, ValueKind};
pub use answer::{
    Answer, FoundValue, Line, MoveAnswer, Moves, NO_PLIES, Reason, Replies, RollAnswer,
    SearchReport, Step, ValueAnswer, moves_of,
};
pub use asking::{Asking, Boards};
pub use beyond::{Beyond, BrokenLimit};
pub use board::{BoardText, GivenBoard};
pub use budget::Budget;
pub use code::{Code, Hint};
#[cfg(feature = "build")]
pub use custom::{custom_game, custom_position};
pub use engine::Engine;
pub use error::{Error, UsageError};
pub use judgement::{Choice, Judgement};
pub use legal::{Legal, LegalMove};
pub use limits::{Effort, Limits, Plies, Work};
pub use notation::find_move;
pub use packed::{PackedError, PackedPosition, PackedPositions, Tile};
pub use position::{
    Move, Position, PositionError, STANDS, WordForm, Words, bytes_of_words, words_of_bytes,
};
pub use table_plan::{LayerFill, TablePlan, TableRef, Which};
#[doc(hidden)]
pub use tables::Store;
pub use tables::Warning;

/// A game of any type, shared as a [`GameRef`].
///
/// A position is some words that mean something to its game alone. An oracle passes a position to the game that made
/// it, and never looks into it. Tables are opened by [`open`](Self::open) and asked through [`ErasedTable`].
///
/// Nothing here panics, whatever text a game is given. Words are those of a position that the game made itself.
pub trait ErasedGame: Send + Sync {
    /// What there is to know of the game without a position.
    fn about(&self) -> &About;

    /// The game on a board, to which all positions of that value then belong.
    ///
    /// # Errors
    /// If it is not a board, or the game needs none.
    fn on_board(self: Arc<Self>, board: GivenBoard<'_>) -> Result<GameRef, Error> {
        let _ = board;
        Err(UsageError::Board(self.about().name.to_string()).into())
    }

    /// Reads the text of a position, within a budget.
    ///
    /// # Errors
    /// If it is not a position, or the game needs a board and is on none.
    fn read(self: Arc<Self>, text: &str, budget: &Budget<'_>) -> Result<Position, Error>;

    /// Writes the text of a position.
    fn show(&self, words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// What matters of a position besides its moves.
    fn traits(&self, position: &Position) -> Traits {
        let _ = position;
        Traits::default()
    }

    /// Whether what can be expected is a chance to win, and not points: 1 for a win and -1 for a loss.
    fn has_chances(&self) -> bool {
        false
    }

    /// Whether moves name cells by row and column from 0, as `0,2` does, and not as on a chessboard.
    fn names_numbers(&self) -> bool {
        false
    }

    /// What the rules allow in a position; `None` if that is not known without a table.
    fn legal(&self, position: &Position) -> Option<Legal> {
        let _ = position;
        None
    }

    /// The form in which arrays have a position, if the game has one and the position has it.
    fn pack(&self, position: &Position) -> Option<PackedPosition> {
        let _ = position;
        None
    }

    /// The position at a place of an array.
    ///
    /// # Errors
    /// If that is no position, or the game has another form, or none.
    fn unpack(
        self: Arc<Self>,
        positions: &PackedPositions<'_>,
        place: usize,
    ) -> Result<Position, Error> {
        let _ = (positions, place);
        Err(not_packed(self.about()))
    }

    /// Which positions the table with a name has; `None` if the game has no such table.
    fn reach(&self, table: &str) -> Option<Reach>;

    /// Reads an opened table as one of the game's.
    ///
    /// # Errors
    /// If it is not, or is of other rules.
    fn open(self: Arc<Self>, file: TableFile<Bytes>) -> Result<Box<dyn ErasedTable>, Problem>;

    /// Tables that the game can have: none if it has none of that kind.
    ///
    /// # Errors
    /// If there is no table with that name, or the text of the board is wrong.
    fn tables(self: Arc<Self>, wanted: Which<'_>) -> Result<Vec<TableRef>, Error> {
        let _ = wanted;
        Ok(Vec::new())
    }

    /// A position's value and its moves.
    fn answer(
        &self,
        position: &Position,
        wanted: Extras,
        asking: &Asking<'_>,
    ) -> Result<Answer, Error>;

    /// The full boards inside one of this many rows and columns from which some move wins; none by default. See
    /// `Within::openings`.
    fn openings(&self, size: (usize, usize), asking: &Asking<'_>) -> Result<Vec<Opening>, Error> {
        let _ = (size, asking);
        Ok(Vec::new())
    }

    /// A position's value alone; `None` if that requires the answer with all moves.
    fn value(
        &self,
        position: &Position,
        plies: Plies,
        asking: &Asking<'_>,
    ) -> Result<Option<FoundValue>, Error>;

    /// Whether a table with this header is of the game's rules, as far as the header says: those of its documents, if it
    /// has any.
    fn check(&self, header: &Header) -> Result<(), Problem> {
        self.about().facts.map_or(Ok(()), |facts| check_game(header, facts))
    }
}

/// What is wanted besides the value and the moves of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extras {
    /// When to solve for plies; `None` if they do not matter, so that less has to be solved.
    pub plies: Option<Plies>,
    /// Whether Grundy values are wanted.
    pub grundy: bool,
    /// Whether best play is wanted: an answer then has an unknown line if it can be said beforehand that none is known.
    pub line: bool,
}

impl Extras {
    /// Plies, and nothing else.
    pub const fn new(plies: Plies) -> Self {
        Self { plies: Some(plies), grundy: false, line: false }
    }

    /// Whether Grundy values are wanted.
    #[must_use]
    pub const fn with_grundy(self, grundy: bool) -> Self {
        Self { grundy, ..self }
    }

    /// Whether best play is wanted.
    #[must_use]
    pub const fn with_line(self, line: bool) -> Self {
        Self { line, ..self }
    }
}

/// A full board with a move that wins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// The board's rows and columns.
    pub size: (usize, usize),
    /// Only the moves that win ([`Moves::Winning`]), each written as its row and its column.
    pub answer: Answer,
}

impl Opening {
    /// The answer for a full board of this many rows and columns.
    #[doc(hidden)]
    pub const fn new(size: (usize, usize), answer: Answer) -> Self {
        Self { size, answer }
    }
}

/// What matters of a position besides its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traits {
    /// Whether its plies may require solving, whatever tables there are.
    pub plies: bool,
    /// Whether no table and no solver has it, so that it is searched whatever the limits are.
    pub searched: bool,
    /// A number that it shares with no other position of its game, if positions of the game may come back.
    pub repeats: Option<u64>,
}

impl Traits {
    /// Those of a position whose plies may require solving.
    pub const fn with_plies() -> Self {
        Self { plies: true, searched: false, repeats: None }
    }

    /// Those of a position that is searched whatever the limits are.
    pub const fn searched() -> Self {
        Self { plies: false, searched: true, repeats: None }
    }

    /// Those of a position that may come back, with this number.
    pub const fn repeating(number: u64) -> Self {
        Self { plies: false, searched: false, repeats: Some(number) }
    }
}

/// Tells by a position's words whether a table has the position.
pub type Covers = Box<dyn Fn(&[u64]) -> bool + Send + Sync>;

/// Which positions a table has, as far as its name says.
#[derive(Debug)]
pub enum Reach {
    /// Those for which the function is true. Tables are asked in this order.
    Some {
        /// The place among the game's tables, the smallest first.
        order: (u64, u8, u8),
        /// Tells by a position's words whether the table has the position.
        #[debug(skip)]
        covers: Covers,
    },
    /// Those of one board, which the table itself knows.
    Board,
}

/// An open table of some game, asked with the words of its positions.
pub trait ErasedTable: Send + Sync {
    /// The table's header.
    fn header(&self) -> &Header;

    /// The game, on the board that its positions belong to if it is given beside them.
    fn game(&self) -> &GameRef;

    /// Whether it has a position, by arithmetic alone.
    fn covers(&self, position: &Position) -> bool;

    /// The index of a position; `None` if the table does not have it, is damaged, or has no index.
    fn index_of(&self, words: &[u64]) -> Option<u64> {
        let _ = words;
        None
    }

    /// The position with an index; `None` if there is none, or the table is damaged or has no index.
    fn position_at(&self, index: u64) -> Option<Position> {
        let _ = index;
        None
    }

    /// The entries where they are, if they are in memory, and each is a number of its own.
    fn entry_array(&self) -> Option<EntryArray<'_>> {
        None
    }

    /// A position's value.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    fn value(&self, words: &[u64]) -> Result<Value, ProbeError>;

    /// The values of the positions at some places; `None` stays where [`value`](Self::value) is an error.
    fn values(&self, positions: &[&Position], values: &mut [Option<Value>]) {
        for (position, value) in positions.iter().zip(values) {
            *value = self.value(position.words()).ok();
        }
    }

    /// Writes the values of positions of an array that it has. `places` are those that are wanted, of which it leaves
    /// those that it does not have; the value of a place is at the same distance from `first`.
    ///
    /// # Errors
    /// If there is no position at a place.
    fn packed_values(
        &self,
        positions: &PackedPositions<'_>,
        first: usize,
        places: &mut Vec<usize>,
        values: &mut [Option<Value>],
    ) -> Result<(), PackedError> {
        let _ = (positions, first, places, values);
        Ok(())
    }

    /// A position's value and every move's, best first.
    ///
    /// # Errors
    /// If the table does not have the position, or is damaged.
    fn answer(&self, position: &Position) -> Result<Answer, ProbeError>;

    /// Compares entries with the rules of the game, which share no code with what made them; returns how many were
    /// compared: none, unless the game says how. All bytes of the table are good.
    #[cfg(feature = "build")]
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        let _ = how;
        Ok(0)
    }

    /// The rows of a content for other programs, which have texts only where these can be written; `None` if the table
    /// has no such content.
    #[cfg(feature = "build")]
    fn rows(&self, content: Content, has_text: bool) -> Option<Box<dyn RowSource + '_>> {
        let _ = (content, has_text);
        None
    }
}

/// Whether positions can be listed, found by number, and read from arrays. A program that only asks is smaller without.
pub const LISTS: bool = cfg!(feature = "lists");

/// Positions by number.
pub trait PositionList: Send + Sync {
    /// How many there are.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position with a number; `None` if there are not this many.
    fn position(&self, number: u64) -> Option<Position>;
}

impl<F: Fn(u64) -> Option<Position> + Send + Sync> PositionList for (u64, F) {
    fn len(&self) -> u64 {
        self.0
    }

    fn position(&self, number: u64) -> Option<Position> {
        self.1(number).filter(|_| number < self.0)
    }
}

/// A game, shared. Games with the same name are the same, on whichever board.
///
/// ```
/// let games = perfectplay::built_in();
/// assert!(games.iter().any(|game| game.name() == "contour" && game.has_board()));
/// assert!(games.iter().all(|game| game.board().is_none()));
/// ```
#[derive(Clone, Debug, Deref, Display, From)]
#[debug("GameRef({:?})", self.name())]
#[display("{}", self.name())]
pub struct GameRef(#[deref(forward)] Arc<dyn ErasedGame>);

impl GameRef {
    /// A game that is to be shared.
    #[doc(hidden)]
    pub fn new(game: impl ErasedGame + 'static) -> Self {
        Self(Arc::new(game))
    }

    /// The name in commands, addresses and JSON.
    pub fn name(&self) -> &str {
        &self.0.about().name
    }

    /// Whether its positions belong to a board that is given beside them.
    pub fn has_board(&self) -> bool {
        self.about().has_board()
    }

    /// The board that it is on.
    pub fn board(&self) -> Option<&Arc<BoardText>> {
        self.about().board.as_ref()
    }

    /// The game itself.
    #[doc(hidden)]
    pub fn shared(&self) -> Arc<dyn ErasedGame> {
        self.0.clone()
    }
}

impl From<&GameRef> for GameRef {
    fn from(game: &GameRef) -> Self {
        game.clone()
    }
}

impl PartialEq for GameRef {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for GameRef {}

impl Hash for GameRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// The error that the positions of a game are not packed into arrays in this way.
pub fn not_packed(about: &About) -> Error {
    UsageError::Packed(about.name.to_string()).into()
}
