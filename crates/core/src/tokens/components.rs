//! Strongly connected components of the alternating graph.

use super::graph::{Graph, STEPS, Vertex};
use super::matching::EXPOSED;

/// Which vertices lie on a common alternating cycle.
///
/// Nodes are the even vertices that win and whose partners win; an arrow leads from a
/// node over one of its edges that is not matched to the partner of the edge's end.
/// An edge is on an alternating cycle exactly if the two nodes are in one component.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// By pair number; 0 for all that are no nodes.
    component: Vec<u32>,
}

struct ComponentSearch<'a> {
    graph: &'a Graph,
    codes: &'a [u8],
    /// As in Pearce: 0 not visited; the visiting order or a smaller one that can be
    /// reached; the component once that is complete, counted down from the top so that
    /// it exceeds all orders.
    order: Vec<u32>,
    visited: u32,
    complete: u32,
    path: Vec<Frame>,
    /// Visited nodes whose component is not complete, and that are not on the path.
    open: Vec<Vertex>,
}

struct Frame {
    vertex: Vertex,
    code: u8,
    is_root: bool,
}

impl Components {
    /// Of a maximum matching, whose losing vertices are known. Linear time.
    pub(super) fn new(graph: &Graph, codes: &[u8], losing: &[u64]) -> Self {
        let wins = |vertex: Vertex| losing[vertex.id() / 64] >> (vertex.id() % 64) & 1 == 0;
        let order = vec![0; codes.len()];
        let (path, open) = (Vec::new(), Vec::new());
        let mut search =
            ComponentSearch { graph, codes, order, visited: 1, complete: u32::MAX, path, open };
        for high in 1..graph.cells() {
            for low in 0..high {
                let vertex = Vertex { low, high };
                let code = codes[vertex.id()];
                let new = code < EXPOSED && search.order[vertex.id()] == 0;
                if new && !graph.is_odd(vertex) && wins(vertex) {
                    let partner = graph.step(vertex, code).expect("codes lead to partners");
                    if wins(partner) {
                        search.visit(vertex);
                    }
                }
            }
        }
        Self { component: search.order }
    }

    /// Whether two nodes, by pair number, are in one component.
    pub(super) fn joined(&self, one: usize, other: usize) -> bool {
        self.component[one] == self.component[other]
    }
}

impl ComponentSearch<'_> {
    /// Pearce, "A space-efficient algorithm for finding strongly connected components"
    /// (2016), with a path instead of recursion.
    ///
    /// From a node only nodes are reached, for what an arrow reaches from a vertex that
    /// wins wins, and the same holds for partners: else the start would lie on an even
    /// alternating path from an exposed vertex, or its partner would.
    fn visit(&mut self, vertex: Vertex) {
        self.enter(vertex);
        while let Some(frame) = self.path.last_mut() {
            let Frame { vertex, code, .. } = *frame;
            if code == STEPS {
                self.leave();
                continue;
            }
            frame.code += 1;
            let Some(next) = arrow(self.graph, self.codes, vertex, code) else { continue };
            if self.order[next.id()] == 0 {
                self.enter(next);
            } else {
                self.lower(self.order[next.id()]);
            }
        }
    }

    fn enter(&mut self, vertex: Vertex) {
        self.order[vertex.id()] = self.visited;
        self.visited += 1;
        self.path.push(Frame { vertex, code: 0, is_root: true });
    }

    /// The node at the end of the path reaches one of this order.
    fn lower(&mut self, order: u32) {
        if let Some(frame) = self.path.last_mut() {
            let own = &mut self.order[frame.vertex.id()];
            if order < *own {
                *own = order;
                frame.is_root = false;
            }
        }
    }

    fn leave(&mut self) {
        let Some(Frame { vertex, is_root, .. }) = self.path.pop() else { return };
        let order = self.order[vertex.id()];
        if is_root {
            self.visited -= 1;
            while let Some(open) = self.open.pop_if(|open| order <= self.order[open.id()]) {
                self.order[open.id()] = self.complete;
                self.visited -= 1;
            }
            self.order[vertex.id()] = self.complete;
            self.complete -= 1;
        } else {
            self.open.push(vertex);
        }
        self.lower(self.order[vertex.id()]);
    }
}

/// Where an unmatched edge of an even vertex and the matched edge behind it lead.
fn arrow(graph: &Graph, codes: &[u8], vertex: Vertex, code: u8) -> Option<Vertex> {
    let other = graph.step(vertex, code).filter(|_| codes[vertex.id()] != code)?;
    let code = codes[other.id()];
    (code < EXPOSED).then(|| graph.step(other, code)).flatten()
}
