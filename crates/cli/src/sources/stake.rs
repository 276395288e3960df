//! Answers of Stake Your Claim.

use std::cell::OnceCell;
use std::collections::HashMap;

use perfectplay_core::stake::{Answer, Index, Position, Small};
use perfectplay_query::{Bytes, StakeTable, Table, TableFolder};
use perfectplay_tables::{Control, Family, solve_stake};

use super::{Tables, names, require_memory};
use crate::build::{available_memory, states_bar};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::remark;
use crate::threads;

/// With more empty cells than this the wait is long enough to be announced.
const QUICK: usize = 16;

/// The `stake` tables of a folder, of the family and of single boards, and solvers.
pub(crate) struct StakeSource<'a> {
    folder: &'a TableFolder,
    families: Tables<'a, StakeTable<Bytes>>,
    kept: Vec<(String, OnceCell<StakeTable<Bytes>>)>,
    /// By the number of empty cells.
    solvers: HashMap<usize, Small>,
}

impl<'a> StakeSource<'a> {
    pub(crate) fn new(folder: &'a TableFolder) -> Result<Self, Failure> {
        let size = |family| match family {
            Family::Stake { size } => Some(size),
            _ => None,
        };
        let families = Tables::list(folder, size, TableFolder::stake)?;
        let is_kept = |name: &String| name.starts_with("stake-") && name.parse::<Family>().is_err();
        let kept = names(folder)?.into_iter().filter(is_kept);
        let kept = kept.map(|name| (name, OnceCell::new())).collect();
        Ok(Self { folder, families, kept, solvers: HashMap::new() })
    }

    /// A board's answer, and the table that gave it if one did.
    pub(crate) fn answer(&mut self, board: &Position) -> Result<(Answer, Option<String>), Failure> {
        if let Some(table) = self.families.at_least(board.size() as u8)? {
            return Ok((table.answer(board)?, Some(table.name().to_owned())));
        }
        if let Some(table) = self.kept_with(board)? {
            return Ok((table.answer(board)?, Some(table.name().to_owned())));
        }
        Ok((self.solve(board)?, None))
    }

    /// A board's answer without a table.
    pub(crate) fn solve(&mut self, board: &Position) -> Result<Answer, Failure> {
        let cells = board.empty_cells().count_ones() as usize;
        if let Some(solver) = self.solvers.get_mut(&cells) {
            return Ok(solver.answer(board));
        }
        match Small::new(cells) {
            Some(solver) => Ok(self.solvers.entry(cells).or_insert(solver).answer(board)),
            None => solve_large(board, cells),
        }
    }

    /// A kept table of a board that can become this one.
    fn kept_with(&self, board: &Position) -> Result<Option<&StakeTable<Bytes>>, Failure> {
        for (name, table) in &self.kept {
            if table.get().is_none() {
                let opened = self.folder.stake(name)?;
                let _ = table.set(opened);
            }
            if let Some(table) = table.get().filter(|table| table.covers(board)) {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }
}

/// With a bar, and the need said before it starts.
fn solve_large(board: &Position, cells: usize) -> Result<Answer, Failure> {
    let index = Index::new(cells).map_err(|error| Failure::Refused(error.to_string()))?;
    let (states, need) = (index.len(), index.two_layers());
    let size = bytesize::ByteSize(need);
    if let Some(limit) = available_memory().filter(|&limit| limit < need) {
        let limit = bytesize::ByteSize(limit);
        let what = format!("{cells} empty cells need {size} of memory, and {limit} are free");
        return Err(Failure::Refused(what));
    }
    require_memory(need)?;
    if cells > QUICK {
        remark(format_args!("{cells} empty cells: solving {states} states in {size} of memory"));
    }
    let bar = states_bar("solving", states);
    let control = Control { bar: bar.clone(), interrupted: interrupt::watch() };
    threads::start(None)?;
    let answer = solve_stake(board, &control);
    interrupt::unwatch();
    bar.finish_and_clear();
    Ok(answer?)
}
