//! One question, one answer.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use perfectplay_core::control::{Interrupted, Silent, Stopped};
use perfectplay_core::threads::Threads;
use perfectplay_query::{Snapshot, Tables};

use crate::question::Question;
use perfectplay_protocol::{
    Answer, Asking, Budget, Effort, Engine, Error, Extras, FoundValue, GameRef, Limits, Line,
    MoveAnswer, Moves, NO_PLIES, Opening, Plies, Position, Replies, SearchReport, Step, Store,
    UsageError, ValueAnswer, Warning,
};
use perfectplay_query::Value;

/// Why no best play is known when it takes more than is left of a budget.
const BEYOND: &str = "to solve the positions of best play takes more states than one question may";

/// Why no best play is known when it takes more steps than are left.
const TOO_LONG: &str = "best play takes more moves than one question may read";

/// Why no best play is known when it comes back to a position.
const ENDLESS: &str = "best play comes back to the same position, and nobody wins";

/// Answers positions of all games: from the smallest table that has them, or by solving them on the spot. Any
/// number of threads may ask at once.
///
/// It lists the tables of its folder, and opens each when it is first needed. A table inside the program is used
/// if the folder has none with its name, or only a damaged one. Tables that are built later are seen by
/// [`refresh`](Self::refresh).
pub struct Oracle {
    tables: Tables,
    /// The games that it answers.
    games: Vec<GameRef>,
    pub(crate) engine: Arc<Engine>,
    /// Whether tables that are not large are brought into memory when they are opened.
    loads: bool,
    /// The tables as they were when last looked at, and what answers from them.
    current: RwLock<(Snapshot, Arc<Games>)>,
    /// Held while looking at the tables, so that an older view does not replace a newer one.
    refreshing: Mutex<()>,
}

// Servers and bindings of other languages rely on this.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Oracle>();
    is_shared::<Answer>();
    is_shared::<Error>();
};

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle").finish_non_exhaustive()
    }
}

