//! Classic games, each described for the engine in a file of its own.

mod boards;
mod breakthrough;
mod connect_four;
mod dobutsu;
mod kayles;
mod rook_endgame;
mod six_mens_morris;
mod tic_tac_toe;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use dobutsu::Dobutsu;
pub use kayles::Kayles;
pub use rook_endgame::RookEndgame;
pub use six_mens_morris::SixMensMorris;
pub use tic_tac_toe::TicTacToe;
