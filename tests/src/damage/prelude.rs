//! What most kinds of damage need.

pub(super) use std::path::Path;
pub(super) use std::sync::{Arc, LazyLock, Mutex};
pub(super) use std::{fs, slice};

pub(super) use perfectplay::{ErasedTable, TableRef, table_named};
pub(super) use perfectplay_format::{Header, Parameter, Section, chunk_checksum};
pub(super) use perfectplay_games::{built_in, chomp, tokens};
pub(super) use perfectplay_query::{Bytes, Probe, TableFile, TableFolder, TablePlace, Tables};
pub(super) use perfectplay_tables::{Build, Control, Depth, Plan};
pub(super) use tempfile::TempDir;

pub(super) use crate::intact::{build, built_bytes, planned, verify};
pub(super) use crate::parts::{Parts, beginning, place, seal};
pub(super) use crate::table::Table;

pub(super) use super::bytes::{DamagedFile, in_any_way, in_words};
pub(super) use super::case::{Case, Fate, assert_is_message, directory};
pub(super) use super::choices::Choices;
