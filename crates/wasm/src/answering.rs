//! Answers: those of the HTTP interface, from the tables that were added, else solved on the spot.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use perfectplay::{
    Attempt, Budget, Code, Effort, Error, GameRef, Hint, Limits, Listing, Oracle, Plies, Problem,
    Question, RemoteBytes, Tables,
};
use serde::Serialize;

use crate::asked::Request;
use crate::progress::Counter;

/// The tables, and the oracle that has them open.
#[derive(Default)]
pub(crate) struct Answering {
    tables: BTreeMap<String, Source>,
    /// Made when it is first asked after a table has come.
    oracle: Option<Oracle>,
}

/// Where the bytes of a table are.
enum Source {
    Here(&'static [u8]),
    Elsewhere(Arc<RemoteBytes>, u64),
}

/// Bytes of a table that an answer needs.
#[derive(Serialize)]
struct Need<'a> {
    table: &'a str,
    start: u64,
    end: u64,
}

/// Why there is no answer.
#[derive(Serialize)]
pub(crate) struct Failure {
    code: Code,
    message: String,
    hint: Option<String>,
}

impl Failure {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    pub(crate) fn append_json(&self, json: &mut Vec<u8>) {
        append(&BTreeMap::from([("error", self)]), json);
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let hint = error.hints().iter().find_map(hint);
        Self { hint, ..Self::new(error.code(), error.to_string()) }
    }
}

fn append(value: &impl Serialize, json: &mut Vec<u8>) {
    serde_json::to_writer(json, value).expect("a vector takes all bytes, and keys are text");
}

/// What helps where the only means are other questions.
fn hint(hint: &Hint) -> Option<String> {
    Some(match hint {
        Hint::Example(game) => {
            format!("a position of {} is written like `{}`", game.name(), game.about().example)
        }
        Hint::Board => {
            "give the board: the numbers of rows and columns, and the scores of both players, \
                        as in the contest's input"
                .to_owned()
        }
        Hint::Build(table) => {
            format!(
                "`perfectplay build {table}` makes the table that has it, where perfectplay is installed"
            )
        }
        _ => return None,
    })
}

/// The games of this module.
#[cfg(not(feature = "catalogue"))]
fn games() -> Vec<GameRef> {
    perfectplay_games::built_in()
}

/// The games of this module.
#[cfg(feature = "catalogue")]
fn games() -> Vec<GameRef> {
    let small = perfectplay_catalogue::all().iter().filter(|entry| !entry.is_large);
    small.filter_map(|entry| perfectplay::custom_game(entry.game, &[]).ok()).collect()
}

impl Answering {
    /// Appends the answer to a request, or else which bytes it needs.
    pub(crate) fn ask(&mut self, request: &[u8], json: &mut Vec<u8>) {
        for held in self.tables.values() {
            if let Source::Elsewhere(remote, _) = held {
                remote.forget_needs();
            }
        }
        // What is quick first: bytes may be missing that make long work needless.
        for effort in [Effort::AtOnce, Effort::Full] {
            json.clear();
            let asked = self.try_ask(request, effort, json);
            let needs = self.needs();
            if !needs.is_empty() {
                json.clear();
                append(&BTreeMap::from([("needs", needs)]), json);
                // Tables that could not be opened without these bytes are opened anew.
                self.oracle = None;
                return;
            }
            match asked {
                Ok(true) => return,
                Ok(false) => {}
                Err(failure) => {
                    json.clear();
                    return failure.append_json(json);
                }
            }
        }
    }

