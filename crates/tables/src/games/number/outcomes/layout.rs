//! The parts of a table that outcomes do not reveal: that functions, shards and words follow one another without
//! gaps, that exactly the functions with keys have shards, and that unused bits are zero, as FORMAT.md says.

use perfectplay_query::{Bytes, NumberOutcomesTable};
use zerocopy::FromBytes;
use zerocopy::little_endian::U64;

use crate::proof::entries::wrong;
use crate::proof::error::VerifyError;

/// The class byte of a class without losing positions.
pub(super) const ALL_WIN: u8 = 255;

/// The most bits of a filter.
const MOST_BITS: u8 = 7;

/// Words that follow the last shard.
const PADDING: usize = 14;

/// A shard has at least so many rows.
const FEWEST_ROWS: u64 = 128;

pub(super) fn check(table: &NumberOutcomesTable<Bytes>) -> Result<(), VerifyError> {
    check_sections(table).map_err(|reason| wrong(table, reason))
}

fn check_sections(table: &NumberOutcomesTable<Bytes>) -> Result<(), &'static str> {
    let [classes, functions, shards, bits] = table.sections();
    if !classes.iter().all(|&bits| bits <= MOST_BITS || bits == ALL_WIN) {
        return Err("a class has a filter of more bits than there are");
    }
    let words = |section| <[U64]>::ref_from_bytes(section).map_err(|_| "a section has no words");
    let (functions, shards, bits) = (words(functions)?, words(shards)?, words(bits)?);
    let (mut first, mut begin, mut classes) = (0, 0, classes);
    for (functions, largest) in functions.chunks(1 + usize::from(MOST_BITS)).zip(2..) {
        let layer;
        (layer, classes) = classes.split_at(classes_of(largest));
        for (function, span) in functions.iter().enumerate().cycle().skip(1).take(functions.len()) {
            let (start, count) = (span.get() & 0xffff_ffff, span.get() >> 32);
            let end = first + count as usize;
            let places =
                shards.get(first..end).ok_or("a function has shards that are not there")?;
            if start != first as u64 {
                return Err("a function does not begin where the one before it ends");
            }
            // A class with a byte other than 255 has losing positions, which are keys of both its functions.
            let is_key = |&bits: &u8| bits != ALL_WIN && [0, usize::from(bits)].contains(&function);
            match (layer.iter().any(is_key), places.is_empty()) {
                (true, true) => return Err("a function with keys has no shards"),
                (false, false) => return Err("a function without keys has shards"),
                _ => {}
            }
            for place in places {
                begin = check_shard(place.get(), begin, function.max(1), bits)?;
            }
            first = end;
        }
    }
    match bits.get(begin..) {
        _ if first != shards.len() => Err("it has shards of no function"),
        Some(rest) if rest.len() == PADDING && rest.iter().all(|word| word.get() == 0) => Ok(()),
        _ => Err("the words behind its last shard are not those that should be there"),
    }
}

/// How many classes a layer has.
pub(super) const fn classes_of(largest: usize) -> usize {
    largest.div_ceil(2) * largest
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
