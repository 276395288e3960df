//! A description behind the faces by which the oracle and the builder know any game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::{fmt, io};

use perfectplay_query::{
    Bytes, Header, Needs, ProbeError, Problem, TableFile, TableFolder, Value, game_of_name,
};
use perfectplay_tables::solve::{
    Game, SolveError, SolvedTable, Values, checked_name, has_control, rules_tag,
};
use perfectplay_tables::{
    Build, BuildError, BuiltTable, Content, Depth, ExportError, GameRecipe, Means, Recipe,
    RowSource, Rows, Values as Cells, Verification, VerifyError, WrongDescription,
};
use rayon::prelude::*;

use crate::about::About;
use crate::answer::{self, FoundValue, MoveAnswer, Moves, RollAnswer};
use crate::asking::{Asking, Boards};
use crate::budget::Budget;
use crate::error::Error;
use crate::limits::Plies;
use crate::played;
use crate::position::{Position, PositionError, Words, word_of};
use crate::table_plan::{LayerFill, TablePlan, TableRef, Which};
use crate::{ErasedGame, ErasedTable, Extras, GameRef, Reach, Traits};

/// The game that a description describes, as oracles and everything else know it.
///
/// `others` are the games that the program has already.
///
/// # Errors
/// If its name is not one of a game at a size or is the name of another game, or if the description panics at the start.
///
/// ```
/// use perfectplay_protocol::custom_game;
/// # use perfectplay_tables::example::Pile;
///
/// let pile = custom_game(Pile { stones: 21 }, &[])?;
/// assert_eq!(pile.name(), "pile-21");
/// # Ok::<(), perfectplay_tables::solve::SolveError>(())
/// ```
pub fn custom_game<G: Game>(game: G, others: &[GameRef]) -> Result<GameRef, SolveError> {
    let name = checked_name(&game)?;
    let of_name = game_of_name(&name).unwrap_or_default();
    if others.iter().any(|other| other.name() == of_name) {
        return Err(SolveError::Taken(of_name.to_owned()));
    }
    if others.iter().any(|other| other.name() == name) {
        return Err(SolveError::Twice(name));
    }
    let mistake = || SolveError::Start(name.clone());
    let start = unless_panic(|| (game.pack(game.start()), harmless(game.show(game.start()))));
    let (start, text) = start.ok_or_else(mistake)?;
    let harmless_rules = || {
        let lines: Vec<String> = game.rules().lines().map(str::to_owned).map(harmless).collect();
        lines.join("\n")
    };
    let rules = unless_panic(harmless_rules).ok_or_else(mistake)?;
    let about = About { filled: LayerFill::All, ..About::custom(name, rules, text) };
    let (game, rules_tag, has_chances) = (Arc::new(game), OnceLock::new(), OnceLock::new());
    Ok(GameRef::new(CustomGame { about, start, game, rules_tag, has_chances }))
}

/// With this many bits per position to recognise its positions, a table has no answer for nearly all others.
const SURE: u8 = 7;

/// A game, with what is asked of it again and again.
struct CustomGame<G> {
    about: About,
    /// The word of the first position.
    start: u64,
    game: Arc<G>,
    rules_tag: OnceLock<String>,
    /// Found when somebody sees what can be expected.
    has_chances: OnceLock<bool>,
}

/// What stands between a position and those before it, where no position may come back; and between these.
const HISTORY: &str = " history:";
const NEXT: &str = ";";

fn written<G: Game>(game: &G, asked: &GameRef, position: G::Position, history: &str) -> Position {
    let text = harmless(game.show(position)) + history;
    custom_position(asked, game.pack(position), &text)
}

/// The position of a text without a history; or why it is none.
fn read_one<G: Game>(game: &G, text: &str) -> Result<G::Position, String> {
    let position = game.read(text).map_err(|reason| reason.to_string())?;
    // Of some impossible positions a word may be that of another one.
    let comes_back = game.unpack(game.pack(position)) == position;
    comes_back.then_some(position).ok_or_else(String::new)
}

/// The text of a position alone, and those before it; or why they are none.
fn before<'a, G: Game>(game: &G, text: &'a str) -> Result<(&'a str, Vec<G::Position>), String> {
    match text.split_once(HISTORY) {
        Some((text, history)) if game.values() == Values::NoRepeat => {
            let history = history.split(NEXT).map(|text| read_one(game, text));
            Ok((text, history.collect::<Result<_, String>>()?))
        }
        _ => Ok((text, Vec::new())),
    }
}

/// The end of the text of a position that has these before it.
fn history_text<G: Game>(game: &G, history: &[G::Position]) -> String {
    let texts: Vec<String> = history.iter().map(|&it| harmless(game.show(it))).collect();
    if texts.is_empty() { String::new() } else { format!("{HISTORY}{}", texts.join(NEXT)) }
}

