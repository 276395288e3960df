//! Damages an input in as many ways as asked for, and counts what becomes of it. Tests of other crates include
//! this file.
//!
//! `PERFECTPLAY_DAMAGES` says how many: a number, or a range as in `17..18`. `PERFECTPLAY_SEED` and the number
//! of a damage make it, so a damage that does harm can be made again.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::env;
use std::ops::Range;
use std::thread;

use fastrand::Rng;

/// How many damages there are of each kind unless the environment asks for more.
const DEFAULT: u64 = 150;

/// The memory that a reader may take for each byte that it reads.
const MEMORY_FOR_BYTE: u64 = 16;

/// The memory that a reader may take beside that, in bytes.
pub const READING: u64 = 4 << 20;

/// The same for a build, which takes some that does not depend on its table.
pub const BUILDING: u64 = 80 << 20;

/// What became of a damaged input.
#[derive(Clone, Copy, Debug)]
pub enum Fate {
    /// It was not opened: there was an error.
    Refused,
    /// It was opened, and everything is as if it were not damaged.
    Same,
    /// It was opened, and `verify` says what is wrong.
    Denounced,
}

/// A damaged input.
#[derive(Debug)]
pub struct Damaged {
    pub bytes: Vec<u8>,
    /// How it was made.
    pub how: String,
}

/// Says which damage it was if the thread panics.
struct Witness<'a> {
    kind: &'a str,
    seed: u64,
    number: u64,
    how: &'a str,
}

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        let Self { kind, seed, number, how } = self;
        if thread::panicking() {
            eprintln!(
                "{kind}: {how}; PERFECTPLAY_DAMAGES={number}..{} PERFECTPLAY_SEED={seed} repeats it",
                *number + 1
            );
        }
    }
}

/// Has each damage judged, which must end without a panic, and within this memory and some for each byte.
pub fn survive(
    kind: &str,
    memory: u64,
    damage: impl Fn(&mut Rng) -> Damaged,
    mut judge: impl FnMut(&[u8]) -> Fate,
) {
    on_this_thread();
    let (numbers, seed) = (numbers(), number("PERFECTPLAY_SEED").unwrap_or(0));
    let (mut refused, mut same, mut denounced, mut highest) = (0, 0, 0, 0);
    for number in numbers.clone() {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let Damaged { bytes, how } = damage(&mut rng);
        let _witness = Witness { kind, seed, number, how: &how };
        let mut fate = None;
        let taken = allocation_counter::measure(|| fate = Some(judge(&bytes))).bytes_max;
        let most = memory + MEMORY_FOR_BYTE * bytes.len() as u64;
        assert!(taken <= most, "{taken} bytes of memory for {} bytes", bytes.len());
        highest = taken.max(highest);
        match fate.expect("it was judged") {
            Fate::Refused => refused += 1,
            Fate::Same => same += 1,
            Fate::Denounced => denounced += 1,
        }
    }
    println!(
        "{kind}: {} damaged: {refused} refused, {same} answered the same, {denounced} denounced \
         by verify; at most {} KiB of memory; seed {seed}",
        numbers.end - numbers.start,
        highest >> 10
    );
}

/// Makes this thread the only one that works for it, so that its memory is counted.
fn on_this_thread() {
    if rayon::current_thread_index().is_none() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        pool.build().expect("a pool of no new threads");
    }
}

