//! A proof of the outcomes of all starts of a board.

use super::graph::{Graph, STEPS, Vertex};
use super::matching::{ABSENT, EXPOSED};
use super::{Index, Pair};
use perfectplay_core::control::{Control, Interrupted};

/// A proof of who wins from every start that is not an immediate capture.
///
/// - A vertex *cover*, a set of starts that contains an end of every edge, is at least as large as any matching,
///   because it contains an end of each matched edge. So a matching and a cover of the same size prove that the
///   matching is maximum and the cover minimum (Kőnig), and every maximum matching matches every start of the
///   cover: those win.
/// - A start that the matching misses loses. A matched start whose partner
///   has an edge to a start that some maximum matching misses is missed by a maximum matching, too:
///   exchange the two edges. A sequence of such *escapes* leads to a start that the matching misses.
///
/// The winning even starts and the odd neighbours of losing even starts are one cover; with the
/// colours exchanged they are the other one. Together they have all winning starts; the other
/// matched starts have escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The edges of a maximum matching.
    pub matching: Vec<(Pair, Pair)>,
    /// Two covers of the same size.
    pub covers: [Vec<Pair>; 2],
    /// For every matched start that loses: the start, and the next one of its escapes.
    pub escapes: Vec<(Pair, Pair)>,
}

/// The certificate of a maximum matching whose losing vertices are known.
///
/// It never panics, whatever the codes are: if they are not such a matching, the checker rejects the certificate.
pub(super) fn of(
    graph: &Graph,
    codes: &[u8],
    index: &Index,
    control: Control<'_>,
    loses: impl Fn(Vertex) -> bool,
) -> Result<Certificate, Interrupted> {
    let pair = |vertex: Vertex| vertex.pair(index);
    let mut certificate =
        Certificate { matching: Vec::new(), covers: [Vec::new(), Vec::new()], escapes: Vec::new() };
    let mut pace = control.paced();
    for vertex in vertices(graph, codes) {
        pace.check()?;
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
    let escape = |vertex, next| certificate.escapes.push((pair(vertex), pair(next)));
    escapes(graph, codes, control, escape)?;
    Ok(certificate)
}

/// Searches from the exposed vertices, breadth first, and calls `escape` with each other vertex that
/// it reaches and the one from which it was reached.
fn escapes(
    graph: &Graph,
    codes: &[u8],
    control: Control<'_>,
    mut escape: impl FnMut(Vertex, Vertex),
) -> Result<(), Interrupted> {
    let (mut reached, mut pace) = (vec![false; codes.len()], control.paced());
    let mut front: Vec<Vertex> =
        vertices(graph, codes).filter(|vertex| codes[vertex.id()] == EXPOSED).collect();
    while !front.is_empty() {
        let mut next_front = Vec::new();
        for next in front {
            pace.check()?;
            for other in neighbours(graph, codes, next) {
                let Some(vertex) = partner(graph, codes, other) else { continue };
                if vertex != next && !std::mem::replace(&mut reached[vertex.id()], true) {
                    escape(vertex, next);
                    next_front.push(vertex);
                }
            }
        }
        front = next_front;
    }
    Ok(())
}

/// The vertex with which a vertex is matched.
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
