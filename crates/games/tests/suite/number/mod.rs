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

/// OEIS A124506: numerical semigroups with Frobenius number 1, 2, 3, …
const A124506: [u64; 44] = [
    1, 1, 2, 2, 5, 4, 11, 10, 21, 22, 51, 40, 106, 103, 200, 205, 465, 405, 961, 900, 1828, 1913,
    4096, 3578, 8273, 8175, 16132, 16267, 34903, 31822, 70854, 68681, 137_391, 140_661, 292_081,
    270_258, 591_443, 582_453, 1_156_012, 1_161_319, 2_425_711, 2_287_203, 4_889_434, 4_785_671,
];

/// The answer of a solver that knows nothing yet.
fn answer(position: Position) -> Answer {
    Solver::default().answer(position, usize::MAX, Control::SILENT).unwrap().unwrap()
}