/// The position of a custom game with this word and this text, for which its description is asked once.
pub fn custom_position(game: &GameRef, word: u64, text: &str) -> Position {
    let words = [word, text.len() as u64];
    let words: Words = words.into_iter().chain(text.as_bytes().chunks(8).map(word_of)).collect();
    Position::new(game.clone(), words)
}

/// The text of a custom position with these words.
fn text_of(words: &[u64]) -> String {
    let bytes: Vec<u8> = words[2..].iter().flat_map(|word| word.to_le_bytes()).collect();
    String::from_utf8_lossy(&bytes[..words[1] as usize]).into_owned()
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

impl<G: Game> CustomGame<G> {
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

    fn wrong_description(&self, reason: impl ToString) -> WrongDescription {
        WrongDescription { game: self.about.name.to_string(), reason: reason.to_string() }
    }

    fn wrong_table(&self, reason: impl ToString) -> VerifyError {
        VerifyError::Wrong { table: self.about.name.to_string(), reason: reason.to_string() }
    }

    fn refused(&self, error: SolveError) -> VerifyError {
        match error {
            SolveError::Build(BuildError::Interrupted(stopped)) => stopped.into(),
            SolveError::Build(BuildError::Threads(refused)) => refused.into(),
            SolveError::Build(BuildError::OutOfMemory(refused)) => refused.into(),
            SolveError::Memory { need, limit } => VerifyError::Memory { need, limit },
            SolveError::Mistake { .. } | SolveError::TooLarge => {
                self.wrong_description(error).into()
            }
            error => self.wrong_table(error),
        }
    }
}

impl<G: Game> ErasedGame for CustomGame<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn read(self: Arc<Self>, text: &str, _: &Budget<'_>) -> Result<Position, Error> {
        let asked = GameRef::from(self.clone() as Arc<dyn ErasedGame>);
        let game = &*self.game;
        let read = unless_panic(|| {
            let (text, history) = before(game, text)?;
            let position = read_one(game, text)?;
            Ok(written(game, &asked, position, &history_text(game, &history)))
        });
        read.unwrap_or_else(|| Err(String::new())).map_err(|why| {
            let shorten = |text: &str, most| -> String {
                text.chars().flat_map(char::escape_debug).take(most).collect()
            };
            let what = format!("`{}` is not a position of {asked}", shorten(text, 40));
            let why = shorten(&why, 200);
            let reason = if why.is_empty() { what } else { format!("{what}: {why}") };
            PositionError::new(asked, reason).into()
        })
    }

    fn show(&self, words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&text_of(words))
    }

    fn has_chances(&self) -> bool {
        let found = || unless_panic(|| played::has_no_points(&*self.game)).unwrap_or_default();
        self.game.values() == Values::Expected && *self.has_chances.get_or_init(found)
    }

    fn names_numbers(&self) -> bool {
        unless_panic(|| played::names_numbers(&*self.game)).unwrap_or_default()
    }

    fn traits(&self, position: &Position) -> Traits {
        match self.game.values() {
            Values::NoRepeat => Traits::default(),
            _ => Traits::repeating(position.words()[0]),
        }
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        let is_own = table == self.about.name;
        is_own.then(|| Reach::Some { order: (0, 0, 0), covers: Box::new(|_| true) })
    }

    fn check(&self, header: &Header) -> Result<(), Problem> {
        match header.rules == self.rules_tag()? {
            true => Ok(()),
            false => Err(Problem::ChangedRules),
        }
    }

    fn open(self: Arc<Self>, file: TableFile<Bytes>) -> Result<Box<dyn ErasedTable>, Problem> {
        let table = self.table(file)?;
        let asked = GameRef::from(self.clone() as Arc<dyn ErasedGame>);
        Ok(Box::new(GameReader { face: self, asked, table }))
    }

    /// Its own one.
    fn tables(self: Arc<Self>, wanted: Which<'_>) -> Result<Vec<TableRef>, Error> {
        match wanted {
            Which::Default => {}
            Which::Named(name) if name == self.about.name => {}
            _ => return Ok(Vec::new()),
        }
        let game = GameRef::from(self.clone() as Arc<dyn ErasedGame>);
        Ok(vec![TableRef::new(GamePlan { face: self, game })])
    }

    fn answer(
        &self,
        position: &Position,
        _: Extras,
        asking: &Asking<'_>,
    ) -> Result<answer::Answer, Error> {
        asking.stored_answer(position, &Boards::None)?.ok_or_else(|| Error::NoTable {
            game: position.game().clone(),
            table: asking.place(&self.about.name),
        })
    }

    /// Only with its moves is it seen whether the table has the position.
    fn value(
        &self,
        position: &Position,
        plies: Plies,
        asking: &Asking<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let answer = self.answer(position, Extras::new(plies), asking)?;
        Ok(answer.value.zip(answer.table).map(FoundValue::stored))
    }
}

