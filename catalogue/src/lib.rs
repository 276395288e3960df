//! Classic games, each described for the engine in a file of its own.

mod boards;
mod breakthrough;
mod connect_four;
mod dobutsu;
mod kayles;
mod on_cells;
mod rook_endgame;
mod scrambled;
mod six_mens_morris;
mod sliding;
mod tic_tac_toe;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use dobutsu::Dobutsu;
pub use kayles::Kayles;
pub use on_cells::OnCells;
pub use rook_endgame::RookEndgame;
pub use scrambled::Scrambled;
pub use six_mens_morris::SixMensMorris;
pub use sliding::Sliding;
pub use tic_tac_toe::TicTacToe;
