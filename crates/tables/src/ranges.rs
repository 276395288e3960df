//! What the file of a custom game's table says by itself, without the rules: that its ranges lie in its sections as FORMAT.md
//! says, which no value reveals, and that its header does not contradict them or the values.

use perfectplay_core::coded::{self, Code, Range};
use perfectplay_query::CodedTable;

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