/// What outcomes of these weights lead to.
fn rolled(moves: Vec<MoveAnswer>, weights: &[u32]) -> Moves {
    let all: u64 = weights.iter().copied().map(u64::from).sum();
    let rolls = moves.into_iter().zip(weights).map(|(outcome, &weight)| {
        let (mut divisor, mut rest) = (all, u64::from(weight));
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let probability = format!("{}/{}", u64::from(weight) / divisor, all / divisor);
        let roll = outcome.step.to_string();
        let outcome = MoveAnswer { best: Some(true), again: false, ..outcome };
        RollAnswer::new(roll, probability, weight, vec![outcome])
    });
    Moves::Rolls(rolls.collect())
}

/// The table of a description, whether it is there or not.
struct GamePlan<G> {
    face: Arc<CustomGame<G>>,
    game: GameRef,
}

impl<G: Game> TablePlan for GamePlan<G> {
    fn game(&self) -> &GameRef {
        &self.game
    }

    fn name(&self) -> &str {
        &self.face.about.name
    }

    fn states(&self) -> Option<u64> {
        None
    }

    fn needs(&self) -> Option<Needs> {
        None
    }

    fn example(&self) -> Option<(GameRef, String)> {
        Some((self.game.clone(), self.face.about.start.to_string()))
    }

    fn build(&self, folder: &TableFolder, how: Build<'_>) -> Result<BuiltTable, BuildError> {
        how.solve(&*self.face.game, folder).map_err(|error| error.of_build(self.name()))
    }

    /// A description that panics has none; its build says so.
    fn recipe(&self) -> Option<Arc<dyn Recipe>> {
        let rules = self.face.rules_tag().ok()?.to_owned();
        Some(Arc::new(GameRecipe::new(self.face.game.clone(), rules)))
    }
}

/// An open table of a description.
struct GameReader<G> {
    face: Arc<CustomGame<G>>,
    asked: GameRef,
    table: SolvedTable<G>,
}

impl<G: Game> GameReader<G> {
    /// What a description is asked while a table answers.
    fn ask<T>(&self, ask: impl FnOnce() -> Result<T, ProbeError>) -> Result<T, ProbeError> {
        unless_panic(ask).unwrap_or_else(|| {
            let reach = "the description of the game panicked".to_owned();
            Err(ProbeError::Beyond { table: self.header().name.clone(), reach })
        })
    }

    /// The position of some words, and those before it.
    fn before(&self, words: &[u64]) -> Result<(G::Position, Vec<G::Position>), ProbeError> {
        let game = self.table.game();
        let position = game.unpack(words[0]);
        if game.values() != Values::NoRepeat {
            return Ok((position, Vec::new()));
        }
        let beyond = |reach| ProbeError::Beyond { table: self.header().name.clone(), reach };
        Ok((position, before(game, &text_of(words)).map_err(beyond)?.1))
    }
}

impl<G: Game> ErasedTable for GameReader<G> {
    fn header(&self) -> &Header {
        self.table.header()
    }

    fn game(&self) -> &GameRef {
        &self.asked
    }

    fn covers(&self, position: &Position) -> bool {
        *position.game() == self.asked
    }

    fn value(&self, words: &[u64]) -> Result<Value, ProbeError> {
        self.ask(|| match self.before(words)? {
            (position, history) if history.is_empty() => self.table.unchecked_value(position),
            (position, history) => Ok(self.table.answer_after(position, &history)?.value),
        })
    }

