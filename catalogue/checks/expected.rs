//! Games with dice: published figures, another solver, and bounds that are not true.

use std::collections::HashMap;
use std::fmt::Display;

use perfectplay_catalogue::{AcePoints, Boxes, Kalah, RoyalUr, StoneGame};
use perfectplay_core::Random;
use perfectplay_query::IndexedTable;
use perfectplay_tables::solve::{Mistake, Reached, Turn};

use crate::built_in::compare_towers;
use crate::*;

fn expected<G: Game>(table: &SolvedTable<G>, position: G::Position) -> f64 {
    value(table, position).expected().expect("an expectation")
}

/// What moves lead to, or outcomes with their weights.
fn children<G: Game>(game: &G, from: G::Position) -> Vec<(u32, G::Position)> {
    let mut children = Vec::new();
    if game.end(from).is_none() {
        game.rolls(from, |weight, _, to| children.push((weight, to)));
        if children.is_empty() {
            game.moves(from, |_, to| children.push((0, to)));
        }
    }
    children
}

fn turn<G: Game>(game: &G, from: G::Position, to: G::Position, weight: u32) -> Turn {
    let same_player = weight > 0 || game.players() == 1 || game.same_player(from, to);
    Turn { same_player, gain: game.gain(from, to) }
}

/// What can be expected in all positions of a table, by going through them until nothing changes.
fn iterated<G: Game>(game: &G, words: &[u64]) -> HashMap<u64, f64> {
    let mut values: HashMap<u64, f64> = words.iter().map(|&word| (word, 0.0)).collect();
    loop {
        let mut change = 0.0_f64;
        for &word in words.iter().rev() {
            let from = game.unpack(word);
            let (mut sum, mut all, mut best) = (0.0, 0.0, -1.0_f64);
            for (place, (weight, to)) in children(game, from).into_iter().enumerate() {
                let Turn { same_player, gain } = turn(game, from, to, weight);
                let value = values[&game.pack(game.canonical(to))];
                let worth = f64::from(gain) + if same_player { value } else { -value };
                sum += f64::from(weight) * worth;
                all += f64::from(weight);
                best = if place == 0 { worth } else { best.max(worth) };
            }
            let new = match game.end(from) {
                Some(End::Win) => 1.0,
                Some(End::Score(points)) => points.into(),
                Some(_) => -1.0,
                None if all > 0.0 => sum / all,
                None => best,
            };
            let old = values.insert(word, new).expect("a position");
            change = change.max((new - old).abs());
        }
        if change < 1e-15 {
            return values;
        }
    }
}

/// Compares all positions with the other solver, and returns how many there are.
fn compare_with_iteration<G: Game>(game: G, narrow: f64) -> usize {
    let (_directory, table) = solved(game);
    let words = table.words(u64::MAX, Control::SILENT).expect("positions");
    for (word, iterated) in iterated(table.game(), &words) {
        let found = table.unchecked_value_of_word(word).expect("a value");
        let Value::Between { lower, upper } = found else { panic!("{found} is no bounds") };
        assert!(upper - lower < narrow, "{word}: {found}");
        assert!(lower - 1e-12 <= iterated && iterated <= upper + 1e-12, "{word}: {found}");
    }
    words.len()
}

#[test]
fn expectations_are_those_of_another_solver() {
    assert_eq!(compare_with_iteration(Pig { goal: 15 }, 1e-12), 3_010);
    assert_eq!(compare_with_iteration(RoyalUr { squares: 6 }, 1e-11), 3_514);
}

/// Larger games. T. Neller, C. Presser, "Optimal Play of the Dice Game Pig", 2004: the first player wins with a probability of
/// 0.5306.
#[test]
#[ignore = "`.ci/extra custom-games` runs it, optimised"]
fn with_dice_and_points() {
    let (_directory, table) = solved(Pig { goal: 100 });
    let first = f64::midpoint(expected(&table, [0, 0, 0, 0]), 1.0);
    assert!((0.53055..0.53065).contains(&first), "{first}");
    assert_eq!([3, 4].map(compare_towers), [15_483, 130_332]);
    let states = |game: Boxes, points| {
        let (_directory, table) = solved(game);
        assert_eq!(value(&table, 0), Value::Score(points));
        table.header().states
    };
    assert_eq!(states(Boxes::Square { columns: 3, rows: 2 }, -2), 1 << 17);
    assert_eq!(states(Boxes::Triangle, -3), 1 << 18);
    for (houses, seeds, points) in [(3, 4, 2), (4, 2, 6), (4, 3, 6)] {
        let (_directory, table) = solved(Kalah { houses, seeds, takes_alone: false });
        assert_eq!(value(&table, table.game().start()), Value::Score(points));
    }
}

