//! `tokens`: Board Game (POJ 2990), two identical pieces on a board with removed cells.
//!
//! Players alternately move either piece one step (up, down, left, right) onto a cell that
//! is not removed. Who moves a piece onto the other wins. A position, the pair of cells of
//! the pieces, may not occur twice in a game. A player without a legal move loses.
//!
//! ```
//! use perfectplay_core::Outcome;
//! use perfectplay_core::tokens::{Answer, Position, SolvedBoard};
//!
//! let start: Position = "P.#P".parse()?;
//! let answer = Answer::solve(&start);
//! assert_eq!(answer.value, Outcome::Win);
//! let best = &answer.moves[0];
//! assert_eq!((best.step.to_string().as_str(), best.value), ("0,0>0,1", Outcome::Loss));
//!
//! // Played fresh, the position that the move leads to is a win.
//! let next = best.position.as_ref().expect("the move captures nothing");
//! assert_eq!(next.to_string(), ".P#P history:0,0+0,3");
//! assert_eq!(SolvedBoard::new(start.board()).outcome(next.pieces()), Some(Outcome::Win));
//! # Ok::<(), perfectplay_core::tokens::PositionError>(())
//! ```
//!
//! # Adjacent pairs
//!
//! With the pieces next to each other the mover captures and has won. So whoever moves
//! the pieces next to each other loses, and does so only for want of a better move. What
//! is left are the pairs of free cells that are not adjacent, the *vertices*, and the
//! steps between them, the *edges*: a move back is a move. The mover walks along an edge,
//! no vertex twice, and who cannot loses (a move next to the other piece is one more way
//! to lose). That is undirected vertex geography.
//!
//! # Who wins
//!
//! **The mover loses exactly when some maximum matching misses the start** (Fraenkel,
//! Scheinerman, Ullman, "Undirected edge geography", 1993). If all of them match it, the
//! mover takes the edge of one; wherever the opponent goes, he comes to a matched vertex,
//! for else the path up to there, its edges exchanged, would make a maximum matching that
//! misses the start. So the mover always has a move. If a maximum matching misses the start,
//! the opponent plays by it: the mover only comes to matched vertices, for else the path
//! would augment the matching.
//!
//! Colour vertices by the sum of the four coordinates: every step changes the colour, so
//! the graph is bipartite. From one maximum matching the vertices that some maximum
//! matching misses are those on alternating paths of even length from an unmatched one.
//! Two searches, one from each colour, decide all starts of a board at once.
//!
//! # Which moves win: the edge rule
//!
//! After v → w the pair v may not come back, so the value of w as a fresh start says
//! little. The move wins if w loses on the graph without v. Let every maximum matching
//! match v; those without v then have one edge less. One that misses v and w makes, with
//! the edge vw, a maximum matching of the whole graph, and the other way round. So **v → w
//! wins exactly when some maximum matching contains the edge vw**. If some maximum
//! matching misses v, no move wins.
//!
//! With one maximum matching at hand, some other one contains the edge vw, v winning,
//! exactly if (1) it is matched already, or (2) w loses, or (3) it lies on an alternating
//! cycle. For (2), take a matching that misses w, and exchange v's edge for vw. For the rest,
//! two maximum matchings differ in alternating cycles and alternating paths of even length;
//! each edge of such a path has an end that one of the two misses or that is an even way
//! from it, and so loses. Alternating cycles are a matter of strongly connected components.
//!
//! A win from an adjacent start by a move that does not capture needs w to lose, and v is
//! no vertex anyway.
//!
//! # In the middle of a game
//!
//! Visited pairs are taken out of the graph; all else remains as it is. So a position
//! with its history is a start on a smaller graph. A strategy that follows one matching
//! needs no history, but must be followed from the start on.
//!
//! # Doing it fast
//!
//! Nothing but a byte a pair is kept: which step leads to the partner. Match the *cells*
//! first, by dominoes: in every pair of cells the piece on the domino of lower number
//! moves to its other end. That is a matching of pairs that leaves out pairs of two cells
//! without domino, and those whose partner is adjacent. Augmenting paths mend it, from
//! the colour with fewer vertices left out: alternating trees from all of these at once,
//! and push-relabel where trees get into each other's way. The trees that find nothing are
//! the search that decides the starts of that colour.
//!
//! # Rooms
//!
//! Besides those of every game: `board` (boards, cells, pairs), `graph` (steps between
//! pairs, computed), `grid` (the dominoes), `matching`, `components`, `certificate` (what
//! proves all outcomes of a board), [`check`] (checks it and finds what moves are worth,
//! sharing nothing with the solver), `entries` (all starts of a board as a table stores them),
//! `family` (all boards of a size), `contest` (boards as files have them).

mod answer;
mod board;
mod certificate;
pub mod check;
mod components;
mod contest;
mod entries;
mod error;
mod family;
mod graph;
mod grid;
mod index;
mod matching;
mod position;
pub mod rules;
mod solver;
mod texts;

pub use answer::{Answer, MoveAnswer};
pub use board::{Board, Cell, MAX_SIDE, Pair};
pub use certificate::Certificate;
pub use check::{CertificateError, Proven, ProvenMoves};
pub use contest::{Case, ContestError, ContestProblem};
pub use entries::{BoardEntries, Reader};
pub use error::{MoveError, PositionError};
pub use family::{FamilyIndex, SizeError};
pub use index::Index;
pub use position::{Move, Position};
pub use solver::SolvedBoard;
