//! Two Tokens: one maximum matching, and a search for one augmenting path.
//!
//! This is how programs for POJ 2990 solve it. The game is undirected vertex geography on the graph
//! of pairs that are not adjacent, where the player to move wins exactly if every maximum matching
//! covers the start. The graph is bipartite, by the sum of the coordinates. Kuhn's algorithm
//! completes a greedy matching. Then the start is removed, and the player to move wins unless an
//! augmenting path begins at its partner. Edges are not stored, as they follow from a few words of
//! bits.

use perfectplay_core::Outcome;
use perfectplay_games::tokens::{Board, Cell, Pair};

use crate::{bits, outcome_of};

/// Who wins from a start.
///
/// # Panics
/// If the board has more than eight rows or columns, as none has in the contest, or if a piece of
/// the start is not on a free cell.
pub fn outcome(board: &Board, start: Pair) -> Outcome {
    assert!(board.holds(start), "{start} are free cells");
    // The player to move captures.
    if start.is_adjacent() {
        return Outcome::Win;
    }
    let mut graph = Graph::new(board);
    graph.match_all();
    let start = vertex(cell_number(start.first()), cell_number(start.second()));
    outcome_of(graph.every_maximum_matching_covers(start))
}

/// The longest side of a board.
const SIDE: usize = 8;

/// There are this many numbers of cells.
const CELLS: usize = SIDE * SIDE;

/// There are this many numbers of vertices.
const VERTICES: usize = CELLS * CELLS;

/// The number of a cell: its place in a word of bits.
fn cell_number(cell: Cell) -> usize {
    SIDE * usize::from(cell.row) + usize::from(cell.column)
}

/// The number of the vertex of two cells, given in any order.
fn vertex(one: usize, other: usize) -> usize {
    CELLS * one.min(other) + one.max(other)
}

struct Graph {
    free: u64,
    /// By cell, the free cells next to it.
    next: [u64; CELLS],
    /// By vertex, the vertex that it is matched with.
    partner: Vec<Option<u16>>,
    /// By vertex, the last search that came to it.
    seen: Vec<u16>,
    search: u16,
}

impl Graph {
    fn new(board: &Board) -> Self {
        assert!(board.rows().max(board.columns()) <= SIDE, "a board of the contest");
        let free = board.cells().fold(0, |free, cell| free | 1 << cell_number(cell));
        let mut next = [0; CELLS];
        for one in board.cells() {
            let neighbours = board.cells().filter(|&other| one.is_next_to(other));
            next[cell_number(one)] = neighbours.fold(0, |next, cell| next | 1 << cell_number(cell));
        }
        Self { free, next, partner: vec![None; VERTICES], seen: vec![0; VERTICES], search: 0 }
    }

    /// The vertices that a move leads to. A step next to the other piece lets it capture, so such
    /// pairs are no vertices.
    fn neighbours(&self, from: usize) -> impl Iterator<Item = usize> + use<> {
        let (one, other) = (from / CELLS, from % CELLS);
        let (next_to_one, next_to_other) = (self.next[one], self.next[other]);
        let of_one = bits(next_to_one & !next_to_other).map(move |to| vertex(to, other));
        of_one.chain(bits(next_to_other & !next_to_one).map(move |to| vertex(one, to)))
    }

    /// The vertices of one side of the graph: those with an even sum of coordinates.
    fn even_vertices(&self) -> impl Iterator<Item = usize> + use<> {
        // The cells with an even sum. Cells of the same kind are not next to each other.
        const EVEN: u64 = 0xaa55_aa55_aa55_aa55;
        let free = self.free;
        bits(free).flat_map(move |one| {
            let like_one = if EVEN >> one & 1 == 1 { EVEN } else { !EVEN };
            let later = u64::MAX << one << 1;
            bits(free & like_one & later).map(move |other| vertex(one, other))
        })
    }

    /// Finds a maximum matching.
    fn match_all(&mut self) {
        for vertex in self.even_vertices() {
            if let Some(next) = self.neighbours(vertex).find(|&next| self.partner[next].is_none()) {
                self.pair_up(vertex, next);
            }
        }
        for vertex in self.even_vertices() {
            if self.partner[vertex].is_none() {
                self.search += 1;
                self.augment(vertex);
            }
        }
    }

    /// Whether every maximum matching covers a vertex, if the present one is maximum.
    fn every_maximum_matching_covers(&mut self, vertex: usize) -> bool {
        let Some(partner) = self.partner[vertex] else { return false };
        self.search += 1;
        self.seen[vertex] = self.search;
        !self.augment(partner.into())
    }

    /// Searches for an augmenting path from a vertex, and exchanges its edges.
    fn augment(&mut self, vertex: usize) -> bool {
        for next in self.neighbours(vertex) {
            if self.seen[next] == self.search {
                continue;
            }
            self.seen[next] = self.search;
            if self.partner[next].is_none_or(|other| self.augment(other.into())) {
                self.pair_up(vertex, next);
                return true;
            }
        }
        false
    }

    fn pair_up(&mut self, one: usize, other: usize) {
        self.partner[one] = Some(other as u16);
        self.partner[other] = Some(one as u16);
    }
}
