use std::collections::HashMap;

use perfectplay_core::control::Control;
use perfectplay_core::{Outcome, PlainSolver, WithPlies};
use perfectplay_games::number::{
    Answer, Index, Move, NamedNumbers, Number, Position, Solver, rules,
};

use crate::random::many_times;

mod beyond;
mod outcomes;
mod search;
mod values;

/// The answer of a solver that knows nothing yet.
fn answer(position: Position) -> Answer {
    Solver::default().answer(position, usize::MAX, Control::SILENT).unwrap().unwrap()
}
