//! Outcomes and plies: families and single positions against the plain rules and published figures.

use std::collections::HashMap;

use perfectplay_core::control::Interrupted;
use perfectplay_core::layers::{LayeredGame, SolveError};
use perfectplay_core::{PlainSolver, Rules, WithPlies};
use perfectplay_games::chomp::{
    Answer, BitLayout, Chomp, Solver, Subpositions, answer as answer_of,
};

use super::*;
use crate::layers::{Limit, by_tasks};

fn solve(position: Position, most: usize) -> Option<Subpositions> {
    Subpositions::new(position, most, Control::SILENT).unwrap()
}

fn words(outcomes: &Outcomes) -> Vec<u64> {
    let mut words = Vec::new();
    outcomes.for_each_word(|word| words.push(word));
    words
}

fn losing(outcomes: &Outcomes) -> u32 {
    words(outcomes).into_iter().map(u64::count_ones).sum()
}

/// All positions of a bar by index.
fn positions(index: Index) -> impl Iterator<Item = (u64, Position)> {
    (0..index.len()).map(move |i| (i, index.position(i).unwrap()))
}

#[test]
fn families_are_what_the_rules_say() {
    let mut plain = PlainSolver::new(Chomp);
    for columns in 1..=7 {
        for rows in 1..=columns {
            let outcomes = outcomes(rows, columns);
            let words = words(&outcomes);
            let len = outcomes.index().len();
            assert_eq!(words.len() as u64, len.div_ceil(64));
            for (i, position) in positions(outcomes.index().clone()) {
                let expected = plain.entry(&position);
                assert_eq!(outcomes.outcome(&position), Some(expected), "{position}");
                let bit = words[i as usize / 64] >> (i % 64) & 1 == 1;
                assert_eq!(bit, expected == Outcome::Loss, "{position}");
            }
            assert_eq!(words[words.len() - 1] >> 1 >> ((len - 1) % 64), 0, "bits after the last");
        }
    }
}

/// Small families of one block, with all numbers of ones above a segment; of larger ones, and of several blocks in
/// layers, both ends of the index, and a sample.
#[test]
fn every_outcome_follows_from_those_of_the_moves() {
    let small =
        [(1, 16), (2, 16), (3, 16), (4, 16), (8, 8), (5, 13), (8, 10), (10, 10), (9, 11), (10, 11)];
    let large = [(10, 16), (13, 14), (14, 15), (8, 30), (4, 60)];
    for (rows, columns) in small.into_iter().chain(large) {
        let outcomes = outcomes(rows, columns);
        let len = outcomes.index().len();
        let sample = (0..20_000).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % len);
        for i in (0..len.min(400_000)).chain(len.saturating_sub(1_000)..len).chain(sample) {
            let position = outcomes.index().position(i).unwrap();
            assert!(follows(&outcomes, &position), "{position}");
        }
    }
}

/// Whether a position's outcome follows from those of its moves.
fn follows(outcomes: &Outcomes, position: &Position) -> bool {
    let children = position.moves().map(|step| position.after(step).unwrap());
    let results = children.map(|child| outcomes.outcome(&child).unwrap().reversed());
    outcomes.outcome(position) == Some(results.max().unwrap_or(Outcome::Win))
}

#[test]
fn values_of_subpositions_are_what_the_rules_say() {
    let mut plain = PlainSolver::new(WithPlies(Chomp));
    for (text, few) in [
        ("0", 1),
        ("1", 2),
        ("6,6,6,6,6,6", 924),
        ("7,5,5,3,2,1,1", 2_000),
        ("2,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", 33),
        ("16,2,1,1", 110),
        ("5,5,5,5,5,5,5", 792),
    ] {
        let position: Position = text.parse().unwrap();
        let solved = solve(position, few).unwrap();
        let bar = Index::new(position.rows().max(1), position.columns().max(1)).unwrap();
        let mut known = 0;
        for (_, child) in positions(bar) {
            let child =
                if position.rows() > position.columns() { child.transposed() } else { child };
            let within =
                child.left().iter().zip(position.left()).all(|(cells, most)| cells <= most);
            let expected = within.then(|| plain.entry(&child));
            assert_eq!(solved.value(&child), expected, "{child} in {text}");
            known += usize::from(within);
        }
        assert_eq!((known, known as u64), (solved.len(), Subpositions::count(&position)));
        assert!(solve(position, solved.len()).is_some());
        assert!(solve(position, solved.len() - 1).is_none());
    }
    assert!(solve(Position::bar(16, 16).unwrap(), 601_080_389).is_none());
}

