//! The entries of all starts of a board as a table stores them, and their reader.
//!
//! For each start a bit is set if it is lost, and a byte has its steps: in the low half the step to
//! its partner in a maximum matching, and in the high half four bits, each for an edge, which are
//! set if the edge lies in *some* maximum matching. By the edge rule (see the
//! [module](super)) that decides every move: v → w, neither of them adjacent, wins
//! if and only if v is won and the edge vw is in some maximum matching.
//!
//! An edge has two ends and needs one bit, which is stored with the end from which the step goes
//! right or down.
//!
//! Bits and outcomes are not independent, so some damage is found by contradictions. Two neighbours
//! are never both lost: let one maximum matching miss the one, and another the other. The two
//! matchings differ in paths of even length, whose ends have the same colour, so the neighbours are
//! ends of different paths. Exchanging the edges of one path gives a maximum matching that misses
//! both, to which the edge between them could be added. And an edge between a lost and a won
//! start is in some maximum matching.

use super::answer::answer;
use super::certificate::{self, vertices};
use super::graph::{Graph, STEPS, Vertex};
use super::matching::{ABSENT, EXPOSED};
use super::{Answer, Board, Certificate, Index, Move, Pair, Position};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Interrupted};

/// The steps that go right or down.
const FORWARD: [u8; 4] = [2, 3, 6, 7];

/// The half of a byte that holds the step to the partner.
const PARTNER: u8 = 0x0f;

/// The entries of a board's starts, by number. Their bytes may be damaged.
#[derive(Clone, Copy, Debug)]
pub struct BoardEntries<'a> {
    /// Bit i mod 8 of byte ⌊i / 8⌋: whether start i is lost.
    pub losing: &'a [u8],
    /// Byte i: the steps of start i, as [`SolvedBoard::steps`](super::SolvedBoard::steps) gives them.
    pub steps: &'a [u8],
}

/// Answers the starts of one board from their entries, each in constant time.
///
/// It never panics, whatever the bytes are. It returns `None` if the entries that it reads
/// contradict each other; damage to other entries is not noticed.
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

/// The bytes of the steps of all starts, where `in_some` returns whether an edge lies in some maximum
/// matching.
pub(super) fn steps(
    graph: &Graph,
    codes: &[u8],
    control: Control<'_>,
    in_some: impl Fn(Vertex, Vertex) -> bool,
) -> Result<Vec<u8>, Interrupted> {
    let (mut steps, mut pace) = (codes.to_vec(), control.paced());
    for vertex in vertices(graph, codes) {
        pace.check()?;
        for code in FORWARD {
            let next = graph.step(vertex, code);
            let next = next.filter(|next| codes[next.id()] != ABSENT);
            if next.is_some_and(|next| in_some(vertex, next)) {
                steps[vertex.id()] |= edge_bit(code);
            }
        }
    }
    Ok(steps)
}

impl BoardEntries<'_> {
    #[inline]
    fn outcome(self, id: usize) -> Option<Outcome> {
        let loses = self.losing.get(id / 8)? >> (id % 8) & 1 != 0;
        Some(if loses { Outcome::Loss } else { Outcome::Win })
    }

    fn code(self, id: usize) -> Option<u8> {
        self.steps.get(id).map(|byte| byte & PARTNER)
    }
}

impl Reader {
    /// A reader of the entries of this board.
    pub fn new(board: &Board) -> Self {
        let index = Index::new(board);
        let mut graph = Graph::default();
        graph.set(board, &index);
        Self { board: board.clone(), index, graph }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The numbers of the starts.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Who wins, seen by the player to move; `None` if the pair is not on free cells, or if
    /// the entries contradict each other.
    #[inline]
    pub fn outcome(&self, entries: BoardEntries<'_>, pieces: Pair) -> Option<Outcome> {
        let outcome = entries.outcome(self.index.index(pieces)?)?;
        (outcome == Outcome::Win || !pieces.is_adjacent()).then_some(outcome)
    }

    /// What a legal move is worth to the player who makes it; `None` for other moves, and
    /// if the entries contradict each other.
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

    /// The move of the winning strategy, as from
    /// [`SolvedBoard::strategy`](super::SolvedBoard::strategy); `Some(None)` where it has none.
    /// `None` if the pair is not on free cells, or if the entries contradict each other.
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

    /// The answer for a start; `None` as for [`outcome`](Self::outcome).
    pub fn answer(&self, entries: BoardEntries<'_>, pieces: Pair) -> Option<Answer> {
        let outcome = self.outcome(entries, pieces)?;
        let position = Position::new(self.board.clone(), pieces).ok()?;
        answer(position, outcome, |step| self.result(entries, pieces, step))
    }

    /// The certificate that follows from the matching and the lost starts. From wrong bytes it is one that
    /// [`check`](super::check::check) rejects, or that proves outcomes other than the stored ones.
    pub fn certificate(
        &self,
        entries: BoardEntries<'_>,
        control: Control<'_>,
    ) -> Result<Certificate, Interrupted> {
        let code = |vertex: Vertex| {
            if vertex.pair(&self.index).is_adjacent() {
                return ABSENT;
            }
            entries.code(vertex.id()).filter(|&code| code < STEPS).unwrap_or(EXPOSED)
        };
        let all = (1..self.graph.cells()).flat_map(|high| (0..high).map(move |low| (low, high)));
        let codes: Vec<u8> = all.map(|(low, high)| code(Vertex { low, high })).collect();
        let loses = |vertex: Vertex| entries.outcome(vertex.id()) == Some(Outcome::Loss);
        certificate::of(&self.graph, &codes, &self.index, control, loses)
    }

    /// Whether the edge along which a step leads lies in some maximum matching; `None` if
    /// there is no such edge, or if its bit and the outcomes of its ends contradict each other.
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
