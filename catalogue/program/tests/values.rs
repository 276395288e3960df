//! Games have the values that are known of them, and a plain solver finds the same ones for every position.

use std::collections::{HashMap, HashSet};

use perfectplay_catalogue::{
    Boxes, Breakthrough, CatAndMouse, Cram, Dao, Domineering, Fanorona, GoingRound, Hexapawn,
    Hounds, Kalah, Kayles, LGame, MuTorere, Quoridor, Runs, StoneGame, Subtraction, ThreeInARow,
    TicTacToe,
};
use perfectplay_tables::solve::{End, Game, SolvedTable, Value, Values, build};

/// All positions, found and solved without the engine and without symmetries.
struct Plain<G: Game> {
    positions: Vec<G::Position>,
    numbers: Vec<i32>,
}

/// A position as the plain solver sees it.
struct Node {
    end: Option<End>,
    /// Where moves lead, whether the same player moves there, and what they score.
    moves: Vec<(usize, bool, i32)>,
}

/// Outcomes are numbers as well: a win in p plies is `WIN` − p, a loss p − `WIN`, a draw 0.
const WIN: i32 = 1_000_000;

impl<G: Game> Plain<G> {
    fn solve(game: &G) -> Self {
        let (mut positions, mut places, mut nodes) =
            (Vec::new(), HashMap::new(), Vec::<Node>::new());
        game.starts(|start| {
            if places.insert(game.pack(start), positions.len()).is_none() {
                positions.push(start);
            }
        });
        while let Some(&position) = positions.get(nodes.len()) {
            let (end, mut moves) = (game.end(position), Vec::new());
            if end.is_none() {
                game.moves(position, |_, to| {
                    let place = *places.entry(game.pack(to)).or_insert_with(|| {
                        positions.push(to);
                        positions.len() - 1
                    });
                    let (again, gain) = (game.same_player(position, to), game.gain(position, to));
                    moves.push((place, again, gain.into()));
                });
            }
            nodes.push(Node { end, moves });
        }
        let numbers = match game.values() {
            Values::Outcome => by_plies(&nodes, -WIN),
            Values::Misere => by_plies(&nodes, WIN),
            values => by_sweeps(&nodes, values),
        };
        Self { positions, numbers }
    }
}

/// Decides positions ply by ply, until none is decided any more. The rest are draws.
fn by_plies(nodes: &[Node], without_moves: i32) -> Vec<i32> {
    let mut numbers: Vec<Option<i32>> = nodes
        .iter()
        .map(|node| match node.end {
            Some(End::Win) => Some(WIN),
            Some(End::Loss) => Some(-WIN),
            Some(_) => Some(0),
            None => node.moves.is_empty().then_some(without_moves),
        })
        .collect();
    let mut open: Vec<usize> = (0..nodes.len()).filter(|&it| numbers[it].is_none()).collect();
    for ply in 1.. {
        let result = |&(to, same_player, _): &(usize, bool, i32)| {
            numbers[to].map(|number| if same_player { number } else { -number })
        };
        let mut decided = Vec::new();
        open.retain(|&it| {
            let mut results = nodes[it].moves.iter().map(result);
            let number = if results.clone().any(|result| result.is_some_and(|it| it > 0)) {
                WIN - ply
            } else if results.all(|result| result.is_some_and(|it| it < 0)) {
                ply - WIN
            } else {
                return true;
            };
            decided.push((it, number));
            false
        });
        if decided.is_empty() {
            break;
        }
        decided.into_iter().for_each(|(it, number)| numbers[it] = Some(number));
    }
    numbers.into_iter().map(Option::unwrap_or_default).collect()
}

/// Decides positions whose moves all lead to decided ones, until all are.
fn by_sweeps(nodes: &[Node], values: Values) -> Vec<i32> {
    let mut numbers: Vec<Option<i32>> = vec![None; nodes.len()];
    while numbers.contains(&None) {
        let before = numbers.iter().flatten().count();
        for (it, node) in nodes
            .iter()
            .enumerate()
            .rev()
            .filter(|(it, _)| numbers[*it].is_none())
            .collect::<Vec<_>>()
        {
            let results: Option<Vec<i32>> = node
                .moves
                .iter()
                .map(|&(to, same_player, gain)| {
                    numbers[to].map(|number| {
                        gain + if same_player || values == Values::Grundy {
                            number
                        } else {
                            -number
                        }
                    })
                })
                .collect();
            numbers[it] = match (node.end, results) {
                (Some(End::Score(score)), _) => Some(score.into()),
                (_, Some(results)) if values == Values::Grundy => {
                    (0..).find(|number| !results.contains(number))
                }
                (_, results) => results.and_then(|results| results.into_iter().max()),
            };
        }
        assert!(numbers.iter().flatten().count() > before, "play comes back");
    }
    numbers.into_iter().flatten().collect()
}

