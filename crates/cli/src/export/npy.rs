//! Rows as a structured NumPy array, to be mapped with `numpy.load(file, mmap_mode="r")`.
//!
//! It has numbers and truth values alone: a text has no fixed length.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use npyz::{DType, DTypeError, Field, Serialize, TypeWrite, WriteOptions, WriterBuilder};

use super::rows::{Column, Rows, Values};

pub(super) struct NpyWriter<'a> {
    npy: npyz::NpyWriter<Record, BufWriter<&'a File>>,
    record: Record,
}

/// The bytes of a row, which are written as they are.
struct Record(Vec<u8>);

struct RecordWriter;

impl Serialize for Record {
    type TypeWriter = RecordWriter;

    fn writer(_: &DType) -> Result<RecordWriter, DTypeError> {
        Ok(RecordWriter)
    }
}

impl TypeWrite for RecordWriter {
    type Value = Record;

    fn write_one<W: Write>(&self, mut writer: W, record: &Record) -> io::Result<()> {
        writer.write_all(&record.0)
    }
}

impl<'a> NpyWriter<'a> {
    pub(super) fn new(file: &'a File, schema: &Rows) -> io::Result<Self> {
        let npy = WriteOptions::new()
            .dtype(DType::Record(schema.columns.iter().map(field).collect()))
            .writer(BufWriter::with_capacity(1 << 16, file))
            .begin_1d()?;
        Ok(Self { npy, record: Record(Vec::new()) })
    }

    pub(super) fn write(&mut self, rows: &Rows) -> io::Result<()> {
        for row in 0..rows.len() {
            let bytes = &mut self.record.0;
            bytes.clear();
            for column in &rows.columns {
                match &column.values {
                    Values::U64(numbers) => bytes.extend(numbers[row].to_le_bytes()),
                    Values::U8(numbers) => bytes.push(numbers[row]),
                    Values::Bool(values) => bytes.push(values[row].into()),
                    Values::Text(_) => unreachable!("texts are not asked for"),
                }
            }
            self.npy.push(&self.record)?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.npy.finish()
    }
}

fn field(column: &Column) -> Field {
    let kind = match column.values {
        Values::U64(_) => "<u8",
        Values::U8(_) => "|u1",
        Values::Bool(_) => "|b1",
        Values::Text(_) => unreachable!("texts are not asked for"),
    };
    let kind = kind.parse().expect("these are types of NumPy");
    Field { name: column.name.clone(), dtype: DType::new_scalar(kind) }
}
