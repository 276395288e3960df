//! One engine for damaged and hostile files: it changes them, makes their checksums correct again, and judges what
//! readers make of them.
//!
//! [`Choices`] say what is done: they come from a seed, or from a fuzzer's bytes. A [`Subject`] is a kind of file:
//! from choices it makes a [`Case`], a damaged file that no reader has seen yet. Tests judge the cases of many
//! seeds, fuzz targets those of a fuzzer, and one test those of all files in `fuzz/seeds`, so that whatever
//! fuzzing has found is tested from then on.

mod bytes;
mod case;
mod choices;
mod prelude;
mod record;
mod release;
mod store;
mod subject;
mod tables;

pub use bytes::DamagedFile;
pub(crate) use case::directory;
pub use case::{Case, Fate};
pub use choices::Choices;
pub use subject::{Subject, TARGETS, fuzz};
pub use tables::sound_tables;
