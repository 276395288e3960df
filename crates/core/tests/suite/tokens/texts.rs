//! Texts of boards, positions and moves, and the index of pairs: round trips and errors.

use super::boards::{pairs, position, random_board};
use fastrand::Rng;
use perfectplay_core::tokens::{Board, Cell, Index, Move, Pair, Position};

fn pair(text: &str) -> Pair {
    position(text).pieces()
}

#[test]
fn the_text_of_a_position_is_read_as_that_position() {
    for text in [
        "PP",
        "P/P",
        "P..#/..../.##./...P",
        "P.P history:0,0+0,1",
        "P..P/.... history:0,0+1,3;1,0+1,3;0,0+0,1",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
    assert_eq!(position("  P.P   history:0,1+0,0 ").to_string(), "P.P history:0,0+0,1");
    let row = ".".repeat(64);
    let mut rows = vec![row; 64];
    rows[0].replace_range(0..1, "P");
    rows[63].replace_range(63..64, "P");
    let large = position(&rows.join("/"));
    assert_eq!(large.to_string(), rows.join("/"));
    assert_eq!(large.pieces().second(), Cell::new(63, 63));
}

#[test]
fn every_error_of_a_position_says_where_and_why() {
    let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    let pieces = "expected exactly two";
    assert_eq!(error("..../...."), format!("no piece `P` on the board; {pieces}"));
    assert_eq!(error("..../..P."), format!("only one piece `P` on the board; {pieces}"));
    assert_eq!(error("P.../..PP"), format!("row 1, column 3: a third piece `P`; {pieces}"));
    assert_eq!(error("PPP/PPP"), format!("row 0, column 2: a third piece `P`; {pieces}"));
    assert_eq!(
        error("P.P/.."),
        "row 1 has 2 cells and row 0 has 3; expected rows of the same length"
    );
    assert_eq!(
        error("P.P/...."),
        "row 1 has 4 cells and row 0 has 3; expected rows of the same length"
    );
    let empty = "expected 1 to 64 cells, rows separated by `/`, such as `P../..P`";
    assert_eq!(error(""), format!("row 0 is empty; {empty}"));
    assert_eq!(error("P.P/"), format!("row 1 is empty; {empty}"));
    assert_eq!(error("//"), format!("row 0 is empty; {empty}"));
    let letters = "expected `.` (empty), `#` (removed), `P` (a piece) or `/` (the next row)";
    assert_eq!(error("P.P/.x."), format!("row 1, column 1: `x`; {letters}"));
    assert_eq!(error("p.P"), format!("row 0, column 0: `p`; {letters}"));
    assert_eq!(error("P.\u{1b}P"), format!("row 0, column 2: `\\u{{1b}}`; {letters}"));
    assert_eq!(error(&".".repeat(65)), "row 0 has more than 64 cells; expected 1 to 64");
    assert_eq!(error(&["."; 65].join("/")), "more than 64 rows; expected 1 to 64");
}

#[test]
fn rows_with_spaces_are_refused_with_the_form_to_write() {
    let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    for separator in [" ", "\n", "  ", "/ ", "\r\n"] {
        let text = ["P..#", "....", ".##.", "...P"].join(separator);
        assert_eq!(error(&text), "rows are separated by `/`: P..#/..../.##./...P");
    }
}

#[test]
fn every_error_of_a_history_says_why() {
    let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        error("P.P visited"),
        "`visited` after the board; expected nothing or `history:` and visited pairs, such as `history:0,0+0,2;0,1+0,2`"
    );
    let expected = "is not a visited pair; expected two different cells of the board as row,column+row,column \
         and `;` between pairs, such as `0,0+0,2;0,1+0,2`";
    for word in [
        "0,0+0,1,0,1+0,2",
        "0,0+0,1 0,1+0,2",
        "",
        "0,0",
        "0,0+0,0",
        "0,0+0,3",
        "0,0+1,0",
        "0,0+0,-1",
        "0,0+0,+1",
        "0,0+0,999",
    ] {
        assert_eq!(error(&format!("P.P history:{word}")), format!("`{word}` {expected}"));
    }
    assert_eq!(error("P.P history:0,0+0,1;"), format!("`` {expected}"));
    assert_eq!(
        error("P.#P history:0,0+0,2"),
        "the pair 0,0+0,2 is not on free cells of this board: row 0, column 2 is not free"
    );
    let twice = "occurs twice, in the history or in the history and on the board; no position may occur twice in a game";
    assert_eq!(error("P.P history:0,2+0,0"), format!("the pair 0,0+0,2 {twice}"));
    assert_eq!(error("P.P history:0,1+0,0;0,0+0,1"), format!("the pair 0,0+0,1 {twice}"));
    let hostile = format!("P.P history:{}", "0,0+0,1;".repeat(1_000_000));
    assert_eq!(error(&hostile), format!("the pair 0,0+0,1 {twice}"));
    let board = position("P.#P").board().clone();
    let removed = Pair::new(Cell::new(0, 0), Cell::new(0, 200)).unwrap();
    assert_eq!(
        Position::new(board, removed).unwrap_err().to_string(),
        "the pair 0,0+0,200 is not on free cells of this board: row 0, column 200 is not free"
    );
}

