//! Tables whose encoding is `words+numbers`: a position is known by its *place* in the order of words, which are stored.

mod positions;
mod write;

pub(super) use positions::Positions;
pub(crate) use write::Written;
