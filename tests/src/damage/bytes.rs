//! Damage to bytes of any kind, as disks, networks and people cause it.

use std::ops::Range;

use super::choices::Choices;

/// A file that was changed, or perhaps was not.
#[derive(Clone, Debug)]
pub struct DamagedFile {
    pub bytes: Vec<u8>,
    pub how: String,
    /// Whether its checksums were made correct again.
    pub sealed: bool,
}

/// Damages bytes. `marks` are places where something begins or ends; `others` are files that may be mixed in.
pub(crate) fn in_any_way(
    choices: &mut Choices<'_>,
    sound: &[u8],
    marks: &[usize],
    others: &[Vec<u8>],
) -> DamagedFile {
    let mut bytes = sound.to_vec();
    let how = damage(choices, &mut bytes, marks, others);
    DamagedFile { bytes, how, sealed: false }
}

fn damage(
    choices: &mut Choices<'_>,
    bytes: &mut Vec<u8>,
    marks: &[usize],
    others: &[Vec<u8>],
) -> String {
    let length = bytes.len();
    match choices.below(10) {
        0 => {
            let end = mark(choices, length, marks);
            bytes.truncate(end);
            format!("cut at the boundary {end}")
        }
        1 => {
            let end = choices.below(length);
            bytes.truncate(end);
            format!("cut at {end}")
        }
        2 => {
            let (place, bit) = (place(choices, length, marks), choices.below(8));
            bytes[place] ^= 1 << bit;
            format!("bit {bit} of byte {place} flipped")
        }
        3 => {
            let places = 2 + choices.below(18);
            let places: Vec<usize> = (0..places).map(|_| place(choices, length, marks)).collect();
            places.iter().for_each(|&place| bytes[place] ^= choices.mask());
            format!("other bytes at {places:?}")
        }
        4 => {
            let size = (1 << choices.below(13)).min(length / 2);
            let one = choices.below(length - 2 * size + 1);
            let other = one + size + choices.below(length - 2 * size - one + 1);
            let (low, high) = bytes.split_at_mut(other);
            low[one..one + size].swap_with_slice(&mut high[..size]);
            format!("{size} bytes at {one} and at {other} swapped")
        }
        5 => {
            let more = 1 << choices.below(14);
            match choices.below(3) {
                0 => bytes.resize(length + more, 0),
                1 => bytes.extend_from_within(..more.min(length)),
                _ => bytes.extend((0..more).map(|_| choices.byte())),
            }
            format!("{} bytes appended", bytes.len() - length)
        }
        6 => {
            let range = range(choices, length, marks);
            let fill = choices.one_of(&[0, 0, 0xff, 0x80, 0x01]);
            bytes[range.clone()].fill(fill);
            format!("bytes {range:?} filled with {fill:#x}")
        }
        7 if !others.is_empty() => {
            let other = choices.below(others.len());
            let end = if choices.coin() { 0 } else { mark(choices, length, marks) };
            let rest = others[other].get(end..).unwrap_or_default();
            bytes.truncate(end);
            bytes.extend_from_slice(rest);
            format!("from byte {end} on those of file {other}")
        }
        8 => {
            *bytes = choices.bytes(1 << 8);
            format!("the bytes {bytes:?}")
        }
        _ => {
            let range = range(choices, length, marks);
            if choices.coin() {
                bytes.drain(range.clone());
                return format!("without the bytes {range:?}");
            }
            let twice = bytes[range.clone()].to_vec();
            bytes.splice(range.start..range.start, twice);
            format!("the bytes {range:?} twice")
        }
    }
}

/// A boundary between parts or blocks.
fn mark(choices: &mut Choices<'_>, length: usize, marks: &[usize]) -> usize {
    let size = choices.one_of(&[512, 4096, 65_536]);
    let at = match choices.coin() && !marks.is_empty() {
        true => choices.one_of(marks),
        false => choices.below(length / size + 1) * size,
    };
    at.min(length)
}

/// The place of a byte, often near a boundary.
fn place(choices: &mut Choices<'_>, length: usize, marks: &[usize]) -> usize {
    match choices.coin() {
        true => (mark(choices, length, marks) + choices.below(32)).saturating_sub(8) % length,
        false => choices.below(length),
    }
}

/// Some bytes, often whole parts.
fn range(choices: &mut Choices<'_>, length: usize, marks: &[usize]) -> Range<usize> {
    let (one, other) = match choices.coin() {
        true => (mark(choices, length, marks), mark(choices, length, marks)),
        false => (choices.below(length), choices.below(length)),
    };
    one.min(other)..one.max(other).max(one.min(other) + 1).min(length)
}

/// Damages a text: in any way, or in one word, so that much of it keeps its meaning.
pub(crate) fn in_words(choices: &mut Choices<'_>, sound: &str, others: &[Vec<u8>]) -> DamagedFile {
    if choices.below(3) == 0 {
        let marks: Vec<usize> = sound.match_indices('\n').map(|(at, _)| at + 1).collect();
        return in_any_way(choices, sound.as_bytes(), &marks, others);
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<&str> = sound.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let word = choices.one_of(&words);
    let other = match (word.parse::<u64>(), choices.below(13)) {
        (Ok(number), 0..9) => choices.extreme(number).to_string(),
        (_, 0..5) => choices.one_of(&words).to_owned(),
        (_, 5) => format!("-{word}"),
        (_, 6) => format!("\"{word}\\u0000\""),
        (_, 7) => "[".repeat(choices.below(20_000)),
        (_, 8) => "9".repeat(choices.below(400)),
        (_, 9) => word.to_uppercase(),
        (_, 10) => String::new(),
        (_, 11) => choices.text(40),
        _ => format!("{word}\u{fe0f}\u{202e}"),
    };
    let at = word.as_ptr() as usize - sound.as_ptr() as usize;
    let text = [&sound[..at], &other, &sound[at + word.len()..]].concat();
    let shown: String = other.chars().take(40).collect();
    let how = format!("`{}` instead of `{word}` at {at}", shown.escape_debug());
    DamagedFile { bytes: text.into_bytes(), how, sealed: false }
}