#[test]
fn the_text_of_a_move_is_read_as_that_move() {
    for text in ["0,0>0,1", "63,62>63,63", "5,4>4,4"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    assert_eq!(" 0 , 0 > 1 , 0 ".parse::<Move>().unwrap().to_string(), "0,0>1,0");
    for text in [
        "",
        "0,0",
        "0,0>",
        "0,0>0,0",
        "0,0>1,1",
        "0,0>0,2",
        "63,63>63,64",
        "a,b>c,d",
        "0,0>0,1>0,2",
    ] {
        assert_eq!(
            text.parse::<Move>().unwrap_err().to_string(),
            format!(
                "`{text}` is not a move; expected two neighbouring cells as row,column>row,column, counted from 0, such as `0,0>0,1`"
            )
        );
    }
}

#[test]
fn illegal_moves_lead_to_no_position() {
    let start = position("P.P/.#.");
    let step = |text: &str| text.parse::<Move>().unwrap();
    assert_eq!(start.after(step("0,0>1,0")).unwrap().to_string(), "..P/P#. history:0,0+0,2");
    for text in ["0,1>0,0", "0,2>0,3", "1,0>0,0", "0,1>1,1"] {
        assert_eq!(start.after(step(text)), None, "{text}");
    }
    assert_eq!(start.after(Move { from: Cell::new(0, 0), to: Cell::new(1, 1) }), None);
    assert_eq!(position("P.P/.#. history:0,1+0,2").after(step("0,0>0,1")), None);
    assert_eq!(position("PP").after(step("0,0>0,1")), None);
}

#[test]
fn the_text_and_the_bytes_of_a_board_are_read_as_that_board() {
    let mut random = Rng::with_seed(9);
    for _ in 0..200 {
        let (rows, columns) = (1 + random.usize(..64), 1 + random.usize(..64));
        let board = random_board(rows, columns, 30, &mut random);
        assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
        let bytes = board.to_bytes();
        assert_eq!(bytes.len(), 2 + 8 * rows);
        assert_eq!(Board::from_bytes(&bytes).as_ref(), Some(&board));
        assert_eq!(Board::from_bytes(&bytes[1..]), None);
        assert_eq!(board.free_cells(), board.cells().count());
        assert_eq!(board.starts(), pairs(&board).len());
        for row in 0..rows {
            let free = |column: usize| board.is_free(Cell::new(row as u8, column as u8));
            let bits = (0..columns).filter(|&column| free(column)).map(|column| 1u64 << column);
            assert_eq!(board.row(row), bits.sum());
        }
        assert_eq!([rows, 64, usize::MAX].map(|row| board.row(row)), [0; 3]);
    }
    assert_eq!(position("P.P/.#.").board().to_string(), ".../.#.");
    for bytes in [&[][..], &[1], &[0, 1], &[65, 1], &[1, 1, 2, 0, 0, 0, 0, 0, 0, 0]] {
        assert_eq!(Board::from_bytes(bytes), None);
    }
    assert!(Board::new(0, 1).is_none() && Board::new(1, 65).is_none());
}

#[test]
fn pairs_have_numbers_without_gaps() {
    let mut random = Rng::with_seed(11);
    for (rows, columns, removed) in [(1, 1, 0), (3, 5, 20), (8, 8, 10), (64, 64, 80), (30, 40, 0)] {
        let board = random_board(rows, columns, removed, &mut random);
        let index = Index::new(&board);
        assert_eq!(index.len(), board.starts());
        let mut found = 0;
        for pair in pairs(&board) {
            let number = index.index(pair).unwrap();
            assert_eq!(index.pair(number), Some(pair));
            found += 1;
        }
        assert_eq!((found, index.pair(found)), (index.len(), None));
    }
    let index = Index::new(&Board::new(64, 64).unwrap());
    assert_eq!(index.len(), 8_386_560);
    for number in (0..index.len()).step_by(101).chain([index.len() - 1]) {
        assert_eq!(index.index(index.pair(number).unwrap()), Some(number));
    }
    let index = Index::new(position("P.#P").board());
    assert_eq!(index.index(pair("P.P")), None);
    assert_eq!(index.index(Pair::new(Cell::new(0, 0), Cell::new(255, 255)).unwrap()), None);
    assert_eq!(index.index(Pair::new(Cell::new(0, 0), Cell::new(0, 64)).unwrap()), None);
}

#[test]
fn the_contest_text_of_a_board_is_read_as_that_board() {
    let mut random = Rng::with_seed(64);
    for _ in 0..200 {
        let removed = random.usize(..100);
        let (rows, columns) = (1 + random.usize(..64), 1 + random.usize(..64));
        let board = random_board(rows, columns, removed, &mut random);
        let text = board.to_contest();
        assert_eq!(Board::from_contest(&text).as_ref(), Ok(&board));
        let elsewhere = format!(" \r\n\n{}\r\n \r\n", text.replace('\n', " \r\n"));
        assert_eq!(Board::from_contest(&elsewhere).as_ref(), Ok(&board));
        assert_eq!(Board::from_contest(text.trim_end()), Ok(board));
    }
    let board = Board::from_contest("2 3\nP.#\n..P\n").unwrap();
    assert_eq!(board.to_contest(), "2 3\n..#\n...\n");
}

#[test]
fn every_error_of_a_contests_board_says_where_and_why() {
    for (text, message) in [
        ("", "line 1: the input ends where the numbers of rows and columns should be"),
        (" \n\r\n", "line 3: the input ends where the numbers of rows and columns should be"),
        ("65 1\n", "line 1, column 1: `65` is not the number of rows, 1 to 64"),
        ("\n 1 0\n", "line 2, column 4: `0` is not the number of columns, 1 to 64"),
        ("+1 1\n.\n", "line 1, column 1: `+1` is not the number of rows, 1 to 64"),
        ("é 1\n.\n", "line 1, column 1: `é` is not the number of rows, 1 to 64"),
        ("1 é\n.\n", "line 1, column 3: `é` is not the number of columns, 1 to 64"),
        ("1  \n", "line 1, column 2: the line ends where the number of columns should be, 1 to 64"),
        ("1 2 3\n", "line 1, column 5: `3` is one word too many"),
        ("2 2\n..", "line 3: the input ends where row 1 of 2 should be"),
        ("1 3\n.x.\n", "line 2, column 2: `x` is not . (empty), # (removed) or P"),
        ("1 3\n ..\n", "line 2, column 1: ` ` is not . (empty), # (removed) or P"),
        ("1 3\n..\n", "line 2: row 0 has 2 cells instead of 3"),
        ("1 3\n..##\n", "line 2: row 0 has 4 cells instead of 3"),
        ("1 3\n\n...\n", "line 2: row 0 has 0 cells instead of 3"),
        ("2 2\n..\nP.\n", "line 3: 1 piece `P` on the board; expected two, or none"),
        ("2 2\nPP\nP.\n", "line 3: 3 pieces `P` on the board; expected two, or none"),
        ("1 2\n..\n\n1 2\n..\n", "line 4: `1 2` after the last row; expected the end of the input"),
        ("1 1\n.\n\u{1b}x", "line 3: `\\u{1b}x` after the last row; expected the end of the input"),
    ] {
        assert_eq!(Board::from_contest(text).unwrap_err().to_string(), message, "{text:?}");
    }
}
