//! The results of all moves, found from a certificate's matching without any code of the solver.
//!
//! By the edge rule (see the [game](crate::tokens)) v → w, neither of them adjacent, wins
//! if and only if v is won, and w is lost, or vw is matched, or vw lies on an alternating cycle.
//! If v and w are won, all starts of such a cycle are: if one were lost, all of its
//! colour on the cycle would be. So take the matched edges with two winning ends as nodes, and let
//! an arrow lead from a node to another if an edge joins its even end and the other's odd end.
//! Alternating cycles are the cycles of arrows, and vw is on one if and only if the nodes of its ends
//! are in the same strongly connected component.
//!
//! Components are found in two passes (Kosaraju, Sharir): a depth-first search along the arrows
//! lists the nodes as they are finished; then, from the node finished last to the first, the nodes
//! that are reached against the arrows, and not in a component yet, are a component.

use super::{Certificate, CertificateError, ProvenOutcomes, check, number, steps};
use crate::tokens::{Board, Cell, Move, Pair};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Control, Interrupted, Pacer};

/// The outcomes that a certificate proves, and the results of all moves by its matching.
#[derive(Clone, Debug)]
pub struct ProvenMoves {
    proven: ProvenOutcomes,
    edges: Edges,
    /// By number of the matched edge, its component; 0 if an end loses.
    components: Vec<u32>,
}

/// The matched edges.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    board: Board,
    /// The even end and the odd one.
    ends: Vec<[Pair; 2]>,
    /// By square number of an end: 1 + the number of its edge, or 0.
    numbers: Vec<u32>,
}

/// In which direction arrows are followed.
#[derive(Clone, Copy)]
enum Direction {
    Along = 0,
    Against = 1,
}

/// Checks a certificate as [`check()`] does, and finds the results of all moves.
///
/// Linear in the number of pairs of cells, free or not.
///
/// # Errors
/// The first thing that is wrong, or if `control` says to stop.
pub fn check_moves(
    board: &Board,
    history: &[Pair],
    certificate: &Certificate,
    control: Control<'_>,
) -> Result<ProvenMoves, CertificateError> {
    let proven = check(board, history, certificate, control)?;
    let edges = Edges::new(board, &certificate.matching, control)?;
    let components = components(&edges, &proven, control)?;
    Ok(ProvenMoves { proven, edges, components })
}

impl ProvenMoves {
    /// The outcome of a start; `None` if the pair is not on free cells, or was visited.
    pub fn outcome(&self, pair: Pair) -> Option<Outcome> {
        self.proven.outcome(pair)
    }

    /// The start with which the matching joins a start; `None` if it misses the start.
    pub fn partner(&self, pair: Pair) -> Option<Pair> {
        self.edges.partner(pair)
    }

    /// What a legal move is worth to the player who makes it; `None` for other moves.
    pub fn result(&self, pair: Pair, step: Move) -> Option<Outcome> {
        let outcome = self.outcome(pair)?;
        let (to, still) = step.cells_after(pair)?;
        let Some(next) = Pair::new(to, still) else { return Some(Outcome::Win) };
        let next_loses = self.outcome(next)? == Outcome::Loss;
        let wins = match (pair.is_adjacent(), next.is_adjacent()) {
            (_, true) => false,
            (true, false) => next_loses,
            (false, false) => outcome == Outcome::Win && (next_loses || self.joined(pair, next)),
        };
        Some(if wins { Outcome::Win } else { Outcome::Loss })
    }

    /// Whether two neighbours are matched with each other, or their matched edges are in the same
    /// component.
    fn joined(&self, one: Pair, other: Pair) -> bool {
        let (Some(one), Some(other)) = (self.edges.number(one), self.edges.number(other)) else {
            return false;
        };
        one == other || self.components[one] != 0 && self.components[one] == self.components[other]
    }
}

