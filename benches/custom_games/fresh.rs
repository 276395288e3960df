//! What a fresh process measures of a game, in numbers.

use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use fastrand::Rng;
use perfectplay_benches::memory::in_order;
use perfectplay_benches::{kilobytes, mapped, median, nanoseconds, processor_time};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Event, Progress};
use perfectplay_query::TableFolder;
use perfectplay_tables::Build;
use perfectplay_tables::solve::{End, Game, SolvedTable, Value, Values};
use rustix::time::ClockId;

use crate::positions::all_positions;

/// How many positions are asked in a round.
const ASKED: usize = 1 << 17;
const ROUNDS: usize = 15;
/// How many positions are asked before the caches are emptied again, by reading this many words of other memory. Some
/// come before them: the code and the beginning of a table are seldom beyond the caches.
const GROUP: usize = 32;
const BEFORE: usize = 4;
const GROUPS: usize = 128;
const OTHER_WORDS: usize = 1 << 26;

/// A win in no plies, for [`remember`].
pub(crate) const WON: i16 = i16::MAX;

/// The time of all threads.
pub(crate) const PROCESS: ClockId = ClockId::ProcessCPUTime;

pub(crate) type Measured = Result<Vec<f64>, Box<dyn Error>>;

/// Measures one thing.
pub(crate) fn measured(game: impl Game, what: &str, folder: &Path) -> Measured {
    let folder = mapped(folder);
    match what {
        "build" => built(&game, &folder),
        "verify" => verified(&SolvedTable::open(game, &folder)?),
        "ask" => asked(&SolvedTable::open(game, &folder)?),
        "remember" => remembered(&game),
        other => Err(format!("nothing is called {other}").into()),
    }
}

/// Seconds to solve and to write, and bytes of memory.
fn built<G: Game>(game: &G, folder: &TableFolder) -> Measured {
    let (solved, how) = (LastPhase::default(), Build::default().force(true));
    let (before, start) = (peak()?, processor_time(PROCESS));
    how.progress(&solved).solve(game, folder)?;
    let (solved, end) = (Duration::from_nanos(solved.0.into_inner()), processor_time(PROCESS));
    let memory = peak()? - before;
    Ok(vec![(solved - start).as_secs_f64(), (end - solved).as_secs_f64(), memory])
}

/// How many states there are, and the seconds.
fn verified<G: Game>(table: &SolvedTable<G>) -> Measured {
    let start = processor_time(PROCESS);
    let states = table.verify()?;
    Ok(vec![states as f64, (processor_time(PROCESS) - start).as_secs_f64()])
}

/// The value of the start, and a sum of all; nanoseconds in the caches and beyond; the entropy.
fn asked<G: Game>(table: &SolvedTable<G>) -> Measured {
    let game = table.game();
    let value = |position| number(table.unchecked_value(position).expect("a value"));
    let positions = all_positions(game);
    let words = || positions.iter().map(|&position| game.pack(position));
    let sum = words().zip(&positions).fold(0, |sum, (word, &one)| added(sum, word, value(one)));
    let [single, beyond] = probes(&positions, |&position| value(position));
    let entropy = entropy(positions.iter().map(|&one| value(one)));
    Ok(vec![value(game.start()).into(), sum.into(), single, beyond, entropy])
}

/// How many positions there are, the value of the start, and a sum of all; seconds, and bytes of memory.
fn remembered<G: Game>(game: &G) -> Measured {
    let mut memo = HashMap::new();
    let (before, begun) = (peak()?, processor_time(PROCESS));
    game.starts(|start| {
        remember(game, start, &mut memo);
    });
    let (time, memory) = (processor_time(PROCESS) - begun, peak()? - before);
    let short = |value: f64| match game.values() {
        Values::Expected => number(Value::Expected(value)),
        _ => value as i16,
    };
    let sum = memo.iter().fold(0, |sum, (&word, &value)| added(sum, word, short(value)));
    let start = short(memo[&game.pack(game.canonical(game.start()))]);
    Ok(vec![memo.len() as f64, start.into(), sum.into(), time.as_secs_f64(), memory])
}

