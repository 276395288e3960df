//! Questions within a budget.

use std::collections::BTreeSet;
use std::sync::Arc;

use perfectplay_core::control::{Interrupted, Stopped};
use perfectplay_protocol::{
    Answer, Asking, Budget, Effort, Engine, Error, Extras, GameRef, Line, MoveAnswer, Moves,
    NO_PLIES, Opening, Plies, Position, Replies, SearchReport, Step, Store, UsageError,
    ValueAnswer,
};
use perfectplay_query::Value;

use crate::question::Question;

/// Why no best play is known when it takes more than is left of a budget.
const BEYOND: &str = "to solve the positions of best play takes more states than one question may";

/// Why no best play is known when it takes more steps than are left.
const TOO_LONG: &str = "best play takes more moves than one question may read";

/// Why no best play is known when it comes back to a position.
const ENDLESS: &str = "best play comes back to the same position, and nobody wins";

/// What games have at hand while they answer.
pub(crate) struct Games {
    pub(crate) store: Arc<Store>,
    pub(crate) engine: Arc<Engine>,
}

impl Games {
    /// What a game has at hand for a question.
    pub(crate) fn asking<'a>(&'a self, budget: &'a Budget<'a>) -> Asking<'a> {
        Asking::new(&self.store, &self.engine, budget)
    }
}

/// Asks an oracle within a budget: see [`Oracle::within`](crate::Oracle::within).
#[derive(derive_more::Debug)]
#[debug("Within({budget:?})")]
pub struct Within<'a> {
    /// The games that the oracle answers.
    pub(crate) known: &'a [GameRef],
    pub(crate) games: Arc<Games>,
    pub(crate) budget: &'a Budget<'a>,
}

