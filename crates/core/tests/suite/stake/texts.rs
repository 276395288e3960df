//! Texts of boards and moves.

use perfectplay_core::stake::{CellsError, FamilyIndex, Index, Move, Position, rules};

use super::boards::random_board;
use fastrand::Rng;

fn error(text: &str) -> String {
    text.parse::<Position>().expect_err(text).to_string()
}

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
    assert_eq!(" 0./.1 ".parse::<Position>().map(|board| board.to_string()), Ok("0./.1".into()));
}

#[test]
fn moves_read_what_they_print() {
    for row in 0..8 {
        for column in 0..8 {
            let step = Move { row, column };
            assert_eq!(step.to_string(), format!("{row},{column}"));
            assert_eq!(step.to_string().parse(), Ok(step));
        }
    }
}

#[test]
fn errors_of_boards_say_where_and_what() {
    let cases = [
        ("", "no board given: write its rows as in `01.1/00../.01./...1`"),
        (" ", "no board given: write its rows as in `01.1/00../.01./...1`"),
        ("01/0", "row 1: expected 2 cells, as many as there are rows, found 1"),
        ("01.1/00../.01./...", "row 3: expected 4 cells, as many as there are rows, found 3"),
        ("01", "row 0: expected 1 cells, as many as there are rows, found 2"),
        ("01//..", "row 0: expected 3 cells, as many as there are rows, found 2"),
        ("../", "row 1: expected 2 cells, as many as there are rows, found 0"),
        ("0./.x", "row 1, column 1: `x` is not `0`, `1` or `.`"),
        ("0.\n/..", "row 0, column 2: `\\n` is not `0`, `1` or `.`"),
        ("2", "row 0, column 0: `2` is not `0`, `1` or `.`"),
        ("1", "1 1s and 0 0s: player 0 begins, so there are never more 1s than 0s"),
        ("00/.1\u{31}", "row 1: expected 2 cells, as many as there are rows, found 3"),
        ("00/..", "2 0s and 0 1s: the players alternate, so there is at most one 0 more"),
        ("./././././././.", "row 0: expected 8 cells, as many as there are rows, found 1"),
        ("././././././././.", "a board has 1 to 8 rows, not 9"),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message, "{text:?}");
        assert!(!error(text).contains('\n'));
    }
}

#[test]
fn errors_of_masks_say_where_and_what() {
    let error = |size, filled| Position::from_masks(size, filled).expect_err("bad").to_string();
    assert_eq!(error(0, [0, 0]), "a board has 1 to 8 rows, not 0");
    assert_eq!(error(9, [0, 0]), "a board has 1 to 8 rows, not 9");
    assert_eq!(error(2, [1, 1]), "row 0, column 0: both digits in one cell");
    assert_eq!(error(2, [4, 1]), "row 0, column 2: a digit outside the 2×2 board");
    assert_eq!(
        error(2, [0, 1]),
        "1 1s and 0 0s: player 0 begins, so there are never more 1s than 0s"
    );
}

#[test]
fn errors_of_moves_and_sizes_say_what_is_expected() {
    let message = "`1;2` is no move: write row,column, each 0 to 7, as in `1,2`";
    assert_eq!("1;2".parse::<Move>().expect_err("bad").to_string(), message);
    for text in ["", "8,0", "0,8", "1,2,3", "1", "a,b", "-1,0", "é,"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
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
