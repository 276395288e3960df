//! What others have published: first bites that win, and sequences on three rows.

use std::ops::RangeInclusive;

use super::*;
use crate::lines;

/// Bars and the bites that win them, each file with its sources.
const FIRST_BITES: &str = include_str!("../../published/first-bites.txt");
const THREE_ROWS: &str = include_str!("../../published/three-rows.txt");

fn winning_bites(outcomes: &Outcomes, bar: &Position) -> BTreeSet<String> {
    let answer = outcomes.answer(bar).unwrap();
    assert_eq!(answer.value, Value::from(Outcome::Win));
    answer.winning_moves().iter().map(ToString::to_string).collect()
}

#[test]
fn first_bites_that_win_are_the_published_ones() {
    let families = [outcomes(12, 16), outcomes(14, 14)];
    let mut compared = 0;
    for (bar, bites) in lines(FIRST_BITES) {
        let (rows, columns) = bar.split_once('x').unwrap();
        let bar = Position::bar(rows.parse().unwrap(), columns.parse().unwrap()).unwrap();
        let Some(family) = families.iter().find(|family| family.outcome(&bar).is_some()) else {
            continue;
        };
        let expected = bites.split(' ').map(str::to_owned).collect();
        assert_eq!(winning_bites(family, &bar), expected, "{rows} x {columns}");
        compared += 1;
    }
    // Of up to 14 × 14 there are 104, of up to 12 × 16 with fewer rows than columns 2 · 12 others.
    assert_eq!(compared, 104 + 24);
}

/// Every position of three rows, of up to this many columns.
const COLUMNS: u8 = 61;

fn sequence(name: &str) -> Vec<usize> {
    let (_, terms) = lines(THREE_ROWS).find(|(found, _)| *found == name).unwrap();
    terms.split(' ').map(|term| term.parse().unwrap()).collect()
}

/// The lost positions, in the order of p, q and r.
fn lost() -> Vec<[usize; 3]> {
    let family = outcomes(3, COLUMNS.into());
    let below = |most: u8| -> RangeInclusive<u8> { 0..=most };
    let positions = below(COLUMNS)
        .flat_map(move |p| below(p).flat_map(move |q| below(q).map(move |r| [p, q, r])));
    let is_lost =
        |rows: &[u8; 3]| family.outcome(&Position::new(rows).unwrap()) == Some(Outcome::Loss);
    positions.filter(is_lost).map(|rows| rows.map(usize::from)).collect()
}

#[test]
fn sequences_on_three_rows_are_those_of_the_oeis() {
    let lost = lost();
    for (n, count) in sequence("A029899").into_iter().enumerate() {
        assert_eq!(lost.iter().filter(|[p, ..]| *p <= n).count(), count, "p up to {n}");
    }
    let diagonal: Vec<usize> = (0..)
        .map_while(|end| lost.iter().find(|[_, q, r]| *q == end && *r == end).map(|[p, ..]| *p))
        .collect();
    assert_eq!(diagonal, sequence("A029900"));
    let (p, r): (Vec<usize>, Vec<usize>) =
        lost.iter().filter(|[p, q, _]| p == q).map(|[p, _, r]| (*p, *r)).unzip();
    assert_eq!((&p, r), (&sequence("A029901"), sequence("A029902")));
    // Erez Sheiner, Unique Winning Opening Move in Three-Row Chomp (arXiv:2605.23837): each number is in one
    // of the two sequences.
    let mut both = [diagonal, p].concat();
    both.sort_unstable();
    assert_eq!(both, (1..=usize::from(COLUMNS)).collect::<Vec<_>>());
}

#[test]
fn families_of_lost_positions_on_three_rows_are_those_of_the_oeis() {
    let lost: BTreeSet<[usize; 3]> = lost().into_iter().collect();
    let columns = usize::from(COLUMNS);
    let families = sequence("A029905").into_iter().zip(sequence("A029903"));
    for ((r, c), first) in families.zip(sequence("A029904")) {
        assert!(first + c <= columns);
        for q in first.max(r)..=columns - c {
            assert!(lost.contains(&[q + c, q, r]), "{q} + {c}, {q}, {r}");
        }
        if first > r {
            assert!(!lost.contains(&[first - 1 + c, first - 1, r]), "from {first} on");
        }
    }
}

/// Sheiner's theorem, as far as bars go.
#[test]
fn three_rows_have_one_first_bite_that_wins() {
    let family = outcomes(3, COLUMNS.into());
    for columns in 1..=COLUMNS.into() {
        let bites = winning_bites(&family, &Position::bar(3, columns).unwrap());
        assert_eq!(bites.len(), 1, "3 x {columns}");
    }
}

#[test]
fn grundy_values_of_three_rows_are_those_of_the_oeis() {
    let solved = Grundy::new(Position::bar(3, COLUMNS.into()).unwrap(), 50_000, Control::SILENT);
    let solved = solved.unwrap().unwrap();
    let value = |columns| solved.value(&Position::bar(3, columns).unwrap()).map(usize::from);
    let values: Vec<usize> = (1..=COLUMNS.into()).map(|columns| value(columns).unwrap()).collect();
    assert_eq!(values, sequence("A069001"));
}
