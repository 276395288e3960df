//! Games as somebody would describe them.

mod connect_four;
mod domineering;
mod dots_and_boxes;
mod kayles;
mod sliding;
mod tic_tac_toe;

pub(crate) use connect_four::ConnectFour;
pub(crate) use domineering::Domineering;
pub(crate) use dots_and_boxes::DotsAndBoxes;
pub(crate) use kayles::Kayles;
pub(crate) use sliding::Sliding;
pub(crate) use tic_tac_toe::TicTacToe;
