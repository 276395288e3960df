//! The family with 5 × 5 boards: its index, and samples of its entries. All entries of smaller boards
//! are checked beside it.

use std::ops::Range;
use std::sync::LazyLock;

use perfectplay_core::layers::{LayeredGame, fill_layer};
use perfectplay_games::testing::{bits, image};

use super::*;

static INDEX: LazyLock<FamilyIndex> = LazyLock::new(|| FamilyIndex::new(5).expect("a size"));
static PATTERNS: LazyLock<Vec<u8>> = LazyLock::new(|| INDEX.patterns());

fn lookup() -> FamilyLookup<'static> {
    INDEX.over(&PATTERNS).expect("its patterns")
}

fn solver() -> FamilySolver<'static> {
    FamilySolver::new(&INDEX, &PATTERNS).expect("its patterns")
}

fn len(layer: Range<u64>) -> u64 {
    layer.end - layer.start
}

/// An index below a bound.
fn below(random: &mut Rng, bound: u64) -> u64 {
    random.usize(..bound as usize) as u64
}

#[test]
fn the_numbers_of_boards_and_entries_are_as_known() {
    let smaller = FamilyIndex::new(4).expect("a size");
    assert_eq!(INDEX.raw_len() - smaller.raw_len(), 161_995_031_226);
    assert_eq!(INDEX.len() - smaller.len(), 20_479_891_915);
    let patterns = smaller.patterns();
    let smaller = FamilySolver::new(&smaller, &patterns).expect("its patterns");
    let solver = solver();
    let large = |filled: usize| {
        let empty = 25 - filled;
        let others = if empty <= 16 { len(smaller.layer(empty)) } else { 0 };
        len(solver.layer(empty)) - others
    };
    assert_eq!(large(16), 3_302_248_950);
    assert_eq!(large(17), 3_308_104_800);
    assert_eq!([0, 1, 2, 24, 25].map(large), [1, 6, 98, 6 * 2_704_156, 5_200_300]);
    assert_eq!((0..=25).map(large).sum::<u64>(), 20_479_891_915);
    for layer in 1..=25 {
        assert_eq!(solver.reads(layer), solver.layer(layer - 1));
        assert_eq!(solver.layer(layer).start, solver.layer(layer - 1).end);
    }
}

#[test]
fn states_and_indexes_are_one_to_one() {
    let mut random = Rng::with_seed(11);
    let lookup = lookup();
    let solver = solver();
    let ends = (0..=25).map(|layer| solver.layer(layer));
    let ends = ends.flat_map(|layer| [layer.start, layer.start + 1, layer.end - 1]);
    let some: Vec<u64> = (0..200_000).map(|_| below(&mut random, INDEX.len())).collect();
    for index in ends.filter(|&index| index < INDEX.len()).chain(some) {
        let board = lookup.state(index).expect("a state");
        assert_eq!(lookup.index_of(&board), Some(index), "{board}");
        let empty = board.empty_cells().count_ones() as usize;
        assert!(solver.layer(empty).contains(&index), "{board}");
    }
    assert_eq!(lookup.state(INDEX.len()), None);
    assert_eq!(lookup.state(u64::MAX), None);
    assert_eq!(lookup.index_of(&Position::empty(6).expect("a size")), None);
}

#[test]
fn places_are_those_of_the_document() {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    // Σ C(p_j, j): how many masks with equally many bits are less.
    let rank = |mask: u64| -> u64 {
        let bits = (0..64).filter(|bit| mask >> bit & 1 == 1);
        bits.zip(1..).map(|(bit, number)| if bit < number { 0 } else { choose(bit, number) }).sum()
    };
    let lookup = lookup();
    let lines = &PATTERNS[132_144..];
    assert_eq!(lines.len(), 16 * 349_526);
    let bit = |number: u64| {
        let line = &lines[16 * (number / 96) as usize..][..16];
        u64::from(line[4 + number as usize % 96 / 8] >> (number % 8) & 1)
    };
    let smaller = FamilyIndex::new(4).expect("a size");
    let patterns = smaller.patterns();
    let smaller = FamilySolver::new(&smaller, &patterns).expect("its patterns");
    let mut random = Rng::with_seed(13);
    for _ in 0..2000 {
        let filled = random.usize(..26);
        let board = random_board(&mut random, 5, 25 - filled);
        let f = filled as u64;
        let masks = (0..8).map(|symmetry| {
            let moved = |cell: u32| {
                let (row, column) = image(symmetry, (5, 5), (cell as usize / 8, cell as usize % 8));
                5 * row + column
            };
            let packed = |mask: u64| bits(mask).fold(0u64, |all, cell| all | 1 << moved(cell));
            let [zeros, ones] = board.filled().map(packed);
            (zeros | ones, zeros)
        });
        // The first of the least ones.
        let (canonical, zeros) = masks.min_by_key(|&(canonical, _)| canonical).expect("images");
        let first: u64 = (0..f).map(|filled| choose(25, filled)).sum();
        let number = first + rank(canonical);
        assert_eq!(bit(number), 1, "{board}");
        // The bits of the line of the group's first pattern that are before it count for fewer cells.
        let set = |number: u64| -> u64 {
            let line = number / 96;
            let before = &lines[16 * line as usize..][..4];
            let before = u32::from_le_bytes(before.try_into().expect("four bytes"));
            u64::from(before) + (96 * line..number).map(bit).sum::<u64>()
        };
        let cells = (0..25).filter(|cell| canonical >> cell & 1 == 1);
        let bits = cells.zip(0..).map(|(cell, place)| (zeros >> cell & 1) << place);
        let gathered = bits.sum();
        let block = (set(number) - set(first)) * choose(f, f.div_ceil(2));
        let layer = solver().layer(25 - filled);
        let others = if filled >= 9 { len(smaller.layer(25 - filled)) } else { 0 };
        assert_eq!(lookup.index_of(&board), Some(layer.start + others + block + rank(gathered)));
    }
}

