//! A program of all games of the catalogue.

use std::process::ExitCode;

use perfectplay_catalogue::{Visitor, visit_large, visit_small};
use perfectplay_cli::Program;
use perfectplay_cli::solve::Game;

struct Games(Program);

impl Visitor for Games {
    fn visit<G: Game>(&mut self, _: &str, game: G) {
        let program = std::mem::replace(&mut self.0, Program::new("catalogue"));
        self.0 = program.game(game);
    }
}

fn main() -> ExitCode {
    let mut games = Games(Program::new("catalogue"));
    visit_small(&mut games);
    visit_large(&mut games);
    games.0.run()
}
