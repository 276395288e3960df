//! What the file of a table with words says by itself, without the rules.

use perfectplay_format::Quantity;

use crate::solve::header::{Figures, indexed_statistics};
use crate::solve::prelude::*;

/// Checks that words ascend, that each is written in one way, that numbers are those of values, each of which occurs, and what
/// the header says of them.
pub(crate) fn check_indexed(table: &IndexedTable) -> Result<(), &'static str> {
    let (mut words, mut last) = (Vec::new(), None);
    for block in 0..table.blocks() {
        words.clear();
        table.words(block, &mut words).ok_or("a block of words has others than its own")?;
        if !words.is_sorted_by(|one, next| one < next) || last >= words.first().copied() {
            return Err("its words do not ascend");
        }
        last = words.last().copied();
    }
    if !table.is_canonical() {
        return Err("its words or numbers have bytes that mean nothing");
    }
    let (list, (base, bits), mut figures) =
        (table.dictionary(), table.numbering(), Figures::default());
    let (mut occur, mut least, mut most) = (vec![false; list.len()], u64::MAX, 0);
    for place in 0..table.header().states as usize {
        let entry = table.entry(place).ok_or("one of its numbers is that of no value")?;
        let value = table.entry_kind().value(entry).ok_or("one of its entries is no value")?;
        let number = table.number(place).unwrap_or_default();
        (least, most) = (least.min(number), most.max(number));
        if let Some(occurs) = occur.get_mut(number as usize) {
            *occurs = true;
        }
        figures = figures.with(value);
    }
    let ascends =
        list.is_sorted_by(|&one, &next| u64::from_le_bytes(one) < u64::from_le_bytes(next));
    let moves = table.header().statistics.first().map(|one| one.value);
    let statistics = |moves| indexed_statistics(moves, figures, table.entry_kind());
    match moves {
        _ if !ascends || occur.contains(&false) => Err("its list has values that do not occur"),
        _ if least > 0 || (!list.is_empty() && base > 0) => Err("its least number is not 0"),
        _ if bits != 1 && most >> (bits - 1) == 0 => Err("its numbers have bits that none needs"),
        Some(Quantity::Count(moves)) if table.header().statistics == statistics(moves) => Ok(()),
        _ => Err("its statistics are not those of its entries"),
    }
}
