//! `tokens`: Two Tokens (POJ 2990, *Board Game*), two identical pieces on a board with removed cells.
//!
//! Players alternately move either piece one step (up, down, left, right) onto a cell that
//! is not removed. A player who moves a piece onto the other one (a capture) wins. The pair of
//! cells of the pieces may not occur twice in a game. A player without a legal move loses.
//!
//! ```
//! use perfectplay_core::Outcome;
//! use perfectplay_games::tokens::{Position, SolvedBoard, solve};
//!
//! let start: Position = "P.#P".parse()?;
//! let answer = solve(&start);
//! assert_eq!(answer.value, Outcome::Win);
//! let best = &answer.moves[0];
//! assert_eq!((best.step.to_string().as_str(), best.value), ("0,0>0,1", Outcome::Loss));
//!
//! // As a fresh start the position that the move leads to is a win.
//! let next = best.position.as_ref().expect("the move captures nothing");
//! assert_eq!(next.to_string(), ".P#P history:0,0+0,3");
//! assert_eq!(SolvedBoard::new(start.board()).outcome(next.pieces()), Some(Outcome::Win));
//! # Ok::<(), perfectplay_games::tokens::PositionError>(())
//! ```
//!
//! # Adjacent pairs
//!
//! If the pieces are next to each other the player to move captures and wins. So a player who
//! moves the pieces next to each other loses. The other pairs of free cells, which are not adjacent,
//! are the *vertices* of a graph, and the steps between them its *edges*, which lead both ways. The
//! players alternately move along an edge, to no vertex twice, and a player who cannot do so loses
//! (a move next to the other piece loses as well). This is undirected vertex geography.
//!
//! # Who wins
//!
//! **The player to move loses if and only if some maximum matching misses the start** (Fraenkel, Scheinerman,
//! Ullman, "Undirected edge geography", 1993). If every maximum matching matches it, the player to move takes one
//! of them and always moves along its edges. The opponent can only move to matched vertices: if one were
//! unmatched, exchanging the edges along the path from the start would make a maximum matching that misses the
//! start. So the player to move always has a move. If a maximum matching misses the start, the opponent moves
//! along its edges: the player to move can only move to matched vertices, because otherwise the path would augment
//! the matching.
//!
//! Colour a vertex by the parity of the sum of its four coordinates: every step changes the colour,
//! so the graph is bipartite. Given one maximum matching, the vertices that some maximum
//! matching misses are those on alternating paths of even length from an unmatched vertex.
//! Two searches, one from each colour, decide all starts of a board at once.
//!
//! # Which moves win: the edge rule
//!
//! After v → w the pair v may not occur again, so the outcome of w as a fresh start does not decide
//! the move: it wins if w loses on the graph without v. Let every maximum matching
//! match v; a maximum matching of the graph without v then has one edge less. If it misses w, it
//! makes, with the edge vw, a maximum matching of the whole graph, and conversely. So **v → w
//! wins if and only if some maximum matching contains the edge vw**. If some maximum
//! matching misses v, no move wins.
//!
//! Given one maximum matching and a winning v, some maximum matching contains the edge vw
//! if and only if (1) the edge is in the given one, or (2) w loses, or (3) the edge lies on an
//! alternating cycle. For (2), take a matching that misses w, and exchange v's edge for vw. For the
//! converse, two maximum matchings differ in alternating cycles and alternating paths of even
//! length; each edge of such a path has an end that one of the two misses, or that has an even
//! distance along the path from such an end, and so loses. Alternating cycles are found by strongly
//! connected components.
//!
//! From an adjacent start, which is not a vertex, a move that does not capture wins if and only if w
//! loses.
//!
//! # In the middle of a game
//!
//! Visited pairs are removed from the graph, and nothing else changes. So a position
//! with its history is a start on a smaller graph. A strategy that follows one matching
//! needs no history, but must be followed from the start on.
//!
//! # Fast matching
//!
//! The matching is stored in one byte a pair: the step that leads to the partner. First the *cells*
//! are matched, by dominoes; then in every pair of cells the piece on the domino of lower number
//! moves to the other end of its domino. That is a matching of pairs. It leaves out the pairs of
//! two cells without a domino, and those whose partner is adjacent. It is augmented from
//! the colour with fewer unmatched vertices: by alternating trees from all of them at once,
//! and by push-relabel where trees block each other. The last trees, which find no augmenting path,
//! are also the search that decides the starts of that colour.
//!
//! # Modules
//!
//! Besides those of every game: `board` (boards, cells, pairs), `graph` (steps between
//! pairs, computed), `grid` (the dominoes), `matching`, `components`, `certificate` (a
//! proof of all outcomes of a board), [`check`] (checks such a proof and finds the results of moves
//! without the solver), `entries` (all starts of a board as a table stores them),
//! `family` (all boards of a size), `contest` (boards in the contest's format).

