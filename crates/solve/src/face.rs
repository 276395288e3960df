//! Games behind the faces by which the oracle, the builder and the program know them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_core::layers::OutOfMemory;
use perfectplay_core::{self as core, MoveAnswer, Outcome};
use perfectplay_files::Built;
use perfectplay_oracle::{OwnGame, OwnTable, Value, Written};
use perfectplay_query::{Bytes, Header, ProbeError, Problem, TableFile, TableFolder};
use perfectplay_tables::{
    Build, BuildError, Depth, MadeGame, Notice, OwnRow, Threads, VerifyError, WrongDescription,
};
use rayon::prelude::*;

use crate::children::has_control;
use crate::error::SolveError;
use crate::game::{Game, Values};
use crate::rules_hash::rules_tag;
use crate::table::{SolvedTable, build, checked_name};

/// Any game, whatever its type: what a program is made of. Every [`Game`] is one.
pub trait AnyGame: Send + Sync {
    /// The game as the oracle asks it, and as the builder makes its table. It lasts as long as the program.
    ///
    /// # Errors
    /// If its name is not one of a game at a size, or is that of a built-in game; or the start has a mistake.
    fn described(self: Box<Self>) -> Result<Described, SolveError>;
}

/// A game that somebody has described, with both its faces.
#[derive(Clone, Copy)]
pub struct Described {
    /// What the oracle asks.
    pub asked: &'static dyn OwnGame,
    /// What the builder makes.
    pub made: &'static dyn MadeGame,
}

impl fmt::Debug for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Described").field(&self.asked.name()).finish()
    }
}

impl<G: Game> AnyGame for G {
    fn described(self: Box<Self>) -> Result<Described, SolveError> {
        let name = checked_name(&*self)?;
        let game = Arc::<G>::from(self);
        let start = unless_panic(|| written(&*game, game.start()));
        let start = start.ok_or_else(|| SolveError::Start { name: name.clone() })?;
        let harmless_rules = || {
            let lines: Vec<String> =
                game.rules().lines().map(str::to_owned).map(harmless).collect();
            lines.join("\n")
        };
        let rules = unless_panic(harmless_rules);
        let rules = rules.ok_or_else(|| SolveError::Start { name: name.clone() })?;
        let face = Face { name, rules, start, game, rules_tag: OnceLock::new() };
        let face: &'static Face<G> = Box::leak(Box::new(face));
        Ok(Described { asked: face, made: face })
    }
}

/// Checks the games of a program. Returns those that are described well enough to be asked, in their order, and what is
/// wrong with each of the others: a name that is not one of a game at a size, is that of a built-in game, or is used twice;
/// or a start with a mistake.
pub fn describe(games: Vec<Box<dyn AnyGame>>) -> (Vec<Described>, Vec<SolveError>) {
    let (mut described, mut mistakes): (Vec<Described>, _) = (Vec::new(), Vec::new());
    for game in games {
        match game.described() {
            Err(mistake) => mistakes.push(mistake),
            Ok(game) => {
                let name = game.asked.name();
                if described.iter().any(|other| other.asked.name() == name) {
                    mistakes.push(SolveError::Twice { name: name.to_owned() });
                } else {
                    described.push(game);
                }
            }
        }
    }
    (described, mistakes)
}

/// A game, with what is asked of it again and again.
struct Face<G> {
    name: String,
    /// Its rules, harmless.
    rules: String,
    start: Written,
    game: Arc<G>,
    rules_tag: OnceLock<String>,
}

fn written<G: Game>(game: &G, position: G::Position) -> Written {
    Written { word: game.pack(position), text: harmless(game.show(position)) }
}

/// A text of a description without characters that a terminal would obey. `build` and `verify` refuse such texts, but
/// need not have seen this one.
fn harmless(text: String) -> String {
    if has_control(&text) { text.escape_debug().to_string() } else { text }
}

/// What a description returns; `None` if it panics.
fn unless_panic<T>(ask: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(ask)).ok()
}

impl<G: Game> Face<G> {
    fn table(&self, file: TableFile<Bytes>) -> Result<SolvedTable<G>, Problem> {
        SolvedTable::of(self.game.clone(), self.rules_tag()?, file)
    }

    fn rules_tag(&self) -> Result<&str, Problem> {
        Ok(match self.rules_tag.get() {
            Some(rules) => rules,
            // A mistake is not kept: what a description asks may have been refused by the system, and not for ever.
            None => {
                let rules = rules_tag(&*self.game)
                    .map_err(|error| Problem::Description(error.to_string()))?;
                self.rules_tag.get_or_init(|| rules)
            }
        })
    }

    fn own_table(&self, file: TableFile<Bytes>) -> Result<SolvedTable<G>, VerifyError> {
        self.table(file).map_err(|problem| match problem {
            Problem::Description(mistake) => self.wrong(mistake).into(),
            problem => self.damaged(problem),
        })
    }

    fn wrong(&self, reason: impl ToString) -> WrongDescription {
        WrongDescription { game: self.name.clone(), reason: reason.to_string() }
    }

    fn damaged(&self, reason: impl ToString) -> VerifyError {
        VerifyError::Wrong { table: self.name.clone(), reason: reason.to_string() }
    }

