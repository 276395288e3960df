//! A solved board: who wins from every start, by which moves, and a winning strategy.

use std::sync::OnceLock;

use super::answer::answer;
use super::components::Components;
use super::graph::{Graph, STEPS, Vertex};
use super::matching::{ABSENT, EXPOSED, Matcher};
use super::{
    Answer, Board, Certificate, Index, Move, Pair, Position, PositionError, certificate, entries,
};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Interrupted};

/// The outcomes of all starts of a board, or of all positions of a board with the same history.
///
/// Takes 1 byte and 1 bit a start. The results of some moves need another 4 bytes a start, once they
/// are asked for.
#[derive(Clone, Debug)]
pub struct SolvedBoard {
    board: Board,
    history: Vec<Pair>,
    /// The numbers of the pairs of the history, ascending.
    visited: Vec<usize>,
    index: Index,
    graph: Graph,
    /// By pair number: the step to the partner in a maximum matching, [`EXPOSED`] or [`ABSENT`].
    codes: Vec<u8>,
    /// By pair number, a bit: whether some maximum matching misses the pair, so that it loses.
    losing: Vec<u64>,
    components: OnceLock<Components>,
}

impl SolvedBoard {
    /// Solves all starts of a board.
    pub fn new(board: &Board) -> Self {
        Self::of_board(board, Control::SILENT).expect("nobody stops it")
    }

    /// Solves a board, as long as `control` lets it.
    pub fn of_board(board: &Board, control: Control<'_>) -> Result<Self, Interrupted> {
        Self::without(board, Vec::new(), control)
    }

    /// Solves all positions of a board in which the pairs of `history` are visited.
    ///
    /// # Errors
    /// [`PositionError::NotFree`] if a pair is not on free cells.
    pub fn with_history(board: &Board, history: &[Pair]) -> Result<Self, PositionError> {
        for &pair in history {
            // A position checks its pieces.
            Position::new(board.clone(), pair)?;
        }
        let solved = Self::without(board, history.to_vec(), Control::SILENT);
        Ok(solved.expect("nobody stops it"))
    }

    /// Solves all positions of the board of a position, with its history.
    pub fn of_position(position: &Position, control: Control<'_>) -> Result<Self, Interrupted> {
        Self::without(position.board(), position.history().to_vec(), control)
    }

    fn without(
        board: &Board,
        history: Vec<Pair>,
        control: Control<'_>,
    ) -> Result<Self, Interrupted> {
        let index = Index::new(board);
        let mut visited: Vec<usize> =
            history.iter().filter_map(|&pair| index.index(pair)).collect();
        visited.sort_unstable();
        let mut matcher = Matcher::default();
        matcher.solve(board, &index, &visited, control)?;
        let Matcher { graph, codes, reached, .. } = matcher;
        let bits = |marks: &[u8]| {
            let bits = marks.iter().enumerate();
            bits.fold(0, |bits, (bit, &mark)| bits | u64::from(mark != 0) << bit)
        };
        let losing = reached.chunks(64).map(bits).collect();
        let (board, components) = (board.clone(), OnceLock::new());
        Ok(Self { board, history, visited, index, graph, codes, losing, components })
    }

    /// The visited pairs of the history.
    pub fn history(&self) -> &[Pair] {
        &self.history
    }

    /// The numbers of the starts.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Bit i mod 64 of word ⌊i / 64⌋: whether the start of number i is lost; 0 for the visited
    /// pairs, and after the last start.
    pub fn losing(&self) -> &[u64] {
        &self.losing
    }

    /// Who wins, seen by the player to move; `None` if the pair is not on free cells, or
    /// visited. Constant time.
    pub fn outcome(&self, pieces: Pair) -> Option<Outcome> {
        let id = self.index.index(pieces)?;
        // Absent pairs are the visited ones and the adjacent ones.
        let absent = self.codes[id] == ABSENT;
        if absent && (!pieces.is_adjacent() || self.visited.binary_search(&id).is_ok()) {
            return None;
        }
        Some(if self.loses(id) { Outcome::Loss } else { Outcome::Win })
    }

    /// What a legal move is worth to the player who makes it; `None` for other moves.
    ///
    /// Constant time, except for the first move that needs the strongly connected components:
    /// those are found once, in time linear in the number of starts, unless they
    /// [were found](Self::find_components) before.
    pub fn result(&self, pieces: Pair, step: Move) -> Option<Outcome> {
        self.outcome(pieces)?;
        let (to, still) = step.cells_after(pieces)?;
        let Some(next) = Pair::new(to, still) else { return Some(Outcome::Win) };
        self.outcome(next)?;
        let vertex = |pair| Vertex::of(pair, &self.index);
        let wins = self.wins(vertex(pieces)?, vertex(next)?);
        Some(if wins { Outcome::Win } else { Outcome::Loss })
    }

