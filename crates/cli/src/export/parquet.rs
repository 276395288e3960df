//! Rows as Apache Parquet.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, Encoding, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};

use perfectplay_tables::{Column, Rows, Values};

use crate::export::RowWriter;

/// Whether plain numbers, the lengths of plain texts, and statistics come out right: the library writes them in
/// the byte order of this machine, while Parquet is little-endian. Bits and differences are right everywhere.
const PLAIN: bool = cfg!(target_endian = "little");

/// How many bytes of rows are written at a time, as one row group, which readers skip or share.
const GROUP: usize = 16 << 20;

pub(crate) struct ParquetWriter<'a> {
    parquet: SerializedFileWriter<&'a File>,
    /// Rows of the next group.
    pending: Rows,
}

impl<'a> ParquetWriter<'a> {
    pub(crate) fn new(file: &'a File, schema: &Rows) -> io::Result<Self> {
        let fields: Result<Vec<_>, ParquetError> =
            schema.columns.iter().map(|column| field(column).map(Arc::new)).collect();
        let message = fields
            .and_then(|fields| Type::group_type_builder("positions").with_fields(fields).build());
        let message = Arc::new(message.map_err(refused)?);
        let properties = Arc::new(properties(schema));
        let parquet = SerializedFileWriter::new(file, message, properties).map_err(refused)?;
        Ok(Self { parquet, pending: Rows::default() })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.parquet.next_row_group()?;
        for Column { values, .. } in std::mem::take(&mut self.pending).columns {
            let mut column = group.next_column()?.expect("the schema has as many columns");
            write_column(&mut column, &values)?;
            column.close()?;
        }
        group.close().map(drop)
    }
}

impl RowWriter for ParquetWriter<'_> {
    fn write(&mut self, rows: Rows) -> io::Result<()> {
        self.pending.append(rows);
        if self.pending.bytes() >= GROUP { self.write_group().map_err(refused) } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.pending.is_empty() {
            self.write_group().map_err(refused)?;
        }
        self.parquet.finish().map(drop).map_err(refused)
    }
}

fn field(Column { name, values }: &Column) -> Result<Type, ParquetError> {
    let (physical, converted) = match values {
        Values::U64(_) => (Physical::INT64, ConvertedType::UINT_64),
        Values::U8(_) => (Physical::INT32, ConvertedType::UINT_8),
        Values::I32(_) | Values::OrNone(_) => (Physical::INT32, ConvertedType::INT_32),
        Values::I64(_) => (Physical::INT64, ConvertedType::INT_64),
        Values::F64(_) => (Physical::DOUBLE, ConvertedType::NONE),
        Values::Bool(_) => (Physical::BOOLEAN, ConvertedType::NONE),
        Values::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
    };
    let repetition = match values {
        Values::OrNone(_) => Repetition::OPTIONAL,
        _ => Repetition::REQUIRED,
    };
    Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_converted_type(converted)
        .build()
}

/// Masks ascend, so their differences are shorter than the masks; no two texts are the same; other values are few,
/// so a dictionary suits them best, which is what writers do by default. Where neither texts nor the values of a
/// dictionary can be plain, differences hold the same rows in other bytes.
fn properties(schema: &Rows) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by("perfectplay".to_owned())
        .set_compression(Compression::LZ4_RAW);
    if !PLAIN {
        properties = properties.set_statistics_enabled(EnabledStatistics::None);
    }
    for Column { name, values } in &schema.columns {
        let encoding = match values {
            Values::U64(_) | Values::I64(_) => Encoding::DELTA_BINARY_PACKED,
            Values::F64(_) => Encoding::BYTE_STREAM_SPLIT,
            Values::Text(_) if PLAIN => Encoding::PLAIN,
            Values::Text(_) => Encoding::DELTA_LENGTH_BYTE_ARRAY,
            Values::U8(_) | Values::I32(_) | Values::OrNone(_) if !PLAIN => {
                Encoding::DELTA_BINARY_PACKED
            }
            Values::U8(_) | Values::I32(_) | Values::OrNone(_) | Values::Bool(_) => continue,
        };
        let column = ColumnPath::from(name.as_str());
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, encoding);
    }
    properties.build()
}

fn write_column(
    column: &mut SerializedColumnWriter<'_>,
    values: &Values,
) -> Result<(), ParquetError> {
    match values {
        Values::U64(numbers) => {
            let numbers: Vec<i64> = numbers.iter().map(|&number| number as i64).collect();
            column.typed::<Int64Type>().write_batch(&numbers, None, None)
        }
        Values::U8(numbers) => {
            let numbers: Vec<i32> = numbers.iter().map(|&number| number.into()).collect();
            column.typed::<Int32Type>().write_batch(&numbers, None, None)
        }
        Values::I32(numbers) => column.typed::<Int32Type>().write_batch(numbers, None, None),
        Values::OrNone(numbers) => {
            let levels: Vec<i16> = numbers.iter().map(|&number| (number >= 0).into()).collect();
            let known: Vec<i32> = numbers.iter().copied().filter(|&number| number >= 0).collect();
            column.typed::<Int32Type>().write_batch(&known, Some(&levels), None)
        }
        Values::I64(numbers) => column.typed::<Int64Type>().write_batch(numbers, None, None),
        Values::F64(numbers) => {
            let numbers: Vec<f64> = numbers.iter().copied().map(little_endian).collect();
            column.typed::<DoubleType>().write_batch(&numbers, None, None)
        }
        Values::Bool(values) => column.typed::<BoolType>().write_batch(values, None, None),
        Values::Text(texts) => {
            let texts: Vec<ByteArray> = texts.iter().map(|text| text.as_str().into()).collect();
            column.typed::<ByteArrayType>().write_batch(&texts, None, None)
        }
    }
    .map(drop)
}

/// A double as this encoding must be given it: the library splits its bytes as they are in memory.
fn little_endian(number: f64) -> f64 {
    f64::from_bits(number.to_bits().to_le())
}

/// The system's error, if there was one.
fn refused(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        error => io::Error::other(error),
    }
}
