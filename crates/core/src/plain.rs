//! A slow solver of any game, which knows nothing of it but the rules.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::{Facts, Outcome, Rules, Value};

/// Finds the entry of a position by trying every move, and remembers it. It shares no code with indexes and
/// solvers: tests compare these with it.
#[derive(Clone, Debug)]
pub struct PlainSolver<R: Rules> {
    rules: R,
    representative: fn(&R::Position) -> R::Position,
    solved: HashMap<R::Position, R::Entry>,
}

impl<R: Rules> PlainSolver<R> {
    /// A solver that knows no position yet.
    pub fn new(rules: R) -> Self {
        Self::with_representative(rules, R::Position::clone)
    }

    /// A solver that solves the representative of a position in its place: one of all positions that have the same
    /// entry for the same reasons. It remembers fewer positions.
    pub fn with_representative(rules: R, representative: fn(&R::Position) -> R::Position) -> Self {
        Self { rules, representative, solved: HashMap::new() }
    }

    /// The entry of a position.
    pub fn entry(&mut self, position: &R::Position) -> R::Entry {
        let Self { rules, representative, solved } = self;
        solve(rules, *representative, solved, position)
    }

    /// The positions that it has solved, with their entries.
    pub fn solved(&self) -> impl Iterator<Item = (&R::Position, R::Entry)> {
        self.solved.iter().map(|(position, &entry)| (position, entry))
    }
}

fn solve<R: Rules>(
    rules: &R,
    representative: fn(&R::Position) -> R::Position,
    solved: &mut HashMap<R::Position, R::Entry>,
    position: &R::Position,
) -> R::Entry {
    let position = representative(position);
    if let Some(&entry) = solved.get(&position) {
        return entry;
    }
    let child =
        |child: &R::Position| Ok::<_, Infallible>(solve(rules, representative, solved, child));
    let Ok(entry) = rules.entry_by_rules(&position, child);
    solved.insert(position, entry);
    entry
}

/// A game with who wins and in how many plies as its entries, where those of its tables do not tell that of every
/// position.
#[derive(Clone, Copy, Debug)]
pub struct WithPlies<R>(pub R);

impl<R: Rules<Entry: Into<Outcome>>> Rules for WithPlies<R> {
    const FACTS: &'static Facts = R::FACTS;
    type Position = R::Position;
    type Move = R::Move;
    type Entry = Value;

    fn moves(&self, position: &R::Position) -> Vec<(R::Move, R::Position)> {
        self.0.moves(position)
    }

    fn entry(&self, position: &R::Position, children: &[(R::Move, Value)]) -> Value {
        let end = || Value { outcome: self.0.entry(position, &[]).into(), plies: Some(0) };
        children.iter().map(|(_, value)| value.reversed()).max().unwrap_or_else(end)
    }
}