/// A value as the plain solver has it.
fn number(value: Value) -> i32 {
    match (value, value.plies()) {
        (_, Some(plies)) if value.wins() == Some(true) => WIN - i32::from(plies),
        (_, Some(plies)) => i32::from(plies) - WIN,
        _ => value.number() as i32,
    }
}

/// A game that both solvers agree on.
struct Solved<G: Game> {
    table: SolvedTable<G>,
    plain: Plain<G>,
}

/// Solves a game twice, and compares the value of the start with the known one.
fn solved<G: Game>(game: G, known: &str) -> Solved<G> {
    let (name, folder) = (game.name(), tempfile::tempdir().expect("there is a folder"));
    build(&game, folder.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let plain = Plain::solve(&game);
    let table = SolvedTable::open(game, folder.path()).expect("it was built");
    let states = table.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
    let game = table.game();
    let words = plain.positions.iter().map(|&it| game.pack(game.canonical(it)));
    assert_eq!(words.collect::<HashSet<_>>().len() as u64, states, "{name}: positions");
    for (&position, &value) in plain.positions.iter().zip(&plain.numbers) {
        let found = table.unchecked_value(position).expect("it is in the table");
        assert_eq!(number(found), value, "{name} {}", game.show(position));
    }
    let value = table.value(game.start()).expect("it is in the table").to_string();
    let outcome = value.split(' ').next();
    assert!(value == known || outcome == Some(known), "{name}: {value}, not {known}");
    Solved { table, plain }
}

impl<G: Game> Solved<G> {
    /// The value to which a first move leads.
    fn after(&self, step: &str) -> String {
        let answer = self.table.answer(self.table.game().start()).expect("it is in the table");
        let found = answer.moves.iter().find(|it| it.step == step).expect("there is this move");
        self.table.value(found.position).expect("it is in the table").to_string()
    }

    /// The first moves that win.
    fn winning(&self) -> Vec<String> {
        let answer = self.table.answer(self.table.game().start()).expect("it is in the table");
        let wins = answer.moves.into_iter().filter(|it| it.result.wins() == Some(true));
        wins.map(|it| it.step).collect()
    }

    /// How many positions are lost, with all that are the same up to symmetry, and without.
    fn lost(&self) -> (usize, usize) {
        let game = self.table.game();
        let both = self.plain.positions.iter().zip(&self.plain.numbers);
        let lost: Vec<_> = both.filter(|(_, number)| **number < 0).map(|(&it, _)| it).collect();
        let words = lost.iter().map(|&it| game.pack(game.canonical(it)));
        (lost.len(), words.collect::<HashSet<_>>().len())
    }
}

#[test]
fn three_in_a_row() {
    let achi = solved(ThreeInARow::ACHI, "win in 11");
    assert_eq!(achi.winning(), ["b2"]);
    assert_eq!([achi.after("b1"), achi.after("a1")], ["win in 9", "win in 11"]);
    solved(ThreeInARow::ACHI_PLACED, "loss in 12");
    solved(ThreeInARow::ACHI_STUCK, "win in 11");
    let morris = solved(ThreeInARow::MORRIS, "win in 9");
    assert_eq!(morris.winning(), ["b2"]);
    assert_eq!(morris.after("a1"), "draw");
    assert!(morris.after("b1").starts_with("win"));
    solved(ThreeInARow::MORRIS_STRAIGHT, "win in 9");
    solved(ThreeInARow::MORRIS_ROWS, "draw");
    solved(ThreeInARow::TANT_FANT, "win in 9");
    solved(ThreeInARow::TANT_FANT_LINES, "win in 9");
    solved(ThreeInARow::TANT_FANT_STEPS, "draw");
    solved(ThreeInARow::TANT_FANT_BOTH, "draw");
    assert_eq!(solved(TicTacToe { size: 3 }, "draw").plain.positions.len(), 5_478);
}

#[test]
fn dao() {
    solved(Dao { shut_in: false }, "draw");
    solved(Dao { shut_in: true }, "draw");
}

#[test]
fn hare_and_hounds() {
    solved(Hounds { hare_first: false, in_centre: false }, "win in 23");
    solved(Hounds { hare_first: true, in_centre: false }, "loss in 24");
    solved(Hounds { hare_first: true, in_centre: true }, "loss in 28");
}

#[test]
fn l_game_has_lost_positions() {
    assert_eq!(solved(LGame, "draw").lost(), (232, 29));
}

#[test]
fn mu_torere() {
    solved(MuTorere { free_centre: false }, "draw");
    solved(MuTorere { free_centre: true }, "win in 1");
}

#[test]
fn pawns() {
    for (width, height, known) in [(3, 3, "loss in 6"), (4, 3, "win in 5"), (4, 4, "win in 11")] {
        solved(Hexapawn { width, height }, known);
    }
    for (width, height, known) in [(3, 4, "loss in 12"), (3, 5, "loss in 18")] {
        solved(Breakthrough { width, height }, known);
    }
}

#[test]
fn fanorona() {
    let known = ["win in 11", "loss in 6", "win in 13", "win in 11", "loss in 16"];
    for (game, known) in Fanorona::ALL.into_iter().zip(known) {
        solved(game, known);
    }
}

#[test]
fn quoridor() {
    let known = [
        (3, 3, 0, "loss in 4"),
        (3, 3, 1, "loss in 8"),
        (3, 3, 2, "loss in 12"),
        (2, 3, 0, "loss in 4"),
        (2, 3, 1, "win in 3"),
        (2, 3, 2, "win in 3"),
        (4, 3, 1, "loss in 8"),
        (4, 3, 2, "loss in 10"),
        (4, 3, 3, "win in 13"),
    ];
    for (width, height, walls, known) in known {
        solved(Quoridor { width, height, walls }, known);
    }
}

#[test]
fn boxes() {
    for (columns, rows, known) in [(1, 1, "-1"), (2, 1, "+0"), (3, 1, "-1"), (2, 2, "+2")] {
        solved(Boxes::Square { columns, rows }, known);
    }
}

#[test]
fn kalah() {
    let known: [(usize, bool, &[i32]); 5] = [
        (1, false, &[0, -2, 6, -2, 0, 0]),
        (2, false, &[2, -2, -2, -12, 6, 8]),
        (3, false, &[0, 4, 2, 2]),
        (2, true, &[2, 0, -2, -10, 6, 6]),
        (3, true, &[0, 4, 4, 0]),
    ];
    for (houses, takes_alone, scores) in known {
        for (seeds, score) in (1..).zip(scores) {
            solved(Kalah { houses, seeds, takes_alone }, &format!("{score:+}"));
        }
    }
}

#[test]
fn piles() {
    for (size, known) in [(2, "loss in 3"), (3, "win in 6"), (4, "loss in 15")] {
        solved(Runs { size }, known);
    }
    let known = [(3, 1), (2, 0), (3, 1), (7, 3), (22, 2)];
    for (takes, (period, at_40)) in Subtraction::SETS.into_iter().zip(known) {
        solved(Subtraction { stones: 40, takes }, &at_40.to_string());
        // Play need not come to all numbers near the start.
        let Plain { positions, numbers } = Plain::solve(&Subtraction { stones: 60, takes });
        let mut values = [0; 61];
        positions.iter().zip(numbers).for_each(|(&it, number)| values[it as usize] = number);
        let least = (1..50).find(|it| values[*it..50] == values[..50 - it]);
        assert_eq!(least, Some(period), "{takes:?}");
    }
    for (game, known) in StoneGame::ALL.into_iter().zip(["+86", "-1", "+7", "+1"]) {
        solved(game, known);
    }
    solved(Kayles { pins: 20, takes_one: true }, "1");
}

#[test]
fn walks() {
    solved(CatAndMouse::FIVE, "loss in 5");
    solved(CatAndMouse::THREE, "loss in 1");
    assert_eq!(
        solved(GoingRound { points: 3, has_exit: true }, "win in 3").after("on"),
        "win in 2"
    );
    solved(GoingRound { points: 1, has_exit: true }, "win in 1");
    solved(GoingRound { points: 1, has_exit: false }, "draw");
}

/// By symmetry Cram is lost where both sides are even, and won where one is. Domineering is that of `checks/published.rs`.
#[test]
fn dominoes() {
    for (width, height, known) in [(2, 2, "0"), (3, 2, "1"), (3, 3, "0"), (4, 3, "1"), (4, 4, "0")]
    {
        solved(Cram { width, height }, known);
    }
    for size in [2, 3, 4] {
        solved(Domineering { width: size, height: size }, "win");
    }
}