    /// Finds the strongly connected components that the results of moves need.
    pub fn find_components(&self, control: Control<'_>) -> Result<(), Interrupted> {
        self.components(control).map(drop)
    }

    fn components(&self, control: Control<'_>) -> Result<&Components, Interrupted> {
        if let Some(found) = self.components.get() {
            return Ok(found);
        }
        let found = Components::new(&self.graph, &self.codes, &self.losing, control)?;
        Ok(self.components.get_or_init(|| found))
    }

    /// The move of the winning strategy: a capture, or the move along one maximum matching. From a winning start
    /// it wins for a player who only makes such moves. `None` where the matching has none, which never happens to
    /// such a player. Constant time.
    ///
    /// After any other move by that player the board must be solved anew, with the history.
    pub fn strategy(&self, pieces: Pair) -> Option<Move> {
        if pieces.is_adjacent() {
            self.outcome(pieces)?;
            return Some(Move::capture(pieces));
        }
        let vertex = Vertex::of(pieces, &self.index)?;
        let code = self.codes[vertex.id()];
        (code < STEPS).then(|| self.graph.move_of(vertex, code, &self.index)).flatten()
    }

    /// The answer for a position; `None` as for [`outcome`](Self::outcome).
    pub fn answer(&self, pieces: Pair) -> Option<Answer> {
        let outcome = self.outcome(pieces)?;
        let position =
            Position::with_history(self.board.clone(), pieces, self.history.clone()).ok()?;
        answer(position, outcome, |step| self.result(pieces, step))
    }

    /// The size of a maximum matching.
    pub fn matching_size(&self) -> usize {
        self.codes.iter().filter(|&&code| code < STEPS).count() / 2
    }

    /// What a table stores about the starts in addition to [`losing`](Self::losing), a byte each. The low half is
    /// the step to the partner in a maximum matching: the first piece (see [`Pair::first`]) goes up, left, right,
    /// down (0 to 3), or the other one does (4 to 7); 8 without a partner, and 9 for adjacent and visited pairs.
    /// Bits 4 and 5 are set if the edges along which the first piece goes right and down lie in some maximum
    /// matching, bits 6 and 7 the same for the other piece.
    pub fn steps(&self, control: Control<'_>) -> Result<Vec<u8>, Interrupted> {
        self.find_components(control)?;
        // A move along an edge in some maximum matching wins from one of its ends or from both.
        entries::steps(&self.graph, &self.codes, control, |one, other| {
            self.wins(one, other) || self.wins(other, one)
        })
    }

    /// A proof of the outcomes, which can be checked without this solver; see
    /// [`check`](super::check::check).
    pub fn certificate(&self, control: Control<'_>) -> Result<Certificate, Interrupted> {
        let loses = |vertex: Vertex| self.loses(vertex.id());
        certificate::of(&self.graph, &self.codes, &self.index, control, loses)
    }

    fn loses(&self, id: usize) -> bool {
        self.losing[id / 64] >> (id % 64) & 1 != 0
    }

    /// Whether the move from `vertex` to `next` wins, by the edge rule (see the [module](super));
    /// `next` is neither a capture nor visited.
    fn wins(&self, vertex: Vertex, next: Vertex) -> bool {
        let (id, next_id) = (vertex.id(), next.id());
        let (code, next_code) = (self.codes[id], self.codes[next_id]);
        if next_code == ABSENT || self.loses(id) {
            // The pieces come next to each other, or no move wins.
            return false;
        }
        if self.loses(next_id) || code == ABSENT {
            return self.loses(next_id);
        }
        let partner = self.partner(vertex);
        if partner == next {
            return true;
        }
        let next_partner = self.partner(next);
        if self.loses(partner.id()) || self.loses(next_partner.id()) {
            return false;
        }
        let components = self.components(Control::SILENT).expect("nobody stops it");
        if self.graph.is_odd(vertex) {
            components.joined(partner.id(), next_id)
        } else {
            components.joined(id, next_partner.id())
        }
    }

    /// The partner of a vertex that has one.
    fn partner(&self, vertex: Vertex) -> Vertex {
        let code = self.codes[vertex.id()];
        debug_assert!(code < EXPOSED, "{vertex:?} has a partner");
        self.graph.step(vertex, code).expect("codes lead to partners")
    }
}

/// Solves a position, with its history, on the spot.
pub fn solve(position: &Position) -> Answer {
    solve_within(position, Control::SILENT).expect("nobody stops it")
}

/// Solves a position, as long as `control` lets it.
pub fn solve_within(position: &Position, control: Control<'_>) -> Result<Answer, Interrupted> {
    let solved = SolvedBoard::of_position(position, control)?;
    let pieces = position.pieces();
    if !pieces.is_adjacent() && solved.outcome(pieces) == Some(Outcome::Win) {
        solved.find_components(control)?;
    }
    let answer = solved.answer(pieces);
    Ok(answer.expect("a position's pairs are of its board, and its pieces are not visited"))
}
