//! `f64` of `tower`.

use super::file::File;
use super::{choose, hex, integer};

pub struct TowerF64<'a> {
    levels: u64,
    entries: &'a [u8],
}

const COMPLETE: [&str; 18] = [
    "RRG", "GRG", "RGR", "RGG", "RGB", "GGG", "GGB", "BGB", "RRB", "BRB", "RBR", "RBB", "RBG",
    "BBB", "BBG", "GBG", "RRR", "GRB",
];

const TOPS: [&[&str]; 4] = [
    &[],
    &["R..", ".R.", "G..", ".G.", "B..", ".B."],
    &[
        "G.R", "RG.", "GR.", "G.G", "GG.", "G.B", "BG.", "GB.", "B.B", "BB.", "B.R", "RB.", "BR.",
        "R.R", "RR.",
    ],
    &[
        "RGR", "RGG", "RRG", "GRG", "GGG", "GGB", "BGB", "GBG", "GBB", "GRB", "RGB", "RBG", "BBB",
        "RBR", "RBB", "RRB", "BRB", "RRR",
    ],
];

/// Complete levels, two-block levels, blocks of the top.
type Shape = (u64, u64, u64);

/// What of a tower matters, by the names of the document.
struct State {
    shape: Shape,
    p: u64,
    q: u64,
    u: u64,
    v: u64,
    x: u64,
    t: u64,
    z: u64,
}

/// The place of a level in a list, as it is or mirrored.
fn kind(list: &[&str], level: &str) -> Option<usize> {
    let mirrored: String = level.chars().rev().collect();
    list.iter().position(|&known| known == level || known == mirrored)
}

fn rank(counts: &[u64]) -> u64 {
    let k = counts.len() as u64;
    (1..k)
        .map(|j| (counts[j as usize..].iter().sum::<u64>(), j))
        .filter(|&(s, _)| s > 0)
        .map(|(s, j)| choose(s + k - 1 - j, k - j))
        .sum()
}

fn h(n: u64) -> u64 {
    choose(n + 7, 7)
}

/// The rows of a pair.
fn rows(c: u64, (p, q): (u64, u64)) -> u64 {
    let pairs = if p == q { h(p) * (h(p) + 1) / 2 } else { h(p) * h(q) };
    pairs * (c - p - q + 1)
}

/// The pairs of a shape in the order of their rows.
fn pairs(c: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=c).flat_map(move |p| (0..=p.min(c - p)).map(move |q| (p, q)))
}

/// The entries of a row.
fn row_length((_, d, b): Shape) -> u64 {
    choose(d + 2, 2) * TOPS[b as usize].len() as u64
}

fn states_of(shape: Shape) -> u64 {
    pairs(shape.0).map(|pair| rows(shape.0, pair)).sum::<u64>() * row_length(shape)
}

/// The shapes of a table in their order.
fn shapes(levels: u64) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = (0..levels).map(|i| (i, 0, 3)).collect();
    let mut next = 0;
    while next < shapes.len() {
        let (c, d, b) = shapes[next];
        let (more, b) = if b < 3 { (c, b + 1) } else { (c + 1, 1) };
        let mut found = Vec::new();
        if c > 0 {
            found.extend([(more - 1, d + 1, b), (more - 1, d, b)]);
        }
        if d > 0 {
            found.push((more, d - 1, b));
        }
        for shape in found {
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        next += 1;
    }
    shapes.sort_unstable_by_key(|&(c, d, b)| (6 * c + 3 * d + 2 * b, c, d));
    shapes
}

impl State {
    /// Of a tower as it is written; `None` if green and blue must be exchanged first.
    fn of(tower: &str) -> Option<Self> {
        let (mut complete, mut two) = ([0u64; 18], [0u64; 3]);
        let levels: Vec<&str> = tower.split('/').collect();
        let (&top, below) = levels.split_last().unwrap();
        for level in below {
            if let Some(kind) = kind(&COMPLETE, level) {
                complete[kind] += 1;
            } else if &level[1..2] != "." && level.matches('.').count() == 1 {
                let side = level.chars().enumerate().find(|&(i, c)| i != 1 && c != '.').unwrap().1;
                two["RGB".find(side).unwrap()] += 1;
            }
        }
        let (green, blue) = (&complete[..8], &complete[8..16]);
        let (p, q) = (green.iter().sum(), blue.iter().sum());
        let (u, v, x) = (rank(green), rank(blue), complete[17]);
        let b = 3 - top.matches('.').count() as u64;
        let z = kind(TOPS[b as usize], top).unwrap() as u64;
        let shape = (complete.iter().sum(), two.iter().sum(), b);
        let is_stored = p > q || p == q && u >= v;
        is_stored.then(|| Self { shape, p, q, u, v, x, t: rank(&two), z })
    }

    /// Of a tower, with green and blue exchanged where that must be.
    fn stored(tower: &str) -> Self {
        let exchanged = tower.replace('G', "g").replace('B', "G").replace('g', "B");
        Self::of(tower).or_else(|| Self::of(&exchanged)).unwrap()
    }

    fn place(&self, levels: u64) -> u64 {
        let &Self { shape, p, q, u, v, x, t, z } = self;
        let c = shape.0;
        let start: u64 =
            shapes(levels).into_iter().take_while(|&other| other != shape).map(states_of).sum();
        let before: u64 =
            pairs(c).take_while(|&pair| pair != (p, q)).map(|pair| rows(c, pair)).sum();
        let pair = if p == q { u * (u + 1) / 2 + v } else { u * h(q) + v };
        let row = before + pair * (c - p - q + 1) + x;
        let tops = TOPS[shape.2 as usize].len() as u64;
        start + row * row_length(shape) + t * tops + z
    }
}

impl<'a> TowerF64<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "tower", "f64", &["entries"]);
        let [levels] = file.parameters(["levels"]);
        assert!((1..=12).contains(&levels));
        let raw = |(c, d, b): Shape| {
            choose(c + 17, 17) * choose(d + 8, 8) * TOPS[b as usize].len() as u64
        };
        file.check_raw_states(shapes(levels).into_iter().map(raw).sum());
        assert_eq!(file.states, shapes(levels).into_iter().map(states_of).sum::<u64>());
        Self { levels, entries: file.section(0, 8 * file.states) }
    }

    pub fn entry(&self, tower: &str) -> f64 {
        let entry = f64::from_bits(integer(self.bytes(State::stored(tower).place(self.levels))));
        assert!(entry.is_finite() && entry.is_sign_positive(), "possible");
        entry
    }

    fn bytes(&self, place: u64) -> &'a [u8] {
        &self.entries[8 * place as usize..][..8]
    }

    pub fn row(&self, tower: &str) -> Vec<String> {
        let state = State::stored(tower);
        let place = state.place(self.levels);
        let State { shape: (c, d, b), p, q, u, v, x, t, z } = state;
        vec![
            if State::of(tower).is_some() { "no" } else { "yes" }.to_owned(),
            format!("{c}, {d}, {b}"),
            format!("{p}, {q}"),
            format!("{u}, {v}, {x}"),
            format!("{t}, {z}"),
            place.to_string(),
            hex(self.bytes(place)),
            self.entry(tower).to_string(),
        ]
    }
}
