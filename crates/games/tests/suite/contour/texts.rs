//! Texts of boards, positions and moves: round trips, and every error.

use perfectplay_games::contour::Move;
use perfectplay_games::staircase::{rank_path, unrank_path};

use super::*;

#[test]
fn rank_and_unrank_are_inverse_and_in_order() {
    for (rows, columns) in [(1, 1), (1, 16), (16, 1), (3, 3), (5, 8), (10, 10), (7, 16)] {
        let mut last = None;
        for rank in 0..choose(rows + columns, rows) {
            let path = unrank_path(rows + columns, rows, rank);
            assert_eq!((path.count_ones() as usize, rank_path(path)), (rows, rank));
            assert!(last < Some(path));
            last = Some(path);
            let position = Position::unrank(rows, columns, rank).unwrap();
            assert_eq!(position.rank(rows, columns), Ok(rank));
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        assert_eq!(Position::unrank(rows, columns, choose(rows + columns, rows)), None);
    }
    let last = Position::unrank(16, 16, 601_080_389).unwrap();
    assert_eq!((last.area(), last.rank(16, 16)), (256, Ok(601_080_389)));
    assert_eq!(Position::EMPTY.rank(16, 16), Ok(0));
}

#[test]
fn a_position_of_another_board_says_why() {
    let expected = "`20` is not the number of taken cells of row 0; expected numbers from 0 to 16, such as `3,3,1`";
    assert_eq!(Position::new(&[20]).unwrap_err().to_string(), expected);
    let position: Position = "3,3,1".parse().unwrap();
    for (rows, columns, why) in [
        (2, 3, "cells of row 2 are taken, but the board has only 2 rows"),
        (3, 2, "row 0 has 3 taken cells, but the board has only 2 columns"),
        (1, 3, "cells of row 1 are taken, but the board has only 1 row"),
        (3, 1, "row 0 has 3 taken cells, but the board has only 1 column"),
    ] {
        let error = position.check(rows, columns).unwrap_err().to_string();
        assert_eq!(error, format!("not of this board: {why}"));
    }
    assert_eq!(position.check(3, 3), Ok(()));
    let reader = Reader::new(&uniform(2, 3, 1, 1));
    assert!(reader.score(&position, |_| 0).is_err() && reader.rank(&position).is_err());
    assert!(reader.answer(&position, |_| 0).is_err());
}

#[test]
fn a_move_claims_the_first_empty_cell_of_a_row() {
    assert_eq!("2,1".parse(), Ok(Move { row: 2, column: 1 }));
    let board = uniform(2, 2, 1, 1);
    let after = |position: &str, mv: &str| {
        let position: Position = position.parse().unwrap();
        position.after(&board, mv.parse().unwrap()).map(|next| next.to_string())
    };
    assert_eq!(after("0", "0,0").as_deref(), Some("1"));
    assert_eq!(after("1", "1,0").as_deref(), Some("1,1"));
    for (position, mv) in
        [("0", "1,0"), ("0", "0,1"), ("1", "0,0"), ("1,1", "1,1"), ("2,2", "0,2"), ("2,2", "2,0")]
    {
        assert_eq!(after(position, mv), None, "{position} {mv}");
    }
}

#[test]
fn boards_read_what_they_print() {
    let mut random = Rng::with_seed(11);
    for (rows, columns) in [(1, 1), (2, 3), (10, 10), (1, 10)] {
        let board = random_board(&mut random, rows, columns, 100_000);
        let text = board.to_contest();
        for text in [&text, &text.replace('\n', " \r\n\t")] {
            assert_eq!(Board::from_contest(text).as_ref(), Ok(&board));
        }
        let (a, b): (Vec<u32>, Vec<u32>) = board.cells().unzip();
        let scores = [a, b].concat().into_iter().flat_map(u32::to_le_bytes);
        assert!([rows as u8, columns as u8].into_iter().chain(scores).eq(board.to_bytes()));
    }
}

#[test]
fn a_contest_input_with_a_huge_number_is_refused_in_a_short_line() {
    let text = format!("1 1 1 2 {}", "9".repeat(10_000_000));
    let why = "after the last of the board's 2 scores; expected the end of the input";
    let expected = format!("line 1, column 9: `{}…` {why}", "9".repeat(24));
    assert_eq!(Board::from_contest(&text).unwrap_err().to_string(), expected);
}

#[test]
fn every_error_of_a_board_says_why() {
    let error = |a: &[Vec<u32>], b: &[Vec<u32>]| Board::new(a, b).unwrap_err().to_string();
    for (rows, columns) in [(0, 0), (17, 1), (1, 17), (1, 0)] {
        let (scores, size) = (vec![vec![1; columns]; rows], format!("{rows} x {columns}"));
        let expected = format!("a board has 1 to 16 rows and 1 to 16 columns, not {size}");
        assert_eq!(error(&scores, &scores), expected);
    }
    let says = |a: &[&[u32]], b: &[&[u32]], why: &str| {
        let [a, b] = [a, b].map(|rows| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>());
        assert_eq!(error(&a, &b), why);
    };
    let differ = |player, row, found, columns| {
        format!(
            "row {row} of the scores of player {player} has {found} numbers, but the board has {columns} columns"
        )
    };
    says(&[&[1], &[1]], &[&[1]], "the scores of player B have 1 rows, those of player A 2");
    says(&[&[1], &[1, 2]], &[&[1], &[1]], &differ("A", 1, 2, 1));
    says(&[&[1, 2]], &[&[1]], &differ("B", 0, 1, 2));
    let large = "the score 2147483648 of player B at row 0, column 0 exceeds 2147483647";
    says(&[&[1]], &[&[1 << 31]], large);
}

#[test]
#[should_panic(expected = "a legal move claims the first empty cell of a row")]
fn the_plain_rules_do_not_play_illegal_moves() {
    let _ = rules::play(&Position::EMPTY, Move { row: 0, column: 1 });
}
