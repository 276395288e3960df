//! The sections of a table.

use perfectplay_query::PADDING;

use super::positions::Positions;
use crate::solve::header::Figures;
use crate::solve::prelude::*;

/// The sections of a table, and what its header says.
pub(crate) struct Written {
    pub(crate) sections: [Vec<u8>; 5],
    pub(crate) states: u64,
    pub(crate) base: u64,
    pub(crate) bits: u32,
    pub(crate) kind: IndexedEntries,
    pub(crate) figures: Figures,
}

/// How many bits numbers up to the largest one take.
const fn bits_of(largest: u64) -> u32 {
    if largest == 0 { 1 } else { u64::BITS - largest.leading_zeros() }
}

impl Written {
    /// Numbers are those of the entries that occur if these take less room with their list than without it.
    pub(in crate::solve) fn new(
        positions: Positions,
        entries: &[u64],
        kind: IndexedEntries,
        mut summary: Summary,
        memory: &Memory,
        control: Control<'_>,
    ) -> Result<(Self, Summary), SolveError> {
        let states = entries.len() as u64;
        control.event(Event::Phase { name: "writing", states: Some(states) });
        memory.take(size_of_val(entries) as u64)?;
        let mut occur = entries.to_vec();
        occur.sort_unstable();
        occur.dedup();
        let (base, most) = (occur[0], occur[occur.len() - 1]);
        let [listed, plain] = [occur.len() as u64 - 1, most - base].map(bits_of);
        let has_list =
            64 * occur.len() as u64 + states * u64::from(listed) < states * u64::from(plain);
        let (base, bits) = if has_list { (0, listed) } else { (base, plain) };
        let length = (entries.len() * bits as usize).div_ceil(8) + PADDING;
        memory.take(length as u64)?;
        let (mut numbers, mut pending, mut waiting) = (Vec::with_capacity(length), 0_u128, 0);
        let mut figures = Figures::default();
        for &entry in entries {
            let number = match has_list {
                true => occur.partition_point(|&other| other < entry) as u64,
                false => entry - base,
            };
            figures = kind.value(entry).map_or(figures, |value| figures.with(value));
            pending |= u128::from(number) << waiting;
            waiting += bits;
            while waiting >= 8 {
                numbers.push(pending as u8);
                pending >>= 8;
                waiting -= 8;
            }
        }
        if waiting > 0 {
            numbers.push(pending as u8);
        }
        numbers.resize(length, 0);
        let list = if has_list { occur } else { Vec::new() };
        let Positions { firsts, begins, differences, .. } = positions;
        let begins = if firsts.is_empty() { Vec::new() } else { begins };
        let sections = [
            firsts.into_iter().flat_map(u64::to_le_bytes).collect(),
            begins.into_iter().flat_map(u32::to_le_bytes).collect(),
            differences,
            numbers,
            list.into_iter().flat_map(u64::to_le_bytes).collect(),
        ];
        summary.levels.push(figures.signs);
        Ok((Self { sections, states, base, bits, kind, figures }, summary))
    }
}
