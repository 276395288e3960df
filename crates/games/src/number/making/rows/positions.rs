//! Rows about one position each: which positions get one, and which columns there are.

use perfectplay_core::Value;
use perfectplay_tables::rows::{Column, Content, ExportError, Rows, Values};

use crate::number::Position;
use crate::number::table::NumberTable;
use crate::preludes::making::*;

/// A position, and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct PositionRow {
    pub(crate) position: Position,
    pub(crate) losing: bool,
    pub(crate) plies: u8,
}

impl PositionRow {
    pub(crate) fn new(position: Position, value: Value) -> Self {
        // A move takes at least one number away, so there are fewer than 64.
        let plies = value.plies.unwrap_or_default() as u8;
        Self { position, losing: value.outcome == Outcome::Loss, plies }
    }
}

/// A position's row, if it belongs to the content.
pub(crate) fn find(
    table: &NumberTable,
    content: Content,
    position: Position,
) -> Result<Option<PositionRow>, ExportError> {
    if let Content::FewGenerators { least, most } = content {
        let (least, most) = (usize::from(least), usize::from(most));
        // Cheaper to check than the outcome.
        if !(least..=most).contains(&position.generators().take(most + 1).count()) {
            return Ok(None);
        }
    }
    let row = PositionRow::new(position, table.value(&position)?);
    let is_wanted = match content {
        Content::Positions => true,
        Content::Losing | Content::FewGenerators { .. } => row.losing,
        _ => false,
    };
    Ok(is_wanted.then_some(row))
}

/// The entry of a column for each position.
#[derive(Clone, Copy)]
pub(crate) enum Property {
    Mask,
    Largest,
    Available,
    Multiplicity,
    Losing,
    Plies,
    /// The generators in one text, for example `6 7 16`.
    Generators,
    /// The generator at this place, or 0 if there are fewer.
    Generator(u8),
}

impl Property {
    /// The column with the entry of each position.
    fn column(self, rows: &[PositionRow]) -> Column {
        let (name, values) = match self {
            Self::Mask => {
                ("mask", Values::U64(rows.iter().map(|row| row.position.mask()).collect()))
            }
            Self::Largest => ("largest", numbers(rows, |row| row.position.largest())),
            Self::Available => {
                ("available", numbers(rows, |row| row.position.mask().count_ones() as u8))
            }
            Self::Multiplicity => {
                ("multiplicity", numbers(rows, |row| row.position.multiplicity()))
            }
            Self::Losing => ("losing", Values::Bool(rows.iter().map(|row| row.losing).collect())),
            Self::Plies => ("plies", numbers(rows, |row| row.plies)),
            Self::Generators => ("generators", Values::Text(rows.iter().map(generators).collect())),
            Self::Generator(place) => {
                let generator = |row: &PositionRow| row.position.generators().nth(place.into());
                let values = numbers(rows, |row| generator(row).unwrap_or(0));
                return Column { name: format!("g{}", place + 1), values };
            }
        };
        Column { name: name.to_owned(), values }
    }
}

fn numbers(rows: &[PositionRow], number: impl Fn(&PositionRow) -> u8) -> Values {
    Values::U8(rows.iter().map(number).collect())
}

fn generators(row: &PositionRow) -> String {
    let texts: Vec<String> = row.position.generators().map(|number| number.to_string()).collect();
    texts.join(" ")
}

/// Rows with these columns.
pub(crate) fn rows(properties: &[Property], found: &[PositionRow]) -> Rows {
    Rows { columns: properties.iter().map(|property| property.column(found)).collect() }
}
