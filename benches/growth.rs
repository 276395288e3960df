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
    let all = numbers().chain(towers()).chain(contours()).chain(stakes());
    for id in all.chain(tokens()).chain(chomps()).filter(|id| id.states() <= most) {
        print_table(&id)?;
    }
    Ok(())
}

fn numbers() -> impl Iterator<Item = TableId> {
    [16, 20, 24, 28, 32, 36, 40, 44, 48, 50]
        .map(|bound| Family::Number { bound }.into())
        .into_iter()
}

fn towers() -> impl Iterator<Item = TableId> {
    (3..=8).map(|levels| Family::Tower { levels }.into())
}

fn contours() -> impl Iterator<Item = TableId> {
    contour_boards([6, 8, 10, 12, 14]).map(|board| Instance::Contour(board).into())
}

/// The families, and boards of 8 × 8 by their number of empty cells.
fn stakes() -> impl Iterator<Item = TableId> {
    let mut random = Rng::with_seed(1);
    let boards = (10..=20).step_by(2).map(move |empty| stake_board(&mut random, 8, empty));
    let boards = boards.map(|board| Instance::Stake(board).into());
    (2..=4).map(|size| Family::Stake { size }.into()).chain(boards)
}

fn tokens() -> impl Iterator<Item = TableId> {
    let sizes = [(2, 4), (3, 3), (3, 4), (4, 4), (3, 6), (4, 5)];
    sizes.into_iter().map(|(rows, columns)| Family::Tokens { rows, columns }.into())
}

fn chomps() -> impl Iterator<Item = TableId> {
    (3..=7).map(|half| Family::Chomp { rows: 2 * half, columns: 2 * half }.into())
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
