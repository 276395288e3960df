//! What most of the engine's modules import.

pub(crate) use std::sync::atomic::Ordering::Relaxed;

pub(crate) use perfectplay_core::control::{Control, Event};
pub(crate) use perfectplay_query::{IndexedEntries, IndexedTable};
pub(crate) use rayon::prelude::*;

pub(crate) use crate::solve::children::{Batch, Described, Purpose, ended, mistake};
pub(crate) use crate::solve::error::{Mistake, SolveError};
pub(crate) use crate::solve::game::{End, Game, Turn, Values};
pub(crate) use crate::solve::memory::Memory;
pub(crate) use crate::solve::summary::{Summary, way};
pub(crate) use crate::solve::value::StoredValue;
