//! Answers questions about positions of all of perfectplay's games.
//!
//! An [`Oracle`] answers a [`Question`] from the smallest table that has the position, or by solving it on the
//! spot within [`Limits`]. An [`Answer`] has the position's value and every move with its value, the best first.
//! Its serialisation is the JSON of the program.
//!
//! ```
//! use perfectplay::Oracle;
//!
//! let answer = Oracle::open("tables")?.ask("number", "2 3 4 5 6")?;
//! assert_eq!(answer.value.map(|value| value.to_string()).as_deref(), Some("win in 5"));
//! assert_eq!(answer.best().map(|best| best.step.to_string()).as_deref(), Some("4"));
//! assert!(serde_json::to_string(&answer)?.starts_with(r#"{"game":"number","position":"2 3 4 5 6""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tables are read into memory, or mapped if the caller promises that no program writes to them ([`Access::map`]).
//! [`Tables::with_embedded`] adds tables inside the program, such as the `SMALL_TABLES` of `perfectplay-games`.
//!
//! # When there is an answer
//!
//! Tables are asked first, the smallest first. A problem with a table that the answer does not need is a
//! [warning](Oracle::take_warnings). If no table has the position, it is solved, provided that this takes no more
//! states and memory than the limits allow. There is no time limit, so the same question has the same answer on
//! every machine. Beyond the limits the error is [`Error::Beyond`], which names the table that would have the
//! position.
#![forbid(unsafe_code)]

mod attempt;
mod batch;
mod draw;
mod listing;
mod named_tables;
mod open_table;
mod oracle;
mod positions;
mod question;
#[cfg(feature = "build")]
mod verify;
mod within;

pub use draw::{Draw, DrawError, DrawFrom, DrawReport};
pub use named_tables::{default_tables, table_named};
pub use open_table::OpenTable;
pub use oracle::Oracle;
pub use perfectplay_core::Outcome;
pub use perfectplay_core::control::{Control, Event, Progress, Silent};
pub use perfectplay_core::threads::{NoThreads, Threads};
#[cfg(feature = "games")]
pub use perfectplay_games::built_in;
#[cfg(feature = "build")]
#[doc(inline)]
pub use perfectplay_protocol::custom_game;
#[doc(inline)]
pub use perfectplay_protocol::{
    Answer, Beyond, BoardText, BrokenLimit, Budget, Choice, Code, Error, GameRef, Hint, Judgement,
    LegalMove, Limits, Line, Move, MoveAnswer, Moves, Opening, Plies, Position, PositionError,
    Reason, Replies, RollAnswer, SearchReport, Step, TableRef, UsageError, ValueAnswer, Warning,
    Work,
};
pub use perfectplay_query::{
    Access, EntryArray, EntryKind, Header, Needs, OpenError, ProbeError, Problem, ReadAt,
    RemoteBytes, TableFolder, TablePlace, Tables, Value,
};
pub use positions::Positions;
pub use question::Question;
#[cfg(feature = "build")]
pub use verify::verify_table;
pub use within::Within;

// What the program, the server and the packages of other languages share with this crate, and nobody else needs.
#[cfg(feature = "drawings")]
#[doc(hidden)]
pub use perfectplay_protocol::drawings;
#[doc(hidden)]
pub use {
    attempt::Attempt,
    batch::Wanted,
    draw::wander,
    listing::{ListedTable, Listing},
    named_tables::{
        can_be_there, filled_names, game_of_board_table, most_bytes, table_names, table_of_board,
    },
    perfectplay_protocol::{
        About, Asking, Boards, Covers, Effort, Engine, ErasedGame, ErasedTable, Extras, FoundValue,
        GivenBoard, LISTS, LayerFill, Legal, PackedError, PackedForm, PackedPosition,
        PackedPositions, PositionList, Reach, STANDS, TablePlan, Traits, ValueKind, Which,
        WordForm, Words, bytes_of_words, find_move, moves_of, not_packed, words_of_bytes,
    },
};
#[cfg(feature = "build")]
#[doc(hidden)]
pub use {
    perfectplay_protocol::custom_position,
    verify::{check_understood, is_unknown, open_known},
};

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;

/// The programs in the page about embedding are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
#[derive(Debug)]
pub struct Embedding;
