//! Sets of positions that are drawn at random, with the exact value of every move: to measure players with, to train
//! them, or to set problems.

use std::collections::{HashSet, TryReserveError};
use std::fmt;

use perfectplay_core::Random;
use perfectplay_core::control::{Interrupted, Progress};
use serde::Serialize;
use thiserror::Error as ThisError;

use crate::batch::read_already;
use crate::{Oracle, Positions, Question, table_named};
use perfectplay_protocol::{Answer, Error, GameRef, Limits, Plies, Position, TableRef, Which};

/// How many positions are asked for at a time.
const BATCH: usize = 256;

/// After this many positions for each that is wanted, no more are looked for.
const TRIES: usize = 1000;

/// Where positions are drawn from.
#[derive(Debug)]
#[non_exhaustive]
pub enum DrawFrom {
    /// All positions of a table, each with the same chance and none twice. The table need not be there.
    Table(TableRef, Positions),
    /// What moves made at random lead to from the start of a game that is not built in.
    Moves(GameRef),
}

/// A set of positions as it is to be drawn. It decides which positions are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// How many.
    pub count: u32,
    /// What decides which ones are drawn.
    pub seed: u64,
    /// Whether only positions with a [real choice](Answer::has_real_choice) are wanted.
    pub decisive: bool,
}

/// How a set was drawn. Its text is a sentence, and its serialisation the `drawn` of the program's JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawReport {
    /// The game.
    pub game: String,
    /// The table whose positions they are; `None` if they were reached by moves made at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// How many positions it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The board that they belong to, if it is not a part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many there are.
    pub count: u32,
    /// What decided which ones were drawn.
    pub seed: u64,
    /// Whether each has a real choice.
    pub decisive: bool,
}

/// Why a set cannot be drawn.
#[derive(Debug, ThisError)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum DrawError {
    /// There is no such table.
    #[error(transparent)]
    Name(Error),
    /// The positions of the table have no index.
    #[error("the positions of {0} have no index to draw them by")]
    NoIndex(TableRef),
    /// The system refused the memory to remember which ones were drawn.
    #[error("the positions: {0}")]
    Memory(TryReserveError),
    /// A position has no answer.
    #[error(transparent)]
    Oracle(#[from] Error),
    /// There are fewer such positions: how many were found, and among how many.
    #[error("only {found} such positions were found among {tried}")]
    Few { found: usize, tried: usize },
}

impl DrawFrom {
    /// The table with a name, or of a game the largest default one that positions can be drawn from.
    ///
    /// # Errors
    /// If there is no such table, or its positions have no index.
    pub fn named(name: &str, games: &[GameRef]) -> Result<Self, DrawError> {
        if let Some(game) = games.iter().find(|game| game.name() == name) {
            let defaults = game.shared().tables(Which::Default)?;
            let indexed =
                defaults.into_iter().filter_map(|table| Some((Positions::of(&table)?, table)));
            if let Some((of, table)) = indexed.max_by_key(|(positions, _)| positions.len()) {
                return Ok(Self::Table(table, of));
            }
        }
        Self::table(table_named(name, games).map_err(DrawError::Name)?)
    }

    /// All positions of a table.
    ///
    /// # Errors
    /// If they have no index.
    pub fn table(table: TableRef) -> Result<Self, DrawError> {
        match Positions::of(&table) {
            Some(positions) => Ok(Self::Table(table, positions)),
            None => Err(DrawError::NoIndex(table)),
        }
    }

    /// How a set is drawn from it.
    pub fn drawn(&self, draw: &Draw) -> DrawReport {
        let Draw { count, seed, decisive } = *draw;
        let (game, table) = match self {
            Self::Table(table, positions) => (table.game(), Some((table, positions))),
            Self::Moves(game) => (game, None),
        };
        let board = |positions: &Positions| Some(positions.get(0)?.board()?.text.clone());
        DrawReport {
            game: game.name().to_owned(),
            table: table.map(|(table, _)| table.to_string()),
            of: table.map(|(_, positions)| positions.len()),
            board: table.and_then(|(_, positions)| board(positions)),
            count,
            seed,
            decisive,
        }
    }

    /// This many positions, those that a set with this seed begins with, without their values; fewer if there are no more.
    pub fn positions(
        &self,
        count: usize,
        seed: u64,
        oracle: &Oracle,
        progress: &dyn Progress,
    ) -> Result<Vec<Position>, DrawError> {
        self.draw(count, &mut HashSet::new(), &mut Random::with_seed(seed), oracle, progress)
    }