impl Within<'_> {
    fn asking(&self) -> Asking<'_> {
        self.games.asking(self.budget)
    }

    /// A position's value and its moves, as its game gives them.
    fn answer_of(&self, position: &Position, extras: Extras) -> Result<Answer, Error> {
        position.game().answer(position, extras, &self.asking())
    }

    /// The full boards of a game inside one of this many rows and columns from which some move wins, with plies where they
    /// take milliseconds. They have no more rows than columns, and are ordered by rows, then by columns.
    /// [`About::openings`](crate::About::openings) says how large they may be.
    ///
    /// ```
    /// use perfectplay::{Budget, Oracle};
    /// let oracle = Oracle::open("tables")?;
    /// for game in oracle.known_games() {
    ///     let openings = oracle.within(&Budget::default()).openings(game, (2, 3))?;
    ///     println!("{game}: {} full boards", openings.len());
    /// }
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no board of this size, and see [`Error`].
    pub fn openings(&self, game: &GameRef, size: (usize, usize)) -> Result<Vec<Opening>, Error> {
        game.openings(size, &self.asking())
    }

    /// Answers a question. The budget's progress hears of work that takes long before it begins, and may interrupt it.
    pub fn answer(&self, question: &Question) -> Result<Answer, Error> {
        let game = question.position.game();
        if question.replies && game.about().die {
            return Err(UsageError::Replies(game.clone()).into());
        }
        if question.grundy && !game.about().grundy {
            let with = self.known.iter().filter(|game| game.about().grundy).cloned().collect();
            return Err(UsageError::Grundy { game: game.clone(), with }.into());
        }
        let mut answer = if question.line {
            self.answer_with_line(question)?
        } else {
            let wanted = Extras::new(question.plies).with_grundy(question.grundy);
            self.answer_of(&question.position, wanted)?
        };
        if question.replies {
            self.add_replies(&mut answer)?;
        }
        Ok(answer)
    }

    /// The answer that [`answer`](Self::answer) gives with full effort, if the budget's effort is
    /// enough to find it; `None` if it takes more.
    ///
    /// # Errors
    /// See [`Error`]. With less than full effort the error is never [`Error::Beyond`].
    #[doc(hidden)]
    pub fn try_answer(&self, question: &Question) -> Result<Option<Answer>, Error> {
        let answer = self.budget.enough(self.answer(question))?;
        let is_complete = |answer: &Answer| {
            self.budget.effort() == Effort::Full
                || !may_know_more(answer)
                    && !lacks_plies(question, answer.value, answer.table.is_some(), self.budget)
        };
        Ok(answer.filter(is_complete))
    }

    /// A position's value alone, and the table that has it if one does; `None` if it is not known.
    pub fn value(&self, question: &Question) -> Result<ValueAnswer, Error> {
        match question.position.game().value(&question.position, question.plies, &self.asking())? {
            Some(found) => Ok(found.of(&question.position)),
            None => {
                let question = question.clone().with_line(false).with_replies(false);
                self.answer(&question).map(ValueAnswer::from)
            }
        }
    }

    /// The value that [`value`](Self::value) gives with full effort, if the budget's effort is
    /// enough to find it; `None` if it takes more.
    ///
    /// # Errors
    /// See [`Error`]. With less than full effort the error is never [`Error::Beyond`].
    #[doc(hidden)]
    pub fn try_value(&self, question: &Question) -> Result<Option<ValueAnswer>, Error> {
        let found =
            question.position.game().value(&question.position, question.plies, &self.asking());
        match self.budget.enough(found)? {
            None => Ok(None),
            Some(Some(found)) => {
                let answer = found.of(&question.position);
                let lacks =
                    lacks_plies(question, answer.value, answer.table.is_some(), self.budget);
                Ok(Some(answer).filter(|_| !lacks))
            }
            Some(None) => {
                let question = question.clone().with_line(false).with_replies(false);
                Ok(self.try_answer(&question)?.map(ValueAnswer::from))
            }
        }
    }

    /// The values of many positions that tables of families have, for tables larger than the caches faster than one by
    /// one; `None` for others.
    #[doc(hidden)]
    pub fn stored_values(&self, questions: &[&Question]) -> Vec<Option<ValueAnswer>> {
        let asked =
            questions.iter().map(|question| question.may_be_stored().then_some(&question.position));
        let asked: Vec<Option<&Position>> = asked.collect();
        let found = self.asking().stored_values(&asked).into_iter().zip(questions);
        found.map(|(found, question)| Some(found?.of(&question.position))).collect()
    }

    /// The game on the board that has a table with this fingerprint; `None` if there is no such table.
    ///
    /// # Errors
    /// If the table is damaged, or cannot be read.
    #[doc(hidden)]
    pub fn board_named(&self, game: &GameRef, fingerprint: &str) -> Result<Option<GameRef>, Error> {
        self.asking().board_named(game, fingerprint)
    }

    #[doc(hidden)]
    pub fn try_board_named(
        &self,
        game: &GameRef,
        fingerprint: &str,
    ) -> Result<Option<Option<GameRef>>, Error> {
        self.budget.enough(self.board_named(game, fingerprint))
    }

    /// The answer agrees with the line: if plies can be computed, both have them.
    fn answer_with_line(&self, question: &Question) -> Result<Answer, Error> {
        let start = &question.position;
        if start.game().about().die {
            return Err(UsageError::Line(start.game().clone()).into());
        }
        let wanted = |plies| Extras::new(plies).with_grundy(question.grundy).with_line(true);
        let answer = self.answer_of(start, wanted(question.plies))?;
        let with = |mut answer: Answer, line| {
            answer.line = Some(line);
            Ok(answer)
        };
        let without = |answer, why| with(answer, Line::Unknown(why));
        if answer.line.is_some() {
            return Ok(answer);
        }
        let has_plies = answer.value.and_then(Value::plies).is_some();
        let answer = if has_plies || !start.traits().plies {
            answer
        } else {
            match self.answer_of(start, wanted(Plies::Always)) {
                Err(Error::Beyond(_)) => return without(answer, NO_PLIES.to_owned()),
                answer => answer?,
            }
        };
        match self.best_play(&answer) {
            Err(Error::Beyond(_)) => without(answer, BEYOND.to_owned()),
            line => with(answer, line?),
        }
    }

    /// Finds the best replies to each decided move, within what is left of the budget; the others are unknown.
    fn add_replies(&self, answer: &mut Answer) -> Result<(), Error> {
        let (Moves::All(moves) | Moves::Winning(moves)) = &mut answer.moves else { return Ok(()) };
        for reply in moves {
            reply.replies = Some(match (&reply.position, reply.value) {
                (None, _) => Replies::Known(Vec::new()),
                (Some(_), None) => Replies::Unknown,
                (Some(position), Some(value)) => self.best_moves(position, value)?,
            });
        }
        Ok(())
    }

    /// The best moves from a position with this value. They are as precise as the value: without plies, these are
    /// all moves that keep its outcome.
    fn best_moves(&self, position: &Position, value: Value) -> Result<Replies, Error> {
        let has_plies = value.plies().is_some();
        let wanted = if has_plies { Extras::new(Plies::Always) } else { Extras::default() };
        let answer = self.answer_of(position, wanted);
        let answer = match self.budget.enough(answer) {
            Ok(Some(answer)) => answer,
            Ok(None) | Err(Error::Beyond(_)) => return Ok(Replies::Unknown),
            Err(error) => return Err(error),
        };
        if self.budget.effort() != Effort::Full && may_know_more(&answer) {
            return Ok(Replies::Unknown);
        }
        if !has_paid_for_moves(&answer, self.budget)? {
            return Ok(Replies::Unknown);
        }
        let Moves::All(moves) = &answer.moves else { return Ok(Replies::Unknown) };
        let is_best = |reply: &MoveAnswer| match (value, reply.result?) {
            (Value::Outcome(value), Value::Outcome(result)) if !has_plies => {
                Some(value.outcome == result.outcome)
            }
            _ => reply.best,
        };
        let Some(are_best) = moves.iter().map(is_best).collect::<Option<Vec<bool>>>() else {
            return Ok(Replies::Unknown);
        };
        let best = moves.iter().zip(are_best).filter(|&(_, is_best)| is_best);
        Ok(Replies::Known(best.map(|(reply, _)| reply.step.clone()).collect()))
    }

    /// The first of the best moves, and so on to the end.
    fn best_play(&self, start: &Answer) -> Result<Line, Error> {
        let mut steps = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = first_step(start);
        while let Some(step) = next {
            let position = step.position.clone();
            steps.push(step);
            let Some(position) = position else { break };
            let wanted = Extras::new(Plies::Always);
            let answer = self.answer_of(&position, wanted)?;
            if let Some(number) = position.traits().repeats {
                if !seen.insert(number) {
                    return Ok(Line::Unknown(ENDLESS.to_owned()));
                }
                if !has_paid_for_moves(&answer, self.budget)? {
                    return Ok(Line::Unknown(TOO_LONG.to_owned()));
                }
            }
            next = first_step(&answer);
        }
        Ok(Line::Known(steps))
    }
}

