//! chomp
mod answer;
mod index;
mod position;
mod row;
pub mod rules;
mod solver;

pub use answer::{Answer, MoveAnswer};
pub use index::{Index, SizeError};
pub use position::{Move, MoveError, Position, PositionError};
pub use solver::{Outcomes, Solver, Task};
