use perfectplay_core::control::Control;
use perfectplay_games::chomp::{Outcomes, Solver};

mod published;
mod texts;
mod values;

fn outcomes(rows: usize, columns: usize) -> Outcomes {
    Solver::new(rows, columns).unwrap().solve(Control::SILENT).unwrap()
}
