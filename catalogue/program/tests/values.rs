//! Games have the values that are known of them, and a plain solver finds the same ones for every position.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use perfectplay_catalogue::boards::Grid;
use perfectplay_catalogue::plain::Plain;
use perfectplay_catalogue::{
    AnyGame, Cram, Domineering, GoingRound, LGame, Subtraction, ThreeInARow, all,
};
use perfectplay_tables::solve::{Game, SolvedTable, Values, build};
use tempfile::TempDir;

fn solved(game: AnyGame) -> (SolvedTable<AnyGame>, TempDir) {
    let (name, folder) = (game.name(), tempfile::tempdir().expect("there is a folder"));
    build(&game, folder.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
    (SolvedTable::open(game, folder.path()).expect("it was built"), folder)
}

/// Solves a game twice, and returns the value of its start.
fn solved_twice(game: AnyGame) -> String {
    let (name, plain, (table, _folder)) = (game.name(), Plain::solve(game), solved(game));
    let states = table.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(states, table.header().states, "{name}");
    plain.compare(&table).unwrap_or_else(|error| panic!("{name}: {error}"));
    table.value(game.start()).expect("it is in the table").to_string()
}

/// The values of starts.
const KNOWN: [(&str, &str); 123] = [
    ("achi-3x3", "win in 11"),
    ("achiplaced-3x3", "loss in 12"),
    ("achistuck-3x3", "win in 11"),
    ("morris-3x3", "win in 9"),
    ("morrisstraight-3x3", "win in 9"),
    ("morrisrows-3x3", "draw"),
    ("tantfant-3x3", "win in 9"),
    ("tantfantlines-3x3", "win in 9"),
    ("tantfantsteps-3x3", "draw"),
    ("tantfantboth-3x3", "draw"),
    ("dao-4x4", "draw"),
    ("daoshut-4x4", "draw"),
    ("hounds-11", "win in 23"),
    ("harefirst-11", "loss in 24"),
    ("harefirstcentre-11", "loss in 28"),
    ("lgame-4x4", "draw"),
    ("mutorere-8", "draw"),
    ("mutorerefree-8", "win in 1"),
    ("hexapawn-3x3", "loss in 6"),
    ("hexapawn-4x3", "win in 5"),
    ("hexapawn-4x4", "win in 11"),
    ("breakthrough-3x4", "loss in 12"),
    ("breakthrough-3x5", "loss in 18"),
    ("breakthrough-4x4", "loss in 14"),
    ("fanorona-3x3", "win in 11"),
    ("fanoronaunequal-3x3", "loss in 6"),
    ("fanorona-3x5", "win in 13"),
    ("fanorona-5x3", "win in 11"),
    ("fanoronamirrored-5x3", "loss in 16"),
    ("quoridor0-3x3", "loss in 4"),
    ("quoridor1-3x3", "loss in 8"),
    ("quoridor-3x3", "loss in 12"),
    ("quoridor0-2x3", "loss in 4"),
    ("quoridor1-2x3", "win in 3"),
    ("quoridor-2x3", "win in 3"),
    ("quoridor0-4x3", "loss in 4"),
    ("quoridor1-4x3", "loss in 8"),
    ("quoridor-4x3", "loss in 10"),
    ("quoridor3-4x3", "win in 13"),
    ("boxes-1x1", "-1"),
    ("boxes-2x1", "+0"),
    ("boxes-3x1", "-1"),
    ("boxes-2x2", "+2"),
    ("kalah-1x1", "+0"),
    ("kalahalone-1x1", "+0"),
    ("kalah-1x2", "-2"),
    ("kalahalone-1x2", "-2"),
    ("kalah-1x3", "+6"),
    ("kalahalone-1x3", "+6"),
    ("kalah-1x4", "-2"),
    ("kalahalone-1x4", "-2"),
    ("kalah-1x5", "+0"),
    ("kalahalone-1x5", "+0"),
    ("kalah-1x6", "+0"),
    ("kalahalone-1x6", "+0"),
    ("kalah-2x1", "+2"),
    ("kalahalone-2x1", "+2"),
    ("kalah-2x2", "-2"),
    ("kalahalone-2x2", "+0"),
    ("kalah-2x3", "-2"),
    ("kalahalone-2x3", "-2"),
    ("kalah-2x4", "-12"),
    ("kalahalone-2x4", "-10"),
    ("kalah-2x5", "+6"),
    ("kalahalone-2x5", "+6"),
    ("kalah-2x6", "+8"),
    ("kalahalone-2x6", "+6"),
    ("kalah-3x1", "+0"),
    ("kalahalone-3x1", "+0"),
    ("kalah-3x2", "+4"),
    ("kalahalone-3x2", "+4"),
    ("kalah-3x3", "+2"),
    ("kalahalone-3x3", "+4"),
    ("runs-2x2", "loss in 3"),
    ("runs-3x3", "win in 6"),
    ("runs-4x4", "loss in 15"),
    ("stonesleft-77x12x64x35x28x4x87x21x20", "+86"),
    ("stones-3x2x7x4x3", "-1"),
    ("stones-3x9x1x2", "+7"),
    ("stones-5x3x4x5", "+1"),
    ("catmouse-5", "loss in 5"),
    ("catmouse-3", "loss in 1"),
    ("ring-1", "draw"),
    ("round-1", "win in 1"),
    ("round-3", "win in 3"),
    ("cram-3x3", "0"),
    ("domineering-3x3", "win in 3"),
    ("cram-4x3", "1"),
    ("domineering-4x3", "loss in 4"),
    ("cram-4x4", "0"),
    ("domineering-4x4", "win in 7"),
    ("kayles-20", "1"),
    ("tictactoe-3x3", "draw"),
    ("connect4-4x4", "draw"),
    ("rook-8x8", "win in 23"),
    ("picaria-9", "win in 7"),
    ("picariacentre-9", "draw"),
    ("picaria-13", "win in 7"),
    ("picariacentre-13", "win in 5"),
    ("foxhounds-8x8", "loss in 44"),
    ("ponghauki-5", "draw"),
    ("teeko-4x4", "draw"),
    ("dodgem-3x3", "win in 20"),
    ("dodgem-4x4", "draw"),
    ("dodgemblocked-3x3", "win in 19"),
    ("dodgemblocked-4x4", "draw"),
    ("col-3x3", "loss in 6"),
    ("col-4x3", "loss in 8"),
    ("col-4x4", "loss in 12"),
    ("snort-3x3", "win in 5"),
    ("snort-4x3", "win in 7"),
    ("snort-4x4", "loss in 12"),
    ("dawson-20", "3"),
    ("nodekayles-5x3", "3"),
    ("nodekayles-6x3", "3"),
    ("nodekayles-4x4", "0"),
    ("nim-3x4x5", "2"),
    ("nimmisere-1x3x5x7", "loss in 15"),
    ("graphchomp-k3", "0"),
    ("graphchomp-k4", "1"),
    ("graphchomp-k5", "2"),
    ("graphchomp-k6", "0"),
    ("graphchomp-petersen", "2"),
];

/// Who wins, or Grundy values, as others have published them.
const PUBLISHED: [(&str, &[(&str, &str)]); 6] = [
    ("C. Bouton, Nim, 1901", &[("nim-3x4x5", "2"), ("nimmisere-1x3x5x7", "loss")]),
    (
        "E. Berlekamp, J. Conway, R. Guy, Winning Ways, 1982",
        &[("dodgem-3x3", "win"), ("foxhounds-8x8", "loss")],
    ),
    ("D. des Jardins, 1996, by Wikipedia, Dodgem", &[("dodgem-4x4", "draw")]),
    ("P. Straffin, by Wikipedia, Pong Hau K'i", &[("ponghauki-5", "draw")]),
    ("OEIS A002187, Dawson's Kayles", &[("dawson-20", "3")]),
    (
        "OEIS A316632, Node Kayles",
        &[("nodekayles-5x3", "3"), ("nodekayles-6x3", "3"), ("nodekayles-4x4", "0")],
    ),
];

#[test]
fn published_values_are_known() {
    for (source, values) in PUBLISHED {
        for (name, published) in values {
            let (_, known) = KNOWN.iter().find(|(known, _)| known == name).expect("it is known");
            assert_eq!(known.split(' ').next(), Some(*published), "{name}, {source}");
        }
    }
}

/// Games with dice are compared with plain value iteration elsewhere, and those without repetition with a search.
#[test]
fn small_games_are_as_by_a_plain_solver() {
    let entries = all().into_iter().filter(|entry| !entry.is_large).map(|entry| entry.game);
    let is_plain = |game: &AnyGame| !matches!(game.values(), Values::Expected | Values::NoRepeat);
    let (games, next): (Vec<_>, _) = (entries.filter(is_plain).collect(), AtomicUsize::new(0));
    let work = || {
        while let Some(&game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (name, value) = (game.name(), solved_twice(game));
            if let Some((_, known)) = KNOWN.iter().find(|(known, _)| *known == name) {
                assert_eq!(value, *known, "{name}");
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    for (name, _) in KNOWN {
        assert!(games.iter().any(|game| game.name() == name), "{name}");
    }
}

/// The value to which a first move leads.
fn after(table: &SolvedTable<AnyGame>, step: &str) -> String {
    let answer = table.answer(table.game().start()).expect("it is in the table");
    let found = answer.moves.iter().find(|it| it.step == step).expect("there is this move");
    table.value(found.position).expect("it is in the table").to_string()
}

/// The first moves that win.
fn winning(table: &SolvedTable<AnyGame>) -> Vec<String> {
    let answer = table.answer(table.game().start()).expect("it is in the table");
    let wins = answer.moves.into_iter().filter(|it| it.result.wins() == Some(true));
    wins.map(|it| it.step).collect()
}

#[test]
fn first_moves_of_three_in_a_row() {
    let (achi, _folder) = solved(AnyGame::new(ThreeInARow::ACHI));
    assert_eq!(winning(&achi), ["b2"]);
    assert_eq!([after(&achi, "b1"), after(&achi, "a1")], ["win in 9", "win in 11"]);
    let (morris, _folder) = solved(AnyGame::new(ThreeInARow::MORRIS));
    assert_eq!(winning(&morris), ["b2"]);
    assert_eq!(after(&morris, "a1"), "draw");
    assert!(after(&morris, "b1").starts_with("win"));
}

/// How many positions are lost, with all that are the same up to symmetry, and without.
#[test]
fn l_game_has_lost_positions() {
    let game = AnyGame::new(LGame);
    let Plain { positions, numbers } = Plain::solve(game);
    let lost = positions.into_iter().zip(numbers).filter(|(_, number)| *number < 0);
    let lost: Vec<u64> = lost.map(|(it, _)| it).collect();
    let words: HashSet<u64> = lost.iter().map(|&it| game.canonical(it)).collect();
    assert_eq!((lost.len(), words.len()), (232, 29));
}

#[test]
fn periods_of_subtraction() {
    let known = [(3, "1"), (2, "0"), (3, "1"), (7, "3"), (22, "2")];
    for (takes, (period, at_40)) in Subtraction::SETS.into_iter().zip(known) {
        assert_eq!(solved_twice(AnyGame::new(Subtraction { stones: 40, takes })), at_40);
        // Play need not come to all numbers near the start.
        let Plain { positions, numbers } =
            Plain::solve(AnyGame::new(Subtraction { stones: 60, takes }));
        let mut values = [0; 61];
        positions.iter().zip(numbers).for_each(|(&it, number)| values[it as usize] = number);
        let least = (1..50).find(|it| values[*it..50] == values[..50 - it]);
        assert_eq!(least, Some(period), "{takes:?}");
    }
}

#[test]
fn going_round_takes_its_time() {
    let (table, _folder) = solved(AnyGame::new(GoingRound { points: 3, has_exit: true }));
    assert_eq!(after(&table, "on"), "win in 2");
}

/// By symmetry Cram is lost where both sides are even, and won where one is. Domineering is that of `checks/published.rs`.
#[test]
fn dominoes() {
    for (width, height, known) in [(2, 2, "0"), (3, 2, "1"), (3, 3, "0"), (4, 3, "1"), (4, 4, "0")]
    {
        assert_eq!(solved_twice(AnyGame::new(Cram { grid: Grid::new(width, height) })), known);
    }
    for size in [2, 3, 4] {
        let value = solved_twice(AnyGame::new(Domineering { grid: Grid::new(size, size) }));
        assert!(value.starts_with("win"), "{size}: {value}");
    }
}

/// How many positions the first moves lead to. Texts of all of them come back.
fn first_positions(game: AnyGame, levels: usize) -> Vec<usize> {
    let mut level = HashSet::from([game.canonical(game.start())]);
    let mut counts = Vec::new();
    while counts.len() < levels {
        let mut next = HashSet::new();
        for &position in &level {
            let text = game.show(position);
            assert_eq!(game.read(&text).ok(), Some(position), "{} {text}", game.name());
            if game.end(position).is_none() {
                game.moves(position, |_, to| {
                    next.insert(game.canonical(to));
                });
            }
        }
        counts.push(level.len());
        level = next;
    }
    counts
}

#[test]
fn large_games_begin_well() {
    let large: Vec<_> = all().into_iter().filter(|it| it.is_large).map(|it| it.game).collect();
    large.iter().for_each(|&game| drop(first_positions(game, 4)));
    let first = |name: &str| {
        let game = large.iter().find(|game| game.name() == name);
        first_positions(*game.expect("there is one"), 7)
    };
    assert_eq!(first("dobutsu-3x4"), [1, 4, 17, 84, 463, 2_136, 8_868]);
    assert_eq!(first("morris-6"), [1, 2, 18, 114, 734, 2_749, 9_900]);
}