impl Oracle {
    /// Answers positions of these games: from these tables, such as those of a folder, which need not exist, and otherwise
    /// on the spot.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn new(games: &[GameRef], tables: impl Into<Tables>) -> Result<Self, Error> {
        let (tables, engine) = (tables.into(), Arc::new(Engine::on(Threads::default())));
        let games = games.to_vec();
        let current = RwLock::new(current(&tables, &engine, &games, false)?);
        let refreshing = Mutex::default();
        Ok(Self { tables, games, engine, loads: false, current, refreshing })
    }

    /// Answers without any table.
    #[must_use]
    pub fn without_tables(games: &[GameRef]) -> Self {
        Self::new(games, Tables::default()).expect("there is no folder that cannot be read")
    }

    /// The same on these threads, instead of one per processor. A caller on a rayon pool stays there. What it
    /// keeps from earlier questions is dropped.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        let (snapshot, games) = self.current.into_inner().unwrap_or_else(PoisonError::into_inner);
        let engine = Arc::new(Engine::on(threads));
        let games = Arc::new(Games { store: games.store.clone(), engine: engine.clone() });
        Self { engine, current: RwLock::new((snapshot, games)), ..self }
    }

    /// The same with other games beside those that it has. Their names must differ.
    #[must_use]
    pub fn with_games(self, more: &[GameRef]) -> Self {
        let (snapshot, current) = self.current.into_inner().unwrap_or_else(PoisonError::into_inner);
        let games = [self.games, more.to_vec()].concat();
        let store = Arc::new(current.store.with_games(&games));
        let current = Arc::new(Games { store, engine: self.engine.clone() });
        Self { games, current: RwLock::new((snapshot, current)), ..self }
    }

    /// The games that it answers.
    #[must_use]
    pub fn known_games(&self) -> &[GameRef] {
        &self.games
    }

    /// The game with a name.
    ///
    /// # Errors
    /// If there is none, as far as this oracle knows.
    pub fn game_named(&self, name: &str) -> Result<GameRef, UsageError> {
        let found = self.games.iter().find(|game| game.name() == name).cloned();
        found.ok_or_else(|| {
            let games = self.games.iter().map(|game| game.name().to_owned()).collect();
            UsageError::NoGame { name: name.to_owned(), games }
        })
    }

    /// The question about a position of the game with a name, that belongs to no board.
    ///
    /// # Errors
    /// If there is no such game, or the text is not one of its positions.
    pub fn question(&self, game: &str, text: &str) -> Result<Question, Error> {
        Question::parse(self.game_named(game)?, text)
    }

    /// The game with a name, if there is one.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<GameRef> {
        self.game_named(name).ok()
    }

    /// The same, with tables of up to 16 MiB brought into memory when they are opened: then they answer
    /// [without waiting](Budget::without_waiting) for a disk.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn loading(self) -> Result<Self, Error> {
        let current = RwLock::new(current(&self.tables, &self.engine, &self.games, true)?);
        Ok(Self { loads: true, current, ..self })
    }

    /// The tables that it answers from.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Checks whether tables have been built, replaced or removed, and returns whether that is so: from then on
    /// they answer the questions. This reads the folder and opens no file.
    ///
    /// # Errors
    /// If the folder cannot be read. It then continues with the tables that it has.
    pub fn refresh(&self) -> Result<bool, Error> {
        let _refreshing = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.tables.snapshot().map_err(|error| Error::folder(&self.tables, error))?;
        if self.current.read().unwrap_or_else(PoisonError::into_inner).0 == now {
            return Ok(false);
        }
        let current = current(&self.tables, &self.engine, &self.games, self.loads)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = current;
        Ok(true)
    }

    pub(crate) fn games(&self) -> Arc<Games> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// Answers a question within the default limits.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn answer(&self, question: &Question) -> Result<Answer, Error> {
        self.answer_within(question, &Budget::new(&Limits::default(), &Silent))
    }

    /// The full boards of a game inside one of so many rows and columns from which some move wins, with plies where they
    /// take milliseconds. They have no more rows than columns, and are ordered by rows, then by columns.
    /// [`About::openings`](crate::About::openings) says how large they may be.
    ///
    /// # Errors
    /// If the game has no board of this size, and see [`Error`].
    pub fn openings(
        &self,
        game: &GameRef,
        size: (usize, usize),
        budget: &Budget<'_>,
    ) -> Result<Vec<Opening>, Error> {
        game.openings(size, &self.games().asking(budget))
    }

    /// Answers a question within a budget. Its observer is called before something takes long, and may
    /// interrupt it.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn answer_within(&self, question: &Question, budget: &Budget<'_>) -> Result<Answer, Error> {
        let game = question.position.game();
        if question.replies && game.about().die {
            return Err(UsageError::Replies(game.clone()).into());
        }
        if question.grundy && !game.about().grundy {
            let with = self.games.iter().filter(|game| game.about().grundy).cloned().collect();
            return Err(UsageError::Grundy { game: game.clone(), with }.into());
        }
        let mut answer = if question.line {
            self.answer_with_line(question, budget)?
        } else {
            let wanted = Extras::new(question.plies).with_grundy(question.grundy);
            self.games().answer(&question.position, wanted, budget)?
        };
        if question.replies {
            self.add_replies(&mut answer, budget)?;
        }
        Ok(answer)
    }

    /// The answer that [`answer_within`](Self::answer_within) gives with full effort, if the budget's effort is
    /// enough to find it; `None` if it takes more.
    ///
    /// # Errors
    /// See [`Error`]. With less than full effort the error is never [`Error::Beyond`].
    pub fn try_answer(
        &self,
        question: &Question,
        budget: &Budget<'_>,
    ) -> Result<Option<Answer>, Error> {
        let answer = budget.enough(self.answer_within(question, budget))?;
        let is_complete = |answer: &Answer| {
            budget.effort() == Effort::Full
                || !may_know_more(answer)
                    && !lacks_plies(question, answer.value, answer.table.is_some(), budget)
        };
        Ok(answer.filter(is_complete))
    }

    /// A position's value alone, and the table that has it if one does; `None` if it is not known.
    ///
    /// # Errors
    /// See [`Error`].
    pub fn value_within(
        &self,
        question: &Question,
        budget: &Budget<'_>,
    ) -> Result<ValueAnswer, Error> {
        match self.games().value(&question.position, question.plies, budget)? {
            Some(found) => Ok(found.of(&question.position)),
            None => {
                let question = question.clone().with_line(false).with_replies(false);
                self.answer_within(&question, budget).map(ValueAnswer::from)
            }
        }
    }

    /// The value that [`value_within`](Self::value_within) gives with full effort, if the budget's effort is
    /// enough to find it; `None` if it takes more.
    ///
    /// # Errors
    /// See [`Error`]. With less than full effort the error is never [`Error::Beyond`].
    pub fn try_value(
        &self,
        question: &Question,
        budget: &Budget<'_>,
    ) -> Result<Option<ValueAnswer>, Error> {
        let found = self.games().value(&question.position, question.plies, budget);
        match budget.enough(found)? {
            None => Ok(None),
            Some(Some(found)) => {
                let answer = found.of(&question.position);
                let lacks = lacks_plies(question, answer.value, answer.table.is_some(), budget);
                Ok(Some(answer).filter(|_| !lacks))
            }
            Some(None) => {
                let question = question.clone().with_line(false).with_replies(false);
                Ok(self.try_answer(&question, budget)?.map(ValueAnswer::from))
            }
        }
    }

    /// The values of many positions, each as [`value_within`](Self::value_within) gives it, where a family's table
    /// has them; `None` for others, which have to be asked for one by one. For tables larger than the caches this
    /// is faster than one by one.
    #[must_use]
    pub fn stored_values(&self, questions: &[&Question]) -> Vec<Option<ValueAnswer>> {
        self.stored_values_within(questions, &Budget::new(&Limits::default(), &Silent))
    }

    /// The same within a budget, of which only matters whether it may [wait](Budget::without_waiting).
    #[must_use]
    pub fn stored_values_within(
        &self,
        questions: &[&Question],
        budget: &Budget<'_>,
    ) -> Vec<Option<ValueAnswer>> {
        let asked =
            questions.iter().map(|question| question.may_be_stored().then_some(&question.position));
        let asked: Vec<Option<&Position>> = asked.collect();
        let found = self.games().asking(budget).stored_values(&asked).into_iter().zip(questions);
        found.map(|(found, question)| Some(found?.of(&question.position))).collect()
    }

    /// The game on the board that has a table with this fingerprint; `None` if there is no such table.
    ///
    /// # Errors
    /// If the table is damaged, or cannot be read.
    pub fn board_named(&self, game: &GameRef, fingerprint: &str) -> Result<Option<GameRef>, Error> {
        let budget = Budget::new(&Limits::default(), &Silent);
        self.games().asking(&budget).board_named(game, fingerprint)
    }

    /// What [`board_named`](Self::board_named) returns, if the budget is enough for that.
    ///
    /// # Errors
    /// As that.
    pub fn try_board_named(
        &self,
        game: &GameRef,
        fingerprint: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<Option<GameRef>>, Error> {
        budget.enough(self.games().asking(budget).board_named(game, fingerprint))
    }

    /// How many bytes of memory are kept from earlier questions: they make later ones faster, and are freed when
    /// new work needs the memory that limits allow.
    #[must_use]
    pub fn kept_bytes(&self) -> u64 {
        self.engine.kept_bytes()
    }

    /// The problems found with tables that no answer needed, since the last call; of the tables that there are
    /// now, each once.
    #[must_use]
    pub fn take_warnings(&self) -> Vec<Warning> {
        self.games().store.take_warnings()
    }

    /// The answer agrees with the line: if plies can be computed, both have them.
    fn answer_with_line(&self, question: &Question, budget: &Budget<'_>) -> Result<Answer, Error> {
        let start = &question.position;
        if start.game().about().die {
            return Err(UsageError::Line(start.game().clone()).into());
        }
        let wanted = |plies| Extras::new(plies).with_grundy(question.grundy).with_line(true);
        let answer = self.games().answer(start, wanted(question.plies), budget)?;
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
            match self.games().answer(start, wanted(Plies::Always), budget) {
                Err(Error::Beyond(_)) => return without(answer, NO_PLIES.to_owned()),
                answer => answer?,
            }
        };
        match self.best_play(&answer, budget) {
            Err(Error::Beyond(_)) => without(answer, BEYOND.to_owned()),
            line => with(answer, line?),
        }
    }

    /// Finds the best replies to each decided move, within what is left of the budget; the others are unknown.
    fn add_replies(&self, answer: &mut Answer, budget: &Budget<'_>) -> Result<(), Error> {
        let (Moves::All(moves) | Moves::Winning(moves)) = &mut answer.moves else { return Ok(()) };
        for reply in moves {
            reply.replies = Some(match (&reply.position, reply.value) {
                (None, _) => Replies::Known(Vec::new()),
                (Some(_), None) => Replies::Unknown,
                (Some(position), Some(value)) => self.best_moves(position, value, budget)?,
            });
        }
        Ok(())
    }

    /// The best moves from a position with this value. They are as precise as the value: without plies, these are
    /// all moves that keep its outcome.
    fn best_moves(
        &self,
        position: &Position,
        value: Value,
        budget: &Budget<'_>,
    ) -> Result<Replies, Error> {
        let has_plies = value.plies().is_some();
        let wanted = if has_plies { Extras::new(Plies::Always) } else { Extras::default() };
        let answer = self.games().answer(position, wanted, budget);
        let answer = match budget.enough(answer) {
            Ok(Some(answer)) => answer,
            Ok(None) | Err(Error::Beyond(_)) => return Ok(Replies::Unknown),
            Err(error) => return Err(error),
        };
        if budget.effort() != Effort::Full && may_know_more(&answer) {
            return Ok(Replies::Unknown);
        }
        if !has_paid_for_moves(&answer, budget)? {
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
    fn best_play(&self, start: &Answer, budget: &Budget<'_>) -> Result<Line, Error> {
        let mut steps = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = first_step(start);
        while let Some(step) = next {
            let position = step.position.clone();
            steps.push(step);
            let Some(position) = position else { break };
            let wanted = Extras::new(Plies::Always);
            let answer = self.games().answer(&position, wanted, budget)?;
            if let Some(number) = position.traits().repeats {
                if !seen.insert(number) {
                    return Ok(Line::Unknown(ENDLESS.to_owned()));
                }
                if !has_paid_for_moves(&answer, budget)? {
                    return Ok(Line::Unknown(TOO_LONG.to_owned()));
                }
            }
            next = first_step(&answer);
        }
        Ok(Line::Known(steps))
    }
}

/// What games have at hand while they answer.
pub(crate) struct Games {
    pub(crate) store: Arc<Store>,
    engine: Arc<Engine>,
}

impl Games {
    /// What a game has at hand for a question.
    pub(crate) fn asking<'a>(&'a self, budget: &'a Budget<'a>) -> Asking<'a> {
        Asking::new(&self.store, &self.engine, budget)
    }

    /// A position's value and its moves.
    fn answer(
        &self,
        position: &Position,
        wanted: Extras,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        position.game().answer(position, wanted, &self.asking(budget))
    }

    /// A position's value alone; `None` if that requires the answer with all moves.
    fn value(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        position.game().value(position, plies, &self.asking(budget))
    }
}

/// The current tables, and what answers from them.
fn current(
    tables: &Tables,
    engine: &Arc<Engine>,
    games: &[GameRef],
    loads: bool,
) -> Result<(Snapshot, Arc<Games>), Error> {
    let snapshot = tables.snapshot().map_err(|error| Error::folder(tables, error))?;
    let store = Store::new(tables.clone(), snapshot.places().to_vec(), loads, games);
    Ok((snapshot, Arc::new(Games { store: Arc::new(store), engine: engine.clone() })))
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
