//! The strategy of winning starts wins games against random opponents.

use std::collections::HashSet;

use perfectplay_games::tokens::rules::{self, Effect};

use super::*;

/// The moves of a board by the rules, asked once for each pair: all games of the board share them.
struct Moves<'a> {
    board: &'a Board,
    of: HashMap<Pair, Vec<(Move, Option<Pair>)>>,
}

impl<'a> Moves<'a> {
    fn new(board: &'a Board) -> Self {
        Self { board, of: HashMap::new() }
    }

    /// The moves of a pair, without those to pairs that the game has visited.
    fn unseen(
        &mut self,
        pieces: Pair,
        seen: &HashSet<Pair>,
    ) -> impl Iterator<Item = (Move, Option<Pair>)> {
        let by_rules = || {
            let start = Position::new(self.board.clone(), pieces).unwrap();
            let moves = rules::moves(&start).into_iter();
            let pieces = |effect: Effect| effect.position().map(|next| next.pieces());
            moves.map(|(step, effect)| (step, pieces(effect))).collect()
        };
        let moves = self.of.entry(pieces).or_insert_with(by_rules).iter().copied();
        moves.filter(|(_, next)| next.is_none_or(|next| !seen.contains(&next)))
    }
}

/// Plays the strategy of a winning start against random moves; returns the winner's moves.
fn play(solved: &SolvedBoard, moves: &mut Moves<'_>, start: Pair, random: &mut Rng) -> usize {
    let mut seen: HashSet<Pair> = [start].into();
    let mut pieces = start;
    for count in 1.. {
        let step = solved.strategy(pieces).unwrap();
        let next = moves.unseen(pieces, &seen).find(|&(legal, _)| legal == step).unwrap().1;
        let Some(next) = next else { return count };
        assert!(seen.insert(next));
        let mut replies: Vec<_> = moves.unseen(next, &seen).collect();
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
        let (solved, mut moves) = (SolvedBoard::new(&board), Moves::new(&board));
        for pieces in pairs(&board) {
            if solved.outcome(pieces) == Some(Outcome::Win) {
                longest = longest.max(play(&solved, &mut moves, pieces, &mut random));
                games += 1;
            }
        }
    }
    assert!(games > 100_000 && longest > 50, "{games} games, the longest of {longest} moves");
}
