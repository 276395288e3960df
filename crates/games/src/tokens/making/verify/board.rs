//! The table of one board: its matching and its outcomes are a certificate, which proves the outcomes,
//! and from the matching a checker that shares no code with the solver derives the results of all
//! moves.

use super::super::board_statistics;
use super::refuted;
use crate::preludes::making::*;
use crate::tokens::table::TokensTable;
use crate::tokens::{Board, BoardEntries, Cell, Move, Pair, ProvenMoves, Reader, check};

/// How many starts one thread checks at a time.
const TASK: u64 = 256;

/// A table, and what is proven of its board.
struct Comparison<'a> {
    table: &'a TokensTable,
    reader: &'a Reader,
    kept: BoardEntries<'a>,
    board: &'a Board,
    /// The free cells in the order of their numbers.
    cells: Vec<Cell>,
    proven: ProvenMoves,
}

pub(super) fn check(
    table: &TokensTable,
    reader: &Reader,
    kept: BoardEntries<'_>,
    Verification { depth, control, .. }: Verification<'_>,
) -> Result<u64, VerifyError> {
    if depth == Depth::Bytes {
        return Ok(0);
    }
    let (states, board) = (table.header().states, reader.board());
    let compared = depth.entries_of(states);
    control.set_length(compared);
    let bytes = memory(board);
    if !can_be_had(bytes) {
        return Err(OutOfMemory { bytes }.into());
    }
    let certificate = reader.certificate(kept, control)?;
    let matching = certificate.matching.len() as u64;
    let proven = check::check_moves(board, &[], &certificate, control)
        .map_err(|error| refuted(table, "its matching and its outcomes are not proven", &error))?;
    drop(certificate);
    let cells = board.cells().collect();
    let lost =
        Comparison { table, reader, kept, board, cells, proven }.compare(compared, control)?;
    if depth == Depth::Entries {
        if lost != table.lost_bits() {
            return Err(wrong(table, "bits behind its last entry are set"));
        }
        let counted = board_statistics(states, lost, matching);
        entries::check_counted(table, &counted)?;
    }
    Ok(compared)
}

/// How many bytes a board's certificate and its check take at most, which they allocate without checking: lists of
/// pairs and edges, and look-up tables by pairs of cells, including removed ones.
fn memory(board: &Board) -> u64 {
    let cells = (board.rows() * board.columns()) as u64;
    40 * board.starts() as u64 + 6 * cells * cells
}

