//! What there is to know of a game without a position.

use std::borrow::Cow;
use std::sync::Arc;

use perfectplay_core::Facts;

#[cfg(feature = "drawings")]
use crate::drawings::{Any, Drawings};
use crate::{BoardText, LayerFill};

/// What there is to know of a game without a position, for people and for an oracle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct About {
    /// The name in commands, addresses and JSON.
    pub name: Cow<'static, str>,
    /// The rules in a few sentences; empty if nobody has written any.
    pub rules: Cow<'static, str>,
    /// A position, for examples.
    pub example: Cow<'static, str>,
    /// Where the game begins if no position is chosen.
    pub start: Cow<'static, str>,
    /// What the documents say of it; `None` of a game that nobody has documented.
    pub facts: Option<&'static Facts>,
    /// The board to which positions of this value of the game belong, if a board is given beside them.
    pub board: Option<Arc<BoardText>>,
    /// Which tables it can have that need no board, for people; empty if that is one with its own name, or there are none.
    pub tables: Cow<'static, str>,
    /// Whether it has tables of single boards.
    pub board_tables: bool,
    /// Which of its tables can be computed in blocks.
    pub filled: LayerFill,
    /// How arrays have its positions, if they have them at all.
    pub packed: Option<PackedForm>,
    /// How it is drawn for people: from the texts of its positions if it says nothing else.
    #[cfg(feature = "drawings")]
    pub drawings: &'static dyn Drawings,
    /// What its values are.
    pub values: ValueKind,
    /// Whether positions have Grundy values besides their values.
    pub grundy: bool,
    /// Whether a die decides which moves there are, so that there is no best play and no best reply.
    pub die: bool,
    /// Whether a table knows for sure which positions it has, so that it can be asked for values without moves.
    pub sure: bool,
    /// Of how many rows and columns together `openings` can be listed; 0 if of none.
    pub openings: usize,
}

impl About {
    /// A game whose documents have these facts.
    #[doc(hidden)]
    pub fn documented(facts: &'static Facts) -> Self {
        let custom = Self::custom(facts.game, facts.rules, facts.start);
        Self { example: facts.example.into(), facts: Some(facts), sure: true, ..custom }
    }

    /// A game with this name, these rules, and this first position.
    #[doc(hidden)]
    pub fn custom(
        name: impl Into<Cow<'static, str>>,
        rules: impl Into<Cow<'static, str>>,
        start: impl Into<Cow<'static, str>>,
    ) -> Self {
        let start = start.into();
        Self {
            name: name.into(),
            rules: rules.into(),
            example: start.clone(),
            start,
            facts: None,
            board: None,
            tables: Cow::Borrowed(""),
            board_tables: false,
            filled: LayerFill::None,
            packed: None,
            #[cfg(feature = "drawings")]
            drawings: &Any,
            values: ValueKind::Outcome,
            grundy: false,
            die: false,
            sure: false,
            openings: 0,
        }
    }

    /// Whether positions belong to a board that is given beside them.
    pub fn has_board(&self) -> bool {
        self.facts.is_some_and(|facts| facts.board.is_some())
    }

    /// How many states are solved on the spot by default; 0 if none are.
    pub fn default_states(&self) -> u64 {
        self.facts.map_or(0, |facts| facts.default_states)
    }
}

/// How arrays have the positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedForm {
    /// A mask.
    Masks,
    /// Two masks of cells of a board, which are these.
    Boards(&'static str),
    /// A number for each row, of this.
    Rows(&'static str),
}

/// What the values of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// Outcomes.
    Outcome,
    /// Scores that fit into 8 bits.
    SmallScore,
    /// Scores.
    Score,
    /// Expected minutes.
    Minutes,
}
