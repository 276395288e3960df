//! Colored Jenga: a memoised search with a hash map of packed towers.
//!
//! This is how programs for Codeforces 424E solve it. Towers are one state if they differ only in
//! the order of the levels below the top, in mirror images of levels, or in dead levels, which
//! cannot give a block any more. The expected minutes of each state are computed once. The sets of
//! levels are packed as counters in one word, so that a move is an addition.

use std::collections::BTreeSet;

use perfectplay_games::tower::{Color, Level, Place, Position};
use rustc_hash::FxHashMap;

/// The expected minutes until the end under best play.
///
/// # Panics
/// If the tower is so large that more than 15 levels might become equal: a tower of up to seven
/// full levels and all that play makes of it are small enough.
pub fn value(tower: &Position) -> f64 {
    let rules = Rules::new();
    let state = rules.state(tower);
    Search { rules: &rules, known: FxHashMap::default() }.expected(state)
}

/// The top level in the lowest bits, and for each kind of live level a counter of how many such
/// levels are below the top.
type State = u128;

const TOP_BITS: u32 = 6;
const COUNTER_BITS: u32 = 4;

/// What is added to a state, wrapping, to change it.
type Change = State;

/// All moves as additions to states.
struct Rules {
    /// The kinds of live levels, in the order of their counters. Of mirror images there is one.
    kinds: Vec<Level>,
    /// By kind, the blocks that such a level can give, and what that changes below the top.
    takes: Vec<Vec<(Color, Change)>>,
    /// By top level and colour, what putting such a block on top changes.
    puts: Vec<[Vec<Change>; 3]>,
}

impl Rules {
    fn new() -> Self {
        let kinds = levels().filter(|&level| level == canonical(level) && is_live(level));
        let mut rules = Self { kinds: kinds.collect(), takes: Vec::new(), puts: Vec::new() };
        rules.takes = rules.kinds.iter().map(|&level| rules.takes_from(level)).collect();
        rules.puts =
            levels().map(|top| Color::ALL.map(|color| rules.puts_on(top, color))).collect();
        rules
    }

    /// One level of this kind, as a summand of a state; dead levels do not count.
    fn one(&self, level: Level) -> State {
        let level = canonical(level);
        let kind = self.kinds.iter().position(|&kind| kind == level);
        kind.map_or(0, |kind| 1 << (TOP_BITS + COUNTER_BITS * kind as u32))
    }

    fn takes_from(&self, level: Level) -> Vec<(Color, Change)> {
        let takes = takes(level);
        different(takes.map(|(color, left)| (color, self.one(left).wrapping_sub(self.one(level)))))
    }

    fn puts_on(&self, top: Level, color: Color) -> Vec<Change> {
        let complete = top.blocks() == 3;
        let (landing, covered) =
            if complete { (Level::default(), self.one(top)) } else { (top, 0) };
        let free = Place::ALL.into_iter().filter(|&place| landing.get(place).is_none());
        different(free.map(|place| {
            let next = canonical(landing.with(place, Some(color)));
            (covered + next.bits() as State).wrapping_sub(canonical(top).bits() as State)
        }))
    }

    fn state(&self, tower: &Position) -> State {
        let (top, below) = tower.split_top();
        // A move lowers this weight, and 16 equal levels have a weight of at least 48.
        let live = below.iter().filter(|&&level| is_live(level));
        let weight = live.map(|level| 3 * (level.blocks() - 1)).sum::<usize>() + 2 * top.blocks();
        assert!(weight < 48, "the search has counters for towers of up to seven full levels");
        let counted = below.iter().map(|&level| self.one(level)).sum::<State>();
        counted + canonical(top).bits() as State
    }
}

struct Search<'a> {
    rules: &'a Rules,
    known: FxHashMap<State, f64>,
}

impl Search<'_> {
    fn expected(&mut self, state: State) -> f64 {
        if let Some(&value) = self.known.get(&state) {
            return value;
        }
        let rules = self.rules;
        let puts = &rules.puts[(state & ((1 << TOP_BITS) - 1)) as usize];
        let mut least = [None; 3];
        let mut counters = state >> TOP_BITS;
        for takes in &rules.takes {
            if counters & ((1 << COUNTER_BITS) - 1) != 0 {
                for &(color, take) in takes {
                    let least = &mut least[color as usize];
                    for &put in &puts[color as usize] {
                        let after = self.expected(state.wrapping_add(take).wrapping_add(put));
                        *least = Some(least.map_or(after, |least: f64| least.min(after)));
                    }
                }
            }
            counters >>= COUNTER_BITS;
        }
        let value = expected_minutes(least);
        self.known.insert(state, value);
        value
    }
}

/// The expected minutes from the least ones after a move of each colour, if there is one. A colour
/// that has a move is rolled every 6 / `sixths` minutes, and red half as often as green or blue.
fn expected_minutes(least: [Option<f64>; 3]) -> f64 {
    let [red, green, blue] = least.map(|value| value.unwrap_or(0.0));
    let [has_red, has_green, has_blue] = least.map(|value| f64::from(u8::from(value.is_some())));
    let sixths = has_red + 2.0 * (has_green + has_blue);
    if sixths == 0.0 { 0.0 } else { (6.0 + red + 2.0 * (green + blue)) / sixths }
}

/// All levels, by their bits.
fn levels() -> impl Iterator<Item = Level> {
    let blocks = [None, Some(Color::Red), Some(Color::Green), Some(Color::Blue)];
    (0..64).map(move |bits| Level::new(blocks[bits & 3], blocks[bits >> 2 & 3], blocks[bits >> 4]))
}

/// The level or its mirror image, whichever compares less.
fn canonical(level: Level) -> Level {
    let [left, middle, right] = Place::ALL.map(|place| level.get(place));
    level.min(Level::new(right, middle, left))
}

/// The blocks that a level below the top can give, and the level without each.
fn takes(level: Level) -> impl Iterator<Item = (Color, Level)> {
    let takes = Place::ALL.map(|place| Some((level.get(place)?, level.with(place, None))));
    takes.into_iter().flatten().filter(|(_, left)| left.stands())
}

/// In their order, each once.
fn different<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    BTreeSet::from_iter(all).into_iter().collect()
}

fn is_live(level: Level) -> bool {
    takes(level).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_a_state_for_each_tower_up_to_order_mirror_images_and_dead_levels() {
        let rules = Rules::new();
        let mut search = Search { rules: &rules, known: FxHashMap::default() };
        let sample = "RGB/GRG/BBB/GGR/BRG/BRB".parse().expect("a tower");
        let value = search.expected(rules.state(&sample));
        assert!((value - 17.119213696601992).abs() < 1e-9);
        // The plain search of the core crate, which merges the same towers, has as many.
        assert_eq!(search.known.len(), 832_624);
    }
}
