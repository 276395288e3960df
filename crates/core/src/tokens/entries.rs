//! All starts of a board as a table keeps them, and what reads them.
//!
//! A bit tells whether a start is lost, and a byte its steps: in the low half the one to
//! the partner in a maximum matching, and in the high half four edges, each with a bit that
//! tells whether it lies in *some* maximum matching. By the edge rule (see the
//! [module](super)) that is what every move is worth: v → w, neither of them adjacent, wins
//! exactly if v is not lost and the edge vw is in some maximum matching.
//!
//! An edge has two ends and needs one bit: the end keeps it from which the step goes right
//! or down.
//!
//! Bits and outcomes are not independent, which shows damage. Two neighbours are never both
//! lost: let one maximum matching miss the one and another the other. The two differ in paths
//! of even length, whose ends have one colour, so the neighbours end different ones. Exchange
//! one path, and a maximum matching misses both and could take the edge between them. And
//! between a lost and a won start the edge is in some maximum matching.

use super::answer::Answer;
use super::board::{Board, Pair};
use super::certificate::{self, Certificate, vertices};
use super::graph::{Graph, STEPS, Vertex};
use super::index::Index;
use super::matching::{ABSENT, EXPOSED};
use super::position::{Move, Position};
use crate::Outcome;

/// The steps that go right or down.
const FORWARD: [u8; 4] = [2, 3, 6, 7];

/// The half of a byte that holds the step to the partner.
const PARTNER: u8 = 0x0f;

/// What a table keeps of a board's starts, by number. Nothing about it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct BoardEntries<'a> {
    /// Bit i mod 8 of byte i / 8: whether start i is lost.
    pub losing: &'a [u8],
    /// Byte i: the steps of start i, as [`SolvedBoard::steps`](super::SolvedBoard::steps) gives them.
    pub steps: &'a [u8],
}

/// Looks the starts of one board up, wherever they are; every answer takes constant
/// time.
///
/// No bytes make it panic. It notices those that contradict each other where it reads them,
/// which is not everywhere.
#[derive(Clone, Debug)]
pub struct Reader {
    board: Board,
    index: Index,
    graph: Graph,
}

/// The bit of the edge along which a step right or down leads.
fn edge_bit(code: u8) -> u8 {
    1 << (4 + (code >> 2) * 2 + (code & 1))
}

/// The bytes of all starts: `in_some` tells which edges lie in some maximum matching.
pub(super) fn steps(
    graph: &Graph,
    codes: &[u8],
    in_some: impl Fn(Vertex, Vertex) -> bool,
) -> Vec<u8> {
    let mut steps = codes.to_vec();
    for vertex in vertices(graph, codes) {
        for code in FORWARD {
            let next = graph.step(vertex, code);
            let next = next.filter(|next| codes[next.id()] != ABSENT);
            if next.is_some_and(|next| in_some(vertex, next)) {
                steps[vertex.id()] |= edge_bit(code);
            }
        }
    }
    steps
}

impl BoardEntries<'_> {
    fn outcome(self, id: usize) -> Option<Outcome> {
        let loses = self.losing.get(id / 8)? >> (id % 8) & 1 != 0;
        Some(if loses { Outcome::Loss } else { Outcome::Win })
    }

    fn code(self, id: usize) -> Option<u8> {
        self.steps.get(id).map(|byte| byte & PARTNER)
    }
}

impl Reader {
    /// For the starts of a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let index = Index::new(board);
        let mut graph = Graph::default();
        graph.set(board, &index);
        Self { board: *board, index, graph }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The numbers of the starts.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Who wins, the player to move first; `None` if the pair is not on free cells, or if
    /// the bytes contradict themselves.
    #[must_use]
    #[inline]
    pub fn outcome(&self, entries: BoardEntries<'_>, pieces: Pair) -> Option<Outcome> {
        let outcome = entries.outcome(self.index.index(pieces)?)?;
        (outcome == Outcome::Win || !pieces.is_adjacent()).then_some(outcome)
    }

