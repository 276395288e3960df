use perfectplay_games::chomp::{Outcomes, Solver};
use perfectplay_core::control::Control;

mod published;
mod texts;
mod values;

fn outcomes(rows: usize, columns: usize) -> Outcomes {
    Solver::new(rows, columns).unwrap().solve(Control::SILENT).unwrap()
}
