//! Questions.

use perfectplay_protocol::{Budget, Error, GameRef, Plies, Position};

/// A position, and what is wanted in addition to its value and its moves.
///
/// ```
/// use perfectplay::{Line, Oracle, Plies};
/// let oracle = Oracle::open("tables")?;
/// let question = oracle.question("number", "2 3")?.with_plies(Plies::Always);
/// assert_eq!(question.plies, Plies::Always);
/// let answer = oracle.answer(&question.clone().with_line(true).with_replies(true))?;
/// assert!(matches!(answer.line, Some(Line::Known(steps)) if steps.len() == 2));
/// assert!(answer.moves.iter().all(|reply| reply.replies.is_some()));
/// assert!(oracle.answer(&question.with_grundy(true)).is_err(), "not every game has them");
/// # Ok::<(), perfectplay::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The position.
    pub position: Position,
    /// When to solve for plies.
    pub plies: Plies,
    /// Whether best play to the end is wanted.
    pub line: bool,
    /// Whether the best replies to each move are wanted.
    pub replies: bool,
    /// Whether Grundy values are wanted, in games that have them.
    pub grundy: bool,
}

impl Question {
    /// Whether a table alone may answer it: tables do not have all plies.
    pub(crate) fn may_be_stored(&self) -> bool {
        self.plies == Plies::IfStored || !self.position.traits().plies
    }

    /// A question for the value and the moves of a position.
    pub fn new(position: Position) -> Self {
        Self { position, plies: Plies::default(), line: false, replies: false, grundy: false }
    }

    /// A question about the position of a text. A contour needs a game that is [on a
    /// board](crate::ErasedGame::on_board).
    ///
    /// # Errors
    /// If the text is not a position of the game, or if a contour has no board.
    pub fn parse(game: impl Into<GameRef>, text: &str) -> Result<Self, Error> {
        Self::read(game, text, &Budget::default())
    }

    /// Reads a question within a budget, which can then pay for the answer.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse), and if it is interrupted.
    pub fn read(game: impl Into<GameRef>, text: &str, budget: &Budget<'_>) -> Result<Self, Error> {
        game.into().shared().read(text, budget).map(Self::new)
    }

    /// When to solve for plies.
    #[must_use]
    pub fn with_plies(self, plies: Plies) -> Self {
        Self { plies, ..self }
    }

    /// Whether you want best play to the end.
    #[must_use]
    pub fn with_line(self, line: bool) -> Self {
        Self { line, ..self }
    }

    /// Whether you want the best replies to each move.
    #[must_use]
    pub fn with_replies(self, replies: bool) -> Self {
        Self { replies, ..self }
    }

    /// Whether you want Grundy values.
    #[must_use]
    pub fn with_grundy(self, grundy: bool) -> Self {
        Self { grundy, ..self }
    }
}
