//! The game `tower`: Colored Jenga (Codeforces 424E).
//!
//! A tower of levels of three blocks, each red, green or blue. Every minute a die is rolled: red
//! with probability 1/6, green 1/3, blue 1/3, black 1/6. If a block of that colour can be moved,
//! one must be; otherwise the minute passes. A move takes a block from a level below the top and
//! puts it on a free place of the top, or on a new level if the top is complete. A level below the
//! top must keep its middle block or both its sides. The game ends when no block can be moved. The
//! player minimises the expected number of minutes.
//!
//! ```
//! use perfectplay_core::control::Control;
//! use perfectplay_core::layers::solve_all;
//! use perfectplay_games::tower::{Index, Position, Solver};
//!
//! let index = Index::new(3)?;
//! let entries = solve_all(&Solver::new(&index), Control::SILENT)?;
//! let tower: Position = "GGR/GRB/RRB".parse()?;
//! let entry = index.index_of(&tower).expect("a tower of three full levels");
//! assert!((entries[entry as usize] - 12.031_078_716_049_4).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Besides the modules of every game: `state` is the part of a tower that its value depends on,
//! `multiset` ranks multisets, `takes` lists the blocks that a level can give, and `kernel`
//! computes the entries of one row.
//!
//! # States
//!
//! **Dead levels are omitted.** A level below the top can give a block only if the rest of it still
//! stands. A middle alone, or two sides alone, can give none, and nothing is ever put on a level
//! below the top. So such a level takes no part in any later move, and no move depends on it.
//!
//! **The colour of the middle of a two-block level does not matter.** Two blocks that can still give one
//! are the middle and a side: the middle must stay, the side may go, and then the level is dead. So
//! the middle never moves, and colours matter only for moves.
//!
//! **Order and mirroring do not matter.** The rules do not distinguish levels below the top from each
//! other, nor left from right within a level. So a state is a multiset of complete levels (18
//! kinds: middle × unordered sides), a multiset of two-block levels (3 kinds: the side), and the
//! top (6, 15 or 18 kinds with 1, 2 or 3 blocks).
//!
//! # Layers
//!
//! Let a complete level below the top have the weight 6, a two-block level the weight 3, and each
//! block of the top the weight 2. **Every move lowers the sum by 1 or by 4:**
//!
//! | taken | weight lost below | put on the top | in all |
//! |---|---|---|---|
//! | a side of a complete level | 6 − 3 (a two-block level stays) | 2 | −1 |
//! | the middle of a complete level | 6 (two sides stay: dead) | 2 | −4 |
//! | the side of a two-block level | 3 (a middle stays: dead) | 2 | −1 |
//!
//! If the top is complete, the block starts a new level: the three blocks of the old top, 3 · 2,
//! become a complete level below the top, 6, which leaves the sum unchanged. So states of equal
//! weight are a layer, the game is finite, and a layer depends on lower layers only.
//!
//! # Values
//!
//! The recurrence is E = (6 + r + 2·(g + b)) / (`h_r` + 2·`h_g` + 2·`h_b`), see
//! [`rules::expected_minutes`]. Green and blue have the same probability, and occur in it
//! symmetrically to the last bit. So **exchanging green and blue everywhere keeps the value**, by
//! induction over the layers: the moves of the exchanged tower are the exchanged moves. The index
//! has entries for one of the two; see [`State`] for which.

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
