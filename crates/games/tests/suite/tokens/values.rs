//! Outcomes and results of moves, solved and read from entries, against a solver that plays all games to
//! their ends.

use perfectplay_core::PlainSolver;
use perfectplay_games::tokens::solve;

use super::entries::{Bytes, read};
use super::*;

/// Plays all games on a board to their ends. Only for tiny ones: the outcome depends on the set of visited pairs, of
/// which there are exponentially many.
fn all_games() -> PlainSolver<Tokens> {
    PlainSolver::with_representative(Tokens, rules::representative)
}

/// Outcome and every move of a position against all games.
fn check_answer(plain: &mut PlainSolver<Tokens>, position: &Position, answer: &Answer) {
    assert_eq!(answer.position, *position);
    assert_eq!(answer.value, plain.entry(position), "{position}");
    let legal = rules::moves(position);
    assert_eq!(answer.moves.len(), legal.len(), "{position}");
    for (step, effect) in legal {
        let reply = answer.moves.iter().find(|reply| reply.step == step).unwrap();
        assert_eq!(reply.value, reply.result.reversed());
        assert_eq!(reply.winning(), reply.result == Outcome::Win);
        assert_eq!(reply.best, reply.result == answer.value);
        let next = effect.position();
        assert_eq!(reply.position, next, "{step} on {position}");
        let result = next.map_or(Outcome::Win, |next| plain.entry(&next).reversed());
        assert_eq!(reply.result, result, "{step} on {position}");
    }
}

fn check_board(board: &Board) -> usize {
    let mut plain = all_games();
    let (solved, reader) = (SolvedBoard::new(board), Reader::new(board));
    let (bytes, pairs) = (Bytes::of(&solved), pairs(board));
    for &pieces in &pairs {
        let position = Position::new(board.clone(), pieces).unwrap();
        check_answer(&mut plain, &position, &read(&reader, &bytes, &solved, pieces));
    }
    pairs.len()
}

/// Random games, every position on the way with its history.
fn check_games(board: &Board, random: &mut Rng) -> usize {
    let mut plain = all_games();
    let starts = pairs(board);
    if starts.is_empty() {
        return 0;
    }
    let mut position = Position::new(board.clone(), starts[random.usize(..starts.len())]).unwrap();
    for checked in 0.. {
        check_answer(&mut plain, &position, &solve(&position));
        let mut going_on = Tokens.moves(&position);
        if going_on.is_empty() {
            return checked + 1;
        }
        let (step, next) = going_on.swap_remove(random.usize(..going_on.len()));
        assert_eq!(position.after(step).as_ref(), Some(&next));
        position = next;
    }
    0
}

#[test]
fn every_board_of_up_to_3x3_agrees_with_all_games() {
    let mut starts = 0;
    for (rows, columns) in
        [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (7, 1), (1, 8), (3, 3)]
    {
        for mask in 0..1 << (rows * columns) {
            starts += check_board(&board_of(rows, columns, mask));
        }
    }
    assert_eq!(starts, 1 + 1 + 6 + 6 + 24 + 240 + 240 + 672 + 1792 + 4608);
}

#[test]
fn positions_with_a_history_agree_with_all_games() {
    let mut random = Rng::with_seed(1);
    let mut positions = 0;
    for _ in 0..1500 {
        let (rows, columns) = (1 + random.usize(..4), 2 + random.usize(..4));
        let board = random_board(rows, columns, 20, &mut random);
        if board.free_cells() <= 9 {
            positions += check_games(&board, &mut random);
        }
    }
    assert!(positions > 5_000, "{positions}");
}

#[test]
fn histories_that_are_not_paths_agree_with_all_games() {
    let mut random = Rng::with_seed(7);
    for _ in 0..2_000 {
        let board = random_board(1 + random.usize(..3), 3, 10, &mut random);
        let mut pairs = pairs(&board);
        if pairs.len() < 3 {
            continue;
        }
        let visited = random.usize(..pairs.len() / 2);
        let mut draw = || pairs.swap_remove(random.usize(..pairs.len()));
        let history: Vec<Pair> = (0..visited).map(|_| draw()).collect();
        let position = Position::with_history(board, draw(), history).unwrap();
        check_answer(&mut all_games(), &position, &solve(&position));
    }
}

#[test]
fn stepping_away_instead_of_capturing_wins_nearly_always_but_not_always() {
    let mut random = Rng::with_seed(15);
    let mut away = [0, 0];
    for _ in 0..3_000 {
        let removed = random.usize(..60);
        let board =
            random_board(1 + random.usize(..10), 2 + random.usize(..9), removed, &mut random);
        let solved = SolvedBoard::new(&board);
        for pieces in pairs(&board).into_iter().filter(|pair| pair.is_adjacent()) {
            let answer = solved.answer(pieces).unwrap();
            let moves = answer.moves.iter().filter(|reply| reply.position.is_some());
            moves.for_each(|reply| away[usize::from(reply.winning())] += 1);
        }
    }
    assert!(0 < away[0] && away[0] < away[1] / 1_000, "{away:?}");
}

#[test]
fn moves_are_sorted_winning_first_then_by_row_and_column() {
    let mut random = Rng::with_seed(12);
    for _ in 0..20 {
        let board = random_board(12, 12, 15, &mut random);
        for pieces in pairs(&board).into_iter().step_by(50) {
            let answer = SolvedBoard::new(&board).answer(pieces).unwrap();
            let keys: Vec<_> = answer
                .moves
                .iter()
                .map(|reply| {
                    let Move { from, to } = reply.step;
                    (!reply.winning(), from.row, from.column, to.row, to.column)
                })
                .collect();
            assert!(keys.is_sorted(), "{keys:?}");
            let wins = answer.winning_moves().len();
            assert_eq!(answer.value == Outcome::Win, wins > 0);
        }
    }
}

#[test]
fn pairs_that_are_not_positions_of_the_board_have_no_answer() {
    let start = position("P.#P");
    let visited = start.pieces();
    let solved = SolvedBoard::with_history(start.board(), &[visited]).unwrap();
    assert_eq!(solved.outcome(visited), None);
    assert_eq!(solved.answer(visited), None);
    let elsewhere = position("..P./...P").pieces();
    assert_eq!(solved.outcome(elsewhere), None);
    assert_eq!(solved.strategy(elsewhere), None);
    assert!(SolvedBoard::with_history(start.board(), &[elsewhere]).is_err());
}
