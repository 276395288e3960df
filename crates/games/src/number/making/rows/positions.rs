//! Rows about one position each: which positions get one, and which columns there are.

use perfectplay_core::{Outcome, Value};
use perfectplay_query::Probe;
use perfectplay_tables::rows::{Column, Content, ExportError, Rows, Values};

use crate::number::Position;
use crate::number::table::NumberTable;

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
    fn name(self) -> String {
        match self {
            Self::Mask => "mask".to_owned(),
            Self::Largest => "largest".to_owned(),
            Self::Available => "available".to_owned(),
            Self::Multiplicity => "multiplicity".to_owned(),
            Self::Losing => "losing".to_owned(),
            Self::Plies => "plies".to_owned(),
            Self::Generators => "generators".to_owned(),
            Self::Generator(place) => format!("g{}", place + 1),
        }
    }

    fn values(self, rows: &[PositionRow]) -> Values {
        match self {
            Self::Mask => Values::U64(rows.iter().map(|row| row.position.mask()).collect()),
            Self::Largest => numbers(rows, |row| row.position.largest()),
            Self::Available => numbers(rows, |row| row.position.mask().count_ones() as u8),
            Self::Multiplicity => numbers(rows, |row| row.position.multiplicity()),
            Self::Losing => Values::Bool(rows.iter().map(|row| row.losing).collect()),
            Self::Plies => numbers(rows, |row| row.plies),
            Self::Generators => Values::Text(rows.iter().map(generators).collect()),
            Self::Generator(place) => {
                numbers(rows, |row| row.position.generators().nth(place.into()).unwrap_or(0))
            }
        }
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
    let column =
        |property: &Property| Column { name: property.name(), values: property.values(found) };
    Rows { columns: properties.iter().map(column).collect() }
}
