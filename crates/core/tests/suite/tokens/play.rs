//! The strategy of winning starts wins games against random opponents.

use std::collections::HashSet;

use super::boards::{pairs, random_board};
use fastrand::Rng;
use perfectplay_core::Outcome;
use perfectplay_core::tokens::rules::{self, Effect};
use perfectplay_core::tokens::{Board, BoardEntries, Move, Pair, Position, Reader, SolvedBoard};

/// The moves by the rules, without those to pairs that the game has visited. Each call makes a
/// fresh position, as copying long histories would take most of the time.
fn moves(board: &Board, pieces: Pair, seen: &HashSet<Pair>) -> Vec<(Move, Option<Pair>)> {
    let moves = rules::moves(&Position::new(board.clone(), pieces).unwrap()).into_iter();
    let moves = moves.map(|(step, effect)| match effect {
        Effect::Capture => (step, None),
        Effect::Continue(next) => (step, Some(next.pieces())),
    });
    moves.filter(|(_, next)| next.is_none_or(|next| !seen.contains(&next))).collect()
}

/// Plays the strategy of a winning start against random moves; returns the winner's moves.
fn play(solved: &SolvedBoard, start: Pair, random: &mut Rng) -> usize {
    let strategy = |pieces| solved.strategy(pieces).unwrap();
    play_by(strategy, solved.board(), solved.history(), start, random)
}

fn play_by(
    strategy: impl Fn(Pair) -> Move,
    board: &Board,
    history: &[Pair],
    start: Pair,
    random: &mut Rng,
) -> usize {
    let mut seen: HashSet<Pair> = history.iter().copied().chain([start]).collect();
    let mut pieces = start;
    for count in 1.. {
        let step = strategy(pieces);
        let legal = moves(board, pieces, &seen);
        let next = legal.into_iter().find(|&(legal, _)| legal == step).unwrap().1;
        let Some(next) = next else { return count };
        assert!(seen.insert(next));
        let mut replies = moves(board, next, &seen);
        if replies.is_empty() {
            return count;
        }
        let (step, reply) = replies.swap_remove(random.usize(..replies.len()));
        pieces = reply.unwrap_or_else(|| panic!("{step} captures"));
        assert!(seen.insert(pieces));
    }
    0
}

#[test]
fn the_strategy_wins_every_winning_start_of_hundreds_of_boards() {
    let mut random = Rng::with_seed(88);
    let (mut games, mut longest) = (0, 0);
    for _ in 0..300 {
        let removed = random.usize(..45);
        let board = random_board(8, 8, removed, &mut random);
        let solved = SolvedBoard::new(&board);
        for pieces in pairs(&board) {
            if solved.outcome(pieces) == Some(Outcome::Win) {
                longest = longest.max(play(&solved, pieces, &mut random));
                games += 1;
            }
        }
    }
    assert!(games > 100_000 && longest > 50, "{games} games, the longest of {longest} moves");
}

#[test]
fn the_strategy_from_stored_entries_wins_every_winning_start() {
    let mut random = Rng::with_seed(89);
    for _ in 0..60 {
        let removed = random.usize(..45);
        let board = random_board(8, 8, removed, &mut random);
        let solved = SolvedBoard::new(&board);
        let losing: Vec<u8> = solved.losing().iter().flat_map(|word| word.to_le_bytes()).collect();
        let (reader, steps) = (Reader::new(&board), solved.steps());
        let entries = BoardEntries { losing: &losing, steps: &steps };
        let strategy = |pieces| reader.strategy(entries, pieces).unwrap().unwrap();
        for pieces in pairs(&board) {
            if reader.outcome(entries, pieces) == Some(Outcome::Win) {
                play_by(strategy, &board, &[], pieces, &mut random);
            }
        }
    }
}

#[test]
fn the_strategy_of_a_position_with_a_history_wins() {
    let mut random = Rng::with_seed(5);
    let mut won = 0;
    for _ in 0..200 {
        let board = random_board(6, 6, 20, &mut random);
        let starts = pairs(&board);
        let mut position =
            Position::new(board.clone(), starts[random.usize(..starts.len())]).unwrap();
        for _ in 0..random.usize(..20) {
            let mut moves = rules::moves(&position);
            moves.retain(|(_, effect)| *effect != Effect::Capture);
            if moves.is_empty() {
                break;
            }
            let (step, _) = moves.swap_remove(random.usize(..moves.len()));
            position = position.after(step).unwrap();
        }
        let solved = SolvedBoard::with_history(&board, position.history()).unwrap();
        if solved.outcome(position.pieces()) == Some(Outcome::Win) {
            play(&solved, position.pieces(), &mut random);
            won += 1;
        }
    }
    assert!(won > 50, "{won}");
}
