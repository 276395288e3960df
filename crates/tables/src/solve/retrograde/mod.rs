//! Games in which positions are in several levels, where play may also repeat: values from the ends of the game back.
//!
//! A position is known by its place in the order of words, its *number*. Each is asked once what its moves lead to; these
//! moves are sorted by where they lead ([`moves`]), and put together by it ([`parents`]). From then on no position is asked
//! again: whenever one is decided, those from which moves lead there are looked up, and some of them are decided by it
//! ([`waves`]). In memory there are three bytes a position, and more where values are Grundy values; moves are in files if they
//! do not fit.
//!
//! Where stages have many positions, spans of them are solved one after another, and only one is in memory. What moves to later
//! spans lead to is known then: a position that it decides in p plies joins the wave p.

mod moves;
mod parents;
mod solved;
mod waves;

pub(crate) use solved::{link, solve_all};
