//! Strongly connected components of the alternating graph.

use super::graph::{Graph, STEPS, Vertex};
use super::matching::EXPOSED;
use perfectplay_core::control::{Control, Interrupted, Pacer};

/// Which vertices lie on a common alternating cycle.
///
/// Nodes are the even vertices that win and whose partners win; an arrow leads from a
/// node along an unmatched edge, and from its other end along the matched edge, to a node again.
/// An unmatched edge is on an alternating cycle if and only if the nodes of its two ends (for the odd
/// end its partner) are in the same component.
#[derive(Clone, Debug)]
pub(super) struct Components {
    /// By pair number; 0 for pairs that are not nodes.
    component: Vec<u32>,
}

struct ComponentSearch<'a> {
    graph: &'a Graph,
    codes: &'a [u8],
    /// By pair number, as in Pearce's algorithm: 0 for nodes not visited; then the place in the order
    /// of visits, or a smaller one that can be reached; and the component once that is complete,
    /// counted down from `u32::MAX` so that components exceed all places.
    order: Vec<u32>,
    visited: u32,
    complete: u32,
    path: Vec<Frame>,
    /// The visited nodes that are not on the path and whose component is not complete.
    open: Vec<Vertex>,
}

struct Frame {
    vertex: Vertex,
    code: u8,
    is_root: bool,
}

impl Components {
    /// The components of a maximum matching whose losing vertices are known, in linear time.
    pub(super) fn new(
        graph: &Graph,
        codes: &[u8],
        losing: &[u64],
        control: Control<'_>,
    ) -> Result<Self, Interrupted> {
        let wins = |vertex: Vertex| losing[vertex.id() / 64] >> (vertex.id() % 64) & 1 == 0;
        let order = vec![0; codes.len()];
        let (path, open) = (Vec::new(), Vec::new());
        let mut search =
            ComponentSearch { graph, codes, order, visited: 1, complete: u32::MAX, path, open };
        let mut pace = control.paced();
        for high in 1..graph.cells() {
            control.check()?;
            for low in 0..high {
                let vertex = Vertex { low, high };
                let code = codes[vertex.id()];
                let new = code < EXPOSED && search.order[vertex.id()] == 0;
                if new && !graph.is_odd(vertex) && wins(vertex) {
                    let partner = graph.step(vertex, code).expect("codes lead to partners");
                    if wins(partner) {
                        search.visit(vertex, &mut pace)?;
                    }
                }
            }
        }
        Ok(Self { component: search.order })
    }

    /// Whether two nodes, by pair number, are in one component.
    pub(super) fn joined(&self, one: usize, other: usize) -> bool {
        self.component[one] == self.component[other]
    }
}

impl ComponentSearch<'_> {
    /// Finds all components that are reached from a node: Pearce, "A space-efficient algorithm for
    /// finding strongly connected components" (2016), with a stack instead of recursion.
    ///
    /// From nodes only nodes are reached: if an arrow led from a node to a vertex that loses, or whose
    /// partner loses, the node or its partner would lie on an even alternating path from an exposed
    /// vertex, and lose.
    fn visit(&mut self, vertex: Vertex, pace: &mut Pacer<'_>) -> Result<(), Interrupted> {
        self.enter(vertex);
        while let Some(frame) = self.path.last_mut() {
            pace.check()?;
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
        Ok(())
    }

    fn enter(&mut self, vertex: Vertex) {
        self.order[vertex.id()] = self.visited;
        self.visited += 1;
        self.path.push(Frame { vertex, code: 0, is_root: true });
    }

    /// The node at the end of the path reaches a node of this place in the order.
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

/// Where an unmatched edge of an even vertex and the matched edge from its other end lead.
fn arrow(graph: &Graph, codes: &[u8], vertex: Vertex, code: u8) -> Option<Vertex> {
    let other = graph.step(vertex, code).filter(|_| codes[vertex.id()] != code)?;
    let code = codes[other.id()];
    (code < EXPOSED).then(|| graph.step(other, code)).flatten()
}