impl Comparison<'_> {
    /// Compares this many starts, spread evenly, and counts the losing ones among them.
    fn compare(&self, compared: u64, control: Control<'_>) -> Result<u64, VerifyError> {
        let states = self.table.header().states;
        let lost = tasks(compared.div_ceil(TASK) as usize).merge(u64::wrapping_add, |task| {
            let task = task as u64;
            let places = task * TASK..((task + 1) * TASK).min(compared);
            control.advance(places.end - places.start)?;
            places
                .map(|place| u128::from(place) * u128::from(states) / u128::from(compared))
                .map(|number| Ok(u64::from(self.compare_start(number as usize)?)))
                .sum::<Result<u64, VerifyError>>()
        })?;
        Ok(lost.unwrap_or_default())
    }

    /// Compares what the reader says of a start, and the start's bytes, with what is proven; returns
    /// whether the start is losing.
    fn compare_start(&self, number: usize) -> Result<bool, VerifyError> {
        let (reader, kept, proven) = (self.reader, self.kept, &self.proven);
        let pieces = pair(&self.cells, number);
        let wrong = |reason: String| wrong(self.table, reason);
        let contradiction = || wrong(format!("its bytes for {pieces} contradict each other"));
        let outcome = proven.outcome(pieces);
        let outcome = outcome.ok_or_else(|| wrong(format!("{pieces} is not proven")))?;
        let stored = reader.outcome(kept, pieces).ok_or_else(contradiction)?;
        if stored != outcome {
            return Err(wrong(format!("{pieces} is stored as {stored}, and is a {outcome}")));
        }
        for (_, step, _) in self.moves(pieces) {
            let stored = reader.result(kept, pieces, step).ok_or_else(contradiction)?;
            if proven.result(pieces, step) != Some(stored) {
                return Err(wrong(format!(
                    "{step} of {pieces} is stored as a {stored}, and is not one"
                )));
            }
        }
        if reader.strategy(kept, pieces).ok_or_else(contradiction)? != self.strategy(pieces) {
            return Err(wrong(format!("the strategy of {pieces} is not that of the matching")));
        }
        self.compare_bytes(number, pieces, outcome)?;
        Ok(outcome == Outcome::Loss)
    }

    /// Compares the start's bytes, which must be in their places with no unused bit set.
    fn compare_bytes(
        &self,
        number: usize,
        pieces: Pair,
        outcome: Outcome,
    ) -> Result<(), VerifyError> {
        let byte = |bytes: &[u8], place: usize| bytes.get(place).copied().unwrap_or_default();
        let lost = byte(self.kept.losing, number / 8) >> (number % 8) & 1 != 0;
        if lost != (outcome == Outcome::Loss) {
            return Err(wrong(self.table, format!("{pieces} is not stored as start {number}")));
        }
        let (stored, expected) = (byte(self.kept.steps, number), self.steps(pieces));
        if stored != expected {
            let reason =
                format!("the steps of {pieces} are {stored:#04x} instead of {expected:#04x}");
            return Err(wrong(self.table, reason));
        }
        Ok(())
    }

    /// The capture, or the move along the matching.
    fn strategy(&self, pieces: Pair) -> Option<Move> {
        if pieces.is_adjacent() {
            return Some(Move { from: pieces.first(), to: pieces.second() });
        }
        let partner = self.proven.partner(pieces)?;
        let mut moves = self.moves(pieces);
        moves.find_map(|(_, step, next)| (next == Some(partner)).then_some(step))
    }

    /// The byte of a start as the format has it.
    fn steps(&self, pieces: Pair) -> u8 {
        if pieces.is_adjacent() {
            return 9;
        }
        let partner = self.proven.partner(pieces);
        let wins = |pair, step| self.proven.result(pair, step) == Some(Outcome::Win);
        let (mut low, mut high) = (8, 0);
        for (code, step, next) in self.moves(pieces) {
            let Some(next) = next else { continue };
            if Some(next) == partner {
                low = code;
            }
            // The bit of the edge, if the edge's bit belongs to this end.
            let bit = match code {
                2 => 0x10,
                3 => 0x20,
                6 => 0x40,
                7 => 0x80,
                _ => continue,
            };
            // An edge is in some maximum matching if and only if it is a winning move at one of its ends.
            let back = Move { from: step.to, to: step.from };
            if !next.is_adjacent() && (wins(pieces, step) || wins(next, back)) {
                high |= bit;
            }
        }
        high | low
    }

    /// The moves with their codes and the pairs that they lead to; `None` for a capture.
    fn moves(&self, pieces: Pair) -> impl Iterator<Item = (u8, Move, Option<Pair>)> + '_ {
        let (first, second) = (pieces.first(), pieces.second());
        (0..8).filter_map(move |code| {
            let (from, still) = if code < 4 { (first, second) } else { (second, first) };
            let (down, right) = [(-1, 0), (0, -1), (0, 1), (1, 0)][usize::from(code & 3)];
            let row = from.row.checked_add_signed(down)?;
            let to = Cell::new(row, from.column.checked_add_signed(right)?);
            self.board.is_free(to).then(|| (code, Move { from, to }, Pair::new(to, still)))
        })
    }
}

/// The pair of a number: that of the cells a < b has the number b (b − 1) / 2 + a.
fn pair(cells: &[Cell], number: usize) -> Pair {
    let high = (8 * number + 1).isqrt().div_ceil(2);
    let low = number - high * (high - 1) / 2;
    Pair::new(cells[low], cells[high]).expect("two cells")
}