mod answer;
mod board;
mod certificate;
pub mod check;
mod components;
mod contest;
#[cfg(feature = "drawings")]
mod drawing;
mod entries;
pub(crate) mod erased;
mod error;
mod family;
mod graph;
mod grid;
mod index;
#[cfg(feature = "build")]
pub(crate) mod making;
mod matching;
mod position;
pub mod rules;
mod solver;
pub mod table;
mod texts;

use perfectplay_core::{Facts, Outcome, Rules};

pub use crate::texts::MoveError;
pub use answer::Answer;
pub use board::{Board, Cell, MAX_SIDE, Pair};
pub use certificate::Certificate;
pub use check::{CertificateError, ProvenMoves, ProvenOutcomes};
pub use contest::ContestReader;
pub use entries::{BoardEntries, Reader};
pub use error::PositionError;
pub use family::{FamilyIndex, SizeError};
pub use index::Index;
pub use position::{Move, Position};
pub use solver::{SolvedBoard, solve, solve_within};

/// What there is to know of the game.
pub const FACTS: Facts = Facts {
    game: "tokens",
    rules_tag: "tokens/1",
    default_states: 50_000_000,
    name: "Two Tokens",
    label: "Tokens",
    title: "Two Tokens: no position may come back",
    rule: "Move either piece one step. No position may come back; landing on the other piece wins.",
    rules: "Move either piece, P, one step up, down, left or right, onto a cell that is not removed, \
        #. A pair of cells on which the pieces have stood may not come back.",
    players: None,
    aim: "Whoever lands on the other piece wins; whoever cannot move loses.",
    notation: "rows top first, `#` a removed cell, `P` a piece: P..#/..../...P; pairs visited before may \
        follow, ` history:0,0+0,2;0,1+0,2`",
    moves: "A move is two cells, from and to, by row and column from 0, as `0,0>0,1`.",
    example: "P..#/.#../...P",
    start: "P#.##/...#./.#P../#..#.",
    board: None,
    limits: "Boards up to 64 × 64.",
    tables: "`tokens-MxN`, up to 25 cells, has every start of every board up to M × N; `tokens-4x4` \
        is built by default. `build tokens --board FILE` makes the table of one board; others \
        are solved on the spot.",
};

/// Two Tokens.
///
/// Its tables do not obey the laws of [`Rules`]: they have the outcomes of fresh starts alone, and moves lead to
/// positions with a history. A certificate proves them.
#[derive(Clone, Copy, Debug)]
pub struct Tokens;

impl Rules for Tokens {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    type Move = Move;
    /// The outcome, seen by the player to move.
    type Entry = Outcome;

    /// Without captures, which end the game.
    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let moves = rules::moves(position).into_iter();
        moves.filter_map(|(step, effect)| Some((step, effect.position()?))).collect()
    }

    fn entry(&self, position: &Position, children: &[(Move, Outcome)]) -> Outcome {
        let captures = position.pieces().is_adjacent();
        let wins = captures || children.iter().any(|&(_, outcome)| outcome == Outcome::Loss);
        if wins { Outcome::Win } else { Outcome::Loss }
    }

    /// Asks for no more entries than it takes to know that the position is won: there are too many positions.
    fn entry_by_rules<E>(
        &self,
        position: &Position,
        mut entry: impl FnMut(&Position) -> Result<Outcome, E>,
    ) -> Result<Outcome, E> {
        let mut found = self.entry(position, &[]);
        for (step, child) in self.moves(position) {
            if found == Outcome::Win {
                break;
            }
            found = self.entry(position, &[(step, entry(&child)?)]);
        }
        Ok(found)
    }
}
