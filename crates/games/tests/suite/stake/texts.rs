//! Texts of boards and moves.

use perfectplay_games::stake::{CellsError, Move};

use super::*;

#[test]
fn boards_read_what_they_print() {
    let mut random = Rng::with_seed(1);
    for _ in 0..2000 {
        let size = 1 + random.usize(..8);
        let empty = random.usize(..size * size + 1);
        let board = random_board(&mut random, size, empty);
        let text = board.to_string();
        assert_eq!(text.parse(), Ok(board), "{text}");
        assert_eq!(board.moves().count(), empty);
        assert_eq!(text.matches('.').count(), empty);
    }
}

#[test]
fn errors_of_masks_say_where_and_what() {
    let error = |size, filled| Position::from_masks(size, filled).expect_err("bad").to_string();
    assert_eq!(error(0, [0, 0]), "a board has 1 to 8 rows, not 0");
    assert_eq!(error(9, [0, 0]), "a board has 1 to 8 rows, not 9");
    assert_eq!(error(2, [1, 1]), "row 0, column 0: both digits in one cell");
    assert_eq!(error(2, [4, 1]), "row 0, column 2: a digit outside the 2×2 board");
    let many = "1 1s and 0 0s: player 0 begins, so there are never more 1s than 0s";
    assert_eq!(error(2, [0, 1]), many);
}

#[test]
fn errors_of_sizes_say_what_is_expected() {
    let message = "the board has 25 empty cells; at most 24 can be solved";
    assert_eq!(CellsError { cells: 25 }.to_string(), message);
    assert_eq!(Index::new(25), Err(CellsError { cells: 25 }));
    let message = "the families hold boards up to 1×1, 2×2, 3×3, 4×4 or 5×5, not 6×6";
    assert_eq!(FamilyIndex::new(6).expect_err("too large").to_string(), message);
    assert!(FamilyIndex::new(0).is_err());
}

#[test]
fn only_empty_cells_of_the_board_can_be_filled() {
    let board: Position = "01/..".parse().expect("a board");
    assert_eq!(board.mover(), 0);
    assert_eq!(board.after(Move { row: 0, column: 0 }), None);
    assert_eq!(board.after(Move { row: 0, column: 2 }), None);
    assert_eq!(board.after(Move { row: 200, column: 0 }), None);
    let after = board.after(Move { row: 1, column: 0 }).expect("an empty cell");
    assert_eq!((after.to_string(), after.mover()), ("01/0.".to_owned(), 1));
    assert_eq!(board.get(Move { row: 0, column: 1 }), Some(1));
    assert_eq!(board.get(Move { row: 9, column: 255 }), None);
}

#[test]
#[should_panic(expected = "a legal move fills an empty cell")]
fn the_plain_rules_do_not_play_illegal_moves() {
    let board: Position = "01/..".parse().expect("a board");
    let _ = rules::after(&rules::grid(&board), Move { row: 0, column: 1 });
}
