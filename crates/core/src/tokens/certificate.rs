//! What proves the outcomes of all starts of a board.

use super::board::Pair;
use super::graph::{Graph, STEPS, Vertex};
use super::index::Index;
use super::matching::{ABSENT, EXPOSED};

/// A proof of who wins from every start that is not an immediate capture.
///
/// - A vertex *cover*, a set of starts that every edge has an end in, is at least as large
///   as any matching, for it holds an end of each matched edge. So a matching and a cover
///   of the same size prove each other extremal (Kőnig), and every maximum matching
///   matches every start of the cover: those win.
/// - From a start that the matching misses, the mover loses. A matched start whose partner
///   has an edge to a start that some maximum matching misses is missed by one, too:
///   exchange the two edges. Such *escapes*, one after the other, lead to an unmatched
///   start.
///
/// The winning even starts and the neighbours of the losing ones are one cover, the same
/// with odd ones the other. Together they hold all that wins; the rest escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The edges of a maximum matching.
    pub matching: Vec<(Pair, Pair)>,
    /// Two covers of the same size.
    pub covers: [Vec<Pair>; 2],
    /// For every matched start that loses: it, and the next one on the way.
    pub escapes: Vec<(Pair, Pair)>,
}

/// The certificate of a maximum matching whose losing vertices are known.
///
/// Whatever the codes are there is no panic: of those that are no such matching it makes
/// what the checker refuses.
pub(super) fn of(
    graph: &Graph,
    codes: &[u8],
    index: &Index,
    loses: impl Fn(Vertex) -> bool,
) -> Certificate {
    let pair = |vertex: Vertex| vertex.pair(index);
    let mut certificate =
        Certificate { matching: Vec::new(), covers: [Vec::new(), Vec::new()], escapes: Vec::new() };
    for vertex in vertices(graph, codes) {
        let odd = usize::from(graph.is_odd(vertex));
        if odd == 0
            && let Some(partner) = partner(graph, codes, vertex)
        {
            certificate.matching.push((pair(vertex), pair(partner)));
        }
        if !loses(vertex) {
            certificate.covers[odd].push(pair(vertex));
            if neighbours(graph, codes, vertex).any(&loses) {
                certificate.covers[1 - odd].push(pair(vertex));
            }
        }
    }
    escapes(graph, codes, |vertex, next| certificate.escapes.push((pair(vertex), pair(next))));
    certificate
}

/// Searches from the exposed vertices, breadth first, and tells for each other vertex that
/// it meets the one that it was met from.
fn escapes(graph: &Graph, codes: &[u8], mut escape: impl FnMut(Vertex, Vertex)) {
    let mut met = vec![false; codes.len()];
    let mut front: Vec<Vertex> =
        vertices(graph, codes).filter(|vertex| codes[vertex.id()] == EXPOSED).collect();
    while !front.is_empty() {
        let mut next_front = Vec::new();
        for next in front {
            for other in neighbours(graph, codes, next) {
                let Some(vertex) = partner(graph, codes, other) else { continue };
                if vertex != next && !std::mem::replace(&mut met[vertex.id()], true) {
                    escape(vertex, next);
                    next_front.push(vertex);
                }
            }
        }
        front = next_front;
    }
}

/// The vertex that a vertex is matched with.
fn partner(graph: &Graph, codes: &[u8], vertex: Vertex) -> Option<Vertex> {
    let code = codes[vertex.id()];
    let partner = (code < STEPS).then(|| graph.step(vertex, code)).flatten();
    partner.filter(|partner| codes[partner.id()] != ABSENT)
}

/// All vertices, by number.
pub(super) fn vertices<'a>(
    graph: &Graph,
    codes: &'a [u8],
) -> impl Iterator<Item = Vertex> + use<'a> {
    let all = (1..graph.cells()).flat_map(|high| (0..high).map(move |low| Vertex { low, high }));
    all.filter(|vertex| codes[vertex.id()] != ABSENT)
}

fn neighbours<'a>(
    graph: &'a Graph,
    codes: &'a [u8],
    vertex: Vertex,
) -> impl Iterator<Item = Vertex> + 'a {
    let steps = (0..STEPS).filter_map(move |code| graph.step(vertex, code));
    steps.filter(|next| codes[next.id()] != ABSENT)
}