impl Edges {
    /// The edges of a matching that was checked.
    pub(super) fn new(
        board: &Board,
        matching: &[(Pair, Pair)],
        control: Control<'_>,
    ) -> Result<Self, Interrupted> {
        let cells = board.rows() * board.columns();
        let mut numbers = vec![0; cells * cells];
        let (mut ends, mut pace) = (Vec::with_capacity(matching.len()), control.paced());
        for (&(one, other), edge) in matching.iter().zip(1..) {
            pace.check()?;
            numbers[number(board, one)] = edge;
            numbers[number(board, other)] = edge;
            ends.push(if is_even(one) { [one, other] } else { [other, one] });
        }
        Ok(Self { board: board.clone(), ends, numbers })
    }

    fn number(&self, pair: Pair) -> Option<usize> {
        let held = self.board.holds(pair);
        held.then(|| self.numbers[number(&self.board, pair)] as usize)?.checked_sub(1)
    }

    /// The other end of a pair's edge; `None` if it has none.
    pub(super) fn partner(&self, pair: Pair) -> Option<Pair> {
        self.ends[self.number(pair)?].into_iter().find(|&end| end != pair)
    }

    /// The matched edges, of any outcome, to which the arrows of an edge lead: along the arrows
    /// those to whose odd ends a step leads from its even end, and conversely against them.
    fn arrows(&self, edge: usize, direction: Direction) -> impl Iterator<Item = usize> + '_ {
        let from = self.ends[edge][direction as usize];
        let next = steps(&self.board, from).filter_map(|next| self.number(next));
        next.filter(move |&next| next != edge)
    }
}

/// Whether the four coordinates have an even sum. Every step changes that.
fn is_even(pair: Pair) -> bool {
    let sum = |cell: Cell| usize::from(cell.row) + usize::from(cell.column);
    (sum(pair.first()) + sum(pair.second())).is_multiple_of(2)
}

/// By matched edge, the number of its component, from 1; 0 for edges that are not nodes.
fn components(
    edges: &Edges,
    proven: &ProvenOutcomes,
    control: Control<'_>,
) -> Result<Vec<u32>, Interrupted> {
    let mut pace = control.paced();
    let wins = |&end: &Pair| proven.outcome(end) == Some(Outcome::Win);
    let is_node = |edge: usize| edges.ends[edge].iter().all(wins);
    // In either pass `open` marks the nodes that are still to be visited.
    let mut open: Vec<bool> = (0..edges.ends.len()).map(is_node).collect();
    let nodes = open.clone();
    let mut finished = Vec::new();
    for root in 0..open.len() {
        let finish = |edge| finished.push(edge as u32);
        visit(edges, Direction::Along, root, &mut open, &mut pace, finish)?;
    }
    let mut open = nodes;
    let mut components = vec![0; open.len()];
    for (&root, component) in finished.iter().rev().zip(1..) {
        let finish = |edge: usize| components[edge] = component;
        visit(edges, Direction::Against, root as usize, &mut open, &mut pace, finish)?;
    }
    Ok(components)
}

/// Visits the open nodes that can be reached from a node, depth first, and calls `finish` with each
/// node when all that it reaches was visited.
fn visit(
    edges: &Edges,
    direction: Direction,
    root: usize,
    open: &mut [bool],
    pace: &mut Pacer<'_>,
    mut finish: impl FnMut(usize),
) -> Result<(), Interrupted> {
    if !std::mem::replace(&mut open[root], false) {
        return Ok(());
    }
    // The path to a node, and how many arrows of each node on it were followed.
    let mut path = vec![(root as u32, 0)];
    while let Some((edge, followed)) = path.last_mut() {
        pace.check()?;
        let edge = *edge as usize;
        match edges.arrows(edge, direction).nth(*followed as usize) {
            Some(next) => {
                *followed += 1u8;
                if std::mem::replace(&mut open[next], false) {
                    path.push((next as u32, 0));
                }
            }
            None => {
                finish(edge);
                path.pop();
            }
        }
    }
    Ok(())
}
