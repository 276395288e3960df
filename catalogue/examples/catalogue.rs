//! A program of all games of the catalogue.

use std::process::ExitCode;

use perfectplay_catalogue::{
    Breakthrough, ConnectFour, Dobutsu, Kayles, RookEndgame, SixMensMorris, TicTacToe,
};
use perfectplay_cli::Program;

fn main() -> ExitCode {
    Program::new("catalogue")
        .game(Breakthrough { width: 3, height: 4 })
        .game(Breakthrough { width: 3, height: 5 })
        .game(Breakthrough { width: 4, height: 4 })
        .game(Breakthrough { width: 4, height: 5 })
        .game(ConnectFour { columns: 4, rows: 4 })
        .game(ConnectFour { columns: 4, rows: 5 })
        .game(Dobutsu)
        .game(Kayles { pins: 20, takes_one: true })
        .game(RookEndgame)
        .game(SixMensMorris)
        .game(TicTacToe { size: 3 })
        .run()
}
