//! Where the answers of the Number Game come from: a table, or solving on the spot.

use std::cell::OnceCell;

use perfectplay_core::number::{Answer, Position, Solver};
use perfectplay_query::{Map, NumberTable, TableFolder};
use perfectplay_tables::Family;

use crate::failure::Failure;

/// How many positions are solved on the spot: a fraction of a second.
const SOLVED_ON_THE_SPOT: usize = 500_000;

/// All `number` tables of a folder, opened when they are needed, and a solver.
pub(crate) struct Numbers<'a> {
    folder: &'a TableFolder,
    tables: Vec<(u8, OnceCell<NumberTable<Map>>)>,
    solver: Solver,
}

impl<'a> Numbers<'a> {
    pub(crate) fn new(folder: &'a TableFolder) -> Result<Self, Failure> {
        let names = folder.names().map_err(|error| {
            Failure::Refused(format!("{}: cannot be read: {error}", folder.path().display()))
        })?;
        let mut tables: Vec<_> = names
            .iter()
            .filter_map(|name| match name.parse() {
                Ok(Family::Number { bound }) => Some((bound, OnceCell::new())),
                Err(_) => None,
            })
            .collect();
        tables.sort_unstable_by_key(|&(bound, _)| bound);
        Ok(Self { folder, tables, solver: Solver::default() })
    }

    /// The smallest table that has positions with numbers up to `bound`.
    fn table(&self, bound: u8) -> Result<Option<&NumberTable<Map>>, Failure> {
        let Some((bound, table)) = self.tables.iter().find(|table| table.0 >= bound) else {
            return Ok(None);
        };
        if table.get().is_none() {
            let opened = self.folder.number(&Family::Number { bound: *bound }.to_string())?;
            return Ok(Some(table.get_or_init(|| opened)));
        }
        Ok(table.get())
    }

    /// A position's answer, and the table that gave it if one did.
    pub(crate) fn answer(&mut self, position: Position) -> Result<(Answer, Option<&str>), Failure> {
        if self.table(position.largest())?.is_none() {
            let solved = self.solver.answer(position, SOLVED_ON_THE_SPOT);
            if solved.is_none() {
                self.solver = Solver::default();
            }
            let answer = solved.ok_or_else(|| too_large(position))?;
            return Ok((answer, None));
        }
        match self.table(position.largest())? {
            Some(table) => Ok((table.answer(position)?, Some(table.name()))),
            None => Err(too_large(position)),
        }
    }
}

fn too_large(position: Position) -> Failure {
    let table = Family::Number { bound: position.largest() }.to_string();
    let remedy = match table.parse::<Family>() {
        Ok(_) => format!("`perfectplay build {table}` makes the table that has it"),
        Err(_) => "no table reaches so far".to_owned(),
    };
    Failure::Refused(format!(
        "too many positions follow this one to solve it on the spot; {remedy}"
    ))
}
