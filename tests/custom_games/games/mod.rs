//! Games as somebody would describe them.

mod connect_four;
mod kayles;
mod scrambled;
mod sliding;
mod tic_tac_toe;

pub(crate) use connect_four::ConnectFour;
pub(crate) use kayles::Kayles;
pub(crate) use scrambled::Scrambled;
pub(crate) use sliding::Sliding;
pub(crate) use tic_tac_toe::TicTacToe;
