//! Compares every position that the plain rules list, by induction.

use perfectplay_core::coded::LINE;

use super::{position, sample, statistics};
use crate::number::rules::Available;
use crate::number::table::NumberOutcomesTable;
use crate::number::{Count, Position, rules};
use crate::preludes::making::*;

/// The positions with numbers up to this one are the branches of the semigroup tree that threads take one by one,
/// as the few large branches are next to each other.
fn cut(bound: u8) -> u8 {
    bound.saturating_sub(20).clamp(12, 36).min(bound)
}

pub(crate) fn verify(
    table: &NumberOutcomesTable,
    how: Verification<'_>,
) -> Result<u64, VerifyError> {
    check_parts(table)?;
    let stored: Vec<Count> = table.counts().collect();
    entries::check_counted(table, &statistics(&stored))?;
    check_layers(table, &stored)?;
    let control = how.control;
    match how.depth {
        Depth::Bytes => Ok(0),
        Depth::Sample(positions) if positions < table.header().states => {
            sample::check(table, positions, control)
        }
        _ => check_all(table, &stored, control),
    }
}

/// Checks that each layer, and the table, counts as many positions as are known to exist.
fn check_layers(table: &NumberOutcomesTable, stored: &[Count]) -> Result<(), VerifyError> {
    entries::check_states(table, Position::count_up_to(table.bound()))?;
    let mut rest = stored;
    for largest in 2..=table.bound() {
        let rows;
        (rows, rest) = rest.split_at(usize::from(largest).div_ceil(2));
        let counted = rows.iter().fold(Count::default(), |sum, &row| sum.plus(row)).positions;
        let known = Position::count_with_largest(largest);
        if counted != known {
            let reason = format!(
                "it counts {counted} positions with the largest number {largest}, and there are \
                 {known}"
            );
            return Err(wrong(table, reason));
        }
    }
    Ok(())
}

/// A thread reports progress after this many positions.
const REPORT: u64 = 1 << 10;

/// The positions up to the cut.
fn branches(bound: u8) -> Result<Vec<Available>, OutOfMemory> {
    let (mut branches, mut result) = (Vec::new(), Ok(()));
    rules::for_each_position(cut(bound), &mut |position| {
        if result.is_ok() {
            result = memory::reserve(&mut branches, 1).map(|()| branches.push(*position));
        }
    });
    result.map(|()| branches)
}

/// Compares every position, and the counts.
fn check_all(
    table: &NumberOutcomesTable,
    stored: &[Count],
    control: Control<'_>,
) -> Result<u64, VerifyError> {
    let states = table.header().states;
    control.set_length(states);
    let [classes, ..] = table.sections();
    let none = || ClassCounts::none(stored.len(), classes.len());
    let branches = branches(table.bound())?;
    let merge = |one: ClassCounts, other| one.merged(&other);
    let found = tasks(branches.len()).one_at_a_time().merge(merge, |branch| {
        let (branch, mut found) = (&branches[branch], none());
        check_branch(table, branch, control, |position, is_lost| found.add(position, is_lost))?;
        Ok::<_, VerifyError>(found)
    })?;
    let found = found.unwrap_or_else(none);
    // The empty position has no row.
    let positions = 1 + found.counts.iter().map(|count| count.positions).sum::<u64>();
    entries::check_states(table, positions)?;
    if found.counts != stored {
        return Err(wrong(table, "its counts are not those of its positions"));
    }
    // That a class with the byte 255 has none follows from its positions' outcomes.
    if let Some(class) =
        (0..classes.len()).find(|&at| classes[at] != ALL_WIN && !found.has_lost(at))
    {
        return Err(wrong(table, format!("class {class} has functions, and no losing position")));
    }
    Ok(states)
}

/// Compares the positions of a branch, and reports each to `found` with whether it is losing.
fn check_branch(
    table: &NumberOutcomesTable,
    branch: &Available,
    control: Control<'_>,
    mut found: impl FnMut(Position, bool),
) -> Result<(), VerifyError> {
    let (mut compared, mut result) = (0, Ok(()));
    let (next, bound) = (cut(table.bound()) + 1, table.bound());
    rules::for_each_extension(branch, next, bound, &mut |available| {
        if result.is_err() {
            return;
        }
        let position = rules::position(available);
        result = position::check(table, available, position).and_then(|is_lost| {
            found(position, is_lost);
            compared += 1;
            if compared % REPORT == 0 { Ok(control.advance(REPORT)?) } else { Ok(()) }
        });
    });
    result?;
    Ok(control.advance(compared % REPORT)?)
}

