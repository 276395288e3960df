//! `tokens-MxN`: who wins every start of every board up to M × N; and `tokens-…`: all starts
//! of one board, with what their moves are worth.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::Game;
use perfectplay_core::tokens::{Board, Family as Boards, Solved};
use perfectplay_format::Header;
use perfectplay_query::{Family, Instance, TableFolder};
use rayon::prelude::*;

use super::{header, parameter};
use crate::statistics::{tokens_board_statistics, tokens_statistics};
use crate::write::write_table;
use crate::{BuildError, Control, Interrupted};

/// How many boards one thread solves at a time.
const TASK: u64 = 1 << 10;

pub(super) fn build_family(
    family: Family,
    rows: u8,
    columns: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let boards = Boards::new(rows.into(), columns.into()).expect("families have sizes of core");
    let losing = solve(&boards, control)?;
    let header = Header {
        name: family.to_string(),
        encoding: "losing1".to_owned(),
        parameters: vec![parameter("rows", rows), parameter("columns", columns)],
        ..header(Game::Tokens, boards.len(), tokens_statistics(&boards, count(&losing)))
    };
    write_table(folder, header, &[("losing", &losing)], control)
}

pub(super) fn build_instance(
    board: &Board,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let starts = board.starts() as u64;
    let board = *board;
    let (losing, steps, matching) = control.aside(move || {
        let solved = Solved::new(&board);
        let losing = bytes(solved.losing().iter().copied(), starts);
        (losing, solved.steps(), solved.matching_size() as u64)
    })?;
    control.advance(starts)?;
    let header = Header {
        name: Instance::Tokens(board).to_string(),
        encoding: "losing1+steps8".to_owned(),
        board: board.to_contest(),
        ..header(Game::Tokens, starts, tokens_board_statistics(starts, count(&losing), matching))
    };
    write_table(folder, header, &[("losing", &losing), ("steps", &steps)], control)
}

fn count(losing: &[u8]) -> u64 {
    losing.iter().map(|byte| u64::from(byte.count_ones())).sum()
}

/// So many bits of words as the file has them.
fn bytes(words: impl Iterator<Item = u64>, bits: u64) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    bytes.truncate(bits.div_ceil(8) as usize);
    bytes
}

/// A bit for each entry, set if the start is lost.
fn solve(boards: &Boards, control: &Control<'_>) -> Result<Vec<u8>, Interrupted> {
    // Entries of one board are scattered, and some are told more than once: bits that
    // are only ever set, by whatever thread, come out the same in any order.
    let words: Vec<AtomicU64> = (0..boards.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let tasks = boards.boards().div_ceil(TASK);
    (0..tasks).into_par_iter().try_for_each(|task| {
        boards.solve(task * TASK..(task + 1) * TASK, |entry| {
            words[(entry / 64) as usize].fetch_or(1 << (entry % 64), Ordering::Relaxed);
        });
        control.advance(boards.len() / tasks)
    })?;
    Ok(bytes(words.into_iter().map(AtomicU64::into_inner), boards.len()))
}
