//! Classic games, each described for the engine in a file of its own.

/// Methods of a game that are those of the game inside it.
macro_rules! of_inner {
    ($($method:ident($($of:ident: $kind:ty),*) -> $given:ty;)*) => {$(
        fn $method(&self, $($of: $kind),*) -> $given {
            self.0.$method($($of),*)
        }
    )*};
}

mod ace_points;
mod all;
mod any_game;
pub mod boards;
mod boxes;
mod breakthrough;
mod cat_and_mouse;
mod colouring;
mod connect_four;
mod dao;
mod dobutsu;
mod dodgem;
mod dominoes;
mod drawn;
mod fanorona;
mod fox_and_hounds;
mod going_round;
mod graph_chomp;
mod hexapawn;
mod hounds;
mod kalah;
mod kayles;
mod knight_walk;
mod l_game;
mod mu_torere;
mod nim;
mod node_kayles;
mod numbers;
mod on_cells;
mod picaria;
mod pig;
pub mod plain;
mod pong_hau_ki;
mod quoridor;
pub mod report;
mod rook_endgame;
mod royal_ur;
mod runs;
mod scrambled;
mod sides;
mod six_mens_morris;
mod sliding;
mod sources;
mod stone_game;
mod subtraction;
mod teeko;
pub mod texts;
mod three_in_a_row;
mod tic_tac_toe;

pub use ace_points::AcePoints;
pub use all::{Entry, all, named};
pub use any_game::AnyGame;
pub use boxes::Boxes;
pub use breakthrough::Breakthrough;
pub use cat_and_mouse::CatAndMouse;
pub use colouring::Colouring;
pub use connect_four::ConnectFour;
pub use dao::Dao;
pub use dobutsu::Dobutsu;
pub use dodgem::Dodgem;
pub use dominoes::{Cram, Domineering};
pub use drawn::{Drawn, Marks};
pub use fanorona::Fanorona;
pub use fox_and_hounds::FoxAndHounds;
pub use going_round::GoingRound;
pub use graph_chomp::GraphChomp;
pub use hexapawn::Hexapawn;
pub use hounds::Hounds;
pub use kalah::Kalah;
pub use kayles::{Kayles, RowOfPins};
pub use knight_walk::KnightWalk;
pub use l_game::LGame;
pub use mu_torere::MuTorere;
pub use nim::Nim;
pub use node_kayles::NodeKayles;
pub use numbers::{Numbers, Step as NumberedStep};
pub use on_cells::OnCells;
pub use picaria::Picaria;
pub use pig::Pig;
pub use pong_hau_ki::PongHauKi;
pub use quoridor::Quoridor;
pub use rook_endgame::RookEndgame;
pub use royal_ur::RoyalUr;
pub use runs::Runs;
pub use scrambled::Scrambled;
pub use six_mens_morris::SixMensMorris;
pub use sliding::Sliding;
pub use sources::{Bars, Claims, Jenga, Naming, Pieces, Stairs};
pub use stone_game::StoneGame;
pub use subtraction::Subtraction;
pub use teeko::Teeko;
pub use three_in_a_row::ThreeInARow;
pub use tic_tac_toe::TicTacToe;
