//! The tables of single boards.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_format::fingerprint;

use crate::needs::Needs;
use crate::sealed::Sealed;

/// The table of one board. Its text is the table's name: `contour-daa36c61`.
#[derive(Clone, Debug)]
pub struct Instance(Arc<dyn TableBoard>);

/// A board that has a table of its own. It is sealed, as methods may be added.
pub trait TableBoard: Any + fmt::Debug + Sealed + Send + Sync {
    /// The game.
    fn game(&self) -> Game;

    /// How many states the table has.
    fn states(&self) -> u64;

    /// What building the table takes.
    fn needs(&self) -> Needs;

    /// The bytes that tell it from other boards of the game.
    fn bytes(&self) -> Vec<u8>;
}

impl Instance {
    /// The board, if it is of this type: [`contour::Board`](perfectplay_core::contour::Board), for instance.
    #[must_use]
    pub fn board<B: TableBoard>(&self) -> Option<&B> {
        let board: &dyn Any = &*self.0;
        board.downcast_ref()
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.0.states()
    }

    /// What building the table takes.
    #[must_use]
    pub fn needs(&self) -> Needs {
        self.0.needs()
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.0.game()
    }

    /// The part of the table's name that stands for the board: 8 hexadecimal digits, see
    /// [`fingerprint`](fn@perfectplay_format::fingerprint).
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.0.bytes())
    }
}

impl<B: TableBoard> From<B> for Instance {
    fn from(board: B) -> Self {
        Self(Arc::new(board))
    }
}

/// The same board of the same game.
impl PartialEq for Instance {
    fn eq(&self, other: &Self) -> bool {
        self.game() == other.game() && self.0.bytes() == other.0.bytes()
    }
}

impl Eq for Instance {}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.game(), self.fingerprint())
    }
}