#[test]
fn boards_with_few_empty_cells_have_the_scores_of_plain_minimax() {
    let solver = solver();
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for layer in 0..=2 {
        let mut out = vec![0; len(solver.layer(layer)) as usize];
        let lower = layers.last().map_or(&[][..], Vec::as_slice);
        fill_layer(&solver, layer, lower, &mut out, Control::SILENT).expect("not stopped");
        layers.push(out);
    }
    let mut random = Rng::with_seed(14);
    let mut plain = PlainSolver::new(Stake);
    let mut small: Vec<SmallSolver> =
        (0..=2).map(|cells| SmallSolver::new(cells).expect("few cells")).collect();
    for round in 0..6000 {
        let empty = round % 3;
        let board = random_board(&mut random, 5, empty);
        let index = lookup().index_of(&board).expect("in the family");
        let score = layers[empty][(index - solver.layer(empty).start) as usize];
        assert_eq!(small[empty].answer(&board).value, score, "{board}");
        if round < 600 {
            assert_eq!(plain.entry(&board), score, "{board}");
        }
    }
}

/// Some entry for every index.
fn some_entry(index: u64) -> i8 {
    (index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as i8 / 4
}

/// Whatever the entries of the layer before are, those of a task are the negated least ones of what
/// moves lead to.
#[test]
fn entries_follow_from_the_moves() {
    let solver = solver();
    let mut random = Rng::with_seed(15);
    for layer in (2..=5).chain(15..=25) {
        let reads = solver.reads(layer);
        // Memory that is touched where the task reads.
        let mut lower = vec![0; len(reads.clone()) as usize];
        let mut start = solver.layer(layer).start;
        let tasks: Vec<_> = solver.tasks(layer, 1).collect();
        let chosen = tasks.len() - 1 - random.usize(..tasks.len().min(1000));
        for task in &tasks[..chosen] {
            start += solver.task_len(task) as u64;
        }
        let task = &tasks[chosen];
        let mut out = vec![0; solver.task_len(task)];
        let boards = (start..).take(out.len()).map(|index| lookup().state(index).expect("a state"));
        let mut expected = Vec::new();
        for board in boards {
            let children = board.moves().filter_map(|step| lookup().index_of(&board.after(step)?));
            let scores = children.map(|child| {
                lower[(child - reads.start) as usize] = some_entry(child);
                some_entry(child)
            });
            expected.push(-scores.min().expect("a move"));
        }
        solver.fill(task, &lower, &mut out);
        assert!(out == expected, "layer {layer}, from {start}");
    }
}

#[test]
fn damaged_patterns_do_no_harm() {
    let mut random = Rng::with_seed(16);
    let bytes =
        (0..INDEX.patterns_len() / 8).flat_map(|_| random.usize(..usize::MAX).to_le_bytes());
    let bytes: Vec<u8> = bytes.chain([0; 8]).take(INDEX.patterns_len()).collect();
    let lookup = INDEX.over(&bytes).expect("the length is right");
    let mut random = Rng::with_seed(17);
    for _ in 0..20_000 {
        let size = 1 + random.usize(..5);
        let empty = random.usize(..size * size + 1);
        assert!(lookup.index_of(&random_board(&mut random, size, empty)).is_some());
        let _ = lookup.state(below(&mut random, INDEX.len()));
    }
    assert!(INDEX.over(&bytes[1..]).is_none());
}
