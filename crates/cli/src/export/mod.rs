//! Writes the rows of tables for other programs: as CSV, Parquet and NumPy files.
//!
//! An [`Export`] is what a table of any game has of a [`Content`] in a [`Format`]. Rows are made in batches, and a writer
//! puts them into the format, so memory is bounded however large the table is.
//!
//! ```
//! use perfectplay_cli::export::{Content, Export, Format};
//! use perfectplay_games::built_in;
//! use perfectplay::{open_known, table_named};
//! use perfectplay_query::{TableFolder, TablePlace};
//! use perfectplay_tables::{Build, Control};
//!
//! # let directory = tempfile::tempdir()?;
//! let (folder, games) = (TableFolder::new(directory.path()), built_in());
//! let built = table_named("number-20", &games)?.build(&folder, Build::default())?;
//! let place = TablePlace::File(built.path);
//! let table = open_known(folder.file("number-20")?, &place, &games)?;
//!
//! let content = Content::FewGenerators { least: 2, most: 2 };
//! let export = Export::new(&*table, content, Format::Csv).expect("tables of number have them");
//! let mut csv = Vec::new();
//! let rows = export.write_csv(&mut csv, Control::SILENT)?;
//! assert_eq!(rows, 1);
//! assert_eq!(csv, b"generators,largest,available\n2 3,0,0\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod csv;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io::{self, Write};

use clap::ValueEnum;
use csv::CsvWriter;
use npy::NpyWriter;
#[cfg(feature = "parquet")]
use parquet::ParquetWriter;
use perfectplay::ErasedTable;
use perfectplay_tables::{Control, Means, RowSource, Rows, Threads};

pub use csv::is_formula;
pub use perfectplay_tables::{Content, ExportError};

/// How rows are written. A NumPy array cannot hold text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[non_exhaustive]
pub enum Format {
    /// Comma-separated values, the names of the columns in the first line.
    Csv,
    #[cfg(feature = "parquet")]
    /// Apache Parquet.
    Parquet,
    /// A structured NumPy array, for `numpy.load`.
    Npy,
}

impl Format {
    /// About how many bytes of memory writing takes, whatever the table. The libraries that write the formats do
    /// not check that it is available.
    #[must_use]
    pub const fn memory(self) -> u64 {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => 96 << 20,
            Self::Csv | Self::Npy => 16 << 20,
        }
    }
}

/// Writes rows in a format.
trait RowWriter {
    fn write(&mut self, rows: Rows) -> io::Result<()>;

    /// Writes what must follow the rows.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A table's content in a format, to be written.
#[derive(derive_more::Debug)]
#[debug("Export({format:?})")]
pub struct Export<'a> {
    rows: Box<dyn RowSource + 'a>,
    format: Format,
    threads: Threads,
    memory: u64,
}

impl<'a> Export<'a> {
    /// What is to be written from a table, the bytes of which are good, and how; `None` if the table has no such content.
    pub fn new(table: &'a dyn ErasedTable, content: Content, format: Format) -> Option<Self> {
        let rows = table.rows(content, format != Format::Npy)?;
        Some(Self { rows, format, threads: Threads::default(), memory: u64::MAX })
    }

    /// Writes on these threads, instead of one per processor. A caller on a rayon pool stays there.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Takes at most this many bytes of memory, if positions have to be found first.
    #[must_use]
    pub fn within(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Checks what can be known before anything is written, where `free` is how many bytes of memory are free, if that
    /// is known.
    ///
    /// # Errors
    /// If finding the rows is going to fail: the plies of the longest games cannot be computed, for instance.
    pub fn check(&self, free: impl Fn() -> Option<u64>) -> Result<(), ExportError> {
        self.rows.check(&free)
    }

    /// Writes to a file, at its current place, and returns how many rows were written.
    ///
    /// # Errors
    /// If the file cannot be written, the table is damaged, something is refused, or `control` says to stop.
    pub fn write_file(&self, file: &File, control: Control<'_>) -> Result<u64, ExportError> {
        let schema = self.rows.columns();
        let writer: Box<dyn RowWriter> = match self.format {
            Format::Csv => return self.write_csv(file, control),
            #[cfg(feature = "parquet")]
            Format::Parquet => Box::new(ParquetWriter::new(file, &schema)?),
            Format::Npy => Box::new(NpyWriter::new(file, &schema)?),
        };
        self.write(writer, control)
    }

    /// Writes rows as CSV, whatever the format, and returns how many there are.
    pub fn write_csv(&self, out: impl Write, control: Control<'_>) -> Result<u64, ExportError> {
        self.write(Box::new(CsvWriter::new(out, &self.rows.columns())?), control)
    }

    fn write(
        &self,
        mut writer: Box<dyn RowWriter + '_>,
        control: Control<'_>,
    ) -> Result<u64, ExportError> {
        let means = Means { threads: &self.threads, memory: self.memory, control };
        let mut count = 0;
        self.rows.each(means, &mut |rows| {
            count += rows.len() as u64;
            writer.write(rows)
        })?;
        writer.finish()?;
        Ok(count)
    }
}
