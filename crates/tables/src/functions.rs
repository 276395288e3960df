//! What values do not reveal of static functions: that they, their shards and the words of those follow one another
//! without gaps, that exactly the functions with keys have shards, and that unused bits are zero, as FORMAT.md says.

use perfectplay_query::CodedTable;
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

/// Words that follow the last shard.
const PADDING: usize = 14;

/// A shard has at least this many rows.
const FEWEST_ROWS: u64 = 128;

/// A static function of a table.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its place in the section `functions`.
    pub number: usize,
    /// How many bits its values have.
    pub columns: usize,
    /// Whether it has keys at all.
    pub has_keys: bool,
}

/// Checks what the file of a table of values says by itself: that its functions lie in its sections as FORMAT.md says, which
/// no value reveals, and that its header does not contradict them or the values.
///
/// # Errors
/// What is wrong.
pub fn check_functions(table: &CodedTable) -> Result<(), &'static str> {
    let (bits, filter, member_bits) =
        (table.code().longest(), table.code().filter_bits(), table.code().member_bits());
    let function = |number, columns| Function { number, columns, has_keys: true };
    let filters = (filter > 0).then(|| function(bits, filter.into())).into_iter();
    let members =
        (member_bits > 0).then(|| function(table.code().member_function(), member_bits.into()));
    let functions = filters.chain((0..bits).map(|bit| function(bit, 1))).chain(members);
    check_layout(table.sections(), functions)?;
    let word = |section: &[u8], place: usize| u64::from_le_bytes(section.as_chunks().0[place]);
    let [spans, shards, _] = table.sections();
    let rows = |function: usize| -> u64 {
        let (first, shard_count) = (word(spans, function) as u32, word(spans, function) >> 32);
        let shards = (first as usize..).take(shard_count as usize).map(|place| word(shards, place));
        shards.map(|shard| shard >> 40 & 0xffff).sum()
    };
    // These have all states as keys, each of which needs a row.
    let whole = (filter == 0 && bits > 0).then_some(0).into_iter();
    let members = (member_bits > 0).then(|| table.code().member_function());
    if whole.chain(members).any(|function| rows(function) < table.header().states) {
        return Err("it has more states than its functions have rows");
    }
    match table.has_possible_figures() {
        true => Ok(()),
        false => Err("its states or statistics are impossible with the values that occur"),
    }
}

/// Checks functions in the order in which their shards follow one another. The sections are functions, shards and
/// bits.
pub fn check_layout(
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
    // Only this many bits of the last word of each column are rows.
    let unused = match rows % 64 {
        0 => 0,
        used => u64::MAX << used,
    };
    if words[words.len() - columns..].iter().any(|word| word.get() & unused != 0) {
        return Err("bits behind the last row of a shard are set");
    }
    Ok(end)
}
