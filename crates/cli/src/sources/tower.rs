//! Answers of Colored Jenga.

use perfectplay_core::control::Control;
use perfectplay_core::layers::solve_all;
use perfectplay_core::tower::rules::Memoised;
use perfectplay_core::tower::{Answer, Index, Position, Solver, State};
use perfectplay_query::{Bytes, TableFolder, TowerTable};
use perfectplay_tables::Family;

use super::{Tables, require_memory, too_large};
use crate::failure::Failure;
use crate::threads;

/// Up to so many levels all towers are solved on the spot: a fraction of a second.
const SOLVED_ON_THE_SPOT: usize = 7;

/// All `tower` tables of a folder, and all towers solved without one.
pub(crate) struct TowerSource<'a> {
    tables: Tables<'a, TowerTable<Bytes>>,
    /// For 1, 2, 3, … levels.
    indexes: Vec<Index>,
    solved: Option<(Index, Vec<f64>)>,
}

impl<'a> TowerSource<'a> {
    pub(crate) fn new(folder: &'a TableFolder) -> Result<Self, Failure> {
        let size = |family| match family {
            Family::Tower { levels } => Some(levels),
            _ => None,
        };
        let tables = Tables::list(folder, size, TableFolder::tower)?;
        let indexes = (1..=Index::MAX_LEVELS).filter_map(|levels| Index::new(levels).ok());
        Ok(Self { tables, indexes: indexes.collect(), solved: None })
    }

    /// A tower's answer, and the table that gave it if one did.
    pub(crate) fn answer(&mut self, tower: &Position) -> Result<(Answer, Option<String>), Failure> {
        let Some(levels) = self.levels(tower) else { return Ok((search(tower)?, None)) };
        if let Some(table) = self.tables.at_least(levels as u8)? {
            return Ok((table.answer(tower)?, Some(table.name().to_owned())));
        }
        let (index, entries) = self.solved(levels)?;
        let value = |tower: &Position| entries.get(index.index_of(tower)? as usize).copied();
        let answer = Answer::new(tower, value).expect("moves lead to states of the index");
        Ok((answer, None))
    }

    /// A tower's expected minutes.
    pub(crate) fn value(&mut self, tower: &Position) -> Result<f64, Failure> {
        let Some(levels) = self.levels(tower) else { return Ok(search(tower)?.value) };
        if let Some(table) = self.tables.at_least(levels as u8)? {
            return Ok(table.value(tower)?);
        }
        let (index, entries) = self.solved(levels)?;
        let entry = index.index_of(tower).expect("the index has as many levels as it takes");
        Ok(entries[entry as usize])
    }

    /// How many levels a table needs to hold the tower; `None` if none has it.
    fn levels(&self, tower: &Position) -> Option<usize> {
        let index = self.indexes.iter().find(|index| index.index_of(tower).is_some());
        index.map(Index::levels)
    }

    /// All towers of so many levels, solved once.
    fn solved(&mut self, levels: usize) -> Result<&(Index, Vec<f64>), Failure> {
        if levels > SOLVED_ON_THE_SPOT {
            return Err(too_large(Family::Tower { levels: levels as u8 }));
        }
        require_memory(8 * self.indexes[levels - 1].len())?;
        let known = self.solved.take().filter(|(index, _)| index.levels() >= levels);
        let solved = match known {
            Some(known) => known,
            None => {
                threads::start(None)?;
                let index = self.indexes[levels - 1].clone();
                let entries = solve_all(&Solver::new(&index), Control::SILENT)?;
                (index, entries)
            }
        };
        Ok(self.solved.insert(solved))
    }
}

/// The answer for a tower that no full tower becomes, and so no table has, by the
/// plain rules. Only small ones are searched.
fn search(tower: &Position) -> Result<Answer, Failure> {
    let state = State::from(tower);
    let complete: u8 = state.complete().iter().sum();
    let two: u8 = state.two_block().iter().sum();
    if complete > 3 || two > 6 {
        let most = Index::MAX_LEVELS;
        return Err(Failure::Refused(format!(
            "this tower is beyond all tables, which hold what towers of up to {most} full levels can become"
        )));
    }
    let mut search = Memoised::default();
    Ok(Answer::new(tower, |child| Some(search.expected(child))).expect("every child has a value"))
}