    /// This many positions, or fewer if there are no more than `drawn` has already.
    fn draw(
        &self,
        count: usize,
        drawn: &mut HashSet<u64>,
        random: &mut Random,
        oracle: &Oracle,
        progress: &dyn Progress,
    ) -> Result<Vec<Position>, DrawError> {
        let proceed = |done: usize| match done.is_multiple_of(BATCH) && progress.interrupted() {
            true => Err(Error::from(Interrupted)),
            false => Ok(()),
        };
        match self {
            Self::Table(_, positions) => {
                let mut batch = Vec::new();
                while batch.len() < count && (drawn.len() as u64) < positions.len() {
                    proceed(batch.len())?;
                    let number = random.below(positions.len());
                    drawn.try_reserve(1).map_err(DrawError::Memory)?;
                    if drawn.insert(number) {
                        batch.extend(positions.get(number));
                    }
                }
                Ok(batch)
            }
            Self::Moves(game) => {
                let ask = |question: &Question| oracle.answer(question);
                let one = |done| {
                    proceed(done)?;
                    Ok(wander(game, random, ask)?)
                };
                (0..count).map(one).collect()
            }
        }
    }
}

/// A position of a game that moves made at random lead to from its start, where `ask` answers questions.
///
/// # Errors
/// Those of `ask`.
pub fn wander<E: From<Error>>(
    game: &GameRef,
    random: &mut Random,
    ask: impl Fn(&Question) -> Result<Answer, E>,
) -> Result<Position, E> {
    const MOST_MOVES: u64 = 12;
    let mut position = Question::parse(game, &game.about().example)?.position;
    for _ in 0..random.below(MOST_MOVES) {
        let answer = ask(&Question::new(position.clone()))?;
        let after: Vec<&Position> =
            answer.moves.iter().filter_map(|reply| reply.position.as_ref()).collect();
        match random.choice(after) {
            Some(next) => position = next.clone(),
            None => break,
        }
    }
    Ok(position)
}

impl Oracle {
    /// Draws a set of positions, and passes the answer of each to `take`, until it returns false.
    ///
    /// ```
    /// use perfectplay::{Draw, DrawFrom, Limits, Oracle, Silent, built_in};
    /// let oracle = Oracle::without_tables(&built_in());
    /// let from = DrawFrom::named("tokens-2x3", &built_in())?;
    /// let draw = Draw { count: 5, seed: 1, decisive: false };
    /// oracle.draw(&from, &draw, &Limits::default(), &Silent, &mut |answer| {
    ///     println!("{}: {:?}", answer.position, answer.best());
    ///     true
    /// })?;
    /// # Ok::<(), perfectplay::DrawError>(())
    /// ```
    pub fn draw(
        &self,
        from: &DrawFrom,
        draw: &Draw,
        limits: &Limits,
        progress: &dyn Progress,
        take: &mut dyn FnMut(Answer) -> bool,
    ) -> Result<(), DrawError> {
        let (mut random, mut drawn) = (Random::with_seed(draw.seed), HashSet::new());
        let (count, mut found, mut tried) = (draw.count as usize, 0, 0);
        while found < count {
            let wanted = (count - found).min(BATCH);
            let batch = from.draw(wanted, &mut drawn, &mut random, self, progress)?;
            tried += batch.len();
            let is_over = batch.is_empty() || tried > TRIES.saturating_mul(count);
            let question = |position| Question::new(position).with_plies(Plies::IfQuick);
            let questions: Vec<Question> = batch.into_iter().map(question).collect();
            let (mut failed, mut goes_on) = (Ok(()), true);
            let take = |answer: Result<Answer, Error>| {
                match answer {
                    Err(error) => failed = Err(error),
                    Ok(answer) if found < count && (!draw.decisive || answer.has_real_choice()) => {
                        found += 1;
                        goes_on = take(answer);
                    }
                    Ok(_) => {}
                }
                (goes_on && failed.is_ok()).then_some(()).ok_or(())
            };
            let (read, write) = (read_already, |_: &Question, answer| answer);
            // Why no more are taken is known.
            let _ = self.ask_all(&questions, limits, progress, read, write, take);
            failed?;
            if !goes_on {
                return Ok(());
            }
            if is_over && found < count {
                return Err(DrawError::Few { found, tried });
            }
        }
        Ok(())
    }
}

impl fmt::Display for DrawReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, table, of, count, seed, decisive, .. } = self;
        let positions = if *count == 1 { "position" } else { "positions" };
        let choice = if *decisive { " with a real choice" } else { "" };
        write!(f, "{count} {positions}{choice} of ")?;
        match (table, of) {
            (Some(table), Some(of)) => {
                write!(f, "{table}, which has {of}, each with the same chance and none twice")?;
            }
            _ => write!(f, "{game}, reached by random moves from its start")?,
        }
        write!(f, "; seed {seed}")
    }
}
