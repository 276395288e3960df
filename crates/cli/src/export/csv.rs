//! Rows as comma-separated values, with the names of the columns in the first line.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use perfectplay_tables::{Rows, Values};

use crate::export::RowWriter;

pub(crate) struct CsvWriter<W: Write> {
    csv: csv::Writer<W>,
    /// Of one field.
    text: String,
}

impl<W: Write> CsvWriter<W> {
    pub(crate) fn new(out: W, schema: &Rows) -> io::Result<Self> {
        let mut csv = csv::Writer::from_writer(out);
        let names = schema.columns.iter().map(|column| &column.name);
        csv.write_record(names).map_err(refused)?;
        Ok(Self { csv, text: String::new() })
    }

    fn write_field(&mut self, values: &Values, row: usize) -> io::Result<()> {
        self.text.clear();
        let field = match values {
            Values::Text(texts) => {
                return self.csv.write_field(&*harmless(&texts[row])).map_err(refused);
            }
            Values::Bool(values) => ["false", "true"][usize::from(values[row])],
            Values::U8(numbers) => number(&mut self.text, numbers[row]),
            Values::I32(numbers) => number(&mut self.text, numbers[row]),
            Values::OrNone(numbers) if numbers[row] < 0 => "",
            Values::OrNone(numbers) => number(&mut self.text, numbers[row]),
            Values::I64(numbers) => number(&mut self.text, numbers[row]),
            Values::F64(numbers) => number(&mut self.text, numbers[row]),
            Values::U64(numbers) => number(&mut self.text, numbers[row]),
        };
        self.csv.write_field(field).map_err(refused)
    }
}

impl<W: Write> RowWriter for CsvWriter<W> {
    fn write(&mut self, rows: Rows) -> io::Result<()> {
        for row in 0..rows.len() {
            for column in &rows.columns {
                self.write_field(&column.values, row)?;
            }
            self.csv.write_record(None::<&[u8]>).map_err(refused)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.csv.flush()
    }
}

/// A text behind an apostrophe if a spreadsheet would take it for a formula.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    if is_formula(text) { format!("'{text}").into() } else { text.into() }
}

/// Whether a spreadsheet takes a text for a formula, which could do anything there: it begins with `=`, `+`, `-` or `@`,
/// and is no number.
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err()
}

fn number(text: &mut String, number: impl Display) -> &str {
    write!(text, "{number}").expect("texts take all that is written");
    text
}

/// The system's error, if there was one.
pub(crate) fn refused(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
