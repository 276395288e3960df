//! Rows of a table to be written, column by column: what each game makes of its tables for other programs.

mod error;
pub(crate) mod indexed;

use std::io;

use perfectplay_core::control::Control;
use perfectplay_core::threads::Threads;

pub use error::ExportError;

/// What to write from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum Content {
    /// Every position, with what the table knows of it.
    Positions,
    /// The losing positions.
    Losing,
    /// The numbers of positions and of losing positions, by largest number and by how many numbers are
    /// available.
    Counts,
    /// The losing positions with a number of generators in this range, both ends included.
    FewGenerators { least: u8, most: u8 },
    /// The longest games by largest number, for winning and for losing positions.
    Longest,
}

/// What finding rows may use.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// The threads to work on. A caller on a rayon pool stays there.
    pub threads: &'a Threads,
    /// The most bytes of memory.
    pub memory: u64,
    /// Is told how many positions are done, and asked whether to go on.
    pub control: Control<'a>,
}

/// The rows of a content of a table, the bytes of which are good.
pub trait RowSource {
    /// The columns, without rows.
    fn columns(&self) -> Rows;

    /// Checks what can be known before anything is written, where `free` is how many bytes of memory are free, if that
    /// is known.
    ///
    /// # Errors
    /// If finding the rows is going to fail.
    fn check(&self, free: &dyn Fn() -> Option<u64>) -> Result<(), ExportError> {
        let _ = free;
        Ok(())
    }

    /// Calls `take` with all rows, some at a time, in their order.
    ///
    /// # Errors
    /// If the table is damaged, something is refused, `control` says to stop, or `take` fails.
    fn each(
        &self,
        means: Means<'_>,
        take: &mut dyn FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ExportError>;
}

/// Some rows; if there are none, just which columns there are.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The columns, all of the same length.
    pub columns: Vec<Column>,
}

/// A column of rows.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What each row has in it.
    pub values: Values,
}

/// The values of a column, one for each row.
#[derive(Clone, Debug)]
pub enum Values {
    /// Unsigned integers of 64 bits.
    U64(Vec<u64>),
    /// Unsigned integers of 8 bits.
    U8(Vec<u8>),
    /// Signed integers of 32 bits.
    I32(Vec<i32>),
    /// Signed integers of 32 bits, with −1 where there is none.
    OrNone(Vec<i32>),
    /// Signed integers of 64 bits.
    I64(Vec<i64>),
    /// Floating-point numbers of 64 bits.
    F64(Vec<f64>),
    /// Yes or no.
    Bool(Vec<bool>),
    /// Texts.
    Text(Vec<String>),
}

impl Rows {
    /// With one more column.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, values: Values) -> Self {
        self.columns.push(Column { name: name.into(), values });
        self
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// About how many bytes of memory they occupy.
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(|column| column.values.bytes()).sum()
    }

    /// Appends the rows of `more`, which has the same columns, unless there are no rows so far.
    pub fn append(&mut self, more: Self) {
        if self.columns.is_empty() {
            self.columns = more.columns;
            return;
        }
        for (column, more) in self.columns.iter_mut().zip(more.columns) {
            column.values.append(more.values);
        }
    }
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::U64(values) => values.len(),
            Self::U8(values) => values.len(),
            Self::I32(values) | Self::OrNone(values) => values.len(),
            Self::I64(values) => values.len(),
            Self::F64(values) => values.len(),
            Self::Bool(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::U64(values) => size_of_val(values.as_slice()),
            Self::U8(values) => size_of_val(values.as_slice()),
            Self::I32(values) | Self::OrNone(values) => size_of_val(values.as_slice()),
            Self::I64(values) => size_of_val(values.as_slice()),
            Self::F64(values) => size_of_val(values.as_slice()),
            Self::Bool(values) => size_of_val(values.as_slice()),
            Self::Text(values) => {
                size_of_val(values.as_slice()) + values.iter().map(String::len).sum::<usize>()
            }
        }
    }

    fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::U64(values), Self::U64(more)) => values.extend(more),
            (Self::U8(values), Self::U8(more)) => values.extend(more),
            (Self::I32(values), Self::I32(more)) | (Self::OrNone(values), Self::OrNone(more)) => {
                values.extend(more);
            }
            (Self::I64(values), Self::I64(more)) => values.extend(more),
            (Self::F64(values), Self::F64(more)) => values.extend(more),
            (Self::Bool(values), Self::Bool(more)) => values.extend(more),
            (Self::Text(values), Self::Text(more)) => values.extend(more),
            (values, more) => unreachable!("a column of {values:?} cannot have {more:?}"),
        }
    }
}
