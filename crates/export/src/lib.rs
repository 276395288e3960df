//! Writes the positions and counts of tables of the Number Game for other programs: as CSV, Parquet and
//! NumPy files; and the positions of games that are not built in ([`OwnExport`]).
//!
//! An [`Export`] is a [`Content`] of a table in a [`Format`]. Rows are made in batches, and a writer puts them
//! into the format, so memory is bounded however large the table is.
//!
//! ```
//! use perfectplay_export::{Content, Export, Format};
//! use perfectplay_query::{Family, NumberTable, TableFolder};
//! use perfectplay_tables::{Build, Control, build};
//!
//! # let directory = tempfile::tempdir()?;
//! let folder = TableFolder::new(directory.path());
//! build(&"number-20".parse::<Family>()?.into(), &folder, Build::default(), Control::SILENT, |_| {})?;
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
mod indexed;
mod longest;
mod npy;
mod own;
mod parquet;
mod positions;
mod rows;
mod walk;
mod writer;

use std::fs::File;
use std::io::Write;

use perfectplay_query::NumberTable;
use perfectplay_tables::{Control, Threads};

pub use csv::is_formula;
pub use error::ExportError;
pub use indexed::IndexedExport;
pub use own::OwnExport;
use positions::Property;
use rows::Rows;
use walk::walk;
use writer::Writer;

/// What to write from a table.
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
    /// The longest games by largest number, for winning and for losing positions.
    Longest,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Comma-separated values, with the names of the columns in the first line.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// A structured NumPy array, which cannot hold text.
    Npy,
}

impl Format {
    /// About how many bytes of memory writing takes, whatever the table. The libraries that write the formats do
    /// not check that it is available.
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
    table: &'a NumberTable,
    content: Content,
    format: Format,
    threads: Threads,
}

impl<'a> Export<'a> {
    /// What is to be written, and how.
    #[must_use]
    pub fn new(table: &'a NumberTable, content: Content, format: Format) -> Self {
        Self { table, content, format, threads: Threads::default() }
    }

    /// The same on these threads, instead of one per processor. A caller on a rayon pool stays there.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Checks what can be known before anything is written: whether the plies of the longest games can be computed
    /// where the table does not know them, in `free` bytes of memory, if that is known.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check(&self, free: impl FnOnce() -> Option<u64>) -> Result<(), ExportError> {
        match self.content {
            Content::Longest => longest::check(self.table, free),
            _ => Ok(()),
        }
    }

    /// Writes to a file, at its current place, and returns how many rows were written.
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
        let (table, content, threads) = (self.table, self.content, &self.threads);
        let columns = self.columns();
        match content {
            Content::Counts => writer.write(counts::rows(&table.counts()?))?,
            Content::Longest => {
                let found = longest::find(table, threads, control)?;
                writer.write(positions::rows(&columns, &found))?;
            }
            Content::Positions | Content::Losing | Content::FewGenerators { .. } => {
                let find = |position| positions::find(table, content, position);
                let write = |found: &[_]| writer.write(positions::rows(&columns, found));
                walk(table.bound(), threads, control, find, write)?;
            }
        }
        Ok(writer.finish()?)
    }

    /// The columns, without rows.
    fn schema(&self) -> Rows {
        match self.content {
            Content::Counts => counts::rows(&[]),
            _ => positions::rows(&self.columns(), &[]),
        }
    }

    /// The columns of rows that are about one position each.
    fn columns(&self) -> Vec<Property> {
        use Property::{Available, Generators, Largest, Losing, Mask, Multiplicity, Plies};
        // In that format the generators cannot be one text.
        let text = Some(Generators).filter(|_| self.format != Format::Npy);
        let plies = Some(Plies).filter(|_| self.table.knows_plies());
        match self.content {
            Content::Positions => {
                let columns = [Mask, Largest, Available, Multiplicity, Losing];
                columns.into_iter().chain(plies).collect()
            }
            Content::Losing => {
                let columns = [Mask, Largest, Available, Multiplicity];
                columns.into_iter().chain(plies).chain(text).collect()
            }
            Content::FewGenerators { most, .. } => {
                let numbers = (0..most).map(Property::Generator).filter(|_| text.is_none());
                text.into_iter().chain(numbers).chain([Largest, Available]).collect()
            }
            Content::Longest => [Largest, Losing, Plies, Mask].into_iter().chain(text).collect(),
            Content::Counts => Vec::new(),
        }
    }
}
