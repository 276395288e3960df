//! Families of boards: the index, and the stored outcomes.

use perfectplay_games::tokens::FamilyIndex;

use super::*;

fn solve(family: &FamilyIndex) -> Vec<bool> {
    let mut losing = vec![false; family.len() as usize];
    family.solve(0..family.boards(), |entry| losing[entry as usize] = true);
    losing
}

/// Asserts that the outcome of each start of a board is stored.
fn assert_stored(family: &FamilyIndex, losing: &[bool], board: &Board) {
    let solved = SolvedBoard::new(board);
    for pieces in pairs(board) {
        let entry = family.index(&Position::new(board.clone(), pieces).unwrap()).unwrap();
        let outcome = if losing[entry as usize] { Outcome::Loss } else { Outcome::Win };
        assert_eq!(solved.outcome(pieces), Some(outcome), "{pieces} on {board}");
    }
}

#[test]
fn the_sizes_are_those_of_the_definition() {
    for (rows, columns, starts, entries) in [
        (1, 2, 1, 1),
        (2, 2, 24, 8),
        (3, 3, 4_608, 1_024),
        (4, 4, 1_966_080, 344_064),
        (4, 5, 49_807_360, 14_680_064),
        (5, 5, 2_516_582_400, 411_041_792),
    ] {
        let family = FamilyIndex::new(rows, columns).unwrap();
        assert_eq!((family.starts(), family.len()), (starts, entries), "{rows}x{columns}");
        assert_eq!((family.rows(), family.columns()), (rows, columns));
        assert!([family.len(), u64::MAX].iter().all(|&index| family.position(index).is_none()));
    }
}

#[test]
fn sizes_without_a_family_are_refused() {
    for (rows, columns) in
        [(0, 4), (4, 0), (1, 1), (5, 4), (1, 26), (2, 13), (usize::MAX, usize::MAX)]
    {
        let error = FamilyIndex::new(rows, columns).unwrap_err().to_string();
        let expected = "expected 1 <= rows <= columns, and 2 to 25 cells";
        assert_eq!(error, format!("no family of boards of {rows} x {columns} cells; {expected}"));
    }
    assert!(FamilyIndex::new(1, 25).is_ok());
}

#[test]
fn the_position_of_an_index_has_that_index() {
    for (rows, columns) in [(1, 2), (1, 5), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4)] {
        let family = FamilyIndex::new(rows, columns).unwrap();
        for index in 0..family.len() {
            let position = family.position(index).unwrap();
            assert_eq!(family.index(&position), Some(index), "{position}");
        }
    }
}

#[test]
fn every_start_of_every_small_board_has_its_outcome_stored() {
    for (rows, columns) in [(1, 2), (1, 6), (2, 2), (2, 4), (3, 3), (3, 4)] {
        let family = FamilyIndex::new(rows, columns).unwrap();
        let losing = solve(&family);
        for mask in 0..family.boards() {
            assert_stored(&family, &losing, &board_of(rows, columns, mask));
        }
    }
}

#[test]
fn a_board_that_fits_after_transposing_is_in_the_family() {
    let family = FamilyIndex::new(2, 5).unwrap();
    let losing = solve(&family);
    let mut random = Rng::with_seed(25);
    for _ in 0..2_000 {
        let board = random_board(1 + random.usize(..5), 1 + random.usize(..2), 25, &mut random);
        assert_stored(&family, &losing, &board);
    }
    assert_eq!(family.index(&position("P..../...../....P")), None);
    assert_eq!(family.index(&position("P.P history:0,0+0,1")), None);
}
