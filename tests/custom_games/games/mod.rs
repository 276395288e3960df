//! Games as somebody would describe them.

mod connect_four;
mod kayles;
mod sliding;
mod tic_tac_toe;

pub(crate) use connect_four::ConnectFour;
pub(crate) use kayles::Kayles;
pub(crate) use sliding::Sliding;
pub(crate) use tic_tac_toe::TicTacToe;
