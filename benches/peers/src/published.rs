//! What takes no table at all: solving a position anew by the method that is published for the game.
//!
//! A method is a name and a function that solves one position. To add one, put it into the list of its
//! game below; it is then checked against the table and measured beside the stores, on as many of the
//! random positions as a second allows.

use crate::games::{Chomp, Game, Number, Stake, Tokens, Tower};

/// Ways to solve a position of a game.
pub(crate) trait Published: Game {
    /// Their names, and what they return for a position; the value must be that of the table.
    fn methods() -> Vec<Method<Self>>;
}

/// A name, and a function that solves a position.
pub(crate) type Method<G> = (&'static str, fn(&<G as Game>::Position) -> <G as Game>::Value);

impl<K> Published for Number<K>
where
    Self: Game,
{
    fn methods() -> Vec<Method<Self>> {
        vec![]
    }
}

impl Published for Tower {
    fn methods() -> Vec<Method<Self>> {
        vec![]
    }
}

impl Published for Stake {
    fn methods() -> Vec<Method<Self>> {
        vec![]
    }
}

impl<K> Published for Tokens<K>
where
    Self: Game,
{
    fn methods() -> Vec<Method<Self>> {
        vec![]
    }
}

impl Published for Chomp {
    fn methods() -> Vec<Method<Self>> {
        vec![]
    }
}
