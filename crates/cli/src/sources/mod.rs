//! Where answers come from: the tables of a folder, or solving on the spot.

mod contour;
mod number;
mod stake;
mod tokens;
mod tower;

use std::cell::OnceCell;

use perfectplay_query::{OpenError, TableFolder};
use perfectplay_tables::{Family, can_be_had};

use crate::failure::Failure;

pub(crate) use contour::ContourSource;
pub(crate) use number::{NumberSource, Searched};
pub(crate) use stake::StakeSource;
pub(crate) use tokens::TokensSource;
pub(crate) use tower::TowerSource;

/// The tables of one family in a folder by size, opened when they are needed.
struct Tables<'a, T> {
    folder: &'a TableFolder,
    tables: Vec<(u8, Family, OnceCell<T>)>,
    open: fn(&TableFolder, &str) -> Result<T, OpenError>,
}

impl<'a, T> Tables<'a, T> {
    /// `size` tells the sizes of the families wanted.
    fn list(
        folder: &'a TableFolder,
        size: fn(Family) -> Option<u8>,
        open: fn(&TableFolder, &str) -> Result<T, OpenError>,
    ) -> Result<Self, Failure> {
        let families = names(folder)?.into_iter().filter_map(|name| name.parse().ok());
        let mut tables: Vec<_> =
            families.filter_map(|family| Some((size(family)?, family, OnceCell::new()))).collect();
        tables.sort_unstable_by_key(|&(size, ..)| size);
        Ok(Self { folder, tables, open })
    }

    /// The smallest table of at least this size.
    fn at_least(&self, size: u8) -> Result<Option<&T>, Failure> {
        self.tables.iter().find(|table| table.0 >= size).map(|table| self.opened(table)).transpose()
    }

    /// The largest table.
    fn largest(&self) -> Result<Option<&T>, Failure> {
        self.tables.last().map(|table| self.opened(table)).transpose()
    }

    fn opened<'t>(
        &self,
        (_, family, table): &'t (u8, Family, OnceCell<T>),
    ) -> Result<&'t T, Failure> {
        if let Some(table) = table.get() {
            return Ok(table);
        }
        let opened = (self.open)(self.folder, &family.to_string())?;
        Ok(table.get_or_init(|| opened))
    }
}

/// The names of a folder's tables.
pub(crate) fn names(folder: &TableFolder) -> Result<Vec<String>, Failure> {
    folder.names().map_err(|error| {
        Failure::Refused(format!("{}: cannot be read: {error}", folder.path().display()))
    })
}

/// Refuses to solve what the system gives no memory for.
fn require_memory(bytes: u64) -> Result<(), Failure> {
    if can_be_had(bytes) {
        return Ok(());
    }
    let size = bytesize::ByteSize(bytes);
    Err(Failure::Refused(format!("this needs {size} of memory, and the system does not give them")))
}

/// Why a position is not solved on the spot, and what helps.
fn too_large(table: Family) -> Failure {
    let remedy = building(table).unwrap_or_else(|| "no table reaches so far".to_owned());
    Failure::Refused(format!("this position is too large to solve on the spot; {remedy}"))
}

/// How to get the table that has a position; a family of such a size need not exist.
fn building(table: Family) -> Option<String> {
    table.to_string().parse::<Family>().ok()?;
    Some(format!("`perfectplay build {table}` makes the table that has it"))
}
