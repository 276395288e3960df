//! Rows as a structured NumPy array, to be mapped with `numpy.load(file, mmap_mode="r")`.
//!
//! It has only numbers and truth values: a text has no fixed length.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use perfectplay_tables::{Column, Rows, Values};

use crate::export::RowWriter;

/// Format 1.0: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
/// Data begins at a multiple of this.
const ALIGNMENT: usize = 64;

pub(crate) struct NpyWriter<'a> {
    file: BufWriter<&'a File>,
    /// The types of a row, as NumPy writes them.
    descr: String,
    rows: u64,
    bytes: Vec<u8>,
}

impl<'a> NpyWriter<'a> {
    pub(crate) fn new(file: &'a File, schema: &Rows) -> io::Result<Self> {
        let fields: Vec<String> = schema.columns.iter().map(field).collect();
        let mut npy = Self {
            file: BufWriter::with_capacity(1 << 16, file),
            descr: fields.join(", "),
            rows: 0,
            bytes: Vec::new(),
        };
        npy.write_header()?;
        Ok(npy)
    }

    /// The header has room for any number of rows, so it can be rewritten in place.
    fn write_header(&mut self) -> io::Result<()> {
        let text = |shape: &str| {
            format!("{{'descr': [{}], 'fortran_order': False, 'shape': {shape}, }}", self.descr)
        };
        let prefix = MAGIC.len() + size_of::<u16>();
        let longest = text(&format!("({},)", u64::MAX)).len() + "\n".len();
        let len = (prefix + longest).next_multiple_of(ALIGNMENT) - prefix;
        let field_len = u16::try_from(len).map_err(|_| io::ErrorKind::InvalidData)?;
        self.file.write_all(MAGIC)?;
        self.file.write_all(&field_len.to_le_bytes())?;
        writeln!(self.file, "{:width$}", text(&format!("({},)", self.rows)), width = len - 1)
    }
}

impl RowWriter for NpyWriter<'_> {
    fn write(&mut self, rows: Rows) -> io::Result<()> {
        self.bytes.clear();
        for row in 0..rows.len() {
            for column in &rows.columns {
                match &column.values {
                    Values::U64(numbers) => self.bytes.extend(numbers[row].to_le_bytes()),
                    Values::U8(numbers) => self.bytes.push(numbers[row]),
                    Values::I32(numbers) | Values::OrNone(numbers) => {
                        self.bytes.extend(numbers[row].to_le_bytes());
                    }
                    Values::I64(numbers) => self.bytes.extend(numbers[row].to_le_bytes()),
                    Values::F64(numbers) => self.bytes.extend(numbers[row].to_le_bytes()),
                    Values::Bool(values) => self.bytes.push(values[row].into()),
                    Values::Text(_) => unreachable!("texts are not asked for"),
                }
            }
        }
        self.rows += rows.len() as u64;
        self.file.write_all(&self.bytes)
    }

    /// Writes the number of rows, which is known only now, into the header.
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.write_header()?;
        self.file.flush()
    }
}

fn field(column: &Column) -> String {
    let kind = match column.values {
        Values::U64(_) => "<u8",
        Values::U8(_) => "|u1",
        Values::I32(_) | Values::OrNone(_) => "<i4",
        Values::I64(_) => "<i8",
        Values::F64(_) => "<f8",
        Values::Bool(_) => "|b1",
        Values::Text(_) => unreachable!("texts are not asked for"),
    };
    format!("('{}', '{kind}')", column.name)
}
