//! Answers of the Number Game.

use perfectplay_core::number::{Answer, Position, Solver};
use perfectplay_query::{Map, NumberTable, TableFolder};
use perfectplay_tables::Family;

use super::{Tables, too_large};
use crate::failure::Failure;

/// How many positions are solved on the spot: a fraction of a second.
const SOLVED_ON_THE_SPOT: usize = 500_000;

/// All `number` tables of a folder, and a solver.
pub(crate) struct NumberSource<'a> {
    tables: Tables<'a, NumberTable<Map>>,
    solver: Solver,
}

impl<'a> NumberSource<'a> {
    pub(crate) fn new(folder: &'a TableFolder) -> Result<Self, Failure> {
        let size = |family| match family {
            Family::Number { bound } if family.knows_plies() => Some(bound),
            _ => None,
        };
        let tables = Tables::list(folder, size, TableFolder::number)?;
        Ok(Self { tables, solver: Solver::default() })
    }

    /// A position's answer, and the table that gave it if one did.
    pub(crate) fn answer(
        &mut self,
        position: Position,
    ) -> Result<(Answer, Option<String>), Failure> {
        if let Some(table) = self.tables.at_least(position.largest())? {
            return Ok((table.answer(position)?, Some(table.name().to_owned())));
        }
        match self.solver.answer(position, SOLVED_ON_THE_SPOT) {
            Some(answer) => Ok((answer, None)),
            None => {
                self.solver = Solver::default();
                Err(too_large(Family::Number { bound: position.largest() }))
            }
        }
    }
}
