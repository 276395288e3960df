//! Writes the positions and counts of tables of the Number Game for other programs: as CSV, Parquet and
//! NumPy files.
//!
//! An [`Export`] is a [`Content`] of a table in a [`Format`]. Each content has a file of its own here
//! that makes rows, batch by batch; a writer puts them into the format. So memory is bounded however
//! large the table is.
//!
//! ```
//! use perfectplay_export::{Content, Export, Format};
//! use perfectplay_query::{Family, NumberTable, TableFolder};
//! use perfectplay_tables::{Build, Control, build};
//!
//! # let directory = tempfile::tempdir()?;
//! let folder = TableFolder::new(directory.path());
//! build(&Family::Number { bound: 20 }.into(), &folder, Build::default(), Control::SILENT, |_| {})?;
//! let table = folder.read("number-20", NumberTable::new)?;
//!
//! let content = Content::FewGenerators { least: 2, most: 2 };
//! let mut csv = Vec::new();
//! let rows = Export::new(&table, content, Format::Csv).write_csv(&mut csv, Control::SILENT)?;
//! assert_eq!(rows, 1);
//! assert_eq!(csv, b"generators,largest,available\n2 3,0,0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod counts;
mod csv;
mod error;
mod generators;
mod longest;
mod npy;
mod parquet;
mod positions;
mod rows;
mod walk;
mod writer;

use std::fs::File;
use std::io::Write;

use perfectplay_query::{Bytes, NumberTable};
use perfectplay_tables::{Control, Threads};

pub use error::ExportError;
use rows::Rows;
use writer::Writer;

/// What to write of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Every position, with its outcome, and its plies if the table knows them.
    Positions,
    /// The losing positions.
    Losing,
    /// The numbers of positions and of losing positions, by largest number and by how many numbers are
    /// available.
    Counts,
    /// The losing positions with so many generators.
    FewGenerators {
        /// The fewest generators.
        least: u8,
        /// The most generators.
        most: u8,
    },
    /// The longest games by largest number, of winning and of losing positions.
    Longest,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Comma-separated values, the names of the columns in the first line.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// A structured NumPy array, which has no texts.
    Npy,
}

impl Format {
    /// About how many bytes of memory writing takes, whatever the table. The libraries that write the
    /// formats do not ask for it beforehand.
    #[must_use]
    pub const fn memory(self) -> u64 {
        match self {
            Self::Parquet => 96 << 20,
            Self::Csv | Self::Npy => 16 << 20,
        }
    }
}

/// A table's content in a format, to be written.
#[derive(Clone, Debug)]
pub struct Export<'a> {
    table: &'a NumberTable<Bytes>,
    content: Content,
    format: Format,
    threads: Threads,
}

impl<'a> Export<'a> {
    /// What is to be written, and how.
    #[must_use]
    pub fn new(table: &'a NumberTable<Bytes>, content: Content, format: Format) -> Self {
        Self { table, content, format, threads: Threads::default() }
    }

    /// The same on these threads, instead of one for each processor. A caller who is on a rayon pool stays
    /// there.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Checks what can be known before anything is written: whether the plies of the longest games can
    /// be computed where the table does not know them, in so many `free` bytes of memory, if that is
    /// known.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check(&self, free: impl FnOnce() -> Option<u64>) -> Result<(), ExportError> {
        match self.content {
            Content::Longest => longest::check(self.table, free),
            _ => Ok(()),
        }
    }

    /// Writes a file, from where it is, and returns how many rows it has.
    ///
    /// # Errors
    /// If the file cannot be written, the table is damaged, the plies of the longest games cannot be
    /// computed, or `control` says to stop.
    pub fn write_file(&self, file: &File, control: Control<'_>) -> Result<u64, ExportError> {
        self.write(Writer::to_file(file, self.format, &self.schema())?, control)
    }

    /// Writes rows as CSV, whatever the format, and returns how many there are.
    ///
    /// # Errors
    /// As [`write_file`](Self::write_file).
    pub fn write_csv(&self, out: impl Write, control: Control<'_>) -> Result<u64, ExportError> {
        self.write(Writer::csv(out, &self.schema())?, control)
    }

    fn write(&self, mut writer: Writer<'_>, control: Control<'_>) -> Result<u64, ExportError> {
        let (table, text, threads) = (self.table, self.has_texts(), &self.threads);
        match self.content {
            Content::Positions | Content::Losing => {
                positions::write(table, self.positions(), threads, control, &mut writer)?;
            }
            Content::Counts => counts::write(table, &mut writer)?,
            Content::FewGenerators { least, most } => {
                let what = generators::What { least, most, text };
                generators::write(table, what, threads, control, &mut writer)?;
            }
            Content::Longest => longest::write(table, text, threads, control, &mut writer)?,
        }
        Ok(writer.finish()?)
    }

    /// The columns, without rows.
    fn schema(&self) -> Rows {
        let text = self.has_texts();
        match self.content {
            Content::Positions | Content::Losing => positions::schema(self.positions()),
            Content::Counts => counts::schema(),
            Content::FewGenerators { least, most } => {
                generators::schema(generators::What { least, most, text })
            }
            Content::Longest => longest::schema(text),
        }
    }

    fn positions(&self) -> positions::What {
        let losing = self.content == Content::Losing;
        let plies = self.table.knows_plies();
        positions::What { losing, plies, generators: losing && self.has_texts() }
    }

    /// Whether generators can be one text.
    fn has_texts(&self) -> bool {
        self.format != Format::Npy
    }
}