/// H. Peelle, "Backgammon Tools in J", 4: the first player wins with 8 pieces against 6 with a probability of 0.301055.
#[test]
fn ace_points() {
    let (_directory, table) = solved(AcePoints { pieces: 15 });
    let first = f64::midpoint(expected(&table, [8, 6, 0]), 1.0);
    assert_eq!(format!("{first:.6}"), "0.301055");
}

/// The sums in POSITION are those of the whole game.
#[test]
fn points_along_the_way() {
    let score = |game: Boxes| value(&solved(game).1, 0);
    for ((columns, rows), points) in [((1, 1), -1), ((2, 1), 0), ((3, 1), -1), ((2, 2), 2)] {
        assert_eq!(score(Boxes::Square { columns, rows }), Value::Score(points));
    }
    let (from_left, [a, b, c]) = (StoneGame::FROM_LEFT, StoneGame::AT_ENDS);
    for (game, points) in [(from_left, 86), (a, -1), (b, 7), (c, 1)] {
        let (_directory, table) = solved(game);
        assert_eq!(value(&table, table.game().start()), Value::Score(points));
    }
    for (houses, seeds, points) in [(1, 3, 6), (2, 1, 2), (2, 4, -12), (3, 2, 4), (3, 3, 2)] {
        let (_directory, table) = solved(Kalah { houses, seeds, takes_alone: false });
        assert_eq!(value(&table, table.game().start()), Value::Score(points));
    }
}

/// A die that is rolled until it shows a six, by one player who wants that soon.
#[derive(Clone, Copy, Debug)]
struct Sixes {
    /// Whether the die is rolled again without a move.
    at_once: bool,
    /// Whether the player may also look at it for ever.
    idle: bool,
}

impl Game for Sixes {
    type Position = u64;
    type Move = &'static str;

    fn name(&self) -> String {
        format!("sixes-{}{}", u8::from(self.at_once), u8::from(self.idle))
    }

    fn start(&self) -> u64 {
        1
    }

