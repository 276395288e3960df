//! Scores of single boards, against the plain rules.

use perfectplay_games::stake::{Answer, lead_to_score, regions};

use super::*;

fn solver(cells: usize) -> Solver {
    Solver::new(&Index::new(cells).expect("few cells"))
}

fn solved(solver: &Solver, board: &Position) -> Vec<u8> {
    solve_all(&solver.on(board), Control::SILENT).expect("memory")
}

fn answer(solver: &Solver, board: &Position) -> Answer {
    solver.answer(board, Control::SILENT).expect("memory")
}

/// The score of a position from all entries of a board.
fn score_in(entries: &[u8], index: &BoardIndex, position: &Position) -> Option<i8> {
    let lead = entries[index.index_of(position)? as usize];
    Some(lead_to_score(index.states(), position.empty_cells().count_ones() as usize, lead))
}

fn by_rules(board: &Position) -> Answer {
    let mut plain = PlainSolver::new(Stake);
    answer_of(board, |child| Some(plain.entry(child))).expect("every score is known")
}

#[test]
fn answers_are_those_of_plain_minimax() {
    let mut random = Rng::with_seed(7);
    for round in 0..6000 {
        let size = 1 + round % 8;
        let empty = random.usize(..if round % 40 < 8 { 8 } else { 6 }).min(size * size);
        let board = random_board(&mut random, size, empty);
        assert_eq!(answer(&solver(empty), &board), by_rules(&board), "{board}");
    }
}

#[test]
fn all_entries_of_a_board_are_those_of_plain_minimax() {
    let mut random = Rng::with_seed(8);
    let boards = (0..60).map(|round| {
        let empty = random.usize(..8);
        random_board(&mut random, 3 + round % 6, empty)
    });
    for board in boards.chain([Position::empty(3).expect("a size")]) {
        let index = BoardIndex::new(board).expect("few cells");
        let solver = Solver::new(index.states());
        let entries = solved(&solver, &board);
        assert_eq!(entries.len() as u64, index.states().len());
        let mut plain = PlainSolver::new(Stake);
        for number in 0..index.states().len() {
            let state = index.states().state(number).expect("a state");
            let position = index.position(state);
            assert_eq!(index.index_of(&position), Some(number), "{board} {position}");
            let score = plain.entry(&position);
            assert_eq!(score_in(&entries, &index, &position), Some(score), "{position}");
        }
    }
}

#[test]
fn the_small_solver_answers_as_the_general_one_does() {
    let mut random = Rng::with_seed(9);
    for empty in 0..=12 {
        let index = Index::new(empty).expect("few cells");
        let solver = Solver::new(&index);
        // Boards of several sizes with either mover.
        let boards: Vec<Position> =
            (0..75).map(|i| random_board(&mut random, 4 + i % 5, empty)).collect();
        let alone: Vec<Answer> = boards.iter().map(|board| answer(&solver, board)).collect();
        let mut small = SmallSolver::new(empty).expect("few cells");
        let small: Vec<Answer> = boards.iter().map(|board| small.answer(board)).collect();
        assert_eq!(small, alone);
    }
}

#[test]
fn entries_do_not_depend_on_how_layers_are_cut() {
    let board = random_board(&mut Rng::with_seed(10), 6, 13);
    let solver = solver(13);
    let (expected, leads) = (solved(&solver, &board), solver.on(&board));
    for states in [1, 7, 100, 1000, 1 << 20] {
        assert!(by_tasks(&leads, states, u8::MAX) == expected, "tasks of {states} states");
    }
}

#[test]
fn every_entry_of_larger_boards_follows_from_its_moves() {
    let mut random = Rng::with_seed(11);
    for (size, empty) in [(4, 16), (5, 15), (8, 14), (7, 13), (8, 12)] {
        let board = random_board(&mut random, size, empty);
        let index = BoardIndex::new(board).expect("few cells");
        let solver = Solver::new(index.states());
        let entries = solved(&solver, &board);
        for _ in 0..3000 {
            let number = random.usize(..entries.len()) as u64;
            let position = index.position(index.states().state(number).expect("a state"));
            let score = |position: &Position| score_in(&entries, &index, position).ok_or(());
            assert_eq!(Stake.entry_by_rules(&position, score), score(&position), "{position}");
        }
        assert_eq!(Some(answer(&solver, &board).value), score_in(&entries, &index, &board));
    }
}

#[test]
fn regions_are_those_of_a_plain_flood_fill() {
    let mut random = Rng::with_seed(12);
    for _ in 0..4000 {
        let size = 1 + random.usize(..8);
        let empty = random.usize(..size * size + 1);
        let board = random_board(&mut random, size, empty);
        let grid = rules::grid(&board);
        assert_eq!(rules::position(&grid), board);
        for digit in 0..2 {
            let expected = rules::largest_region(&grid, digit);
            let mask = board.filled()[usize::from(digit)];
            assert_eq!(regions::largest_region(mask) as usize, expected, "{board}");
        }
        assert_eq!(regions::score(&board), rules::final_score(&grid));
    }
    assert_eq!(regions::largest_region(u64::MAX), 64);
    assert_eq!(regions::largest_region(0x5555_aaaa_5555_aaaa), 2);
}
