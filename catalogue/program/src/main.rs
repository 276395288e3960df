//! A program of all games of the catalogue.

use std::process::ExitCode;

use perfectplay_cli::Program;

fn main() -> ExitCode {
    let games = perfectplay_catalogue::all().iter().map(|entry| entry.game);
    games.fold(Program::new("catalogue"), Program::game).run()
}
