//! Texts of positions and moves, and the index: round trips, and every error.

use fastrand::Rng;
use perfectplay_games::chomp::{Move, SizeError, rules};

use super::*;
use crate::random::many_times;

#[test]
fn positions_without_a_text_say_what_is_wrong() {
    let expected = "expected numbers from 0 to 63, such as `4,4,1`";
    let word = |word| format!("{word} is not the number of cells left of row 0; {expected}");
    let longer = "row 2 has 2 cells left and the row above only 1, but taking a cell also takes all cells below it";
    for (position, expected) in [
        (Position::new(&[3, 1, 2]), longer),
        (Position::new(&[64]), &word("`64`")),
        (Position::bar(1, 500), &word("`255`")),
        (Position::bar(64, 1), "more than 63 rows; expected 1 to 63"),
        (Position::bar(63, 2), "63 rows and 2 columns; expected at most 64 together"),
    ] {
        assert_eq!(position.unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_move_takes_the_cells_below_and_right() {
    let after = |position: &str, step: &str| {
        let position: Position = position.parse().unwrap();
        position.after(step.parse().unwrap()).map(|after| after.to_string())
    };
    assert_eq!(after("4,4,4", "1,2").as_deref(), Some("4,2,2"));
    assert_eq!(after("4,4,1", "1,2").as_deref(), Some("4,2,1"));
    assert_eq!(after("4,4,1", "0,0").as_deref(), Some("0"));
    assert_eq!(after("1", "0,0").as_deref(), Some("0"));
    for (position, step) in [("0", "0,0"), ("4,4,1", "2,1"), ("4,4,1", "3,0"), ("4", "15,15")] {
        assert_eq!(after(position, step), None, "{position} {step}");
    }
    for row in [16, 200] {
        assert_eq!(Position::bar(16, 16).unwrap().after(Move { row, column: 0 }), None);
    }
}

#[test]
fn indexes_and_positions_are_one_to_one() {
    for (rows, columns) in [(1, 1), (1, 16), (3, 3), (5, 8), (9, 9), (7, 12)] {
        let index = Index::new(rows, columns).unwrap();
        for i in 0..index.len() {
            let position = index.position(i).unwrap();
            assert_eq!(index.index_of(&position), Some(i), "{position}");
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        assert_eq!(index.position(index.len()), None);
        assert_eq!(index.position(u64::MAX), None);
        assert_eq!(index.position(0), Some(Position::NOTHING));
        assert_eq!(index.position(index.len() - 1), Position::bar(rows, columns).ok());
    }
    let largest = Index::new(16, 16).unwrap();
    assert_eq!(largest.len(), 601_080_390);
    assert_eq!(largest.index_of(&Position::bar(16, 16).unwrap()), Some(601_080_389));
    // Beyond 32 bits, and those that no table can have.
    for (rows, columns) in [(10, 42), (19, 19), (1, 63), (32, 32)] {
        let index = Index::new(rows, columns).unwrap();
        for i in [0, 1, index.len() / 3, index.len() - 1] {
            assert_eq!(index.index_of(&index.position(i).unwrap()), Some(i), "{rows} x {columns}");
        }
    }
}

#[test]
fn positions_that_fit_only_transposed_are_transposed() {
    let index = Index::new(2, 4).unwrap();
    assert_eq!(Index::new(4, 2).as_ref(), Ok(&index));
    assert_eq!((index.rows(), index.columns()), (2, 4));
    let of = |text: &str| index.index_of(&text.parse().unwrap());
    assert_eq!(of("2,1,1,1"), of("4,1"));
    // Both ways fit: its own index, not that of the transpose.
    assert_ne!(of("2"), of("1,1"));
    assert_eq!(["3,3,3", "5", "1,1,1,1,1"].map(of), [None; 3]);
}

#[test]
fn families_have_up_to_64_rows_and_columns_together() {
    for (rows, columns) in [(0, 1), (1, 0), (64, 1), (1, 64), (32, 33)] {
        let error = SizeError { rows, columns };
        assert_eq!(Index::new(rows, columns), Err(error));
        let expected = "a bar has at least 1 row and 1 column, and at most 64 together";
        assert_eq!(error.to_string(), format!("{expected}, not {rows} x {columns}"));
    }
}

#[test]
#[should_panic(expected = "a legal move takes a cell that is left")]
fn the_plain_rules_do_not_play_illegal_moves() {
    let _ = rules::play(&"4,4,1".parse().unwrap(), Move { row: 2, column: 1 });
}

fn random_position(rng: &mut Rng) -> Position {
    let mut left: Vec<u8> = (0..rng.usize(..=16)).map(|_| rng.u8(..=16)).collect();
    left.sort_unstable_by(|one, other| other.cmp(one));
    Position::new(&left).unwrap()
}

#[test]
fn moves_are_those_of_the_rules_and_lower_the_rank() {
    many_times(|rng| {
        let position = random_position(rng);
        let index = Index::new(16, 16).unwrap();
        let rank = |position: &Position| index.index_of(position).unwrap();
        let moves = position.moves().map(|step| (step, position.after(step).unwrap()));
        let moves: Vec<(Move, Position)> = moves.collect();
        assert_eq!(moves, rules::moves(&position));
        assert!(moves.iter().all(|(_, after)| rank(after) < rank(&position)));
    });
}
