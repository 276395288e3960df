//! chomp
mod answer;
mod below;
mod index;
mod position;
mod row;
pub mod rules;
mod solver;

pub use answer::{Answer, MoveAnswer};
pub use below::Below;
pub use index::{Index, SizeError};
pub use position::{Move, MoveError, Position, PositionError};
pub use solver::{Outcomes, Solver, Task};
