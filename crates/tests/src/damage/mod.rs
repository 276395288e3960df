//! One engine for damaged and hostile files: it changes them, makes their checksums correct again, and judges what
//! readers make of them.
//!
//! [`Choices`] say what is done: they come from a seed, or from a fuzzer's bytes. A [`Subject`] is a kind of file:
//! from choices it makes a [`Case`], a damaged file that no reader has seen yet. Tests judge the cases of many
//! seeds, fuzz targets those of a fuzzer, and one test those of all files in `fuzz/seeds`, so that whatever
//! fuzzing has found is tested from then on.

use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use std::{fs, slice};

use perfectplay_format::{Header, Parameter, Section, chunk_checksum};
use perfectplay_games::{built_in, chomp, tokens};
use perfectplay_oracle::{ErasedTable, TableRef, table_named};
use perfectplay_query::{Bytes, Probe, TableFile, TableFolder, TablePlace, Tables};
use perfectplay_tables::{Build, Control, Depth, Plan};
use tempfile::TempDir;

use crate::intact::{build, planned, verify};
use crate::parts::{Parts, beginning, place, seal};
use crate::table::Table;

mod bytes;
mod case;
mod choices;
mod record;
mod release;
mod store;
mod subject;
mod tables;

use bytes::{in_any_way, in_words};
use case::{assert_is_message, directory};

pub use bytes::Damaged;
pub use case::{Case, Fate};
pub use choices::Choices;
pub use subject::{Subject, TARGETS, fuzz};
pub use tables::sound_tables;
