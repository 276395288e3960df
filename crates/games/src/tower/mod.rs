#![doc = include_str!("introduction.md")]

mod answer;
mod class;
mod contest;
#[cfg(feature = "drawings")]
mod drawing;
pub(crate) mod erased;
mod error;
mod index;
mod kernel;
mod level;
pub(crate) mod levels;
#[cfg(feature = "build")]
pub(crate) mod making;
mod moves;
mod multiset;
mod position;
pub mod rules;
mod solver;
mod state;
pub mod table;
mod takes;

use perfectplay_core::{Facts, Rules};

pub use answer::{Answer, RollAnswer};

pub use crate::texts::MoveError;
pub use contest::ContestReader;
pub use error::PositionError;
pub use index::{Index, LevelsError, Shape, Slab};
pub use level::{Color, Level, Place, Roll};
pub use moves::Move;
pub use position::Position;
pub use solver::Solver;
pub use state::State;

/// What there is to know of the game.
pub const FACTS: Facts = Facts::of(include_str!("facts.txt"));

/// Colored Jenga.
#[derive(Clone, Copy, Debug)]
pub struct Tower;

impl Rules for Tower {
    const FACTS: &'static Facts = &FACTS;
    type Position = Position;
    /// The colour that is rolled, and what is moved then.
    type Move = (Color, Move);
    /// Expected minutes until the end.
    type Entry = f64;

    fn moves(&self, tower: &Position) -> Vec<((Color, Move), Position)> {
        let legal = Color::ALL.into_iter().flat_map(|color| rules::moves(tower, color));
        let play = |step| {
            let (color, after) = rules::play(tower, step).expect("the move is legal");
            ((color, step), after)
        };
        legal.map(play).collect()
    }

    fn entry(&self, _: &Position, children: &[((Color, Move), f64)]) -> f64 {
        let least = |color| {
            let of_color = children.iter().filter(|((of, _), _)| *of == color);
            of_color.map(|&(_, minutes)| minutes).reduce(f64::min)
        };
        rules::expected_minutes(Color::ALL.map(least))
    }

    fn same(one: f64, other: f64) -> bool {
        one.to_bits() == other.to_bits()
    }
}
