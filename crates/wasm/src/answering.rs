//! Answers: those of the HTTP interface, from the tables that were added, else solved on the spot.

use std::collections::BTreeMap;
use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_oracle::{
    Budget, Code, Error, GameId, Hint, Limits, Listing, Oracle, Plies, Question, Tables, UsageError,
};
use serde::Serialize;

use crate::asked::Request;
use crate::progress::Told;

/// The tables, and the oracle that has them open.
#[derive(Default)]
pub(crate) struct Answering {
    tables: BTreeMap<String, &'static [u8]>,
    /// Made when it is first asked after a table has come.
    oracle: Option<Oracle>,
}

/// Why there is no answer.
#[derive(Serialize)]
struct Failure {
    code: Code,
    message: String,
    hint: Option<String>,
}

/// As it is sent.
#[derive(Serialize)]
struct Refusal<'a> {
    error: &'a Failure,
}

impl Failure {
    fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None }
    }

    fn append_json(&self, json: &mut Vec<u8>) {
        append(&Refusal { error: self }, json);
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
            format!("a position of {} is written like `{}`", game.name(), game.example())
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

impl Answering {
    /// Appends the answer to a request.
    pub(crate) fn ask(&mut self, request: &[u8], json: &mut Vec<u8>) {
        if let Err(failure) = self.try_ask(request, json) {
            json.clear();
            failure.append_json(json);
        }
    }

    fn try_ask(&mut self, request: &[u8], json: &mut Vec<u8>) -> Result<(), Failure> {
        if request == b"\"tables\"" {
            append(&Listing::of(&self.tables(), &[])?, json);
            return Ok(());
        }
        let request: Request = serde_json::from_slice(request)
            .map_err(|error| Failure::new(Code::Input, format!("no request: {error}")))?;
        if self.oracle.is_none() {
            self.oracle = Some(Oracle::new(self.tables())?);
        }
        let oracle = self.oracle.as_ref().expect("it has been made");
        let game = oracle.game(&request.game).ok_or_else(|| {
            Failure::new(Code::Usage, format!("there is no game `{}`", request.game.escape_debug()))
        })?;
        let board = request.board.as_deref().map(|text| board(oracle, game, text)).transpose()?;
        json.extend(b"{\"answers\":[");
        for (place, position) in request.positions.iter().enumerate() {
            if place > 0 {
                json.push(b',');
            }
            let length = json.len();
            if let Err(failure) = answer(oracle, game, position, board.as_ref(), &request, json) {
                json.truncate(length);
                failure.append_json(json);
            }
        }
        json.extend(b"]}");
        Ok(())
    }

    /// Adds a table, whose name comes before its bytes, in place of one of that name. A table that cannot be read
    /// changes nothing.
    pub(crate) fn add_table(&mut self, mut input: Vec<u8>, name_length: usize, json: &mut Vec<u8>) {
        let bytes = input.split_off(name_length.min(input.len()));
        let name = String::from_utf8_lossy(&input).into_owned();
        // A table stays as long as the module, so that no reader needs a copy of its own.
        let bytes: &'static [u8] = bytes.leak();
        let alone = Tables::default().with_embedded(&[(&name, bytes)]);
        if let Err(error) = alone.file(&alone.place(&name)) {
            return Failure::from(Error::from(Arc::new(error))).append_json(json);
        }
        self.tables.insert(name, bytes);
        self.oracle = None;
        json.extend(b"{}");
    }

    /// All of them.
    fn tables(&self) -> Tables {
        let tables: Vec<_> =
            self.tables.iter().map(|(name, &bytes)| (name.as_str(), bytes)).collect();
        Tables::default().with_embedded(&tables)
    }
}

/// A board as text, or that of a table with the fingerprint.
fn board(oracle: &Oracle, game: GameId, text: &str) -> Result<Arc<Board>, Failure> {
    if !game.has_board() {
        return Err(Error::from(UsageError::Board(game)).into());
    }
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 8
        && text.bytes().all(is_digit)
        && let Some(board) = oracle.contour_board(text)?
    {
        return Ok(board);
    }
    let read = Board::from_text(text).map(Arc::new);
    read.map_err(|error| Failure {
        hint: hint(&Hint::Board),
        ..Failure::new(Code::Board, error.to_string())
    })
}

/// Appends the answer for one position.
fn answer(
    oracle: &Oracle,
    game: GameId,
    text: &str,
    board: Option<&Arc<Board>>,
    request: &Request,
    json: &mut Vec<u8>,
) -> Result<(), Failure> {
    let default = Limits::default();
    let limits = Limits { states: request.limit, memory: request.memory.unwrap_or(default.memory) };
    let told = Told::default();
    let budget = Budget::new(&limits, &told);
    let plies = if request.plies { Plies::IfQuick } else { Plies::IfStored };
    let question = Question::read(game, text, board, &budget)?
        .with_plies(plies)
        .with_line(request.line)
        .with_replies(request.replies);
    if request.moves {
        oracle.answer_within(&question, &budget)?.append_json(json);
    } else {
        oracle.value_within(&question, &budget)?.append_json(json);
    }
    Ok(())
}
