//! What a table is asked for.

use crate::damage::choices::Choices;

/// A position that a table is asked for.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// The one with an index, which may be too large.
    At(u64),
    /// Any text.
    Text(String),
}

impl Asked {
    pub(super) fn some(choices: &mut Choices<'_>) -> Vec<Self> {
        let mut one = || match choices.coin() {
            true => Self::Text(choices.text(40)),
            false => Self::At(choices.extreme(100)),
        };
        (0..4).map(|_| one()).collect()
    }
}
