//! Rows of a table to be written, column by column.

/// Some rows; if there are none, just which columns there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub(crate) columns: Vec<Column>,
}

#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: Values,
}

#[derive(Clone, Debug)]
pub(crate) enum Values {
    U64(Vec<u64>),
    U8(Vec<u8>),
    I32(Vec<i32>),
    /// −1 where there is none.
    OrNone(Vec<i32>),
    I64(Vec<i64>),
    F64(Vec<f64>),
    Bool(Vec<bool>),
    Text(Vec<String>),
}

impl Rows {
    /// With one more column.
    pub(crate) fn with(mut self, name: impl Into<String>, values: Values) -> Self {
        self.columns.push(Column { name: name.into(), values });
        self
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    /// About how many bytes of memory they occupy.
    pub(crate) fn bytes(&self) -> usize {
        self.columns.iter().map(|column| column.values.bytes()).sum()
    }

    /// Appends the rows of `more`, which has the same columns, unless there are no rows so far.
    pub(crate) fn append(&mut self, more: Self) {
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
