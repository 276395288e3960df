//! The one form of answer for all games.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use perfectplay_core::{self as games, Theorem};
use perfectplay_query::Value;
use serde::Serialize;

use crate::{BoardText, GameRef, Move, Position, TableRef};

/// A position's value and all its moves, and where they come from.
///
/// Its serialisation is the JSON that the program prints and a server sends.
///
/// ```
/// let oracle = perfectplay::Oracle::open("tables")?;
/// let answer = oracle.ask("number", "2 3 4 5 6")?;
/// assert!(answer.game().name() == "number" && answer.board().is_none());
/// let best = answer.best().expect("the game goes on");
/// assert_eq!((best.step.as_str(), best.winning()), ("4", Some(true)));
/// assert_eq!(answer.moves.iter().filter(|reply| reply.is_best()).count(), 3);
/// let lost = oracle.ask("number", "2 3")?;
/// assert_eq!(lost.best().and_then(|best| best.winning()), Some(false), "all moves lose");
/// # Ok::<(), perfectplay::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The position asked for.
    pub position: Position,
    /// Its value; `None` if it is not known, which happens in the Number Game only.
    pub value: Option<Value>,
    /// Its Grundy value, if it was asked for and exists: a position in which the other player has lost by the last move
    /// has none.
    pub grundy: Option<u16>,
    /// The moves.
    pub moves: Moves,
    /// Best play to the end, if it was asked for.
    pub line: Option<Line>,
    /// The table that answered; `None` if the position was solved on the spot.
    pub table: Option<Arc<str>>,
    /// How many bits per position that table uses to recognise its positions, if that leaves a doubt whether it has this
    /// one: it takes one in 2ᵇⁱᵗˢ of the positions that play does not reach for its own.
    pub members: Option<u8>,
    /// What a search beyond the tables of the Number Game found, if there was one.
    pub search: Option<Box<SearchReport>>,
}

/// A position's value alone, and where it comes from.
///
/// Its JSON has game, position, value and table, as that of an [`Answer`], and the reason if the value is not known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValueAnswer {
    /// The position asked for.
    pub position: Position,
    /// The value; `None` if it is not known, which happens in the Number Game only.
    pub value: Option<Value>,
    /// The table that answered; `None` if the position was solved on the spot.
    pub table: Option<Arc<str>>,
    /// Why the value is not known, if it is not.
    pub reason: Option<Reason>,
}

impl From<Answer> for ValueAnswer {
    fn from(answer: Answer) -> Self {
        let Answer { position, value, table, search, .. } = answer;
        Self { position, value, table, reason: search.and_then(|search| search.reason) }
    }
}

/// A value, and the table that has it if one does.
#[derive(Debug)]
pub struct FoundValue {
    value: Value,
    table: Option<Arc<str>>,
}

impl FoundValue {
    /// The value that a table has.
    pub fn stored((value, table): (impl Into<Value>, Arc<str>)) -> Self {
        Self { value: value.into(), table: Some(table) }
    }

    /// A value that was solved.
    pub fn solved(value: impl Into<Value>) -> Self {
        Self { value: value.into(), table: None }
    }

    #[doc(hidden)]
    pub fn of(self, position: &Position) -> ValueAnswer {
        let Self { value, table } = self;
        ValueAnswer { position: position.clone(), value: Some(value), table, reason: None }
    }
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Moves {
    /// Every move, best first.
    All(Vec<MoveAnswer>),
    /// The moves that are known to win, where there are other moves as well; empty if none is known.
    Winning(Vec<MoveAnswer>),
    /// By the roll of a die: in Colored Jenga red, green, blue, black.
    Rolls(Box<[RollAnswer]>),
}

impl Moves {
    /// The moves in one list, best first; in a game with a die, roll by roll.
    pub fn iter(&self) -> impl Iterator<Item = &MoveAnswer> {
        self.choices().flatten()
    }

    /// The moves among which a player chooses: all of them, or in a game with a die those of each roll.
    pub fn choices(&self) -> impl Iterator<Item = &[MoveAnswer]> {
        self.of_rolls().map(|(_, moves)| moves)
    }

