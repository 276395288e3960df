//! What the benchmarks share: folders of tables, positions that are asked for, and times.

pub mod memory;
pub mod probes;

use std::fmt::Debug;
use std::fs;
use std::hint::black_box;
use std::iter::Sum;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use fastrand::Rng;
use perfectplay::{TableRef, table_named, table_of_board};
use perfectplay_games::built_in;
use perfectplay_games::number::{Layer, Position};
pub use perfectplay_published::stake::random_board as stake_board;
use perfectplay_query::{Access, TableFolder, TableReader};
use perfectplay_tables::Build;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rustix::time::{ClockId, clock_gettime};
use tempfile::TempDir;

/// A new folder of tables, which are mapped.
pub fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let folder = mapped(directory.path());
    (directory, folder)
}

/// A folder that nothing else writes to, whose tables are mapped.
pub fn mapped(folder: impl Into<PathBuf>) -> TableFolder {
    #[expect(unsafe_code, reason = "maps are what is measured")]
    // SAFETY: nothing else writes to the folder, and the builder replaces tables only by rename.
    let access = unsafe { Access::map() };
    TableFolder::new(folder).with_access(access)
}

/// The table with a name.
pub fn planned(name: impl ToString) -> TableRef {
    table_named(&name.to_string(), &built_in()).expect("a table's name")
}

/// The table of a board in the contest's format.
pub fn of_board(game: &str, board: &str) -> TableRef {
    let game = built_in().into_iter().find(|one| one.name() == game).expect("a game");
    table_of_board(board, &game).expect("a board")
}

/// Builds a table in a folder, also if it is there.
pub fn build(table: &TableRef, folder: &TableFolder) -> PathBuf {
    let how = Build::default().force(true);
    table.build(folder, how).expect("a table").path
}

/// A new folder with a table, and its reader.
pub fn stored<T: TableReader>(table: &TableRef) -> (TempDir, T) {
    let (directory, folder) = folder();
    build(table, &folder);
    (directory, folder.read(table.name(), T::READ).expect("a table"))
}

/// A group of measurements, each of this many positions.
pub fn group<'a>(
    c: &'a mut Criterion,
    name: &str,
    positions: usize,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(positions as u64)).sample_size(20);
    group
}

/// Measures what must always have the same result.
pub fn same<T: PartialEq + Debug>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    expected: T,
    mut run: impl FnMut() -> T,
) {
    group.bench_function(name, |b| b.iter(|| assert_eq!(run(), expected)));
}

/// Measures building a table, which is written and synced.
pub fn making(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, table: &TableRef) {
    let (_directory, folder) = folder();
    let make = || build(table, &folder);
    same(group, name, make(), make);
}

/// Measures asking for the values of all positions, whose sum is known.
pub fn sums<P, V: Sum + PartialEq + Debug>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    positions: &[P],
    expected: V,
    value: impl Fn(&P) -> V,
) {
    same(group, name, expected, || positions.iter().map(|one| value(black_box(one))).sum());
}

/// What something results in, and the seconds that it takes.
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

/// Runs something three times that takes too long to be repeated often; returns the least time.
pub fn least<T>(mut run: impl FnMut() -> T) -> (T, f64) {
    let least = timed(&mut run).1.min(timed(&mut run).1);
    let (result, last) = timed(run);
    (result, least.min(last))
}

/// The nanoseconds that each of this many takes.
pub fn nanoseconds(asked: usize, run: impl FnOnce() -> u64) -> f64 {
    timed(|| black_box(run())).1 * 1e9 / asked as f64
}

/// How long this process has run, on all threads, or this thread alone. Other programs do not count, as long as they leave
/// the caches alone.
pub fn processor_time(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The median of this many measurements.
pub fn median(rounds: usize, mut measure: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..rounds).map(|_| measure()).collect();
    quantile(&mut times, 0.5)
}

/// The number below which this share of all numbers lies.
pub fn quantile(numbers: &mut [f64], share: f64) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[((numbers.len() - 1) as f64 * share) as usize]
}

/// A line of a file of `/proc`, in kilobytes, where the system has it.
pub fn kilobytes(file: impl AsRef<Path>, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse().ok())
}

/// This many threads.
pub fn threads(count: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(count).build().expect("threads")
}

/// Square boards of Contour with scores below 100,000, the same in every run.
pub fn contour_boards(
    sides: impl IntoIterator<Item = usize>,
) -> impl Iterator<Item = perfectplay_games::contour::Board> {
    let mut random = Rng::with_seed(1);
    sides.into_iter().map(move |side| {
        let mut row = || (0..side).map(|_| random.u32(..100_000)).collect();
        let mut rows = || (0..side).map(|_| row()).collect::<Vec<Vec<u32>>>();
        perfectplay_games::contour::Board::new(&rows(), &rows()).expect("a board")
    })
}

/// About `size` of the `states` positions of the Number Game up to a bound, each with the same
/// probability, in a pseudo-random order.
pub fn sample(bound: u8, states: u64, size: u64) -> Vec<Position> {
    let hash =
        |position: Position| position.mask().wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(20);
    let limit = (u128::from(u64::MAX) * u128::from(size) / u128::from(states)) as u64;
    // A pseudo-random choice, by another hash of the mask than that of the tables.
    let is_chosen = |&position: &Position| hash(position) ^ hash(position) >> 31 < limit;
    let of_layer = |largest| Layer::new(largest).ascending().filter(is_chosen);
    let mut chosen: Vec<Position> = (2..=bound).into_par_iter().flat_map_iter(of_layer).collect();
    chosen.sort_unstable_by_key(|&position| hash(position).wrapping_mul(0xff51_afd7_ed55_8ccd));
    chosen
}
