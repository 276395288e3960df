//! What values do not reveal of static functions: that they, their shards and the words of those follow one another
//! without gaps, that exactly the functions with keys have shards, and that unused bits are zero, as FORMAT.md says.

use perfectplay_format::{Quantity, Statistic};
use perfectplay_query::CodedTable;
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

/// Words that follow the last shard.
const PADDING: usize = 14;

/// A shard has at least so many rows.
const FEWEST_ROWS: u64 = 128;

/// A static function of a table.
pub(crate) struct Function {
    /// Its place in the section `functions`.
    pub(crate) number: usize,
    /// How many bits its values have.
    pub(crate) columns: usize,
    pub(crate) has_keys: bool,
}

/// Checks the functions of a table of values: that they lie in its sections as FORMAT.md says, which no value reveals.
///
/// # Errors
/// What is wrong.
pub fn check_functions(table: &CodedTable) -> Result<(), &'static str> {
    let (bits, filter) = (table.code().longest(), table.code().filter_bits());
    let function = |number, columns| Function { number, columns, has_keys: true };
    let filter = (filter > 0).then(|| function(bits, filter.into()));
    let members = (table.code().member_bits() > 0)
        .then(|| function(table.code().member_function(), table.code().member_bits().into()));
    let functions = filter.into_iter().chain((0..bits).map(|bit| function(bit, 1))).chain(members);
    check_layout(table.sections(), functions)
}

/// Checks that a table of values has the statistics that FORMAT.md asks for; whether they are right only the rules say.
pub(crate) fn check_statistics(table: &CodedTable) -> Result<(), &'static str> {
    let names: &[&str] = match table.kind() {
        0 | 1 => &["moves", "winning", "drawn", "losing", "longest_game_plies"],
        _ => &["moves", "lowest_value", "highest_value"],
    };
    let statistics = &table.header().statistics;
    let is_kind = |statistic: &Statistic| match statistic.value {
        Quantity::Count(_) => !statistic.name.ends_with("_value"),
        Quantity::Integer(_) => statistic.name.ends_with("_value"),
        Quantity::Real(_) => false,
    };
    let are_there = statistics.iter().map(|statistic| &*statistic.name).eq(names.iter().copied());
    if are_there && statistics.iter().all(is_kind) {
        return Ok(());
    }
    Err("its statistics are not those of such a game")
}

/// Checks functions in the order in which their shards follow one another. The sections are functions, shards and
/// bits.
pub(crate) fn check_layout(
    sections: [&[u8]; 3],
    functions: impl Iterator<Item = Function>,
) -> Result<(), &'static str> {
    let words = |section| <[U64]>::ref_from_bytes(section).map_err(|_| "a section has no words");
    let [spans, shards, bits] = sections.map(words);
    let (spans, shards, bits) = (spans?, shards?, bits?);
    let (mut first, mut begin) = (0, 0);
    for Function { number, columns, has_keys } in functions {
        let span = spans.get(number).ok_or("it has too few functions")?.get();
        let (start, count) = (span & 0xffff_ffff, span >> 32);
        let end = first + count as usize;
        let places = shards.get(first..end).ok_or("a function has shards that are not there")?;
        if start != first as u64 {
            return Err("a function does not begin where the one before it ends");
        }
        match (has_keys, places.is_empty()) {
            (true, true) => return Err("a function with keys has no shards"),
            (false, false) => return Err("a function without keys has shards"),
            _ => {}
        }
        for place in places {
            begin = check_shard(place.get(), begin, columns, bits)?;
        }
        first = end;
    }
    match bits.get(begin..) {
        _ if first != shards.len() => Err("it has shards of no function"),
        Some(rest) if rest.len() == PADDING && rest.iter().all(|word| word.get() == 0) => Ok(()),
        _ => Err("the words behind its last shard are not those that should be there"),
    }
}

/// Checks a shard whose words begin at `begin`; returns where they end.
fn check_shard(
    place: u64,
    begin: usize,
    columns: usize,
    bits: &[U64],
) -> Result<usize, &'static str> {
    let (start, rows) = (place & ((1 << 40) - 1), place >> 40 & 0xffff);
    if start != begin as u64 {
        return Err("a shard does not begin where the one before it ends");
    }
    if rows < FEWEST_ROWS {
        return Err("a shard has too few rows");
    }
    let end = begin + rows.div_ceil(64) as usize * columns;
    let words = bits.get(begin..end).ok_or("a shard has words that are not there")?;
    // Only so many bits of the last word of each column are rows.
    let unused = match rows % 64 {
        0 => 0,
        used => u64::MAX << used,
    };
    if words[words.len() - columns..].iter().any(|word| word.get() & unused != 0) {
        return Err("bits behind the last row of a shard are set");
    }
    Ok(end)
}