fn first_step(answer: &Answer) -> Option<Step> {
    let best = answer.moves.iter().next()?;
    let (position, value) = (best.position.clone(), best.value?);
    Some(Step::new(best.step.clone(), best.gain, position, value))
}

/// Whether wider limits might give more than this answer does. What a search finds depends on how far it may go;
/// and if the limits are too narrow to solve a position it is searched instead, even if the search then ends at
/// once.
fn may_know_more(answer: &Answer) -> bool {
    let is_cut_short =
        |search: &SearchReport| search.visited > 0 || !answer.position.traits().searched;
    let lacks_replies = |reply: &MoveAnswer| reply.replies == Some(Replies::Unknown);
    matches!(answer.line, Some(Line::Unknown(_)))
        || answer.moves.iter().any(lacks_replies)
        || answer.search.as_deref().is_some_and(is_cut_short)
}

/// Whether plies are missing that take milliseconds to solve for, which is more than instant effort does.
fn lacks_plies(
    question: &Question,
    value: Option<Value>,
    is_stored: bool,
    budget: &Budget<'_>,
) -> bool {
    let is_wanted = question.plies == Plies::IfQuick || !is_stored;
    budget.effort() == Effort::AtOnce
        && is_wanted
        && question.position.traits().plies
        && value.is_some_and(|value| value.plies().is_none())
}

/// Whether the budget's steps are enough for the moves of an answer.
fn has_paid_for_moves(answer: &Answer, budget: &Budget<'_>) -> Result<bool, Error> {
    match budget.control().spend(STEPS_FOR_A_MOVE * answer.moves.iter().count() as u64) {
        Ok(()) => Ok(true),
        Err(Stopped::Spent) => Ok(false),
        Err(Stopped::Interrupted) => Err(Interrupted.into()),
    }
}

/// Reading a move from a table takes about as long as this many steps.
const STEPS_FOR_A_MOVE: u64 = 16;
