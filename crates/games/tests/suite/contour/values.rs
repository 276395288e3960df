//! The fast solver against the plain rules, and its forms against each other.

use perfectplay_core::simd::Isa;
use perfectplay_core::{PlainSolver, Rules};
use perfectplay_games::contour::{Contour, Solver, Values, fits_i32, solve_plain};
use rayon::prelude::*;

use super::*;

/// Solves positions of a board by the rules.
fn by_rules(board: &Board) -> PlainSolver<Contour> {
    PlainSolver::new(Contour { board: board.clone() })
}

fn assert_every_contour_matches_the_rules(solver: &Solver, board: &Board) {
    let values = solver.solve(board);
    let (reader, mut plain) = (Reader::new(board), by_rules(board));
    assert_eq!(values.len(), board.contours());
    for rank in 0..values.len() {
        let position = Position::unrank(board.rows(), board.columns(), rank)
            .expect("below the number of contours");
        let score = reader.score(&position, |rank| values.get(rank)).expect("of this board");
        assert_eq!(score, plain.entry(&position), "{position} of {board:?}");
    }
}

#[test]
fn every_contour_of_small_boards_of_all_shapes_matches_the_rules() {
    let mut random = Rng::with_seed(1);
    for rows in 1..=5 {
        for columns in 1..=5 {
            for isa in Isa::available() {
                let solver = Solver::with_isa(rows, columns, isa);
                for most in [1, 2, 3, 9, 1000, 100_000, i32::MAX as u32] {
                    for _ in 0..10 {
                        let board = random_board(&mut random, rows, columns, most);
                        assert_every_contour_matches_the_rules(&solver, &board);
                    }
                }
            }
        }
    }
}

#[test]
fn every_contour_of_longer_boards_matches_the_rules() {
    let mut random = Rng::with_seed(2);
    for (rows, columns) in
        [(1, 16), (16, 1), (2, 16), (16, 2), (3, 9), (9, 3), (4, 7), (6, 6), (7, 5), (5, 8), (8, 8)]
    {
        let solver = Solver::new(rows, columns);
        let (many, most) = (100_000, i32::MAX as u32);
        for most in [1, 50, many, most] {
            let board = random_board(&mut random, rows, columns, most);
            assert_every_contour_matches_the_rules(&solver, &board);
        }
        for (a, b) in [(0, 0), (1, 1), (5, 0), (0, 5), (many, 0), (0, many), (most, most)] {
            assert_every_contour_matches_the_rules(&solver, &uniform(rows, columns, a, b));
        }
        let mut row = || (0..columns).map(|_| [0, many][random.usize(..2)]).collect();
        let mixed: Vec<Vec<u32>> = (0..rows).map(|_| row()).collect();
        let zeros = vec![vec![0; columns]; rows];
        for (a, b) in [(&mixed, &zeros), (&zeros, &mixed)] {
            assert_every_contour_matches_the_rules(&solver, &Board::new(a, b).unwrap());
        }
    }
}

fn same(values: &Values, others: &Values) -> bool {
    values.len() == others.len()
        && (0..values.len()).all(|rank| values.get(rank) == others.get(rank))
}

#[test]
fn all_instruction_sets_and_the_plain_recursion_agree_on_every_shape() {
    let mut random = Rng::with_seed(5);
    for rows in 1..=16 {
        for columns in (1..=16).filter(|columns| rows + columns <= 22) {
            let board = random_board(&mut random, rows, columns, 100_000);
            let plain = Values::Wide(solve_plain(&board));
            for isa in Isa::available() {
                let solver = Solver::with_isa(rows, columns, isa);
                assert!(same(&solver.solve(&board), &plain), "{rows} x {columns} {}", isa.name());
            }
        }
    }
}

#[test]
fn scores_at_the_edge_of_32_bits_are_exact() {
    // 2 · Σ max(a, b) is just within 2³¹ − 1, and just beyond.
    for (rows, columns) in [(10, 10), (5, 6), (3, 7), (11, 11)] {
        let most = i32::MAX as u32 / (2 * (rows * columns) as u32);
        for (a, b) in [(most, most), (most, 0), (0, most)] {
            let (within, beyond) =
                (uniform(rows, columns, a, b), uniform(rows, columns, a.max(1) + most, b));
            assert!(fits_i32(&within) && !fits_i32(&beyond));
            for board in [within, beyond] {
                let plain = Values::Wide(solve_plain(&board));
                let values = Solver::new(rows, columns).solve(&board);
                assert_eq!(matches!(values, Values::Narrow(_)), fits_i32(&board));
                assert!(same(&values, &plain));
            }
        }
    }
}

#[test]
fn blocks_may_be_solved_on_many_threads() {
    let mut random = Rng::with_seed(9);
    let largest = i32::MAX as u32;
    for (rows, columns, most) in
        [(12, 12, 100_000), (11, 12, largest), (16, 6, 1000), (6, 16, 7), (16, 7, 7), (10, 10, 5)]
    {
        let board = random_board(&mut random, rows, columns, most);
        let solver = Solver::new(rows, columns);
        let mut values = solver.unsolved(&board);
        match &mut values {
            Values::Narrow(values) => {
                values.fill(i32::MIN);
                solver.solve_into(&board, values, |blocks, work| {
                    blocks.par_iter_mut().for_each(work);
                });
            }
            Values::Wide(values) => solver.solve_into(&board, values, |blocks, work| {
                blocks.par_iter_mut().rev().for_each(work);
            }),
        }
        assert!(values == solver.solve(&board), "{rows} x {columns}");
        assert!(same(&values, &Values::Wide(solve_plain(&board))));
    }
}

#[test]
fn moves_come_best_first_and_the_best_result_is_the_score() {
    let mut random = Rng::with_seed(10);
    for (rows, columns, most) in
        [(1, 1, 5), (12, 4, 2), (5, 5, 100_000), (10, 10, 100_000), (11, 3, i32::MAX as u32)]
    {
        let board = random_board(&mut random, rows, columns, most);
        let (values, reader) = (Solver::new(rows, columns).solve(&board), Reader::new(&board));
        for rank in (0..values.len()).step_by(1 + values.len() / 500) {
            let position = Position::unrank(rows, columns, rank).unwrap();
            let answer = reader.answer(&position, |rank| values.get(rank)).unwrap();
            let moves = &answer.moves;
            let mut legal: Vec<_> = moves.iter().map(|reply| reply.step).collect();
            legal.sort();
            assert_eq!(legal, rules::moves(&board, &position));
            assert!(moves.is_sorted_by_key(|reply| (-reply.result, reply.step)));
            for reply in moves {
                assert_eq!(reply.gain(), rules::gain(&board, &position, reply.step));
                assert_eq!(reply.best, reply.result == moves[0].result);
                assert_eq!(position.after(&board, reply.step), Some(reply.position));
                let child = |position: &Position| reader.score(position, |rank| values.get(rank));
                let game = Contour { board: board.clone() };
                assert_eq!(game.entry_by_rules(&position, child), Ok(answer.value));
            }
            let score = answer.value;
            assert_eq!(score, moves.first().map_or(0, |best| best.result));
        }
    }
}
