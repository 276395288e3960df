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
pub const FACTS: Facts = Facts {
    game: "tower",
    rules_tag: "tower/1",
    default_states: 200_000_000,
    name: "Colored Jenga",
    label: "Jenga",
    title: "Colored Jenga",
    rule: "Each minute, take a block of the rolled colour and put it on top. End it soon.",
    rules: "Each minute roll a die; take a block of that colour from below the top, and put it on \
        top. A level below the top keeps its middle block or both at its sides.",
    players: None,
    aim: "The die has one red side, two green, two blue and a black one; on black, or where no \
        block of the colour can be taken, the minute passes. The game ends when none ever can be: \
        the sooner, the better.",
    notation: "levels bottom first, `.` an empty place, the last is the top: RGB/GRG/R.B/.G.",
    moves: "A move is what is taken and where it is put: `1M>L` takes the middle block of level 1, \
        the lowest, and puts it on the left of the top.",
    example: "RGB/GRG",
    start: "RGB/GRG/BBB/GGR",
    board: None,
    limits: "Towers as large as the table at hand; without a table small ones are solved on the spot.",
    tables: "`tower-N`, N from 1 to 12, has every state that moves make of full towers of up to N \
        levels. `tower-6` is built by default.",
};

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
