//! Encodings of the outcomes of all positions with numbers up to 40: bits per position, the time to
//! build them from the known outcomes on one thread, and the time of a probe.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench number_encodings` prints a table.

use std::collections::HashMap;

use perfectplay_benches::{asking, sample, timed};
use perfectplay_core::number::{
    Census, Choosing, Chosen, GroupSolver, Index, Key, Keys, Layer, OutcomesBuilder, Position,
};
use rustc_hash::FxHashSet;
use vers_vecs::EliasFanoVec;

const BOUND: u8 = 40;

fn main() {
    let solved: Vec<Vec<Key>> = solve();
    let keys: Vec<Key> = solved.concat();
    let states = keys.len() as f64;
    let losing = keys.iter().filter(|key| key.is_lost()).count() as f64;
    let sample = sample(BOUND, keys.len() as u64, 100_000);
    let (share, rest) = (losing / states, 1.0 - losing / states);
    let entropy = -(share * share.log2() + rest * rest.log2());
    println!("{states} positions, {losing} losing; entropy {entropy:.3} bits a position\n");
    println!("| encoding | bits a position | built | a probe |\n|---|---|---|---|");

    let report = |name: &str, bits: usize, seconds: f64, is_lost: &dyn Fn(Position) -> bool| {
        keys.iter().for_each(|key| assert_eq!(is_lost(key.position()), key.is_lost()));
        let time = asking(&sample, is_lost);
        println!("| {name} | {:.3} | {seconds:.2} s | {time:.0} ns |", bits as f64 / states);
    };
    for (name, filters) in [
        ("filters by class, and a static function (shipped)", true),
        ("a static function of one bit", false),
    ] {
        let (builder, seconds) = timed(|| filters_and_function(&solved, filters));
        let is_lost = |position| builder.outcomes().is_lost(position) == Some(true);
        let bits = builder.sections().iter().map(|section| 8 * section.len()).sum();
        report(name, bits, seconds, &is_lost);
    }

    let (cascade, seconds) = timed(|| BloomCascade::new(&keys));
    report("a cascade of Bloom filters", cascade.bits(), seconds, &|p| cascade.is_lost(p));

    let ((masks, sequence), seconds) = timed(|| {
        let mut masks: Vec<u64> = lost(&keys).map(Position::mask).collect();
        masks.sort_unstable();
        let sequence = EliasFanoVec::from_slice(&masks);
        (masks, sequence)
    });
    let largest = masks[masks.len() - 1];
    report("Elias-Fano of the losing masks", 8 * sequence.heap_size(), seconds, &|p| {
        p.mask() <= largest && sequence.successor(p.mask()) == Some(p.mask())
    });

    let (diagram, seconds) = timed(|| Diagram::new(&masks));
    report("a decision diagram", diagram.bits(), seconds, &|p| diagram.contains(p.mask()));

    let ((trie, bits), seconds) = timed(|| {
        let (positions, trie) = Index::new(BOUND).build().expect("memory");
        let ranks = Index::new(BOUND).over(&trie).expect("a trie");
        let mut bits = vec![0u64; positions.len().div_ceil(64)];
        for rank in lost(&keys).map(|position| ranks.rank(position).expect("a position")) {
            bits[rank as usize / 64] |= 1 << (rank % 64);
        }
        (trie, bits)
    });
    let ranks = Index::new(BOUND).over(&trie).expect("a trie");
    report("a bit for each rank in a trie", 8 * trie.len() + 64 * bits.len(), seconds, &|p| {
        let rank = ranks.rank(p).expect("a position");
        bits[rank as usize / 64] >> (rank % 64) & 1 == 1
    });

    let (set, seconds) = timed(|| lost(&keys).collect::<FxHashSet<Position>>());
    report("a hash set of the losing positions", 72 * set.capacity() * 8 / 7, seconds, &|p| {
        set.contains(&p)
    });
}

fn lost(keys: &[Key]) -> impl Iterator<Item = Position> + '_ {
    keys.iter().filter(|key| key.is_lost()).map(|key| key.position())
}

/// The solved positions by their largest number; the empty position comes first.
fn solve() -> Vec<Vec<Key>> {
    let mut losing = FxHashSet::from_iter([Position::NONE]);
    let mut solved = vec![vec![Key::new(Position::NONE, true)]];
    for largest in 2..=BOUND {
        let keys = solve_layer(Layer::new(largest), |position| losing.contains(&position));
        losing.extend(lost(&keys));
        solved.push(keys);
    }
    solved
}

fn solve_layer(layer: Layer, is_lost: impl Fn(Position) -> bool) -> Vec<Key> {
    let groups = layer.groups().expect("memory");
    let (mut solver, mut choosing) = (GroupSolver::new(layer), Choosing::new(layer));
    let (mut losing, mut keys) = (Chosen::new(layer, &groups), Vec::new());
    while let Some(list) = losing.next_list() {
        let mut pieces = Vec::new();
        for groups in Chosen::pieces_of(list) {
            for &group in groups {
                let is_lost = |&position: &Position| is_lost(position);
                let find_lost = |positions: &[Position]| positions.iter().position(is_lost);
                solver.solve(group, &losing, find_lost, |position, lost| {
                    keys.push(Key::new(position, lost));
                    if lost {
                        choosing.choose(position);
                    }
                });
                choosing.end_group();
            }
            pieces.push(choosing.piece().expect("memory"));
        }
        losing.push(pieces);
    }
    keys
}

