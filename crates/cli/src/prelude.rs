//! What most commands import.

pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::sync::Arc;
pub(crate) use std::time::{Duration, Instant};

pub(crate) use bytesize::ByteSize;
pub(crate) use perfectplay::{
    Answer, Budget, Code, GameRef, Limits, MoveAnswer, Oracle, Outcome, Position, Question, Value,
};
pub(crate) use perfectplay_tables::{Control, Threads};
pub(crate) use serde::Serialize;

pub(crate) use crate::advice;
pub(crate) use crate::failure::{Failure, Result};
pub(crate) use crate::games::Games;
pub(crate) use crate::input::chosen_folder::ChosenFolder;
pub(crate) use crate::machine::{memory, threads};
pub(crate) use crate::terminal::{
    FAINT, GOOD, HEADING, Output, StatesBar, Watch, is_quiet, made_in, printable, styled,
};
