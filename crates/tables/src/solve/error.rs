//! Why a game could not be solved, or its table not be used.

use perfectplay_query::OpenError;
use thiserror::Error;

use crate::solve::game::Values;

use crate::{BuildError, WrongDescription};

/// Why a game could not be solved, or its table not be used.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum SolveError {
    /// Its table could not be built: the system refused something, or it was interrupted.
    #[error(transparent)]
    Build(BuildError),
    /// Its table could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The game's name is not one.
    #[error(
        "`{0}` is not the name of a game at a size: it has letters and digits, a hyphen, letters and digits, at \
         most 100 in all, and letters are lower-case, as in `kayles-40`"
    )]
    Name(String),
    /// The game has the name of another one of the program.
    #[error("`{0}` is a game that is built in: give yours another name")]
    Taken(String),
    /// Two games have the same name.
    #[error("`{0}` is the name of two games: give them different ones")]
    Twice(String),
    /// It panics at its start.
    #[error("the description of {0} panicked in `start`, `pack` or `show` of the start")]
    Start(String),
    /// Its positions take more memory than is allowed.
    #[error("it takes {need} bytes of memory or more, and {limit} are allowed")]
    Memory { need: u64, limit: u64 },
    /// There are more positions, or moves to one of them, than can be numbered.
    #[error(
        "it has more positions or moves than can be numbered: about 2^32 positions, and 2^32 moves to each"
    )]
    TooLarge,
    /// Values without plies are for games in which every move leads one level on, or to a higher stage.
    #[error(
        "two ways of different lengths lead to a position, and values without plies are not proven then: let `values` be \
         outcomes with plies, or let every move lead to a higher `stage`"
    )]
    Ungraded,
    /// A table is not what it should be.
    #[error("{table}: {reason}")]
    Wrong { table: String, reason: String },
    /// An entry of a table does not follow from the rules.
    #[error("{position}: stored is {stored}, but {follows} follows")]
    Entry { position: String, stored: String, follows: String },
    /// A table has no value for a position, or does not know it, so that it is damaged.
    #[error("{0} has no value")]
    Damaged(String),
    /// The description of the game contradicts itself.
    #[error("the description of the game is wrong at {position}: {mistake}")]
    Mistake { position: String, mistake: Mistake },
}

/// What ends a build ends solving as well.
impl<E: Into<BuildError>> From<E> for SolveError {
    fn from(error: E) -> Self {
        Self::Build(error.into())
    }
}

impl SolveError {
    /// Why the table of a game could not be built.
    pub fn of_build(self, game: &str) -> BuildError {
        match self {
            Self::Build(error) => error,
            Self::Memory { need, limit } => BuildError::Memory { need, limit },
            error => WrongDescription { game: game.to_owned(), reason: error.to_string() }.into(),
        }
    }
}

impl Mistake {
    /// A value of this kind is larger than can be told.
    pub(crate) const fn of_size(values: Values) -> Self {
        if values.has_plies() { Self::Plies } else { Self::Points }
    }
}

/// What is wrong with the description of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum Mistake {
    /// A move leads to a layer that is not lower, or to a word that is no number of one.
    #[error(
        "it is in no lower layer than where a move leads there from, or has no number: see `layers`"
    )]
    Layer,
    /// The position of a number has another number.
    #[error("`pack` and `canonical` do not lead back to its number: see `layers`")]
    Number,
    /// A position does not come back from its word, but another one, as Rust prints it.
    #[error(
        "`pack` makes the word {word} of it, and `unpack` makes {other} of that word: either `unpack` is wrong, or \
         `pack` makes the same word of two positions"
    )]
    Word { word: u64, other: String },
    /// It is not the canonical one of itself.
    #[error("`canonical` of it, which `canonical` has made, is another position: {0}")]
    Canonical(String),
    /// It is the start, and there is nothing to play.
    #[error("a game begins there, and has ended: `end` says so, or there is no move")]
    NoGame,
    /// It has more moves than are counted.
    #[error("it has more than {0} moves")]
    Moves(usize),
    /// `end` says something that values of this kind do not have.
    #[error("`end` says {0}, which games with these values do not have")]
    End(String),
    /// A game with scores has no score there.
    #[error("it has no move, and `end` does not say its score")]
    NoScore,
    /// A game whose values need an end repeats a position.
    #[error(
        "play can come back to it, so that these values do not exist: count moves in the position and let `end` stop the \
         game after so many of them, or ask who wins (`Outcome`)"
    )]
    Repeats,
    /// A move leads back to an earlier stage.
    #[error("a move leads to it, from stage {from} to {to}: `stage` never falls")]
    Stage { from: u32, to: u32 },
    /// Its moves are not those that it had before.
    #[error("a move leads to it, and did not before: `moves` must always be the same")]
    Changed,
    /// It is not the same each time.
    #[error("its text, its end or its moves are not the same each time")]
    Flickers,
    /// Two of its moves have the same text, or one has none.
    #[error("it has two moves with the text `{0}`, or a move without one")]
    MoveText(String),
    /// It is won or lost in more plies than can be told.
    #[error(
        "it is won or lost in more plies than can be told: values without plies (`OutcomeOnly`) have no such limit"
    )]
    Plies,
    /// Its score is larger than can be told.
    #[error("its score is not between -32,767 and 32,767")]
    Points,
    /// A move scores in a game that does not count points.
    #[error(
        "a move there scores by `gain`, and only values with points (`Score`, `Expected`) count that"
    )]
    Gain,
    /// There is a roll in a game that does not have rolls, or one of its outcomes has the weight 0.
    #[error(
        "`rolls` has outcomes of it: that takes weights of at least 1, and values that are `Expected`"
    )]
    Roll,
    /// Play need not end.
    #[error(
        "play can go on for ever from there without an end coming nearer by any roll, so that nothing can be expected: let \
         each choice of the players, a pass too, reach an end with a chance"
    )]
    Endless,
    /// A move cannot be undone, or leads back in an odd number of moves, where no position may come back.
    #[error(
        "a move leads to it that no move undoes, or play comes back to it in an odd number of moves, or the player who moves there \
         moves again: values without repetition (`NoRepeat`) are for other games"
    )]
    OneWay,
    /// It is another position than the canonical one, where no position may come back.
    #[error(
        "`canonical` makes another position of it: where no position may come back (`NoRepeat`) each is one of its own"
    )]
    NotOwn,
    /// The end is so far away that bounds are wide.
    #[error(
        "play takes so many moves from there that what can be expected is not told to nine digits"
    )]
    TooLong,
    /// Its text, or that of a move, has a control character.
    #[error("the text {0:?} has a control character, which a terminal would obey: leave it out")]
    Control(String),
    /// Its text has what stands between positions that have occurred.
    #[error(
        "its text has a `;`, which stands between positions that have occurred: write another letter"
    )]
    Separator,
    /// Its text is not read as the position.
    #[error("`read` does not make it of the text that `show` has made of it")]
    Text,
    /// It has another end, or other moves, than the canonical position.
    #[error("`canonical` makes {0} of it, which has another end or moves to other positions")]
    Symmetry(String),
    /// The description panicked.
    #[error("the description panicked")]
    Panic,
}