/// The encoding of the tables. Without `filters` the census counts every position as losing, so
/// that none is filtered.
fn filters_and_function(solved: &[Vec<Key>], filters: bool) -> OutcomesBuilder {
    let mut builder = OutcomesBuilder::default();
    for (keys, largest) in solved[1..].iter().zip(2..) {
        let mut census = Census::new(largest);
        keys.iter().for_each(|key| census.add(key.position(), key.is_lost() || !filters));
        builder.begin(&census);
        for bits in 1..=OutcomesBuilder::MOST_BITS {
            let filtered = keys.iter().filter(|key| key.is_lost());
            let filtered =
                filtered.filter(|key| builder.filters().bits(key.position()) == Some(bits));
            let filtered = filtered.copied().collect();
            add(&mut builder, bits, filtered);
        }
        let passing = keys.iter().filter(|key| builder.filters().pass(key.position()));
        let passing = passing.copied().collect();
        add(&mut builder, 0, passing);
    }
    builder
}

fn add(builder: &mut OutcomesBuilder, bits: u8, keys: Vec<Key>) {
    let count = keys.len() as u64;
    let all = Keys::new(bits, count, 0..Keys::shards_of(count)).expect("memory");
    keys.into_iter().for_each(|key| all.add(key));
    let shards = all.shards().map(|shard| all.solve(shard)).collect::<Result<Vec<_>, _>>();
    builder.add(bits, &shards.expect("different positions")).expect("few words");
}

/// A filter of the losing positions, one of the winning positions that pass it, one of the losing
/// positions that pass both, and so on until none is left (Larisch et al., "CRLite", 2017).
struct BloomCascade {
    levels: Vec<Bloom>,
}

struct Bloom {
    words: Vec<u64>,
    hashes: u32,
    level: u64,
}

impl Bloom {
    fn new(keys: &[Position], false_positives: f64, level: u64) -> Self {
        let bits = (keys.len() as f64 * -false_positives.log2() * std::f64::consts::LOG2_E).ceil();
        let hashes = (-false_positives.log2()).round().max(1.0) as u32;
        let mut bloom = Self { words: vec![0; bits as usize / 64 + 1], hashes, level };
        for &key in keys {
            for place in bloom.places(key) {
                bloom.words[place / 64] |= 1 << (place % 64);
            }
        }
        bloom
    }

    fn places(&self, key: Position) -> impl Iterator<Item = usize> + use<> {
        let (bits, hashes) = (64 * self.words.len() as u64, self.hashes);
        let mut state = key.mask() ^ (self.level + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (0..hashes).map(move |_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut hash = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((u128::from(hash ^ hash >> 31) * u128::from(bits)) >> 64) as usize
        })
    }

    fn passes(&self, key: Position) -> bool {
        self.places(key).all(|place| self.words[place / 64] >> (place % 64) & 1 == 1)
    }
}

impl BloomCascade {
    fn new(keys: &[Key]) -> Self {
        let part = |lost: bool| keys.iter().filter(move |key| key.is_lost() == lost);
        let mut inside: Vec<Position> = part(true).map(|key| key.position()).collect();
        let mut outside: Vec<Position> = part(false).map(|key| key.position()).collect();
        let mut levels = Vec::new();
        let mut false_positives = inside.len() as f64 / outside.len() as f64 / 2f64.sqrt();
        while !inside.is_empty() {
            let bloom = Bloom::new(&inside, false_positives, levels.len() as u64);
            outside.retain(|&key| bloom.passes(key));
            std::mem::swap(&mut inside, &mut outside);
            levels.push(bloom);
            false_positives = 0.5;
        }
        Self { levels }
    }

    fn bits(&self) -> usize {
        self.levels.iter().map(|bloom| 64 * bloom.words.len()).sum()
    }

    fn is_lost(&self, position: Position) -> bool {
        let stopped = self.levels.iter().position(|bloom| !bloom.passes(position));
        stopped.unwrap_or(self.levels.len()) % 2 == 1
    }
}

/// A reduced decision diagram of the set of losing masks, which decides on the numbers from 2 on. A
/// node takes two words of 32 bits.
struct Diagram {
    nodes: Vec<[u32; 2]>,
    root: u32,
}

impl Diagram {
    fn new(masks: &[u64]) -> Self {
        // Sorted by the smallest numbers first.
        let mut sorted: Vec<u64> = masks.iter().map(|mask| mask.reverse_bits()).collect();
        sorted.sort_unstable();
        let mut diagram = Self { nodes: vec![[0, 0], [1, 1]], root: 0 };
        let mut known = HashMap::new();
        diagram.root = diagram.node(&sorted, 2, &mut known);
        diagram
    }

    fn node(&mut self, set: &[u64], number: u8, known: &mut HashMap<[u32; 2], u32>) -> u32 {
        if set.is_empty() || number > BOUND {
            return u32::from(!set.is_empty());
        }
        let without = set.partition_point(|mask| mask >> (63 - number) & 1 == 0);
        let children = [&set[..without], &set[without..]];
        let children = children.map(|set| self.node(set, number + 1, known));
        let next = self.nodes.len() as u32;
        let node = *known.entry(children).or_insert(next);
        if node == next {
            self.nodes.push(children);
        }
        node
    }

    fn bits(&self) -> usize {
        64 * self.nodes.len()
    }

    fn contains(&self, mask: u64) -> bool {
        let mut node = self.root;
        for number in 2..=BOUND {
            if node == 0 {
                return false;
            }
            node = self.nodes[node as usize][(mask >> number & 1) as usize];
        }
        node == 1
    }
}