/// The least number that no move leads to, where nobody takes the corner.
fn plain_grundy(position: Position, known: &mut HashMap<Position, u16>) -> u16 {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let children = Chomp.moves(&position).into_iter().map(|(_, child)| child);
    let others: BTreeSet<u16> = children
        .filter(|child| *child != Position::NOTHING)
        .map(|child| plain_grundy(child, known))
        .collect();
    let value = (0..).find(|value| !others.contains(value)).unwrap();
    known.insert(position, value);
    value
}

#[test]
fn grundy_values_are_what_the_rules_say() {
    let mut known = HashMap::new();
    for text in ["1", "5", "6,6,6,6,5", "7,5,5,3,2,1,1", "2,1,1,1,1,1,1,1"] {
        let position: Position = text.parse().unwrap();
        let count = Subpositions::count(&position) as usize;
        let solved = Grundy::new(position, count, Control::SILENT).unwrap().unwrap();
        assert_eq!(Grundy::bytes(&position), 2 * count as u64);
        assert!(Grundy::new(position, count - 1, Control::SILENT).unwrap().is_none());
        let below = solve(position, count).unwrap();
        for (_, child) in positions(Index::new(7, 7).unwrap()) {
            let value = below.value(&child).filter(|_| child != Position::NOTHING);
            let expected = value.map(|_| plain_grundy(child, &mut known));
            assert_eq!(solved.value(&child), expected, "{child} in {text}");
            // Lost if and only if it is 0.
            let lost = value.map(|value| value.outcome == Outcome::Loss);
            assert_eq!(expected.map(|value| value == 0), lost, "{child} in {text}");
        }
    }
}

/// Of up to 255 cells a byte has the value, and of more two.
#[test]
fn values_follow_from_each_other_where_a_byte_is_too_small_for_them() {
    let solved = solve(Position::bar(5, 52).unwrap(), 5_000_000).unwrap();
    let outcomes = outcomes(5, 52);
    let len = outcomes.index().len();
    for i in (1..len).step_by(997).chain([len - 1]) {
        let position = outcomes.index().position(i).unwrap();
        let value = solved.value(&position).unwrap();
        assert_eq!(Some(value.outcome), outcomes.outcome(&position), "{position}");
        let child = |child: &Position| solved.value(child).ok_or(());
        assert_eq!(WithPlies(Chomp).entry_by_rules(&position, child), Ok(value), "{position}");
    }
}

#[test]
fn families_have_the_published_numbers_of_losing_positions() {
    for (rows, columns, positions, lost) in [
        (2, 2, 6, 2),
        (3, 3, 20, 5),
        (3, 5, 56, 10),
        (5, 5, 252, 23),
        (8, 8, 12_870, 322),
        (8, 10, 43_758, 1_000),
        (10, 10, 184_756, 2_612),
    ] {
        let outcomes = outcomes(rows, columns);
        let found = (outcomes.index().len(), losing(&outcomes));
        assert_eq!(found, (positions, lost), "{rows} x {columns}");
    }
}

/// Of one block, of a layer for each block, and of layers with several, the only ones that are cut.
#[test]
fn outcomes_do_not_depend_on_how_layers_are_cut() {
    for (rows, columns) in [(3, 5), (10, 10), (8, 15), (14, 14), (14, 15)] {
        let (solver, expected) = (Solver::new(rows, columns).unwrap(), outcomes(rows, columns));
        for bytes_at_once in [1, 5_000, usize::MAX] {
            let found = by_tasks(&solver, bytes_at_once, u8::MAX);
            assert!(found == expected.bytes(), "{rows} x {columns}");
        }
    }
}

