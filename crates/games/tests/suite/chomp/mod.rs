use std::collections::BTreeSet;

use perfectplay_core::control::Control;
use perfectplay_core::{Outcome, Value};
use perfectplay_games::chomp::{Grundy, Index, Outcomes, Position, Solver};

mod published;
mod texts;
mod values;

fn outcomes(rows: usize, columns: usize) -> Outcomes {
    Solver::new(rows, columns).unwrap().solve(Control::SILENT).unwrap()
}