/// What one would write: the value of a position, where it and those below it are remembered. In games with dice there is one
/// player, and positions repeat only where they are rolled again.
fn remember<G: Game>(game: &G, position: G::Position, memo: &mut HashMap<u64, f64>) -> f64 {
    let position = game.canonical(position);
    let word = game.pack(position);
    if let Some(&value) = memo.get(&word) {
        return value;
    }
    let value = match game.end(position) {
        Some(End::Score(points)) => points.into(),
        Some(end) => {
            f64::from(i8::from(end == End::Win) - i8::from(end == End::Loss)) * f64::from(WON)
        }
        None => {
            let (mut sum, mut all, mut best) = (0.0, 0.0, -f64::from(WON));
            game.rolls(position, |weight, _, child| {
                let is_same = game.pack(game.canonical(child)) == word;
                let after = if is_same { 0.0 } else { remember(game, child, memo) };
                sum += f64::from(weight) * (f64::from(game.gain(position, child)) + after);
                all += if is_same { 0.0 } else { f64::from(weight) };
            });
            if all > 0.0 {
                sum / all
            } else {
                game.moves(position, |_, child| {
                    let after = remember(game, child, memo);
                    let value = match game.values() {
                        Values::Expected => f64::from(game.gain(position, child)) + after,
                        _ if after == 0.0 => 0.0,
                        _ => after.signum() - after,
                    };
                    best = best.max(value);
                });
                best
            }
        }
    };
    memo.insert(word, value);
    value
}

/// The value of a table as [`remember`] has it; of an expectation some digits.
fn number(value: Value) -> i16 {
    let plies = value.plies().unwrap_or_default().cast_signed();
    match value.outcome() {
        Some(Outcome::Win) => WON - plies,
        Some(Outcome::Loss) => plies - WON,
        None => value.expected().map_or(0, |expected| (expected * 256.0).round() as i16),
    }
}

/// A sum of positions and their values, in any order.
pub(crate) fn added(sum: u32, word: u64, value: i16) -> u32 {
    let mixed = (word ^ u64::from(value.cast_unsigned()) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    sum.wrapping_add((mixed >> 32) as u32)
}

/// The nanoseconds of asking for random positions one by one: as they are, and with nothing in the caches.
fn probes<P: Copy>(positions: &[P], value: impl Fn(&P) -> i16) -> [f64; 2] {
    let mut random = Rng::with_seed(7);
    let sample: Vec<P> = (0..ASKED).map(|_| positions[random.usize(..positions.len())]).collect();
    let ask = |positions: &[P]| {
        positions.iter().fold(0, |sum, position| sum ^ value(black_box(position)).cast_unsigned())
    };
    let round = |_| {
        let start = processor_time(PROCESS);
        black_box(ask(&sample));
        (processor_time(PROCESS) - start).as_secs_f64() * 1e9 / ASKED as f64
    };
    let single = (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min);

    let others = vec![1; OTHER_WORDS];
    let mut groups = sample.chunks_exact(BEFORE + GROUP);
    let beyond = median(GROUPS, || {
        let (before, group) = groups.next().expect("a group").split_at(BEFORE);
        in_order(&others, 1);
        // The positions are no part of the table.
        let group = group.to_vec();
        black_box(ask(before));
        nanoseconds(GROUP, || ask(&group).into())
    });
    [single, beyond]
}

/// The entropy of the values of all positions, in bits for each.
fn entropy(values: impl Iterator<Item = i16>) -> f64 {
    let mut counts = vec![0u32; usize::from(u16::MAX) + 1];
    values.for_each(|value| counts[usize::from(value.cast_unsigned())] += 1);
    let all = f64::from(counts.iter().sum::<u32>());
    let shares = counts.iter().filter(|&&count| count > 0).map(|&count| f64::from(count) / all);
    shares.map(|share| -share * share.log2()).sum()
}

/// When the latest phase of a build began, in nanoseconds of processor time: the last one is writing.
#[derive(Default)]
struct LastPhase(AtomicU64);

impl Progress for LastPhase {
    fn event(&self, event: Event) {
        if let Event::Phase { .. } = event {
            self.0.store(processor_time(PROCESS).as_nanos() as u64, Relaxed);
        }
    }
}

/// The most memory that this process has had, in bytes.
pub(crate) fn peak() -> Result<f64, Box<dyn Error>> {
    let peak = kilobytes("/proc/self/status", "VmHWM:").ok_or("the system does not tell memory")?;
    Ok(1024.0 * peak as f64)
}
