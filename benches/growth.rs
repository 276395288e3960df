//! How the tables of all games grow: time, bytes and probes for each state, beside what memory can do.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench growth -- 100000000` builds tables of every game, in
//! steps, up to so many states (by default ten million) on all processors, and prints a line for each.
//! Before that it prints how fast memory is read and written, for arrays of several sizes.

use std::error::Error;
use std::fs;
use std::hint::black_box;

use fastrand::Rng;
use perfectplay_benches::memory::{dependent, in_order, independent, places, random_cycle};
use perfectplay_benches::probes::{How, probes};
use perfectplay_benches::{build, contour_boards, folder, median, nanoseconds, stake_board, timed};
use perfectplay_query::{Family, Instance, TableId};

/// How many positions are asked.
const ASKED: usize = 1 << 16;
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let most = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(10_000_000);
    println!(
        "| array | read in order, GB/s | filled, GB/s | independent reads, ns | dependent reads, ns |"
    );
    println!("|---|---|---|---|---|");
    [1 << 15, 1 << 20, 1 << 24, 1 << 28].into_iter().for_each(print_memory);
    println!();
    println!(
        "| table | states | bytes | bits a state | built | ns a state | GB/s | ns a probe | in batches |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    tables().iter().filter(|id| id.states() <= most).try_for_each(print_table)
}

/// Tables of every game, of each the small ones first.
fn tables() -> Vec<TableId> {
    let mut random = Rng::with_seed(1);
    let mut ids: Vec<TableId> = Vec::new();
    let bounds = [16, 20, 24, 28, 32, 36, 40, 44, 48, 50];
    ids.extend(bounds.map(|bound| TableId::from(Family::Number { bound })));
    ids.extend((3..=8).map(|levels| TableId::from(Family::Tower { levels })));
    let boards = contour_boards([6, 8, 10, 12, 14]);
    ids.extend(boards.map(|board| TableId::from(Instance::Contour(board))));
    ids.extend((2..=4).map(|size| TableId::from(Family::Stake { size })));
    // Boards of 8 × 8 by their number of empty cells.
    let boards = (10..=20).step_by(2).map(|empty| stake_board(&mut random, 8, empty));
    ids.extend(boards.map(|board| TableId::from(Instance::Stake(board))));
    let sizes = [(2, 4), (3, 3), (3, 4), (4, 4), (3, 6), (4, 5)];
    ids.extend(sizes.map(|(rows, columns)| TableId::from(Family::Tokens { rows, columns })));
    let sides = (6..=14).step_by(2);
    ids.extend(sides.map(|side| TableId::from(Family::Chomp { rows: side, columns: side })));
    ids
}

fn print_table(id: &TableId) -> Result<(), Box<dyn Error>> {
    let (_directory, folder) = folder();
    let (path, seconds) = timed(|| build(id.clone(), &folder));
    let bytes = fs::metadata(path)?.len() as f64;
    let states = id.states() as f64;
    let [single, batch] = [How::Single, How::Batch].map(|how| {
        let mut probes = probes(id, &folder, ASKED, how)?;
        Ok::<_, Box<dyn Error>>(median(ROUNDS, || nanoseconds(ASKED, || probes(0..ASKED))))
    });
    // The name of a single board's table says nothing about its size.
    let name = match id {
        TableId::Instance(Instance::Contour(board)) => {
            format!("contour, {} × {}", board.rows(), board.columns())
        }
        TableId::Instance(Instance::Stake(board)) => {
            format!("stake, {} empty cells", board.empty_cells().count_ones())
        }
        other => format!("`{other}`"),
    };
    println!(
        "| {name} | {states} | {bytes} | {:.2} | {:.1} ms | {:.2} | {:.3} | {:.1} | {:.1} |",
        8.0 * bytes / states,
        1e3 * seconds,
        1e9 * seconds / states,
        bytes / seconds / 1e9,
        single?,
        batch?,
    );
    Ok(())
}

fn print_memory(bytes: usize) {
    let cycle = random_cycle(bytes / 4);
    let places = places(cycle.len(), ASKED);
    let mut filled = vec![0u32; cycle.len()];
    // As often as it takes for a time that a clock can measure.
    let times = (1usize << 24).div_ceil(bytes);
    let read = median(ROUNDS, || in_order(&cycle, times));
    let written = median(ROUNDS, || {
        nanoseconds(times, || {
            (0..times as u64).inspect(|&time| black_box(&mut filled).fill(time as u32)).sum()
        })
    });
    println!(
        "| {} KiB | {:.1} | {:.1} | {:.1} | {:.1} |",
        bytes >> 10,
        bytes as f64 / read,
        bytes as f64 / written,
        median(ROUNDS, || independent(&cycle, &places)),
        median(ROUNDS, || dependent(&cycle, ASKED)),
    );
}