    /// The bytes that are missing.
    fn needs(&self) -> Vec<Need<'_>> {
        let mut needs = Vec::new();
        for (table, held) in &self.tables {
            if let Source::Elsewhere(remote, _) = held {
                let ranges = remote.needs().into_iter();
                needs.extend(ranges.map(|Range { start, end }| Need { table, start, end }));
            }
        }
        needs
    }

    /// Appends the answer, and returns whether the effort was enough for it.
    fn try_ask(
        &mut self,
        request: &[u8],
        effort: Effort,
        json: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        if request == b"\"tables\"" {
            let games = games();
            append(&Listing::of(&self.tables(), &games, &games)?, json);
            return Ok(true);
        }
        let request: Request = serde_json::from_slice(request)
            .map_err(|error| Failure::new(Code::Input, format!("no request: {error}")))?;
        if self.oracle.is_none() {
            self.oracle = Some(Oracle::new(&games(), self.tables())?);
        }
        let oracle = self.oracle.as_ref().expect("it has been made");
        let game = oracle.game_named(&request.game);
        let game = game.map_err(|error| Failure::new(Code::Usage, error.to_string()))?;
        let game = match &request.board {
            Some(text) => on_board(oracle, &game, text)?,
            None => game,
        };
        let asked = Query { oracle, game, request: &request, effort };
        let mut is_enough = true;
        json.extend(b"{\"answers\":[");
        for (place, position) in request.positions.iter().enumerate() {
            if place > 0 {
                json.push(b',');
            }
            let length = json.len();
            match asked.answer(position, json) {
                Ok(answered) => is_enough &= answered,
                Err(failure) => {
                    json.truncate(length);
                    failure.append_json(json);
                }
            }
        }
        json.extend(b"]}");
        Ok(is_enough)
    }

    /// Adds a table, whose name comes after its bytes, in place of one of that name. A table that cannot be read
    /// changes nothing.
    pub(crate) fn add_table(&mut self, input: Vec<u8>, name_length: usize) -> Result<(), Failure> {
        let (name, bytes) = named(input, name_length);
        if let Some(Source::Here(held)) = self.tables.get(&name)
            && *held == bytes
        {
            return Ok(());
        }
        let bytes = Arc::new(bytes);
        let length = bytes.len() as u64;
        let alone = Tables::default().with_reader(&name, bytes.clone(), length);
        let opened = alone.file(&alone.place(&name)).map(drop);
        drop(alone);
        let Err(error) = opened else {
            let bytes = Arc::into_inner(bytes).expect("nothing else reads it any more");
            // A table stays as long as the module, so that no reader needs a copy of its own.
            self.add(name, Source::Here(bytes.leak()));
            return Ok(());
        };
        let (is_newer, problem) = (error.problem.is_newer(), error.problem.to_string());
        let other = match &error.problem {
            Problem::OtherName(found) => Some(format!("it is the table `{found}`")),
            _ => None,
        };
        let mut failure = Failure::from(Error::from(Arc::new(error)));
        // What helps here are other bytes, another name or another module, and no file.
        let hint = match (&other, is_newer) {
            (Some(_), _) => "add it under its own name",
            (_, true) => "load a newer version of perfectplay, which reads it",
            _ => "fetch the table's bytes again",
        };
        failure.hint = Some(hint.to_owned());
        failure.message = format!("{name}: {}", other.unwrap_or(problem));
        if is_newer {
            failure.code = Code::Input;
        }
        Err(failure)
    }

    /// Adds a table of this length that is elsewhere, in place of one of that name.
    pub(crate) fn add_remote_table(&mut self, name: &[u8], length: u64) {
        let name = String::from_utf8_lossy(name).into_owned();
        self.add(name, Source::Elsewhere(Arc::new(RemoteBytes::new(length)), length));
    }

    fn add(&mut self, name: String, held: Source) {
        self.tables.insert(name, held);
        self.oracle = None;
    }

    /// Takes bytes that a table elsewhere needs, from a place in its file on; its name comes after them.
    pub(crate) fn supply(
        &mut self,
        input: Vec<u8>,
        name_length: usize,
        start: u64,
    ) -> Result<(), Failure> {
        let (name, bytes) = named(input, name_length);
        let Some(Source::Elsewhere(remote, _)) = self.tables.get(&name) else {
            return Err(Failure::new(Code::Usage, format!("no bytes of {name:?} are needed")));
        };
        let supplied = remote.supply(start, bytes.into());
        supplied.map_err(|error| Failure::new(Code::Damaged, format!("{name}: {error}")))
    }

    /// All of them.
    fn tables(&self) -> Tables {
        let with = |tables: Tables, (name, held): (&String, &Source)| match held {
            Source::Here(bytes) => tables.with_embedded(&[(name, *bytes)]),
            Source::Elsewhere(remote, length) => tables.with_reader(name, remote.clone(), *length),
        };
        self.tables.iter().fold(Tables::default(), with)
    }
}

/// A table's name, and the bytes before it, which are not copied: there may be no room for them twice.
fn named(mut input: Vec<u8>, name_length: usize) -> (String, Vec<u8>) {
    let end = input.len().saturating_sub(name_length);
    let name = String::from_utf8_lossy(&input[end..]).into_owned();
    input.truncate(end);
    (name, input)
}

/// A game on a board as text, or on that of a table with the fingerprint.
fn on_board(oracle: &Oracle, game: &GameRef, text: &str) -> Result<GameRef, Failure> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 8
        && text.bytes().all(is_digit)
        && let Some(on) = oracle.within(&Budget::default()).board_named(game, text)?
    {
        return Ok(on);
    }
    game.shared().on_board(text.into()).map_err(|error| {
        let mut failure = Failure::from(error);
        if failure.code == Code::Board {
            failure.hint = hint(&Hint::Board);
        }
        failure
    })
}

/// What is asked of each position.
struct Query<'a> {
    oracle: &'a Oracle,
    game: GameRef,
    request: &'a Request,
    effort: Effort,
}

impl Query<'_> {
    /// Appends the answer for a position, and returns whether the effort was enough for it.
    fn answer(&self, text: &str, json: &mut Vec<u8>) -> Result<bool, Failure> {
        let Self { oracle, game, request, effort } = self;
        let default = Limits::default();
        let limits = default
            .with_states(request.limit)
            .with_memory(request.memory.unwrap_or(default.memory));
        let told = Counter::default();
        let budget = Budget::of(&limits, *effort, &told);
        let plies = match (request.plies, request.quick) {
            (true, _) => Plies::Always,
            (false, true) => Plies::IfQuick,
            (false, false) => Plies::IfStored,
        };
        let mut attempt = Attempt::default();
        let question = attempt.read_within(&budget, |budget| {
            let question = Question::read(game, text, budget)?;
            let question = question.with_plies(plies).with_line(request.line);
            Ok(question.with_replies(request.replies))
        })?;
        let Some(question) = question else { return Ok(false) };
        if request.moves {
            let answer = oracle.within(&budget).try_answer(question)?;
            Ok(answer.inspect(|answer| answer.append_json(json)).is_some())
        } else {
            let answer = oracle.within(&budget).try_value(question)?;
            Ok(answer.inspect(|answer| answer.append_json(json)).is_some())
        }
    }
}
