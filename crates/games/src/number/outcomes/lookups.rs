//! Looks up many positions at once.
//!
//! There are far more lines than a processor's caches hold, so a probe spends most of its time waiting
//! for memory. Solving asks about all moves of a position that leave the layer, of which there are about seven. So
//! the places of all their lines are computed and prefetched first; by the time they are read the processor has
//! fetched them side by side.
//!
//! Positions of a group differ in a few large numbers, and naming a small one often leaves the same of two of
//! them: two in five look-ups in layer 50 are for a position that was looked up a short time ago. So the latest
//! ones are kept with their outcomes, in a table that fits a processor's own cache.

use super::super::Position;
use super::reader::Outcomes;
use perfectplay_core::coded::Line;
use perfectplay_core::retrieval::mix;

/// 2 to this power is the number of positions that are kept.
const KEPT: u32 = 13;

/// In a kept word, beside a position's mask, whose bits 0 and 1 are not used.
const LOST: u64 = 1;

/// Finds losing positions, with the memory for it: 64 kilobytes.
#[derive(Clone, Debug)]
pub struct LookUps<'a> {
    outcomes: Outcomes<'a>,
    /// By hash: the latest position that was looked up, and [`LOST`] if it is lost. The empty position is never
    /// among them, so 0 stands for none.
    kept: Vec<u64>,
    /// Those whose lines have been asked for.
    open: Vec<Lookup<'a>>,
}

/// A position whose line has been asked for.
#[derive(Clone, Copy, Debug)]
struct Lookup<'a> {
    /// Its place among the positions asked for.
    place: usize,
    hash: u64,
    /// The bits of the filter to be read next; 0 if it is the function.
    bits: u8,
    line: &'a Line,
}

impl<'a> LookUps<'a> {
    /// Looks up in these outcomes.
    pub fn new(outcomes: Outcomes<'a>) -> Self {
        Self { outcomes, kept: vec![0; 1 << KEPT], open: Vec::new() }
    }

    /// The place of a losing position among these, if there is one; any of them if there are several.
    ///
    /// # Panics
    /// If a position has a number above the bound of the outcomes, or their sections are damaged.
    pub fn find_lost(&mut self, positions: &[Position]) -> Option<usize> {
        self.try_find_lost(positions).expect("the outcomes have the positions")
    }

    /// `None` if a position has no outcome.
    fn try_find_lost(&mut self, positions: &[Position]) -> Option<Option<usize>> {
        let Self { outcomes, kept, open } = self;
        open.clear();
        for (place, &position) in positions.iter().enumerate() {
            let largest = position.largest();
            if largest == 0 {
                return Some(Some(place));
            }
            if largest > outcomes.bound() {
                return None;
            }
            let hash = mix(position.mask());
            let word = kept[slot(hash)];
            if word & !LOST == position.mask() {
                if word & LOST != 0 {
                    return Some(Some(place));
                }
                continue;
            }
            if let Some(bits) = outcomes.filter_bits(position)? {
                open.push(Lookup { place, hash, bits, line: outcomes.line(largest, bits, hash)? });
            }
        }
        let mut passing = 0;
        for number in 0..open.len() {
            let Lookup { place, hash, bits, line } = open[number];
            let position = positions[place];
            let largest = position.largest();
            if bits == 0 {
                open[passing] = open[number];
                passing += 1;
            } else if outcomes.passes(largest, bits, hash, line, outcomes.read())? {
                let line = outcomes.line(largest, 0, hash)?;
                open[passing] = Lookup { place, hash, bits: 0, line };
                passing += 1;
            } else {
                kept[slot(hash)] = position.mask();
            }
        }
        for &Lookup { place, hash, line, .. } in &open[..passing] {
            let position = positions[place];
            let is_lost = outcomes.is_one(position.largest(), hash, line, outcomes.read())?;
            kept[slot(hash)] = position.mask() | if is_lost { LOST } else { 0 };
            if is_lost {
                return Some(Some(place));
            }
        }
        Some(None)
    }
}

/// Where a position of this hash is kept.
#[inline]
fn slot(hash: u64) -> usize {
    (hash >> (u64::BITS - KEPT)) as usize
}
