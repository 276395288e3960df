//! Solves all boards of a family, on all threads, or one board, which takes seconds at most.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::control::Control;
use perfectplay_core::layers::SolveError;
use perfectplay_core::parallel::tasks;
use perfectplay_format::Header;
use perfectplay_query::{Family, TableBoard as _};
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::{Job, header, parameter};
use perfectplay_tables::memory;
use perfectplay_tables::write::write_table;

use super::statistics::{board_statistics, family_statistics};
use crate::losing::{bytes, count};
use crate::tokens::{Board, FamilyIndex, SolvedBoard};

/// How many boards one thread solves at a time.
const TASK: u64 = 1 << 10;

pub(super) fn build_family(family: Family, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let (rows, columns) = family.size().sides();
    let boards =
        FamilyIndex::new(rows.into(), columns.into()).expect("families have sizes of core");
    let losing = solve(&boards, job.control)?;
    let statistics = family_statistics(&boards, count(&losing));
    let header = Header {
        parameters: vec![parameter("rows", rows), parameter("columns", columns)],
        ..header(family.facts(), family.to_string(), "losing1", boards.len(), statistics)
    };
    write_table(job, header, &[("losing", &losing)])
}

pub(super) fn build_board(board: &Board, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let starts = board.starts() as u64;
    let solved = SolvedBoard::of_board(board, job.control)?;
    let losing = bytes(starts, |push| solved.losing().iter().copied().for_each(push))?;
    let steps = solved.steps(job.control)?;
    job.control.advance(starts)?;
    let matching = solved.matching_size() as u64;
    let statistics = board_statistics(starts, count(&losing), matching);
    let header = Header {
        board: board.to_contest(),
        ..header(board.facts(), board.table(), "losing1+steps8", starts, statistics)
    };
    write_table(job, header, &[("losing", &losing), ("steps", &steps)])
}

/// A bit for each entry, set if the start is losing.
fn solve(boards: &FamilyIndex, control: Control<'_>) -> Result<Vec<u8>, SolveError> {
    // Entries of one board are scattered, and some are reported more than once. As bits are only set and never
    // cleared, the result does not depend on the order of the threads.
    let words = (0..boards.len().div_ceil(64)).map(|_| AtomicU64::new(0));
    let words = memory::collect(words)?;
    let number = boards.boards().div_ceil(TASK);
    tasks(number as usize).each(|task| {
        let task = task as u64;
        boards.solve(task * TASK..(task + 1) * TASK, |entry| {
            words[(entry / 64) as usize].fetch_or(1 << (entry % 64), Ordering::Relaxed);
        });
        control.advance(boards.len() / number)
    })?;
    let words = words.into_iter().map(AtomicU64::into_inner);
    Ok(bytes(boards.len(), |push| words.for_each(push))?)
}