    /// The moves of each choice, with the roll.
    ///
    /// ```
    /// let answer = perfectplay::Oracle::open("tables")?.ask("tower", "RGB/GRG")?;
    /// assert_eq!(answer.moves.of_rolls().next().and_then(|(roll, _)| roll), Some("red"));
    /// assert_eq!(answer.moves.choices().count(), 4, "one for each colour of the die");
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn of_rolls(&self) -> impl Iterator<Item = (Option<&str>, &[MoveAnswer])> {
        let (list, rolls): (Option<&[MoveAnswer]>, &[RollAnswer]) = match self {
            Self::All(moves) | Self::Winning(moves) => (Some(moves), &[]),
            Self::Rolls(rolls) => (None, &**rolls),
        };
        let of_list = list.into_iter().map(|moves| (None, moves));
        of_list.chain(rolls.iter().map(|roll| (Some(&*roll.roll), &roll.moves[..])))
    }

    /// The moves in one list, mutably.
    #[doc(hidden)]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut MoveAnswer> {
        let (list, rolls): (&mut [MoveAnswer], &mut [RollAnswer]) = match self {
            Self::All(moves) | Self::Winning(moves) => (moves, &mut []),
            Self::Rolls(rolls) => (&mut [], &mut **rolls),
        };
        list.iter_mut().chain(rolls.iter_mut().flat_map(|roll| &mut roll.moves))
    }
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The move.
    pub step: Move,
    /// What the player who moves scores at once, in games that count points.
    pub gain: Option<i64>,
    /// The position that it leads to; `None` if it ends the game by capturing a piece.
    pub position: Option<Position>,
    /// That position's value, seen by the player to move there; `None` if it is not known.
    pub value: Option<Value>,
    /// That position's Grundy value, if it was asked for and exists.
    pub grundy: Option<u16>,
    /// What the move is worth to the player who makes it; `None` if that is not known.
    pub result: Option<Value>,
    /// Whether its result equals the best; `None` if that is not known.
    pub best: Option<bool>,
    /// Whether the player who makes it moves again.
    pub again: bool,
    /// The best moves from the position that it leads to, if they were asked for: none if the game is over.
    pub replies: Option<Replies>,
}

impl MoveAnswer {
    /// A move to a position, of which nothing else is known.
    #[doc(hidden)]
    #[inline]
    pub fn new(step: impl fmt::Display, position: impl Into<Option<Position>>) -> Self {
        Self {
            step: Move::new(step),
            gain: None,
            position: position.into(),
            value: None,
            grundy: None,
            result: None,
            best: None,
            again: false,
            replies: None,
        }
    }

    /// Whether its result is known to equal the best.
    pub fn is_best(&self) -> bool {
        self.best == Some(true)
    }

    /// Whether it wins; `None` in games that are not won or lost, and where it is not known.
    pub fn winning(&self) -> Option<bool> {
        self.result?.wins()
    }
}

/// The best moves from the position that a move leads to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Replies {
    /// All of them, in the order of that position's answer. If the position's value has no plies, they are all
    /// moves that keep its outcome.
    Known(Vec<Move>),
    /// Not all are known: the move is not decided, or finding them takes more than is left of the budget, or there
    /// are too many to list.
    Unknown,
}

/// The moves after a roll of the die.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RollAnswer {
    /// The colour, or the text of the outcome.
    pub roll: Cow<'static, str>,
    /// Its probability as a fraction.
    pub probability: Cow<'static, str>,
    /// How often it comes up, compared with the others.
    #[serde(skip)]
    pub weight: u32,
    /// Every move, best first; if there is none, nothing happens in this minute. In a custom game there is one, which has the
    /// text of the roll and says what the roll leads to.
    pub moves: Vec<MoveAnswer>,
}

impl RollAnswer {
    /// The moves of a roll, which comes up with this probability.
    #[doc(hidden)]
    pub fn new(
        roll: impl Into<Cow<'static, str>>,
        probability: impl Into<Cow<'static, str>>,
        weight: u32,
        moves: Vec<MoveAnswer>,
    ) -> Self {
        Self { roll: roll.into(), probability: probability.into(), weight, moves }
    }

    /// What it leads to, if that follows without a choice.
    pub fn follows(&self) -> Option<&MoveAnswer> {
        self.moves.first().filter(|only| only.step.as_str() == self.roll)
    }
}

/// Best play to the end.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Line {
    /// The first of the best moves, and so on to the end.
    Known(Vec<Step>),
    /// No line is known to be best; the text says why.
    Unknown(String),
}