    fn answer(&self, position: &Position) -> Result<answer::Answer, ProbeError> {
        let (game, word) = (self.table.game(), position.words()[0]);
        let members = self.table.member_bits();
        let is_in_doubt = members < SURE && word != self.face.start;
        let mut answer = self.ask(|| {
            let (from, mut history) = self.before(position.words())?;
            let answer = self.table.answer_after(from, &history)?;
            let before = history_text(game, &history);
            if game.values() == Values::NoRepeat {
                history.push(from);
            }
            let after = history_text(game, &history);
            let moves = answer.moves.into_iter().map(|reply| {
                let position = written(game, &self.asked, reply.position, &after);
                let gain = game.gain(from, reply.position);
                MoveAnswer {
                    gain: (gain != 0).then(|| gain.into()),
                    value: Some(reply.value),
                    result: Some(reply.result),
                    best: Some(reply.best),
                    again: game.players() == 1 || game.same_player(from, reply.position),
                    ..MoveAnswer::new(harmless(reply.step), position)
                }
            });
            let (moves, mut weights) = (moves.collect(), Vec::new());
            if game.end(from).is_none() {
                game.rolls(from, |weight, _, _| weights.push(weight));
            }
            let moves =
                if weights.is_empty() { Moves::All(moves) } else { rolled(moves, &weights) };
            let position = written(game, &self.asked, answer.position, &before);
            Ok(answer::Answer::new(position, answer.value, moves))
        })?;
        answer.members = is_in_doubt.then_some(members);
        Ok(answer)
    }

    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        let Verification { depth, memory, control, .. } = how;
        let compared = self.table.verify_layout().and_then(|()| match depth {
            Depth::Bytes => Ok(0),
            Depth::Sample(entries) => self.table.verify_sample(entries, memory, control),
            _ => self.table.verify_entries(memory, control),
        });
        compared.map_err(|error| self.face.refused(error))
    }

    fn rows(&self, content: Content, has_text: bool) -> Option<Box<dyn RowSource + '_>> {
        let source = GameRows { opened: self, has_text };
        (content == Content::Positions).then(|| Box::new(source) as Box<dyn RowSource + '_>)
    }
}

/// All positions of a table.
///
/// The columns are `word`, the number that stands for the position; `position`, its text, if texts are wanted; and what the
/// game's values are: `outcome` (1 won, 0 drawn, −1 lost, for the player to move) and `plies`, of which a draw has none,
/// `score`, `grundy`, or `expected`, with the bounds `lower` and `upper` that enclose it: equal if it is exact but for rounding.
/// Rows are in the order of the words.
struct GameRows<'a, G> {
    opened: &'a GameReader<G>,
    has_text: bool,
}

/// The word of a position, its text and its value.
type GameRow = (u64, String, Value);

impl<G: Game> GameRows<'_, G> {
    fn row(&self, word: u64) -> Result<GameRow, VerifyError> {
        let (face, table) = (&self.opened.face, &self.opened.table);
        let game = &*face.game;
        let ask = || (table.unchecked_value(game.unpack(word)), game.show(game.unpack(word)));
        let panicked = || face.wrong_description(format_args!("it panicked at the word {word}"));
        let (value, text) = unless_panic(ask).ok_or_else(panicked)?;
        Ok((word, harmless(text), value.map_err(|error| face.wrong_table(error))?))
    }

    fn together(&self, rows: &[GameRow]) -> Rows {
        let words = rows.iter().map(|row| row.0).collect();
        let mut columns = Rows::default().with("word", Cells::U64(words));
        if self.has_text {
            let texts = rows.iter().map(|row| row.1.clone()).collect();
            columns = columns.with("position", Cells::Text(texts));
        }
        let values = || rows.iter().map(|row| row.2);
        let numbers = || Cells::I32(values().map(|value| value.number() as i32).collect());
        let bounds = |side: usize| {
            let bound = |value| match value {
                Value::Between { lower, upper } => [lower, upper][side],
                value => value.number(),
            };
            Cells::F64(values().map(bound).collect())
        };
        match self.opened.face.game.values() {
            Values::Outcome | Values::Misere => {
                // A draw has none.
                let plies = values().map(|value| value.plies().map_or(-1, Into::into));
                let columns = columns.with("outcome", numbers());
                columns.with("plies", Cells::OrNone(plies.collect()))
            }
            Values::OutcomeOnly | Values::NoRepeat => columns.with("outcome", numbers()),
            Values::Score => columns.with("score", numbers()),
            Values::Grundy => columns.with("grundy", numbers()),
            Values::Expected => {
                let expected = Cells::F64(values().map(Value::number).collect());
                let columns = columns.with("expected", expected);
                columns.with("lower", bounds(0)).with("upper", bounds(1))
            }
            other => unreachable!("{other:?} has no columns yet"),
        }
    }
}

impl<G: Game> RowSource for GameRows<'_, G> {
    fn columns(&self) -> Rows {
        self.together(&[])
    }

    fn each(
        &self,
        means: Means<'_>,
        take: &mut dyn FnMut(Rows) -> io::Result<()>,
    ) -> Result<(), ExportError> {
        /// How many rows are in memory at a time.
        const TOGETHER: usize = 1 << 14;
        let Means { threads, memory, control } = means;
        let words = threads.install(|| self.opened.table.words(memory, control))?;
        let words = words.map_err(|error| self.opened.face.refused(error))?;
        for words in words.chunks(TOGETHER) {
            let rows = || words.par_iter().map(|&word| self.row(word)).collect();
            let rows: Result<Vec<GameRow>, VerifyError> = threads.install(rows)?;
            take(self.together(&rows?))?;
            control.advance(words.len() as u64)?;
        }
        Ok(())
    }
}
