//! Damage to each kind of file: it is noticed, and never does harm.
//!
//! `PERFECTPLAY_DAMAGES` says how many damages of each kind there are: a number, or a range as in `17..18`.
//! `PERFECTPLAY_SEED` and the number of a damage make it, so a damage that does harm can be made again.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use std::ops::Range;
use std::{env, thread};

use perfectplay_tests::damage::{Choices, Fate, TARGETS, fuzz};

use crate::common::*;

/// How many damages there are of each kind unless the environment asks for more.
const DEFAULT: u64 = 150;

/// The memory that a reader may take for each byte that it reads.
const MEMORY_FOR_BYTE: u64 = 16;

/// The memory that a reader may take beside that, in bytes.
const READING: u64 = 4 << 20;

/// The memory of a build, some of which does not depend on its table.
const BUILDING: u64 = 80 << 20;

/// Says which damage it was if the thread panics.
struct Witness<'a>(String, &'a str);

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{}; {} repeats it", self.0, self.1);
        }
    }
}

/// Has each damage judged, or one of this many; it must end without a panic, and within this memory and some for each
/// byte.
fn survive(kind: &str, memory: u64, one_of: usize) {
    on_this_thread();
    let mut kinds = TARGETS.iter().flat_map(|(_, kinds)| *kinds);
    let (_, subject) = kinds.find(|(name, _)| *name == kind).unwrap();
    let (numbers, seed) = (numbers(), number("PERFECTPLAY_SEED").unwrap_or(0));
    let (mut fates, mut highest) = ([0; 3], 0);
    for number in numbers.step_by(one_of) {
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let case = subject(&mut Choices::of_seed(mixed));
        let repeat =
            format!("PERFECTPLAY_DAMAGES={number}..{} PERFECTPLAY_SEED={seed}", number + 1);
        let _witness = Witness(format!("{kind}: {}", case.how), &repeat);
        let mut fate = Fate::Same;
        let taken = allocation_counter::measure(|| fate = (case.judge)()).bytes_max;
        let most = memory + MEMORY_FOR_BYTE * case.length as u64;
        assert!(taken <= most, "{taken} bytes of memory for {} bytes", case.length);
        highest = taken.max(highest);
        fates[fate as usize] += 1;
    }
    let (damaged, [refused, same, denounced]) = (fates.iter().sum::<u64>(), fates);
    println!(
        "{kind}: {damaged} damaged: {refused} refused, {same} answered the same, {denounced} denounced by verify; \
         at most {} KiB of memory; seed {seed}",
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

/// A test for each kind, so that they run at once.
mod kinds_survive {
    use super::*;

    macro_rules! survive {
        ($memory:expr, $one_of:expr; $($kind:ident)*) => {
            $(
                #[test]
                fn $kind() {
                    survive(stringify!($kind), $memory, $one_of);
                }
            )*
        };
    }

    survive! { READING, 1;
        number_plies number_outcomes tower contour_small contour_large stake_family stake_board tokens_family
        tokens_board chomp chomp_segments largest custom_games any_file
    }
    survive! { BUILDING, 1; block plan store record partial packed list manifest }
    // Each takes as long as many others, as each has many requests.
    survive! { BUILDING, 25; server asked }
}

#[test]
fn what_fuzzing_has_found_survives() {
    on_this_thread();
    for (target, _) in TARGETS {
        let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(target);
        let files: Vec<_> = fs::read_dir(seeds).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(!files.is_empty());
        for file in files {
            let _witness = Witness(target.to_owned(), file.to_str().unwrap());
            fuzz(target, &fs::read(&file).unwrap());
        }
    }
}