    fn pack(&self, number: u64) -> u64 {
        number
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn rolls(&self, number: u64, mut each: impl FnMut(u32, &dyn Display, u64)) {
        if number == 1 {
            each(1, &"six", 0);
            each(5, &"other", if self.at_once { 1 } else { 2 });
        }
    }

    fn moves(&self, _: u64, mut each: impl FnMut(&'static str, u64)) {
        each("again", 1);
        if self.idle {
            each("look", 2);
        }
    }

    fn end(&self, number: u64) -> Option<End> {
        (number == 0).then_some(End::Score(0))
    }

    fn gain(&self, from: u64, _: u64) -> i16 {
        if from == 1 { -1 } else { 0 }
    }

    fn players(&self) -> u8 {
        1
    }

    fn values(&self) -> Values {
        Values::Expected
    }
}

#[test]
fn six_rolls_are_expected_until_a_six() {
    let (_directory, table) = solved(Sixes { at_once: true, idle: false });
    assert_eq!(value(&table, 1), Value::Expected(-6.0));
    let (_directory, table) = solved(Sixes { at_once: false, idle: false });
    let Value::Between { lower, upper } = value(&table, 1) else { panic!("no bounds") };
    assert!(lower <= -6.0 && -6.0 <= upper && upper - lower < 1e-10, "{lower} {upper}");
}

/// One step proves nothing of such a game: on a loop any lower bound follows from itself.
#[test]
fn play_that_need_not_end_is_refused() {
    let (_directory, folder) = folder();
    let built = build(&Sixes { at_once: false, idle: true }, &folder);
    refused!(built, SolveError::Mistake { position, mistake: Mistake::Endless } if position == "2");
}

/// A position with its bounds and what they are compared with.
struct Bounded {
    lower: f64,
    upper: f64,
    end: Option<End>,
    children: Vec<(usize, Reached)>,
    parents: Vec<usize>,
}

fn bounded<G: Game>(table: &SolvedTable<G>) -> Vec<Bounded> {
    let (game, words) = (table.game(), table.words(u64::MAX, Control::SILENT).expect("positions"));
    let mut all: Vec<Bounded> = Vec::new();
    for &word in &words {
        let from = game.unpack(word);
        let reached = |(weight, to)| {
            let place = words.binary_search(&game.pack(to)).expect("a position");
            let (value, turn) = (value(table, to), turn(game, from, to, weight));
            (place, Reached { value, turn, weight, is_same: words[place] == word })
        };
        let children = children(game, from).into_iter().map(reached).collect();
        let Value::Between { lower, upper } = value(table, from) else { panic!("no bounds") };
        all.push(Bounded { lower, upper, end: game.end(from), children, parents: Vec::new() });
    }
    for place in 0..all.len() {
        for child in all[place].children.iter().map(|it| it.0).collect::<Vec<_>>() {
            all[child].parents.push(place);
        }
    }
    all
}

/// Bounds of one position are shifted by any number of units, and moved towards one another or apart: whatever cannot enclose the
/// value, which the true ones do, or is wider than the table says, is seen at that position or where moves lead there from.
#[test]
fn forged_bounds_are_refused() {
    const FORGED: usize = 1_000_000;
    let (_directory, table) = solved(Pig { goal: 8 });
    let unit = table.header().parameter("unit").expect("a unit");
    let unit = (1_u64 << unit) as f64;
    let all = bounded(&table);
    let widest = all.iter().map(|it| it.upper - it.lower).fold(0.0, f64::max);
    let holds = |place: usize, forged: usize, value: Value| {
        let of = |at: usize, own: Value| if at == forged { value } else { own };
        let it: &Bounded = &all[place];
        let own = of(place, Value::Between { lower: it.lower, upper: it.upper });
        let children = it
            .children
            .iter()
            .map(|(at, reached)| Reached { value: of(*at, reached.value), ..*reached });
        table.check(own, it.end, &children.collect::<Vec<_>>()).is_ok()
    };
    let (mut random, mut refused, mut kept) = (Random::with_seed(3), 0, 0);
    while refused + kept < FORGED {
        let place = random.below(all.len() as u64) as usize;
        let it = &all[place];
        let is_whole = random.below(2) == 0;
        let mut shift = |most: u64| {
            let size = 1_i64 << random.below(most);
            (random.below(2 * size as u64 + 1) as i64 - size) as f64 / unit
        };
        let (by, apart) = (shift(40), if is_whole { 0.0 } else { shift(8) });
        let (lower, upper) = (it.lower + by, it.upper + by + apart);
        if lower > upper || (by == 0.0 && apart == 0.0) {
            continue;
        }
        let value = Value::Between { lower, upper };
        let is_seen = upper - lower > widest
            || !holds(place, place, value)
            || it.parents.iter().any(|&parent| !holds(parent, place, value));
        let may_enclose = lower <= it.upper && it.lower <= upper;
        assert!(is_seen || may_enclose, "{lower} to {upper} is not {} to {}", it.lower, it.upper);
        (refused, kept) = if is_seen { (refused + 1, kept) } else { (refused, kept + 1) };
    }
    assert!(refused > FORGED / 2, "{refused} of {FORGED}");
}

/// The same bytes for any number of threads, in both kinds; and words that number the positions are not stored.
#[test]
fn tables_of_expectations_do_not_depend_on_threads() {
    for threads in [1, 3] {
        assert_eq!(tables::bytes(&Pig { goal: 20 }, threads), tables::bytes(&Pig { goal: 20 }, 2));
        let ace_points = AcePoints { pieces: 9 };
        assert_eq!(tables::bytes(&ace_points, threads), tables::bytes(&ace_points, 2));
    }
    let (directory, _table) = solved(Pig { goal: 20 });
    let file = TableFolder::new(directory.path()).read("pig-20", IndexedTable::new).expect("one");
    assert!(!file.is_numbered() && file.dictionary().len() > 100);
}
