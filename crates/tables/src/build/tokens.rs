//! `tokens-MxN`: who wins every start of every board up to M × N.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::tokens::{Family as Boards, Tokens};
use perfectplay_format::{Header, Parameter};
use perfectplay_query::TableFolder;
use rayon::prelude::*;

use crate::statistics::tokens_statistics;
use crate::write::write_table;
use crate::{BuildError, Control, Family, Interrupted};

/// How many boards one thread solves at a time.
const TASK: u64 = 1 << 10;

pub(super) fn build(
    family: Family,
    rows: u8,
    columns: u8,
    folder: &TableFolder,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    let boards = Boards::new(rows.into(), columns.into()).expect("families have sizes of core");
    let losing = solve(&boards, control)?;
    let lost = losing.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let parameter =
        |name: &str, value: u8| Parameter { name: name.to_owned(), value: value.into() };
    let header = Header {
        game: Tokens::NAME.to_owned(),
        name: family.to_string(),
        rules: Tokens::RULES.to_owned(),
        encoding: "losing1".to_owned(),
        parameters: vec![parameter("rows", rows), parameter("columns", columns)],
        board: String::new(),
        states: boards.len(),
        sections: Vec::new(),
        checksums: 0,
        statistics: tokens_statistics(&boards, lost),
    };
    write_table(folder, header, &[("losing", &losing)], control)
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
    let mut bytes: Vec<u8> =
        words.into_iter().flat_map(|word| word.into_inner().to_le_bytes()).collect();
    bytes.truncate(boards.len().div_ceil(8) as usize);
    Ok(bytes)
}
