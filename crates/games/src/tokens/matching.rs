//! A maximum matching of the graph of pairs, and the vertices that some maximum matching
//! misses.

use std::collections::VecDeque;

use super::graph::{Graph, STEPS, Vertex};
use super::index::NONE;
use super::{Board, Index, grid};
use perfectplay_core::control::{Control, Interrupted};

/// The code of a vertex without a partner. Lower codes are the step to the partner.
pub(super) const EXPOSED: u8 = STEPS;

/// The code of a pair that is not a vertex: adjacent, or visited.
pub(super) const ABSENT: u8 = STEPS + 1;

/// The mark of a vertex that the matching misses, which is the root of a tree.
pub(super) const ROOT: u8 = 1 + STEPS;

/// Solves one board after another with the same memory, about 10 bytes a pair.
#[derive(Clone, Debug, Default)]
pub(super) struct Matcher {
    pub graph: Graph,
    /// By pair number: the step to the partner, [`EXPOSED`] or [`ABSENT`].
    pub codes: Vec<u8>,
    /// By pair number: 0 if no maximum matching misses the vertex, [`ROOT`] if this one
    /// does, and else 1 + a step of its partner, to a vertex that is one edge pair nearer to a
    /// [`ROOT`].
    pub reached: Vec<u8>,
    /// The vertices from which trees still grow, and those of the present level.
    front: Vec<Leaf>,
    level: Vec<Leaf>,
    /// By tree: whether it was augmented.
    augmented: Vec<bool>,
    /// By pair number, the labels of [`push`](Self::push).
    labels: Vec<u32>,
}

/// A vertex from which a tree grows.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    vertex: Vertex,
    /// The number of its tree.
    tree: u32,
}

impl Matcher {
    /// Solves a board without some visited pairs, given by number: afterwards `codes` are
    /// a maximum matching, and `reached` marks the vertices that some maximum matching misses.
    ///
    /// # Errors
    /// If `control` says to stop, which it is asked at every level of the trees.
    pub(super) fn solve(
        &mut self,
        board: &Board,
        index: &Index,
        visited: &[usize],
        control: Control<'_>,
    ) -> Result<(), Interrupted> {
        control.check()?;
        self.graph.set(board, index);
        self.lay_dominoes(index.len(), visited);
        let [even, odd] = self.exposed();
        self.reached.clear();
        self.reached.resize(index.len(), 0);
        // No augmenting path starts from the side that runs out of exposed vertices, so
        // the side with fewer of them decides, and searches less.
        let (few, many) = if even.len() <= odd.len() { (even, odd) } else { (odd, even) };
        let many = self.repair(few, many, control)?;
        // The trees of either side mark vertices of their own colour, so the marks do not
        // mix.
        self.plant(&many);
        self.grow(control)?;
        Ok(())
    }

    /// Starts from the dominoes of the grid: in every pair the piece on the domino of lower
    /// number changes its end. Its partner does the same and comes back, so this is a
    /// matching. It leaves out the pairs of two cells without a domino, and those whose
    /// partner is absent.
    fn lay_dominoes(&mut self, pairs: usize, visited: &[usize]) {
        let dominoes = grid::dominoes(&self.graph);
        let steps = self.graph.cell_steps();
        // By cell: the number of its domino (its lower cell's), and the code of a pair in
        // which it is the piece to move.
        let mut domino = Vec::with_capacity(dominoes.len());
        let mut codes = Vec::with_capacity(dominoes.len());
        for (cell, direction) in dominoes.into_iter().enumerate() {
            let partner = direction.map_or(NONE, |direction| steps[cell][usize::from(direction)]);
            domino.push(if partner == NONE { NONE } else { partner.min(cell as u16) });
            codes.push(direction.unwrap_or(EXPOSED));
        }
        self.codes.clear();
        self.codes.reserve(pairs);
        for high in 1..domino.len() {
            let (lows, domino, code) = (&domino[..high], domino[high], codes[high] | 4);
            // Of two cells without a domino the piece on the higher one is to move, and cannot.
            let code = if domino == NONE { EXPOSED } else { code };
            let lows = lows.iter().zip(&codes);
            self.codes
                .extend(lows.map(|(&low, &low_code)| if low < domino { low_code } else { code }));
        }
        self.remove(visited);
    }

