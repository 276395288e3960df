//! How the tables of all games grow: time, bytes and probes for each state, beside what memory can do.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench growth -- 100000000` builds tables of every game, in
//! steps, up to so many states (by default ten million) on all processors, and prints a line for each.
//! Before that it prints how fast memory is read and written, for arrays of several sizes.
#![allow(clippy::print_stdout, reason = "a program that prints tables")]

mod common;

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use common::probes::{How, built, nanoseconds, probes, random_cycle};
use fastrand::Rng;
use perfectplay_core::{contour, stake};
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
    let mut random = Rng::with_seed(1);
    [6, 8, 10, 12, 14].into_iter().map(move |side| {
        let mut rows = || -> Vec<Vec<u32>> {
            (0..side).map(|_| (0..side).map(|_| random.u32(..100_000)).collect()).collect()
        };
        let board = contour::Board::new(&rows(), &rows()).expect("a board");
        Instance::Contour(board).into()
    })
}

/// The families, and boards of 8 × 8 by their number of empty cells.
fn stakes() -> impl Iterator<Item = TableId> {
    let mut random = Rng::with_seed(1);
    let boards = [10, 12, 14, 16, 18, 20].into_iter().map(move |empty| {
        let mut cells: Vec<u32> = (0..64).collect();
        random.shuffle(&mut cells);
        let mut filled = [0; 2];
        (0..).zip(&cells[empty..]).for_each(|(turn, cell)| filled[turn % 2] |= 1 << cell);
        Instance::Stake(stake::Position::from_masks(8, filled).expect("a board")).into()
    });
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
    let (_directory, folder) = common::folder();
    let start = Instant::now();
    let bytes = built(id, &folder)? as f64;
    let seconds = start.elapsed().as_secs_f64();
    let states = id.states() as f64;
    let [single, batch] = [How::Single, How::Batch].map(|how| {
        let mut probes = probes(id, &folder, ASKED, how)?;
        Ok::<_, Box<dyn Error>>(median(|| nanoseconds(ASKED, || probes(0..ASKED))))
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
    let mut random = Rng::with_seed(2);
    let places: Vec<u32> = (0..ASKED).map(|_| random.u32(..cycle.len() as u32)).collect();
    let mut filled = vec![0u32; cycle.len()];
    // As often as it takes for a time that a clock can measure.
    let times = (1usize << 24).div_ceil(bytes);
    let gigabytes = |nanoseconds: f64| bytes as f64 / nanoseconds;
    let read = median(|| {
        nanoseconds(times, || {
            (0..times)
                .map(|_| black_box(&cycle).iter().map(|&word| u64::from(word)).sum::<u64>())
                .sum()
        })
    });
    let written = median(|| {
        nanoseconds(times, || {
            (0..times as u64).inspect(|&time| black_box(&mut filled).fill(time as u32)).sum()
        })
    });
    let independent = median(|| {
        nanoseconds(ASKED, || places.iter().map(|&place| u64::from(cycle[place as usize])).sum())
    });
    let dependent = median(|| {
        nanoseconds(ASKED, || (0..ASKED).fold(0, |place, _| cycle[place as usize].into()))
    });
    println!(
        "| {} KiB | {:.1} | {:.1} | {independent:.1} | {dependent:.1} |",
        bytes >> 10,
        gigabytes(read),
        gigabytes(written),
    );
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| measure()).collect();
    common::probes::quantile(&mut times, 0.5)
}
