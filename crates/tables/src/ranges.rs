//! What the file of a custom game's table says by itself, without the rules: that its ranges, or its words, lie in its sections
//! as FORMAT.md says, which no value reveals, and that its header does not contradict them or the values.

use perfectplay_core::coded::{self, Code, Range};
use perfectplay_format::Quantity;
use perfectplay_query::{CodedTable, IndexedTable};

use crate::solve::{Figures, expected_statistics};

/// Checks that each range has a code and lines of its own, without gaps, and that they have as many positions as the
/// header says, and its values.
pub fn check_ranges(table: &CodedTable) -> Result<(), &'static str> {
    let dictionary = table.dictionary();
    let [index, ranges, codes, _] = table.sections();
    let ranges = ranges.as_chunks().0.iter().copied().map(Range::from_bytes);
    let firsts: Vec<u64> = ranges.clone().map(|range| range.first).collect();
    if !firsts.is_sorted_by(|first, next| first < next) {
        return Err("its ranges are not in the order of their words");
    }
    let mut ranges = ranges.peekable();
    let (mut code, mut line, mut states) = (0, 0, 0);
    let mut occur = vec![false; dictionary.values().len()];
    while let Some(range) = ranges.next() {
        if (range.code as usize, range.line) != (code, line) {
            return Err("a range does not begin where the one before it ends");
        }
        let (bytes, numbers) = Code::over(&codes[code..], dictionary)
            .and_then(|code| code.checked(occur.len()))
            .ok_or("a range has no code")?;
        let end = ranges.peek().map_or(dictionary.levels()[0], |next| next.line);
        let lines = end.checked_sub(line).ok_or("a range ends before it begins")?;
        let values = lines
            .checked_sub(range.filter_lines.into())
            .ok_or("a filter has lines that are not there")?;
        let has_filter = range.filter > 0;
        if has_filter != (range.filter_lines > 0)
            || has_filter && numbers[0].1 != 1
            || range.filter > 7
        {
            return Err("a range has a filter that cannot be");
        }
        if (values > 0) != (numbers.len() > 1 || dictionary.members() > 0) {
            return Err("a range has lines that it does not need, or lacks some");
        }
        numbers.iter().for_each(|&(number, _)| occur[usize::from(number)] = true);
        (code, line) = (code + bytes, end);
        states += u64::from(range.last) + 1;
    }
    let (shift, numbers) = coded::index(&firsts, firsts.len().ilog2());
    let has_index = shift == dictionary.shift().into()
        && index.iter().copied().eq(numbers.into_iter().flat_map(u32::to_le_bytes));
    match table.has_possible_figures() {
        _ if !has_index => Err("its index is not that of its ranges"),
        _ if code != codes.len() => Err("it has codes of no range"),
        _ if occur.contains(&false) => Err("it has values that no range has"),
        _ if states != table.header().states => Err("its ranges have another number of states"),
        true => Ok(()),
        false => Err("its states or statistics are impossible with the values that occur"),
    }
}

/// Checks that words ascend, that each is written in one way, that numbers are those of values, each of which occurs, and what
/// the header says of them.
pub fn check_indexed(table: &IndexedTable) -> Result<(), &'static str> {
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
        let value = table.expectation().value(entry).ok_or("one of its entries is no value")?;
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
    let statistics = |moves| expected_statistics(moves, figures, table.expectation());
    match moves {
        _ if !ascends || occur.contains(&false) => Err("its list has values that do not occur"),
        _ if least > 0 || (!list.is_empty() && base > 0) => Err("its least number is not 0"),
        _ if bits != 1 && most >> (bits - 1) == 0 => Err("its numbers have bits that none needs"),
        Some(Quantity::Count(moves)) if table.header().statistics == statistics(moves) => Ok(()),
        _ => Err("its statistics are not those of its entries"),
    }
}