    /// Removes pairs from the graph: the adjacent ones and the visited ones.
    fn remove(&mut self, visited: &[usize]) {
        let unmatch = |this: &mut Self, pair: Vertex| {
            let code = std::mem::replace(&mut this.codes[pair.id()], ABSENT);
            if code < STEPS
                && let Some(partner) = this.graph.step(pair, code)
                && partner.low != partner.high
                && this.codes[partner.id()] != ABSENT
            {
                this.codes[partner.id()] = EXPOSED;
            }
        };
        for low in 0..self.graph.cells() {
            let [_, _, right, down] = self.graph.cell_steps()[usize::from(low)];
            for high in [right, down] {
                if high != NONE {
                    unmatch(self, Vertex { low, high });
                }
            }
        }
        for &id in visited {
            let (low, high) = super::index::unrank(id);
            unmatch(self, Vertex { low: low as u16, high: high as u16 });
        }
    }

    /// The even and the odd vertices without a partner.
    fn exposed(&self) -> [Vec<Vertex>; 2] {
        let mut exposed = [Vec::new(), Vec::new()];
        let mut rest = &self.codes[..];
        for high in 1..self.graph.cells() {
            let (row, after) = rest.split_at(high.into());
            rest = after;
            for (low, _) in row.iter().enumerate().filter(|&(_, &code)| code == EXPOSED) {
                let vertex = Vertex { low: low as u16, high };
                exposed[usize::from(self.graph.is_odd(vertex))].push(vertex);
            }
        }
        exposed
    }

    /// Augments until the trees from the exposed vertices of one colour find no augmenting path; they
    /// then hold all vertices that are reached from there. Returns the vertices of the other colour
    /// that remain exposed.
    ///
    /// The trees alone would find all augmenting paths, and on most boards there are few. If there are many long
    /// ones through few vertices, the trees block each other, and pushing finds most of them.
    fn repair(
        &mut self,
        mut roots: Vec<Vertex>,
        mut others: Vec<Vertex>,
        control: Control<'_>,
    ) -> Result<Vec<Vertex>, Interrupted> {
        self.plant(&roots);
        while self.grow(control)? {
            self.reached.fill(0);
            roots = self.push(&roots, &others, control)?;
            others.retain(|other| self.codes[other.id()] == EXPOSED);
            self.plant(&roots);
        }
        others.retain(|other| self.codes[other.id()] == EXPOSED);
        Ok(others)
    }

    /// Push-relabel with double pushes (Goldberg, Tarjan 1988; Kaya, Langguth, Manne, Uçar
    /// 2013): a root is matched with its neighbour of least label, whose former partner becomes a
    /// root instead. Labels are lower bounds of the distance to an exposed vertex. The neighbour's
    /// label rises to that of the root's second best neighbour plus 1.
    ///
    /// The matching need not become maximum here. Returns the vertices that are exposed
    /// in the end, some of which were not before.
    fn push(
        &mut self,
        roots: &[Vertex],
        others: &[Vertex],
        control: Control<'_>,
    ) -> Result<Vec<Vertex>, Interrupted> {
        let mut stuck = Vec::new();
        let mut active = VecDeque::from_iter(roots.iter().copied());
        let mut until_relabel = 0;
        active.retain(|root| self.codes[root.id()] == EXPOSED);
        while let Some(vertex) = active.pop_front() {
            if until_relabel == 0 {
                control.check()?;
                self.relabel(others);
                until_relabel = self.codes.len() / 4;
            }
            until_relabel -= 1;
            let (mut best, mut second, mut taken) = (u32::MAX, u32::MAX, None);
            for step in 0..STEPS {
                let Some(other) = self.graph.step(vertex, step) else { continue };
                if self.codes[other.id()] == ABSENT {
                    continue;
                }
                let label = self.labels[other.id()];
                if label < best {
                    (best, second, taken) = (label, best, Some((step, other)));
                } else {
                    second = second.min(label);
                }
            }
            let Some((step, other)) = taken else {
                stuck.push(vertex);
                continue;
            };
            self.labels[other.id()] = second.saturating_add(1);
            self.codes[vertex.id()] = step;
            let back = Graph::back(vertex, step, other);
            let former = std::mem::replace(&mut self.codes[other.id()], back);
            if former != EXPOSED {
                let next = self.graph.step(other, former).expect("codes lead to partners");
                self.codes[next.id()] = EXPOSED;
                active.push_back(next);
            }
        }
        Ok(stuck)
    }

