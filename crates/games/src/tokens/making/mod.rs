//! `tokens-MxN`: the outcomes of all starts of all boards up to M × N; and `tokens-…`: those of all
//! starts of one board, with the results of their moves.

mod verify;

use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::layers::zeros;

use crate::TokensTable;
use crate::losing::{self, bytes};
use crate::preludes::making::*;
use crate::tokens::{Board, FamilyIndex, SolvedBoard};

impl GameTable for TokensTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        match id {
            TableId::Board(board) => build_board(board, job),
            TableId::Family(family) => build_family(*family, job),
        }
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        verify::verify(self, how)
    }
}

/// How many boards one thread solves at a time.
const TASK: u64 = 1 << 10;

/// Solves all boards of a family, on all threads.
fn build_family(family: Family, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let (rows, columns) = family.size().sides();
    let boards =
        FamilyIndex::new(rows.into(), columns.into()).expect("families have sizes of core");
    let losing = solve(&boards, job.control)?;
    let statistics = family_statistics(&boards, losing::count(&losing));
    let names = ["rows", "columns"];
    let header = header_of_family(family, &names, "losing1", boards.len(), statistics);
    write_table(job, header, &[("losing", &losing)])
}

/// Solves one board, which takes seconds at most.
fn build_board(board: &Board, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let starts = board.starts() as u64;
    let solved = SolvedBoard::of_board(board, job.control)?;
    let losing = bytes(starts, |push| solved.losing().iter().copied().for_each(push))?;
    let steps = solved.steps(job.control)?;
    job.control.advance(starts)?;
    let matching = solved.matching_size() as u64;
    let statistics = board_statistics(starts, losing::count(&losing), matching);
    let text = board.to_contest();
    let header = header_of_board(board, text, "losing1+steps8", starts, statistics);
    write_table(job, header, &[("losing", &losing), ("steps", &steps)])
}

/// A bit for each entry, set if the start is losing.
fn solve(boards: &FamilyIndex, control: Control<'_>) -> Result<Vec<u8>, SolveError> {
    // Entries of one board are scattered, and some are reported more than once. As bits are only set and never
    // cleared, the result does not depend on the order of the threads.
    let words: Vec<AtomicU64> = zeros(boards.len().div_ceil(64))?;
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

/// The statistics of a family with this many losing entries.
fn family_statistics(boards: &FamilyIndex, lost: u64) -> Vec<Statistic> {
    vec![
        count("raw_states", boards.starts()),
        count("winning", boards.len() - lost),
        count("losing", lost),
    ]
}

/// The statistics of a board with this many starts, losing starts, and edges of a maximum matching.
fn board_statistics(starts: u64, lost: u64, matching: u64) -> Vec<Statistic> {
    vec![count("winning", starts - lost), count("losing", lost), count("matching", matching)]
}