    /// What a legal move is worth to the player who makes it; `None` for other moves, and
    /// if the bytes contradict themselves.
    #[must_use]
    pub fn result(&self, entries: BoardEntries<'_>, pieces: Pair, step: Move) -> Option<Outcome> {
        let outcome = self.outcome(entries, pieces)?;
        let (to, still) = step.cells_after(pieces)?;
        let Some(next) = Pair::new(to, still) else { return Some(Outcome::Win) };
        let next_outcome = self.outcome(entries, next)?;
        let wins = if next.is_adjacent() {
            false
        } else if pieces.is_adjacent() {
            next_outcome == Outcome::Loss
        } else {
            let (vertex, next) = (Vertex::of(pieces, &self.index)?, Vertex::of(next, &self.index)?);
            let code = (0..STEPS).find(|&code| self.graph.step(vertex, code) == Some(next))?;
            self.edge(entries, vertex, code)? && outcome == Outcome::Win
        };
        Some(if wins { Outcome::Win } else { Outcome::Loss })
    }

    /// A move that wins if it is made from a winning start on, every time, as
    /// [`SolvedBoard::strategy`](super::SolvedBoard::strategy) gives it; `Some(None)` where the
    /// matching has none. `None` if the pair is not on free cells, or if the bytes
    /// contradict themselves.
    #[must_use]
    pub fn strategy(&self, entries: BoardEntries<'_>, pieces: Pair) -> Option<Option<Move>> {
        let outcome = self.outcome(entries, pieces)?;
        let vertex = Vertex::of(pieces, &self.index)?;
        match entries.code(vertex.id())? {
            ABSENT if pieces.is_adjacent() => Some(Some(Move::capture(pieces))),
            _ if pieces.is_adjacent() => None,
            EXPOSED if outcome == Outcome::Loss => Some(None),
            code if code < STEPS && self.edge(entries, vertex, code)? => {
                let partner = self.graph.step(vertex, code)?;
                let leads_back = entries.code(partner.id())? == Graph::back(vertex, code, partner);
                leads_back.then(|| self.graph.move_of(vertex, code, &self.index))
            }
            _ => None,
        }
    }

    /// The pieces' position and its moves with their results, best first; `None` as for
    /// [`outcome`](Self::outcome).
    #[must_use]
    pub fn answer(&self, entries: BoardEntries<'_>, pieces: Pair) -> Option<Answer> {
        let outcome = self.outcome(entries, pieces)?;
        let position = Position::new(self.board, pieces).ok()?;
        Answer::new(position, outcome, |step| self.result(entries, pieces, step))
    }

    /// The certificate that the matching and the lost starts make; of bytes that are not
    /// right it makes what [`check`](super::check::check) refuses, or takes for the proof of
    /// something else.
    #[must_use]
    pub fn certificate(&self, entries: BoardEntries<'_>) -> Certificate {
        let code = |vertex: Vertex| {
            if vertex.pair(&self.index).is_adjacent() {
                return ABSENT;
            }
            entries.code(vertex.id()).filter(|&code| code < STEPS).unwrap_or(EXPOSED)
        };
        let all = (1..self.graph.cells()).flat_map(|high| (0..high).map(move |low| (low, high)));
        let codes: Vec<u8> = all.map(|(low, high)| code(Vertex { low, high })).collect();
        let loses = |vertex: Vertex| entries.outcome(vertex.id()) == Some(Outcome::Loss);
        certificate::of(&self.graph, &codes, &self.index, loses)
    }

    /// Whether the edge along which a step leads lies in some maximum matching; `None` if
    /// there is no such edge, or if its bit and its ends contradict each other.
    fn edge(&self, entries: BoardEntries<'_>, vertex: Vertex, code: u8) -> Option<bool> {
        let next = self.graph.step(vertex, code)?;
        if next.pair(&self.index).is_adjacent() {
            return None;
        }
        let (end, forward) = match code & 3 {
            2 | 3 => (vertex, code),
            _ => (next, Graph::back(vertex, code, next)),
        };
        let in_some = entries.steps.get(end.id())? & edge_bit(forward) != 0;
        match (entries.outcome(vertex.id())?, entries.outcome(next.id())?) {
            (Outcome::Win, Outcome::Win) => Some(in_some),
            (Outcome::Loss, Outcome::Loss) => None,
            _ => in_some.then_some(true),
        }
    }
}