#[test]
fn layouts_have_a_bit_for_each_position_and_as_many_bytes_as_they_say() {
    for (rows, columns) in [(1, 1), (1, 63), (2, 7), (3, 20), (7, 8), (10, 10)] {
        let index = Index::new(rows, columns).unwrap();
        let layout = BitLayout::new(index.clone());
        assert_eq!(layout.len(), BitLayout::bytes_of(&index));
        let mut seen = vec![false; 8 * layout.len() as usize];
        for (i, position) in positions(index) {
            let bit = layout.bit_of(&position).unwrap();
            assert_eq!(layout.bit_at(i), Some(bit));
            assert!(!std::mem::replace(&mut seen[bit as usize], true), "{position}");
        }
    }
    for (rows, columns) in [(10, 42), (19, 19), (9, 55), (5, 59)] {
        let index = Index::new(rows, columns).unwrap();
        let bytes = BitLayout::bytes_of(&index);
        assert_eq!(BitLayout::new(index.clone()).len(), bytes);
        assert!(bytes * 8 < index.len() * 12 / 10, "{rows} x {columns}: at most 1.2 bits each");
    }
}

#[test]
fn layers_and_tasks_cover_all_blocks_in_order() {
    for (rows, columns) in [(1, 1), (10, 10), (1, 16), (16, 16), (10, 42), (19, 19)] {
        let solver = Solver::new(rows, columns).unwrap();
        let mut end = 0;
        for layer in 0..solver.layers() {
            assert_eq!(solver.layer(layer).start, end);
            let tasks = solver.tasks(layer, 4_096);
            end += tasks.map(|task| solver.task_len(&task) as u64).sum::<u64>();
            assert_eq!(solver.layer(layer).end, end);
        }
    }
}

#[test]
fn answers_have_the_best_move_first() {
    let answer = |text: &str| solve(text.parse().unwrap(), 100).unwrap().answer();
    let Answer { position, value, moves, .. } = answer("3,3");
    assert_eq!((position.to_string().as_str(), value), ("3,3", Value::win(6)));
    let printed: Vec<String> =
        moves.iter().map(|reply| format!("{reply} {} {}", reply.position, reply.result)).collect();
    let expected = [
        "1,2 3,2 win in 6",
        "0,2 2,2 loss in 5",
        "1,1 3,1 loss in 5",
        "0,1 1,1 loss in 3",
        "1,0 3 loss in 3",
        "0,0 0 loss in 1",
    ];
    assert_eq!(printed, expected);
    assert!(moves[0].best && moves[0].winning() && moves[0].value == Value::loss(5));
    assert!(!moves[1].best && !moves[1].winning());

    let Answer { value, moves, .. } = answer("0");
    assert_eq!((value, moves.len()), (Value::WON, 0));
    let Answer { value, moves, .. } = answer("1");
    assert_eq!((value, moves.len(), moves[0].best), (Value::loss(1), 1, true));
    assert_eq!(answer_of("2".parse().unwrap(), |_| None), None);

    let family = outcomes(2, 3);
    let replies = family.answer(&"3,3".parse().unwrap()).unwrap();
    assert_eq!(replies.value, Outcome::Win.into());
    let order: Vec<String> = replies.moves.iter().map(|reply| reply.to_string()).collect();
    assert_eq!(order, ["1,2", "0,0", "0,1", "0,2", "1,0", "1,1"]);
    assert_eq!(family.answer(&"4".parse().unwrap()), None);
    assert_eq!(family.answer(&"0".parse().unwrap()).unwrap().value, Outcome::Win.into());
    // Taking all but one cell wins, every other move loses: they come by their numbers.
    let row = outcomes(1, 12).answer(&"12".parse().unwrap()).unwrap();
    let columns: Vec<u8> = row.moves.iter().map(|reply| reply.step.column).collect();
    assert_eq!(columns, [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn interrupted_solvers_return_an_error() {
    let stopped_at_once = Limit::new(0);
    let stop = Control::new(&stopped_at_once);
    let stopped = SolveError::Interrupted(Interrupted);
    assert_eq!(Solver::new(9, 9).unwrap().solve(stop).unwrap_err(), stopped);
    let bar = Position::bar(9, 9).unwrap();
    assert_eq!(Subpositions::new(bar, usize::MAX, stop).unwrap_err(), stopped);
}
