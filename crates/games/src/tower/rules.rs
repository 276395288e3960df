//! The rules in plain form. The index and the solver are checked against this module by `verify` and the tests, so
//! it shares no step with them: it does not use kinds, states or ranks.

use thiserror::Error;

use super::levels::Levels;
use super::{Color, Level, Move, Place, Position};

impl Position {
    /// The tower after a move; `None` if the move is not legal. [`play`] says why it is not.
    pub fn after(&self, step: Move) -> Option<Self> {
        play(self, step).ok().map(|(_, after)| after)
    }
}

/// All legal moves of the blocks of one colour, ordered by level from the bottom, then by the place
/// that the block is taken from, then by the place that it is put on.
pub fn moves(tower: &Position, color: Color) -> Vec<Move> {
    let (top, below) = tower.split_top();
    let landing = landing_level(top);
    let mut moves = Vec::new();
    for (i, &level) in below.iter().enumerate() {
        for from in Place::ALL {
            if level.get(from) != Some(color) || !level.with(from, None).stands() {
                continue;
            }
            for to in Place::ALL {
                if landing.get(to).is_none() {
                    moves.push(Move { level: i + 1, from, to });
                }
            }
        }
    }
    moves
}

/// The level that a block is put on: the top, or a new level if the top is complete.
fn landing_level(top: Level) -> Level {
    if top.blocks() == 3 { Level::default() } else { top }
}

/// The tower after a move, and the colour of the block that was moved.
pub fn play(tower: &Position, step: Move) -> Result<(Color, Position), IllegalMove> {
    let Move { level, from, to } = step;
    let mut levels = Levels::from_slice(tower.levels());
    let count = levels.len();
    if level == 0 || level > count {
        return Err(IllegalMove::NoLevel { level, count });
    }
    if level == count {
        return Err(IllegalMove::FromTop(level));
    }
    let source = &mut levels[level - 1];
    let Some(color) = source.get(from) else {
        return Err(IllegalMove::NoBlock { level, place: from.name() });
    };
    *source = source.with(from, None);
    if !source.stands() {
        return Err(IllegalMove::Falls(level));
    }
    if levels[count - 1].blocks() == 3 {
        levels.push(Level::default());
    }
    let top = levels.len() - 1;
    if levels[top].get(to).is_some() {
        return Err(IllegalMove::Taken(to.name()));
    }
    levels[top] = levels[top].with(to, Some(color));
    Ok((color, Position::from_legal_move(levels)))
}

/// Why a move is not allowed. Levels are counted from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum IllegalMove {
    /// The level does not exist.
    #[error("there is no level {level}: the tower has {count}, counted from 1 at the bottom")]
    NoLevel { level: usize, count: usize },
    /// The level is the top.
    #[error("level {0} is the top: only levels below it may give a block")]
    FromTop(usize),
    /// The place has no block.
    #[error("level {level} has no block on its {place} place")]
    NoBlock { level: usize, place: &'static str },
    /// The level would keep neither its middle block nor both its sides.
    #[error("level {0} cannot give that block: it must keep its middle block or both its sides")]
    Falls(usize),
    /// The place with this name on the top level is not free.
    #[error("the {0} place of the top level is taken")]
    Taken(&'static str),
}

/// The recurrence: the expected minutes until the end, from the least expected minutes after a move
/// of each colour (`None` if no block of that colour can be moved).
///
/// With probabilities p of 1/6, 1/3, 1/3 for the colours that have a move, and q for a minute that
/// passes, E = (q + Σ p · (1 + E')) / (1 − q). As q + Σ p = 1, that is E = (6 + r + 2(g + b)) /
/// (`h_r` + `2h_g` + `2h_b`), where `h` is 1 for a colour that has a move and else 0. The order of
/// the floating-point operations is fixed here, and the result is the same to the last bit if green
/// and blue are exchanged.
pub fn expected_minutes(least: [Option<f64>; 3]) -> f64 {
    let [r, g, b] = least.map(|value| value.unwrap_or(0.0));
    let [h_r, h_g, h_b] = least.map(|value| if value.is_some() { 1.0 } else { 0.0 });
    let sixths = h_r + 2.0 * h_g + 2.0 * h_b;
    if sixths == 0.0 {
        return 0.0;
    }
    (6.0 + r + 2.0 * (g + b)) / sixths
}

/// One tower for all that differ only in the order of levels, mirroring and dead levels: the live levels below the
/// top in ascending order, then the top, each level or its mirror image, whichever compares less.
///
/// A [`PlainSolver`](perfectplay_core::PlainSolver) with this representative searches up to 880,000 towers for one of six levels,
/// as the published solutions of the contest do; without it, up to four levels are feasible.
pub fn representative(tower: &Position) -> Position {
    let (top, below) = tower.split_top();
    let is_live = |level: Level| {
        let gives = |place| level.get(place).is_some() && level.with(place, None).stands();
        Place::ALL.into_iter().any(gives)
    };
    let mirrored = |level: Level| level.min(level.mirrored());
    let live = below.iter().copied().filter(|&level| is_live(level));
    let mut levels: Levels = live.map(mirrored).collect();
    levels.sort_unstable();
    levels.push(mirrored(top));
    Position::from_legal_move(levels)
}