fn numbers() -> Range<u64> {
    let Ok(text) = env::var("PERFECTPLAY_DAMAGES") else { return 0..DEFAULT };
    let number = |text: &str| text.parse().expect("a number of damages, or a range");
    match text.split_once("..") {
        Some((start, end)) => number(start)..number(end),
        None => 0..number(&text),
    }
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

/// Damages bytes as disks, networks and people do. `marks` are places where something begins or ends; `others`
/// are files that may get mixed in.
pub fn in_any_way(rng: &mut Rng, sound: &[u8], marks: &[usize], others: &[Vec<u8>]) -> Damaged {
    loop {
        let mut bytes = sound.to_vec();
        let how = damage(rng, &mut bytes, marks, others);
        // What was zero may have been filled with zeros.
        if bytes != sound {
            return Damaged { bytes, how };
        }
    }
}

fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, marks: &[usize], others: &[Vec<u8>]) -> String {
    let length = bytes.len();
    match rng.u32(..9) {
        0 => {
            let end = mark(rng, length, marks);
            bytes.truncate(end);
            format!("cut at the boundary {end}")
        }
        1 => {
            let end = rng.usize(..length);
            bytes.truncate(end);
            format!("cut at {end}")
        }
        2 => {
            let (place, bit) = (place(rng, length, marks), rng.u32(..8));
            bytes[place] ^= 1 << bit;
            format!("bit {bit} of byte {place} flipped")
        }
        3 => {
            let places: Vec<usize> =
                (0..rng.usize(2..20)).map(|_| place(rng, length, marks)).collect();
            places.iter().for_each(|&place| bytes[place] ^= rng.u8(1..));
            format!("other bytes at {places:?}")
        }
        4 => {
            let size = (1 << rng.u32(..13)).min(length / 2);
            let one = rng.usize(..=length - 2 * size);
            let other = rng.usize(one + size..=length - size);
            let (low, high) = bytes.split_at_mut(other);
            low[one..one + size].swap_with_slice(&mut high[..size]);
            format!("{size} bytes at {one} and at {other} swapped")
        }
        5 => {
            let more = 1 << rng.u32(..14);
            match rng.u32(..3) {
                0 => bytes.resize(length + more, 0),
                1 => bytes.extend_from_within(..more.min(length)),
                _ => bytes.extend((0..more).map(|_| rng.u8(..))),
            }
            format!("{} bytes appended", bytes.len() - length)
        }
        6 => {
            let range = range(rng, length, marks);
            let fill = [0, 0, 0xff, 0x80, 0x01][rng.usize(..5)];
            bytes[range.clone()].fill(fill);
            format!("bytes {range:?} filled with {fill:#x}")
        }
        7 if !others.is_empty() => {
            let other = rng.usize(..others.len());
            let end = if rng.bool() { 0 } else { mark(rng, length, marks) };
            let rest = others[other].get(end..).unwrap_or_default();
            bytes.truncate(end);
            bytes.extend_from_slice(rest);
            format!("from byte {end} on those of file {other}")
        }
        _ => {
            let range = range(rng, length, marks);
            if rng.bool() {
                bytes.drain(range.clone());
                return format!("without the bytes {range:?}");
            }
            let twice = bytes[range.clone()].to_vec();
            bytes.splice(range.start..range.start, twice);
            format!("the bytes {range:?} twice")
        }
    }
}

/// A boundary between parts, or between blocks.
fn mark(rng: &mut Rng, length: usize, marks: &[usize]) -> usize {
    let size = [512, 4096, 65_536][rng.usize(..3)];
    let at = match marks.len() {
        0 => rng.usize(..=length / size) * size,
        _ if rng.bool() => rng.usize(..=length / size) * size,
        _ => marks[rng.usize(..marks.len())],
    };
    at.min(length)
}

/// The place of a byte, often close to a boundary.
fn place(rng: &mut Rng, length: usize, marks: &[usize]) -> usize {
    match rng.bool() {
        true => (mark(rng, length, marks) + rng.usize(..32)).saturating_sub(8) % length,
        false => rng.usize(..length),
    }
}

/// Some bytes, often whole parts.
fn range(rng: &mut Rng, length: usize, marks: &[usize]) -> Range<usize> {
    let (one, other) = match rng.bool() {
        true => (mark(rng, length, marks), mark(rng, length, marks)),
        false => (rng.usize(..length), rng.usize(..length)),
    };
    one.min(other)..one.max(other).max(one.min(other) + 1).min(length)
}

/// A number that code may have forgotten, or one beside a given number.
pub fn extreme(rng: &mut Rng, near: u64) -> u64 {
    match rng.u32(..6) {
        0 => rng.u64(..3),
        1 => u64::MAX - [0, 1, 7, 4095, 4096, 65_535][rng.usize(..6)],
        2 => 1u64.rotate_left(rng.u32(..64)).wrapping_sub(rng.u64(..2)),
        3 => near.wrapping_add(rng.u64(..9)).wrapping_sub(4),
        4 => near.wrapping_mul(1 << rng.u32(..64)),
        _ => rng.u64(..) >> rng.u32(..64),
    }
}

/// Damages a text: in any way, or in a word of it, so that much of it keeps its meaning.
pub fn in_words(rng: &mut Rng, sound: &str, others: &[Vec<u8>]) -> Damaged {
    loop {
        let marks: Vec<usize> = sound.match_indices('\n').map(|(at, _)| at + 1).collect();
        if rng.u32(..3) == 0 {
            return in_any_way(rng, sound.as_bytes(), &marks, others);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: Vec<&str> =
            sound.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
        let word = words[rng.usize(..words.len())];
        let other = match (word.parse::<u64>(), rng.u32(..12)) {
            (Ok(number), 0..9) => extreme(rng, number).to_string(),
            (_, 0..5) => words[rng.usize(..words.len())].to_owned(),
            (_, 5) => format!("-{word}"),
            (_, 6) => format!("\"{word}\\u0000\""),
            (_, 7) => "[".repeat(rng.usize(..20_000)),
            (_, 8) => "9".repeat(rng.usize(..400)),
            (_, 9) => word.to_uppercase(),
            (_, 10) => String::new(),
            _ => format!("{word}\u{fe0f}\u{202e}"),
        };
        let at = word.as_ptr() as usize - sound.as_ptr() as usize;
        let text = [&sound[..at], &other, &sound[at + word.len()..]].concat();
        if text != sound {
            let shown: String = other.chars().take(40).collect();
            let how = format!("`{}` instead of `{word}` at {at}", shown.escape_debug());
            return Damaged { bytes: text.into_bytes(), how };
        }
    }
}
