//! What values do not reveal of static functions: that they, their shards and the words of those follow one another
//! without gaps, that exactly the functions with keys have shards, and that unused bits are zero, as FORMAT.md says.

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
