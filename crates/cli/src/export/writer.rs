//! Rows written in the format asked for.

use std::io;

use super::csv::CsvWriter;
use super::file::Partial;
use super::npy::NpyWriter;
use super::parquet::ParquetWriter;
use super::rows::Rows;
use crate::args::ExportFormat;
use crate::failure::Failure;
use crate::output::Output;

/// Writes rows, and counts them.
pub(super) struct Writer<'a> {
    format: Format<'a>,
    /// Where they go, if not to standard output.
    file: Option<&'a Partial>,
    rows: u64,
}

enum Format<'a> {
    Csv(Box<CsvWriter<'a>>),
    Parquet(Box<ParquetWriter<'a>>),
    Npy(NpyWriter<'a>),
}

impl<'a> Writer<'a> {
    /// Writes rows like those of `schema` into a file.
    pub(super) fn to_file(
        partial: &'a Partial,
        format: ExportFormat,
        schema: &Rows,
    ) -> Result<Self, Failure> {
        let file = partial.file();
        let format = match format {
            ExportFormat::Csv => {
                CsvWriter::new(file, schema).map(|writer| Format::Csv(Box::new(writer)))
            }
            ExportFormat::Parquet => {
                ParquetWriter::new(file, schema).map(|writer| Format::Parquet(Box::new(writer)))
            }
            ExportFormat::Npy => NpyWriter::new(file, schema).map(Format::Npy),
        };
        let format = format.map_err(|error| partial.refused(&error))?;
        Ok(Self { format, file: Some(partial), rows: 0 })
    }

    /// Writes rows like those of `schema` to standard output, as CSV.
    pub(super) fn to_output(output: &'a mut Output, schema: &Rows) -> Result<Self, Failure> {
        let csv = CsvWriter::new(output.writer(), schema);
        let csv = csv.map_err(|error| Failure::output(&error))?;
        Ok(Self { format: Format::Csv(Box::new(csv)), file: None, rows: 0 })
    }

    pub(super) fn write(&mut self, rows: Rows) -> Result<(), Failure> {
        self.rows += rows.len() as u64;
        match &mut self.format {
            Format::Csv(writer) => writer.write(&rows),
            Format::Parquet(writer) => writer.write(rows),
            Format::Npy(writer) => writer.write(&rows),
        }
        .map_err(|error| refused(self.file, &error))
    }

    /// Writes what must follow, and returns how many rows there were.
    pub(super) fn finish(self) -> Result<u64, Failure> {
        match self.format {
            Format::Csv(writer) => writer.finish(),
            Format::Parquet(writer) => writer.finish(),
            Format::Npy(writer) => writer.finish(),
        }
        .map_err(|error| refused(self.file, &error))?;
        Ok(self.rows)
    }
}

fn refused(file: Option<&Partial>, error: &io::Error) -> Failure {
    file.map_or_else(|| Failure::output(error), |file| file.refused(error))
}