    fn refused(&self, error: SolveError) -> VerifyError {
        match error {
            SolveError::Build(BuildError::Interrupted(stopped)) => stopped.into(),
            SolveError::Build(BuildError::Threads(refused)) => refused.into(),
            SolveError::Build(BuildError::OutOfMemory(refused)) => refused.into(),
            SolveError::Memory { need, .. } => OutOfMemory { bytes: need }.into(),
            SolveError::Mistake { .. } | SolveError::TooLarge => self.wrong(error).into(),
            error => self.damaged(error),
        }
    }
}

impl<G: Game> OwnGame for Face<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn rules(&self) -> &str {
        &self.rules
    }

    fn start(&self) -> Written {
        self.start.clone()
    }

    fn read(&self, text: &str) -> Option<Written> {
        let game = &*self.game;
        unless_panic(|| {
            let position = game.read(text)?;
            // Of some impossible positions a word may be that of another one.
            (game.unpack(game.pack(position)) == position).then(|| written(game, position))
        })?
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        let game = &*self.game;
        unless_panic(|| game.same_player(game.unpack(from), game.unpack(to))).unwrap_or_default()
    }

    fn check(&self, header: &Header) -> Result<(), Problem> {
        match header.rules == self.rules_tag()? {
            true => Ok(()),
            false => Err(Problem::ChangedRules),
        }
    }

    fn open(&'static self, file: TableFile<Bytes>) -> Result<Box<dyn OwnTable>, Problem> {
        Ok(Box::new(self.table(file)?))
    }
}

impl<G: Game> OwnTable for SolvedTable<G> {
    fn members(&self) -> u8 {
        self.member_bits()
    }

    fn answer(&self, word: u64) -> Result<core::Answer<Written, String, Value>, ProbeError> {
        let game = self.game();
        let answer = unless_panic(|| {
            let answer = self.answer(game.unpack(word))?;
            let moves = answer.moves.into_iter().map(|reply| {
                let position = written(game, reply.position);
                let (value, result) = (reply.value, reply.result);
                MoveAnswer::of_parts(harmless(reply.step), position, value, result, reply.best)
            });
            let position = written(game, answer.position);
            Ok(core::Answer::of_parts(position, answer.value, moves.collect()))
        });
        answer.unwrap_or_else(|| {
            let reach = "the description of the game panicked".to_owned();
            Err(ProbeError::Beyond { table: self.header().name.clone(), reach })
        })
    }
}

impl<G: Game> MadeGame for Face<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn build(
        &self,
        folder: &TableFolder,
        how: Build,
        control: Control<'_>,
        notify: &(dyn Fn(Notice) + Send + Sync),
    ) -> Result<Built, BuildError> {
        let built = build(&*self.game, folder, how, control, notify);
        built.map_err(|error| match error {
            SolveError::Build(error) => error,
            SolveError::Memory { need, limit } => BuildError::Memory { need, limit },
            error => self.wrong(error).into(),
        })
    }

    fn compare(
        &self,
        file: TableFile<Bytes>,
        depth: Depth,
        memory: u64,
        control: Control<'_>,
    ) -> Result<u64, VerifyError> {
        let table = self.own_table(file)?;
        let compared = table.verify_layout().and_then(|()| match depth {
            Depth::Bytes => Ok(0),
            Depth::Sample(entries) => table.verify_sample(entries, memory, control),
            _ => table.verify_entries(memory, control),
        });
        compared.map_err(|error| self.refused(error))
    }

    fn columns(&self) -> &'static [&'static str] {
        match self.game.values() {
            Values::Outcome | Values::Misere => &["outcome", "plies"],
            Values::Score => &["score"],
            Values::Grundy => &["grundy"],
        }
    }

    fn rows(
        &self,
        file: TableFile<Bytes>,
        threads: &Threads,
        memory: u64,
        control: Control<'_>,
        take: &mut dyn FnMut(&[OwnRow]) -> Result<(), Interrupted>,
    ) -> Result<(), VerifyError> {
        /// How many rows are in memory at a time.
        const TOGETHER: usize = 1 << 14;
        let (table, game) = (self.own_table(file)?, &*self.game);
        let row = |&word: &u64| {
            let ask = || (table.value(game.unpack(word)), game.show(game.unpack(word)));
            let panicked = || self.wrong(format_args!("it panicked at the word {word}"));
            let (value, text) = unless_panic(ask).ok_or_else(panicked)?;
            let numbers = match value.map_err(|error| self.damaged(error))? {
                Value::Outcome(value) => {
                    let sign = if value.outcome == Outcome::Win { 1 } else { -1 };
                    [sign, value.plies.unwrap_or_default().into()]
                }
                Value::Draw => [0, -1],
                Value::Score(score) => [score as i32, 0],
                Value::Grundy(value) => [value.into(), 0],
                other => unreachable!("such games have no value {other}"),
            };
            Ok(OwnRow { word, text: harmless(text), numbers })
        };
        let words = threads.install(|| table.words(memory, control))?;
        for words in words.map_err(|error| self.refused(error))?.chunks(TOGETHER) {
            let rows = || words.par_iter().map(row).collect();
            let rows: Result<Vec<OwnRow>, VerifyError> = threads.install(rows)?;
            take(&rows?)?;
            control.advance(words.len() as u64)?;
        }
        Ok(())
    }
}
