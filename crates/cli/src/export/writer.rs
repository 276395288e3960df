//! Rows written in the requested format.

use std::fs::File;
use std::io::{self, Write};

use perfectplay_tables::Rows;

use crate::export::Format;
use crate::export::csv::CsvWriter;
use crate::export::npy::NpyWriter;
#[cfg(feature = "parquet")]
use crate::export::parquet::ParquetWriter;

/// Writes rows and counts them.
pub(crate) struct Writer<'a> {
    rows: u64,
    target: Target<'a>,
}

enum Target<'a> {
    Csv(Box<CsvWriter<'a>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetWriter<'a>>),
    Npy(NpyWriter<'a>),
}

impl<'a> Writer<'a> {
    /// Writes rows like those of `schema` into a file.
    pub(crate) fn to_file(file: &'a File, format: Format, schema: &Rows) -> io::Result<Self> {
        let target = match format {
            Format::Csv => return Self::csv(file, schema),
            #[cfg(feature = "parquet")]
            Format::Parquet => Target::Parquet(Box::new(ParquetWriter::new(file, schema)?)),
            Format::Npy => Target::Npy(NpyWriter::new(file, schema)?),
        };
        Ok(Self { rows: 0, target })
    }

    /// Writes rows like those of `schema` as CSV.
    pub(crate) fn csv(out: impl Write + 'a, schema: &Rows) -> io::Result<Self> {
        let target = Target::Csv(Box::new(CsvWriter::new(out, schema)?));
        Ok(Self { rows: 0, target })
    }

    pub(crate) fn write(&mut self, rows: Rows) -> io::Result<()> {
        self.rows += rows.len() as u64;
        match &mut self.target {
            Target::Csv(writer) => writer.write(&rows),
            #[cfg(feature = "parquet")]
            Target::Parquet(writer) => writer.write(rows),
            Target::Npy(writer) => writer.write(&rows),
        }
    }

    /// Writes what must follow the rows, and returns how many there were.
    pub(crate) fn finish(self) -> io::Result<u64> {
        match self.target {
            Target::Csv(writer) => writer.finish(),
            #[cfg(feature = "parquet")]
            Target::Parquet(writer) => writer.finish(),
            Target::Npy(writer) => writer.finish(),
        }?;
        Ok(self.rows)
    }
}