/// The first row and the first class of the layer with each largest number.
const STARTS: [(usize, usize); 64] = {
    let mut starts = [(0, 0); 64];
    for_range! { largest in 2..63 =>
        let (row, class) = starts[largest];
        starts[largest + 1] = (row + largest.div_ceil(2), class + classes_of(largest));
    }
    starts
};

/// The counts of some positions.
struct ClassCounts {
    /// By largest number F = 2, 3, …, and by how many numbers are available, from ⌊F/2⌋ on.
    counts: Vec<Count>,
    /// A bit for each class: whether it has a losing position.
    lost: Vec<u64>,
}

impl ClassCounts {
    fn none(rows: usize, classes: usize) -> Self {
        Self { counts: vec![Count::default(); rows], lost: vec![0; classes.div_ceil(64)] }
    }

    /// Adds a position. The empty one has no row.
    fn add(&mut self, position: Position, is_lost: bool) {
        let largest = usize::from(position.largest());
        if largest == 0 {
            return;
        }
        let of_layer = position.numbers().count() - largest / 2;
        let (first_row, first_class) = STARTS[largest];
        let count = &mut self.counts[first_row + of_layer];
        *count = count.plus(Count { positions: 1, losing: u64::from(is_lost) });
        if is_lost {
            let least = usize::from(position.multiplicity());
            let class = first_class + of_layer * largest + least - 2;
            self.lost[class / 64] |= 1 << (class % 64);
        }
    }

    fn has_lost(&self, class: usize) -> bool {
        self.lost[class / 64] >> (class % 64) & 1 == 1
    }

    fn merged(mut self, other: &Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.plus(*more);
        }
        for (lost, more) in self.lost.iter_mut().zip(&other.lost) {
            *lost |= more;
        }
        self
    }
}

/// The class byte of a class without losing positions.
const ALL_WIN: u8 = 255;

/// How many spans a layer has: its function, filters of 1 to 7 bits, and by turns levels of what is bumped from the
/// function and from the filters.
const SPANS: usize = 24;

/// The number of the first level among them.
const LEVELS: usize = 8;

/// Checks the parts of a table that outcomes do not reveal: its classes, and where its lines are.
fn check_parts(table: &NumberOutcomesTable) -> Result<(), VerifyError> {
    let [mut classes, spans, lines] = table.sections();
    let wrong = |what| Err(wrong(table, what));
    let mut begin = 0;
    for (layer, spans) in spans.as_chunks::<8>().0.chunks(SPANS).enumerate() {
        let (own, rest) = classes.split_at(classes_of(layer + 2));
        classes = rest;
        if !own.iter().all(|&bits| usize::from(bits) < LEVELS || bits == ALL_WIN) {
            return wrong("a class has a filter of more bits than there are");
        }
        // The filters and what is bumped from them come first.
        let filters = (1..LEVELS).chain((LEVELS + 1..SPANS).step_by(2));
        let function = [0].into_iter().chain((LEVELS..SPANS).step_by(2));
        let mut is_last = false;
        for number in filters.chain(function) {
            let span = u64::from_le_bytes(spans[number]);
            let (first, count) = (span & 0xffff_ffff, span >> 32);
            if number < LEVELS {
                // A class with a byte other than 255 has losing positions, which are keys of both its functions.
                let is_key =
                    |&bits: &u8| bits != ALL_WIN && [0, usize::from(bits)].contains(&number);
                match (own.iter().any(is_key), count > 0) {
                    (true, false) => return wrong("a function with keys has no lines"),
                    (false, true) => return wrong("a function without keys has lines"),
                    _ => is_last = false,
                }
            } else if is_last && count > 0 {
                return wrong("a level has lines, and the one before it has none");
            } else {
                is_last = count == 0;
            }
            if first != if count > 0 { begin } else { 0 } {
                return wrong("lines do not begin where those before them end");
            }
            begin += count;
        }
    }
    if begin == (lines.len() / LINE) as u64 {
        Ok(())
    } else {
        wrong("it has other lines than its spans")
    }
}

/// How many classes a layer has.
const fn classes_of(largest: usize) -> usize {
    largest.div_ceil(2) * largest
}
