//! Checks a certificate without any code of the solver: only with the steps of the rules, and by
//! counting.

mod moves;

use thiserror::Error;

use super::{Board, Cell, Certificate, Pair, rules};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Interrupted};

use moves::Edges;
pub use moves::{ProvenMoves, check_moves};

/// Why a certificate is not a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum CertificateError {
    /// A pair that is not on free cells, was visited, or is adjacent.
    #[error("the pair {0} is not a vertex of this board's graph")]
    NoVertex(Pair),
    /// A matched edge, or the edge of an escape, that is not an edge of the graph.
    #[error("no move leads from {0} to {1}")]
    NoMove(Pair, Pair),
    /// A start that occurs twice in the matching, a cover or the escapes.
    #[error("the pair {0} occurs twice")]
    Twice(Pair),
    /// A cover, 0 or 1, whose size is not the expected one, that of the matching.
    #[error("cover {cover} has {found} pairs, the matching {expected}")]
    CoverSize { cover: usize, found: usize, expected: usize },
    /// An edge without an end in a cover.
    #[error("cover {0} has neither end of the move from {1} to {2}")]
    Uncovered(usize, Pair, Pair),
    /// A start with an escape to a start that was not shown to lose before.
    #[error("the escape of {0} leads to {1}, which was not shown to lose before")]
    NoEscape(Pair, Pair),
    /// A start that is in no cover and has no escape.
    #[error("the certificate proves nothing about {0}")]
    Open(Pair),
    /// Nothing was found to be wrong: the check was stopped from outside.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The outcomes that a certificate proves.
#[derive(Clone, Debug)]
pub struct ProvenOutcomes {
    board: Board,
    /// By square number: 0 for unknown and for pairs without an outcome, 1 for lost, 2 for won.
    outcomes: Vec<u8>,
}

impl ProvenOutcomes {
    /// The outcome of a start; `None` if the pair is not on free cells, or was visited.
    pub fn outcome(&self, pair: Pair) -> Option<Outcome> {
        let known = self.board.holds(pair).then(|| self.outcomes[number(&self.board, pair)])?;
        [None, Some(Outcome::Loss), Some(Outcome::Win)][usize::from(known)]
    }
}

/// The square number of a pair: the number of its first cell times the number of cells, plus the number of its
/// second cell, where removed cells have numbers as well.
fn number(board: &Board, pair: Pair) -> usize {
    let cell = |cell: Cell| usize::from(cell.row) * board.columns() + usize::from(cell.column);
    cell(pair.first()) * board.rows() * board.columns() + cell(pair.second())
}

/// A set of pairs.
struct Pairs<'b> {
    board: &'b Board,
    bits: Vec<u64>,
}

impl<'b> Pairs<'b> {
    fn new(board: &'b Board) -> Self {
        let cells = board.rows() * board.columns();
        Self { board, bits: vec![0; cells * cells / 64 + 1] }
    }

    fn contains(&self, pair: Pair) -> bool {
        let number = number(self.board, pair);
        self.bits[number / 64] >> (number % 64) & 1 != 0
    }

    fn insert(&mut self, pair: Pair) {
        let number = number(self.board, pair);
        self.bits[number / 64] |= 1 << (number % 64);
    }

    fn insert_new(&mut self, pair: Pair) -> Result<(), CertificateError> {
        if self.contains(pair) {
            return Err(CertificateError::Twice(pair));
        }
        self.insert(pair);
        Ok(())
    }
}

/// The graph of pairs of a board, computed by the plain rules.
struct Graph<'b> {
    board: &'b Board,
    visited: Pairs<'b>,
    control: Control<'b>,
}

impl Graph<'_> {
    fn is_vertex(&self, pair: Pair) -> bool {
        self.board.holds(pair) && !pair.is_adjacent() && !self.visited.contains(pair)
    }

    fn vertex(&self, pair: Pair) -> Result<(), CertificateError> {
        self.is_vertex(pair).then_some(()).ok_or(CertificateError::NoVertex(pair))
    }

    fn vertices(&self) -> impl Iterator<Item = Pair> + '_ {
        let pairs = self.board.cells().flat_map(|second| {
            let before = self.board.cells().take_while(move |&first| first < second);
            before.filter_map(move |first| Pair::new(first, second))
        });
        pairs.filter(|&pair| self.is_vertex(pair))
    }

    fn neighbours(&self, pair: Pair) -> impl Iterator<Item = Pair> + '_ {
        steps(self.board, pair).filter(|&next| self.is_vertex(next))
    }
}

/// The pairs to which the steps of both pieces lead; captures are left out.
fn steps(board: &Board, pair: Pair) -> impl Iterator<Item = Pair> + '_ {
    let (first, second) = (pair.first(), pair.second());
    [(first, second), (second, first)].into_iter().flat_map(move |(from, other)| {
        rules::neighbours(board, from).filter_map(move |to| Pair::new(to, other))
    })
}

