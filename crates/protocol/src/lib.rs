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
mod game;
mod json;
mod judgement;
mod legal;
mod limits;
mod notation;
mod packed;
mod position;
mod sync;
mod table_plan;
mod tables;

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
pub use game::{
    Covers, ErasedGame, ErasedTable, Extras, GameRef, LISTS, Opening, PositionList, Reach, Traits,
    not_packed,
};
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
