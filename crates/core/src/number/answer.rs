//! A position's value with every move's, best first.

use std::cmp::Ordering;
use std::fmt;

use super::{Move, Position};
use crate::Outcome;

/// Who wins, and after how many moves if the winner hurries and the loser stalls.
///
/// Values are ordered: better ones for the player to move are greater. A quick
/// win is better than a slow one, a slow loss better than a quick one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// Moves until the end: odd for a win, even for a loss.
    pub plies: u8,
}

impl Value {
    /// Nothing is left to name.
    pub const LOST: Self = Self { outcome: Outcome::Loss, plies: 0 };

    /// What a position of this value is worth to the player who moves to it: the
    /// outcome reversed, and one ply more.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { outcome: self.outcome.reversed(), plies: self.plies.saturating_add(1) }
    }
}

impl Value {
    /// Larger for what is better: losses by plies, above them wins against plies.
    const fn strength(self) -> u16 {
        match self.outcome {
            Outcome::Win => 0x1ff - self.plies as u16,
            Outcome::Loss => self.plies as u16,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.strength().cmp(&other.strength())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.outcome, self.plies)
    }
}

/// One move of an [`Answer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The move.
    pub to_name: Move,
    /// The position that it leads to.
    pub position: Position,
    /// That position's value, seen by the player to move there.
    pub value: Value,
    /// What the move is worth to the player who makes it.
    pub result: Value,
    /// Whether its result equals the best.
    pub best: bool,
}

impl MoveAnswer {
    /// Whether the move wins.
    #[must_use]
    pub fn winning(&self) -> bool {
        self.result.outcome == Outcome::Win
    }
}

impl fmt::Display for MoveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_name, f)
    }
}

/// A position's value and all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked for.
    pub position: Position,
    /// Its value: the best of the moves' results, [`Value::LOST`] without a move.
    pub value: Value,
    /// Every move, sorted by result, best first, then by text.
    pub moves: Vec<MoveAnswer>,
}

impl Answer {
    /// The answer for `position` when `child` gives the positions that its moves
    /// lead to, and their values; `None` as soon as it gives none.
    pub fn new(
        position: Position,
        mut child: impl FnMut(Move) -> Option<(Position, Value)>,
    ) -> Option<Self> {
        // Sorted are small integers, best result first, and not the moves themselves.
        let mut children = [(Position::NONE, Value::LOST); 64];
        let mut order = [0u32; 64];
        let mut count = 0;
        for number in position.numbers() {
            let to_name = Move(number);
            let found = child(to_name)?;
            let worse = u32::from(0x1ff - found.1.reversed().strength());
            order[count] = worse << 16 | u32::from(to_name.text_order()) << 8 | u32::from(number);
            children[usize::from(number)] = found;
            count += 1;
        }
        let order = &mut order[..count];
        order.sort_unstable();
        let best =
            order.first().map_or(Value::LOST, |first| children[(first & 63) as usize].1.reversed());
        let moves = order
            .iter()
            .map(|&place| {
                let number = (place & 63) as u8;
                let (position, value) = children[usize::from(number)];
                let result = value.reversed();
                MoveAnswer { to_name: Move(number), position, value, result, best: result == best }
            })
            .collect();
        Some(Self { position, value: best, moves })
    }

    /// The winning moves, ascending.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        let mut winning: Vec<Move> =
            self.moves.iter().filter(|reply| reply.winning()).map(|reply| reply.to_name).collect();
        winning.sort_unstable();
        winning
    }
}

/// A move of an [`OutcomeAnswer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeMove {
    /// The move.
    pub to_name: Move,
    /// The position that it leads to.
    pub position: Position,
    /// Who wins there, seen by the player to move there.
    pub value: Outcome,
}

impl OutcomeMove {
    /// Whether the move wins.
    #[must_use]
    pub fn winning(&self) -> bool {
        self.value == Outcome::Loss
    }
}

/// Who wins a position and by which moves, without the plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeAnswer {
    /// The position asked for.
    pub position: Position,
    /// Who wins it, seen by the player to move.
    pub outcome: Outcome,
    /// Every move, winning ones first, then by text.
    pub moves: Vec<OutcomeMove>,
}

impl OutcomeAnswer {
    /// The answer for `position` when `child` gives the outcomes of the positions that its
    /// moves lead to; `None` as soon as it gives none.
    pub fn new(
        position: Position,
        mut child: impl FnMut(Position) -> Option<Outcome>,
    ) -> Option<Self> {
        let mut moves = Vec::with_capacity(position.mask().count_ones() as usize);
        for number in position.numbers() {
            let to_name = Move(number);
            let position = position.after(to_name);
            moves.push(OutcomeMove { to_name, position, value: child(position)? });
        }
        moves.sort_unstable_by_key(|reply| (!reply.winning(), reply.to_name.text_order()));
        let wins = moves.first().is_some_and(OutcomeMove::winning);
        let outcome = if wins { Outcome::Win } else { Outcome::Loss };
        Some(Self { position, outcome, moves })
    }

    /// The winning moves, ascending.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        let winning = self.moves.iter().filter(|reply| reply.winning());
        let mut winning: Vec<Move> = winning.map(|reply| reply.to_name).collect();
        winning.sort_unstable();
        winning
    }
}