/// Checks a certificate for a board on which the pairs of `history` were visited, and
/// returns the outcomes of all starts.
///
/// Linear in the number of pairs of cells, free or not.
///
/// # Errors
/// The first thing that is wrong, or if `control` says to stop.
pub fn check(
    board: &Board,
    history: &[Pair],
    certificate: &Certificate,
    control: Control<'_>,
) -> Result<ProvenOutcomes, CertificateError> {
    let mut graph = Graph { board, visited: Pairs::new(board), control };
    for &pair in history.iter().filter(|&&pair| board.holds(pair)) {
        graph.visited.insert(pair);
    }
    let matched = check_matching(&graph, certificate)?;
    let cells = board.rows() * board.columns();
    let mut proven = ProvenOutcomes { board: board.clone(), outcomes: vec![0; cells * cells] };
    for (which, cover) in certificate.covers.iter().enumerate() {
        check_cover(&graph, which, cover, certificate.matching.len())?;
        cover.iter().for_each(|&pair| proven.outcomes[number(board, pair)] = 2);
    }
    check_escapes(&graph, certificate, &matched, &mut proven)?;
    let adjacent = |pair: &Pair| pair.is_adjacent() && !graph.visited.contains(*pair);
    for from in board.cells() {
        let pairs = rules::neighbours(board, from).filter_map(|to| Pair::new(from, to));
        pairs.filter(adjacent).for_each(|pair| proven.outcomes[number(board, pair)] = 2);
    }
    let mut pace = control.paced();
    for pair in graph.vertices() {
        pace.check()?;
        if proven.outcome(pair).is_none() {
            return Err(CertificateError::Open(pair));
        }
    }
    Ok(proven)
}

/// Checks that the matched edges are edges of the graph without common ends; returns the ends.
fn check_matching<'b>(
    graph: &Graph<'b>,
    certificate: &Certificate,
) -> Result<Pairs<'b>, CertificateError> {
    let (mut matched, mut pace) = (Pairs::new(graph.board), graph.control.paced());
    for &(one, other) in &certificate.matching {
        pace.check()?;
        graph.vertex(one)?;
        graph.vertex(other)?;
        if !graph.neighbours(one).any(|next| next == other) {
            return Err(CertificateError::NoMove(one, other));
        }
        matched.insert_new(one)?;
        matched.insert_new(other)?;
    }
    Ok(matched)
}

/// Checks that a cover has the matching's size and contains an end of every edge.
fn check_cover(
    graph: &Graph<'_>,
    which: usize,
    cover: &[Pair],
    expected: usize,
) -> Result<(), CertificateError> {
    if cover.len() != expected {
        return Err(CertificateError::CoverSize { cover: which, found: cover.len(), expected });
    }
    let (mut covered, mut pace) = (Pairs::new(graph.board), graph.control.paced());
    for &pair in cover {
        pace.check()?;
        graph.vertex(pair)?;
        covered.insert_new(pair)?;
    }
    for pair in graph.vertices().filter(|&pair| !covered.contains(pair)) {
        pace.check()?;
        if let Some(next) = graph.neighbours(pair).find(|&next| !covered.contains(next)) {
            return Err(CertificateError::Uncovered(which, pair, next));
        }
    }
    Ok(())
}

/// Checks that every escape leads to an unmatched start or to that of an earlier escape; marks the
/// starts that lose.
///
/// The order of the escapes is part of the proof: it rules out circular arguments.
fn check_escapes(
    graph: &Graph<'_>,
    certificate: &Certificate,
    matched: &Pairs<'_>,
    proven: &mut ProvenOutcomes,
) -> Result<(), CertificateError> {
    let edges = Edges::new(graph.board, &certificate.matching, graph.control)?;
    let mut pace = graph.control.paced();
    for pair in graph.vertices().filter(|&pair| !matched.contains(pair)) {
        pace.check()?;
        proven.outcomes[number(graph.board, pair)] = 1;
    }
    for &(pair, next) in &certificate.escapes {
        pace.check()?;
        graph.vertex(pair)?;
        graph.vertex(next)?;
        let id = number(graph.board, pair);
        if proven.outcomes[id] != 0 {
            return Err(CertificateError::Twice(pair));
        }
        let partner = edges.partner(pair).ok_or(CertificateError::Twice(pair))?;
        if !graph.neighbours(partner).any(|other| other == next) {
            return Err(CertificateError::NoMove(partner, next));
        }
        if proven.outcome(next) != Some(Outcome::Loss) {
            return Err(CertificateError::NoEscape(pair, next));
        }
        proven.outcomes[id] = 1;
    }
    Ok(())
}
