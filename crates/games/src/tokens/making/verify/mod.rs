//! Proves tables by certificates: for each board a matching and covers of the same size prove the outcomes of all
//! starts, and a checker that shares no code with the solver accepts or rejects them.

mod board;

use super::family_statistics;
use crate::preludes::making::*;
use crate::tokens::{
    Board, Cell, CertificateError, FamilyIndex, Pair, Position, ProvenOutcomes, SolvedBoard, check,
};
use crate::{TokensContents, TokensTable};

/// How many boards or entries one thread checks at a time.
const TASK: u64 = 256;

/// How many entries one thread counts at a time.
const COUNTED: u64 = 1 << 16;

pub(crate) fn verify(table: &TokensTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    match table.contents() {
        TokensContents::Family(family) => check_family(table, family, how),
        TokensContents::Board(reader, kept) => board::check(table, reader, kept, how),
    }
}

fn check_family(
    table: &TokensTable,
    family: &FamilyIndex,
    how: Verification<'_>,
) -> Result<u64, VerifyError> {
    let (states, control) = (table.header().states, how.control);
    match how.depth {
        Depth::Bytes => Ok(0),
        Depth::Sample(entries) => check_sample(table, family, entries.min(states), control),
        _ => {
            check_boards(table, family, control)?;
            let lost = check_padding(table)?;
            let counted = family_statistics(family, lost);
            entries::check_counted(table, &counted)?;
            Ok(states)
        }
    }
}

/// Checks this many entries, spread evenly.
fn check_sample(
    table: &TokensTable,
    family: &FamilyIndex,
    entries: u64,
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    let states = table.header().states;
    control.set_length(entries);
    tasks(entries as usize).each(|place| {
        let index = (place as u128 * u128::from(states) / u128::from(entries)) as u64;
        let position = family.position(index);
        let position =
            position.ok_or_else(|| wrong(table, format!("entry {index} is not a position")))?;
        let proven = prove(table, position.board(), control)?;
        check_start(table, &position, &proven)?;
        control.advance(1).map_err(VerifyError::from)
    })?;
    Ok(entries)
}

/// Checks every start of every board of the full size: all entries, some of them more than once.
fn check_boards(
    table: &TokensTable,
    family: &FamilyIndex,
    control: Control<'_>,
) -> Result<(), VerifyError> {
    let boards = family.boards();
    control.set_length(boards);
    tasks(boards.div_ceil(TASK) as usize).each(|task| {
        let task = task as u64;
        for mask in task * TASK..((task + 1) * TASK).min(boards) {
            let board = board(family, mask);
            let proven = prove(table, &board, control)?;
            let cells: Vec<Cell> = board.cells().collect();
            for (place, &one) in cells.iter().enumerate() {
                for &other in &cells[..place] {
                    let pieces = Pair::new(one, other).expect("two cells");
                    let start = Position::new(board.clone(), pieces).expect("both cells are free");
                    check_start(table, &start, &proven)?;
                }
            }
        }
        control.advance(TASK).map_err(VerifyError::from)
    })
}

/// The board whose cell (r, c) is free if bit r · columns + c of `mask` is set.
fn board(family: &FamilyIndex, mask: u64) -> Board {
    let (rows, columns) = (family.rows(), family.columns());
    let mut board = Board::new(rows, columns).expect("the sides are at most 25");
    for cell in (0..rows * columns).filter(|cell| mask >> cell & 1 == 0) {
        board.set_free(Cell::new((cell / columns) as u8, (cell % columns) as u8), false);
    }
    board
}

fn prove(
    table: &TokensTable,
    board: &Board,
    control: Control<'_>,
) -> Result<ProvenOutcomes, VerifyError> {
    let certificate = SolvedBoard::of_board(board, control)?.certificate(control)?;
    check::check(board, &[], &certificate, control)
        .map_err(|error| refuted(table, "the outcomes of a board cannot be proven", &error))
}

fn check_start(
    table: &TokensTable,
    start: &Position,
    proven: &ProvenOutcomes,
) -> Result<(), VerifyError> {
    let stored = table.value(start).map_err(|error| wrong(table, error.to_string()))?;
    let outcome = proven.outcome(start.pieces());
    let outcome = outcome.ok_or_else(|| wrong(table, format!("{start} is not proven")))?;
    if stored != outcome {
        return Err(wrong(table, format!("{start} is stored as {stored}, and is a {outcome}")));
    }
    Ok(())
}

/// Counts the losing entries; bits after the last entry must be zero.
fn check_padding(table: &TokensTable) -> Result<u64, VerifyError> {
    let states = table.header().states;
    let lost = |index: &u64| table.value_at(*index) == Some(Outcome::Loss);
    let counted = tasks(states.div_ceil(COUNTED) as usize).merge(u64::wrapping_add, |part| {
        let entries = part as u64 * COUNTED..states.min((part as u64 + 1) * COUNTED);
        Ok::<_, VerifyError>(entries.filter(lost).count() as u64)
    })?;
    let counted = counted.unwrap_or_default();
    if counted != table.lost_bits() {
        return Err(wrong(table, "bits behind its last entry are set"));
    }
    Ok(counted)
}

/// What an invalid certificate says about its table.
fn refuted(table: &TokensTable, what: &str, error: &CertificateError) -> VerifyError {
    match error {
        CertificateError::Interrupted(interrupted) => (*interrupted).into(),
        error => wrong(table, format!("{what}: {error}")),
    }
}
