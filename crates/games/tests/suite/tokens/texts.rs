//! Texts of boards, positions and moves, and the index of pairs: round trips and errors.

use perfectplay_games::tokens::Index;

use super::*;

fn pair(text: &str) -> Pair {
    position(text).pieces()
}

#[test]
fn a_long_history_ends_at_its_first_error() {
    let hostile = format!("P.P history:{}", "0,0+0,1;".repeat(1_000_000));
    let twice = "the pair 0,0+0,1 occurs twice, in the history or in the history and on the board; no position may \
                 occur twice in a game";
    assert_eq!(hostile.parse::<Position>().unwrap_err().to_string(), twice);
    let board = position("P.#P").board().clone();
    let removed = Pair::new(Cell::new(0, 0), Cell::new(0, 200)).unwrap();
    let expected =
        "the pair 0,0+0,200 is not on free cells of this board: row 0, column 200 is not free";
    assert_eq!(Position::new(board, removed).unwrap_err().to_string(), expected);
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
fn the_texts_and_the_bytes_of_a_board_are_read_as_that_board() {
    let mut random = Rng::with_seed(9);
    for _ in 0..200 {
        let removed = random.usize(..100);
        let (rows, columns) = (1 + random.usize(..64), 1 + random.usize(..64));
        let board = random_board(rows, columns, removed, &mut random);
        assert_eq!(board.to_string().parse().as_ref(), Ok(&board));
        let text = board.to_contest();
        let elsewhere = format!(" \r\n\n{}\r\n \r\n", text.replace('\n', " \r\n"));
        for text in [&text, text.trim_end(), &elsewhere] {
            assert_eq!(Board::from_contest(text).as_ref(), Ok(&board));
        }
        assert_eq!(board.free_cells(), board.cells().count());
        assert_eq!(board.starts(), pairs(&board).len());
        let mut bytes = vec![rows as u8, columns as u8];
        for row in 0..rows {
            let free = |column: usize| board.is_free(Cell::new(row as u8, column as u8));
            let bits = (0..columns).filter(|&column| free(column)).map(|column| 1u64 << column);
            assert_eq!(board.row(row), bits.sum::<u64>());
            bytes.extend(board.row(row).to_le_bytes());
        }
        assert_eq!(board.to_bytes(), bytes);
        assert_eq!([rows, 64, usize::MAX].map(|row| board.row(row)), [0; 3]);
    }
    assert_eq!(position("P.P/.#.").board().to_string(), ".../.#.");
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