    /// Makes labels exact: the number of matched edges on the shortest alternating path to
    /// an exposed vertex of `others`; `u32::MAX` where there is no path.
    fn relabel(&mut self, others: &[Vertex]) {
        self.labels.clear();
        self.labels.resize(self.codes.len(), u32::MAX);
        let exposed = others.iter().copied().filter(|other| self.codes[other.id()] == EXPOSED);
        let mut front: Vec<Vertex> = exposed.collect();
        front.iter().for_each(|other| self.labels[other.id()] = 0);
        let mut next_front = Vec::new();
        for label in 1.. {
            for &other in &front {
                for step in 0..STEPS {
                    let Some(vertex) = self.graph.step(other, step) else { continue };
                    let code = self.codes[vertex.id()];
                    if code >= STEPS {
                        continue;
                    }
                    let partner = self.graph.step(vertex, code).expect("codes lead to partners");
                    if self.labels[partner.id()] == u32::MAX {
                        self.labels[partner.id()] = label;
                        next_front.push(partner);
                    }
                }
            }
            if next_front.is_empty() {
                return;
            }
            front.clear();
            std::mem::swap(&mut front, &mut next_front);
        }
    }

    /// Starts a tree from every root. Existing trees of the other colour are not affected.
    fn plant(&mut self, roots: &[Vertex]) {
        self.augmented.clear();
        self.augmented.resize(roots.len(), false);
        self.front.clear();
        for (&vertex, tree) in roots.iter().zip(0..) {
            self.add(Leaf { vertex, tree }, ROOT);
        }
    }

    /// Adds a vertex to a tree, and to the front.
    #[inline]
    fn add(&mut self, leaf: Leaf, mark: u8) {
        let id = leaf.vertex.id();
        self.reached[id] = mark;
        self.front.push(leaf);
    }

    /// Grows all trees from the front, level by level, until none can grow. A tree that meets
    /// an exposed vertex is augmented along the path to it and grows no further; its vertices
    /// stay marked, so that no other tree enters them. Returns whether any tree was augmented.
    fn grow(&mut self, control: Control<'_>) -> Result<bool, Interrupted> {
        let mut found = false;
        let mut level = std::mem::take(&mut self.level);
        while !self.front.is_empty() {
            control.check()?;
            level.clear();
            level.append(&mut self.front);
            for &leaf in &level {
                if !self.augmented[leaf.tree as usize] && self.grow_from(leaf) {
                    self.augmented[leaf.tree as usize] = true;
                    found = true;
                }
            }
        }
        self.level = level;
        Ok(found)
    }

    /// Grows a tree from one of its leaves by two edges. Returns whether it was augmented instead.
    #[inline]
    fn grow_from(&mut self, Leaf { vertex, tree }: Leaf) -> bool {
        for step in 0..STEPS {
            let Some(other) = self.graph.step(vertex, step) else { continue };
            match self.codes[other.id()] {
                ABSENT => {}
                EXPOSED => {
                    self.augment(vertex, step);
                    return true;
                }
                code => {
                    let leaf = self.graph.step(other, code).expect("codes lead to partners");
                    if self.reached[leaf.id()] == 0 {
                        let mark = 1 + Graph::back(vertex, step, other);
                        self.add(Leaf { vertex: leaf, tree }, mark);
                    }
                }
            }
        }
        false
    }

    /// Matches `vertex` along `step`, its former partner with the parent in the tree, and so on up to
    /// the root.
    fn augment(&mut self, mut vertex: Vertex, mut step: u8) {
        loop {
            let other = self.graph.step(vertex, step).expect("the tree took this step");
            let former = std::mem::replace(&mut self.codes[vertex.id()], step);
            self.codes[other.id()] = Graph::back(vertex, step, other);
            if former == EXPOSED {
                return;
            }
            let partner = self.graph.step(vertex, former).expect("codes lead to partners");
            let back = self.reached[vertex.id()] - 1;
            vertex = self.graph.step(partner, back).expect("marks lead to parents");
            step = Graph::back(partner, back, vertex);
        }
    }
}