/// A move of best play and where it leads.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub step: Move,
    /// What the player who moves scores at once, in games that count points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i64>,
    /// The position that it leads to; `None` if it ends the game by capturing a piece.
    pub position: Option<Position>,
    /// That position's value, seen by the player to move there.
    pub value: Value,
}

impl Step {
    /// A move, what it scores, where it leads, and the value there.
    #[doc(hidden)]
    pub const fn new(
        step: Move,
        gain: Option<i64>,
        position: Option<Position>,
        value: Value,
    ) -> Self {
        Self { step, gain, position, value }
    }
}

/// What a search beyond the tables of the Number Game found, and what theorems say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// How many positions it visited.
    pub visited: u64,
    /// How many numbers are available; `None` if infinitely many are.
    pub left: Option<u128>,
    /// The largest available number; `None` if there is none, or if infinitely many are available.
    pub largest: Option<u128>,
    /// The theorem that decides the position where the search alone does not.
    pub theorem: Option<Theorem>,
    /// Why the outcome is not known, if it is not.
    pub reason: Option<Reason>,
}

/// Why a position's outcome is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The search ended at the limit of states.
    pub at_limit: bool,
    /// Whether the search could try all moves; otherwise infinitely many numbers are available, or very large
    /// ones.
    pub all_moves: bool,
    /// The table that would have the position, if one can be built.
    pub table: Option<TableRef>,
}

/// A game's own moves, converted to those of any game, with where they lead.
pub fn moves_of<M: fmt::Display, N, V: Into<Value>>(
    moves: Vec<games::MoveAnswer<M, N, V>>,
    position: impl Fn(N) -> Option<Position>,
) -> Vec<MoveAnswer> {
    let converted = |reply: games::MoveAnswer<M, N, V>| MoveAnswer {
        value: Some(reply.value.into()),
        result: Some(reply.result.into()),
        best: Some(reply.best),
        ..MoveAnswer::new(reply.step, position(reply.position))
    };
    moves.into_iter().map(converted).collect()
}

impl Answer {
    /// The answer of a game as it knows it; `position` converts its positions.
    #[doc(hidden)]
    pub fn of_game<P, M: fmt::Display, V: Into<Value>>(
        answer: games::Answer<P, M, V>,
        position: impl Fn(P) -> Position,
    ) -> Self {
        let moves = moves_of(answer.moves, |after| Some(position(after)));
        Self::new(position(answer.position), answer.value, Moves::All(moves))
    }

    /// An answer without a table.
    #[doc(hidden)]
    pub fn new(position: Position, value: impl Into<Value>, moves: Moves) -> Self {
        Self::of(position, Some(value.into()), moves)
    }

    /// An answer whose value may not be known.
    #[doc(hidden)]
    #[inline]
    pub fn of(position: Position, value: Option<Value>, moves: Moves) -> Self {
        Self {
            position,
            value,
            grundy: None,
            moves,
            line: None,
            table: None,
            members: None,
            search: None,
        }
    }

    /// Leaves only the moves that win.
    #[doc(hidden)]
    #[must_use]
    pub fn with_winning_moves(mut self) -> Self {
        if let Moves::All(moves) = self.moves {
            let winning = moves.into_iter().filter(|reply| reply.winning() == Some(true));
            self.moves = Moves::Winning(winning.collect());
        }
        self
    }

    /// Says which table it is from.
    #[doc(hidden)]
    #[must_use]
    pub fn with_table(self, table: Arc<str>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// The best move, the first of several; `None` if there is none, or the game has a die.
    pub fn best(&self) -> Option<&MoveAnswer> {
        match &self.moves {
            Moves::Rolls(_) => None,
            moves => moves.iter().next().filter(|first| first.is_best()),
        }
    }

    /// The game.
    pub fn game(&self) -> &GameRef {
        self.position.game()
    }

    /// The board that the position belongs to, if that is not a part of it.
    pub fn board(&self) -> Option<&BoardText> {
        self.position.board().map(|board| &**board)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no theorem that is known here decides it")?;
        if self.at_limit {
            f.write_str("; the search reached its limit")?;
        } else if !self.all_moves {
            f.write_str("; a search can try some of its moves only")?;
        }
        Ok(())
    }
}

/// Why no best play is known when there are no plies.
pub const NO_PLIES: &str =
    "how many plies the game lasts is not known, so no line of play is known to be best";
