//! What games and engines share: plain rules and their solver, outcomes, answers, layers that are solved one after another,
//! static functions, instruction sets, threads, and how long work may take. There is no I/O, and there are threads only with
//! the feature `rayon`.
//!
//! A game is described by [`Rules`], and solved plainly by [`PlainSolver`]; `perfectplay-games` has six. [`layers`] solves
//! faster, [`coded`] stores what was found in a few bits for each key, and a [`control::Control`] says how far the work
//! is, and whether to go on.

mod answer;
pub mod coded;
pub mod control;
mod facts;
#[doc(hidden)]
pub mod groups;
pub mod layers;
mod outcome;
pub mod parallel;
mod plain;
mod random;
pub mod retrieval;
mod rules;
pub mod simd;
#[doc(hidden)]
pub mod testing;
pub mod text;
pub mod threads;

pub use answer::{Answer, MoveAnswer, Theorem, rank};
pub use facts::Facts;
pub use outcome::{Outcome, Value};
pub use plain::{PlainSolver, WithPlies};
pub use random::Random;
pub use rules::Rules;
pub use text::quoted;
