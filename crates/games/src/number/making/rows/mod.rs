//! What other programs get of a table: positions, counts, and the longest games.

mod longest;
mod positions;
mod walk;

use std::io;

use perfectplay_tables::rows::{Content, ExportError, Means, RowSource, Rows, Values};
use positions::Property;

use crate::number::table::{NumberCount, NumberTable};

/// A content of a table.
pub(super) struct NumberRows<'a> {
    pub(super) table: &'a NumberTable,
    pub(super) content: Content,
    /// Whether texts can be written: otherwise the generators are numbers.
    pub(super) has_text: bool,
}

impl RowSource for NumberRows<'_> {
    fn columns(&self) -> Rows {
        match self.content {
            Content::Counts => count_rows(&[]),
            _ => positions::rows(&self.properties(), &[]),
        }
    }

    /// Checks whether the plies of the longest games can be computed where the table does not know them.
    fn check(&self, free: &dyn Fn() -> Option<u64>) -> Result<(), ExportError> {
        match self.content {
            Content::Longest => longest::check(self.table, free),
            _ => Ok(()),
        }
    }

    fn each(
        &self,
        means: Means<'_>,
        take: &mut dyn FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        let (table, content, columns) = (self.table, self.content, self.properties());
        match content {
            Content::Counts => take(count_rows(&table.counts()?))?,
            Content::Longest => take(positions::rows(&columns, &longest::find(table, means)?))?,
            _ => {
                let find = |position| positions::find(table, content, position);
                let take = &mut |found: &[_]| take(positions::rows(&columns, found));
                walk::walk(table.bound(), means, find, take)?;
            }
        }
        Ok(())
    }
}

impl NumberRows<'_> {
    /// The columns of rows that are about one position each.
    fn properties(&self) -> Vec<Property> {
        use Property::{Available, Generators, Largest, Losing, Mask, Multiplicity, Plies};
        let text = Some(Generators).filter(|_| self.has_text);
        let plies = Some(Plies).filter(|_| self.table.knows_plies());
        match self.content {
            Content::Positions => {
                let columns = [Mask, Largest, Available, Multiplicity, Losing];
                columns.into_iter().chain(plies).collect()
            }
            Content::Losing => {
                let columns = [Mask, Largest, Available, Multiplicity];
                columns.into_iter().chain(plies).chain(text).collect()
            }
            Content::FewGenerators { most, .. } => {
                let numbers = (0..most).map(Property::Generator).filter(|_| text.is_none());
                text.into_iter().chain(numbers).chain([Largest, Available]).collect()
            }
            Content::Longest => [Largest, Losing, Plies, Mask].into_iter().chain(text).collect(),
            _ => Vec::new(),
        }
    }
}

/// `counts`: how many positions there are, and how many of them are lost.
fn count_rows(counts: &[NumberCount]) -> Rows {
    Rows::default()
        .with("largest", Values::U8(counts.iter().map(|row| row.largest).collect()))
        .with("available", Values::U8(counts.iter().map(|row| row.available).collect()))
        .with("positions", Values::U64(counts.iter().map(|row| row.count.positions).collect()))
        .with("losing", Values::U64(counts.iter().map(|row| row.count.losing).collect()))
}
