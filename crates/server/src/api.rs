//! Questions and answers.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State as Shared};
use axum::response::Response;
use perfectplay_oracle::{Game, Limits, Plies, Question, Silent};
use perfectplay_query::games::contour::Board;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Failure, json};
use crate::state::State;

type App = Shared<Arc<State>>;

/// The parameters of a question.
#[derive(Default)]
struct Parameters<'a> {
    position: Option<Cow<'a, str>>,
    board: Option<Cow<'a, str>>,
    moves: Option<Cow<'a, str>>,
}

impl<'a> Parameters<'a> {
    fn of(query: &'a str) -> Result<Self, Failure> {
        let mut parameters = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let field = match &*name {
                "position" => &mut parameters.position,
                "board" => &mut parameters.board,
                "moves" => &mut parameters.moves,
                _ => return Err(Failure::usage(format!("there is no parameter `{name}`"))),
            };
            if field.replace(value).is_some() {
                return Err(Failure::usage(format!("the parameter `{name}` is given twice")));
            }
        }
        Ok(parameters)
    }
}

fn game(name: &str) -> Result<Game, Failure> {
    name.parse().map_err(|error: perfectplay_oracle::GameError| Failure::usage(error.to_string()))
}

fn board(state: &State, text: &str) -> Result<Arc<Board>, Failure> {
    let is_fingerprint = text.len() == 8 && !text.contains(char::is_whitespace);
    if is_fingerprint && let Ok(table) = state.folder.contour(&format!("contour-{text}")) {
        return Ok(Arc::new(table.board().clone()));
    }
    Board::from_text(text).map(Arc::new).map_err(|error| {
        Failure::from(perfectplay_oracle::Error::Board { message: error.to_string() })
    })
}

fn question(state: &State, game_name: &str, query: Option<&str>) -> Result<Question, Failure> {
    let parameters = Parameters::of(query.unwrap_or_default())?;
    let board = parameters.board.map(|text| board(state, &text)).transpose()?;
    let position = parameters
        .position
        .ok_or_else(|| Failure::usage("no position is given").with_hint("add it as ?position=…"))?;
    Ok(Question::parse(game(game_name)?, &position, board.as_ref())?)
}

/// `GET /v1/{game}`
pub(crate) async fn answer(
    Shared(state): App,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let question = question(&state, &game, query.as_deref())?;
    Ok(json(&state.oracle.answer(&question)?))
}

/// `GET /v1/{game}/line`
pub(crate) async fn line(
    Shared(state): App,
    Path(game): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let question = question(&state, &game, query.as_deref())?.with_line(true);
    Ok(json(&state.oracle.answer(&question)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Batch {
    positions: Vec<String>,
    board: Option<String>,
    #[serde(default = "yes")]
    moves: bool,
}

fn yes() -> bool {
    true
}

#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    Answer(Box<perfectplay_oracle::Answer>),
    Value(Value),
    Failure(Failure),
}

struct Value {
    question: Question,
    answer: perfectplay_oracle::ValueAnswer,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", self.question.position.game().name())?;
        map.serialize_entry("position", &self.question.position)?;
        map.serialize_entry("value", &self.answer.value)?;
        map.serialize_entry("table", &self.answer.table.as_deref())?;
        map.end()
    }
}

/// `POST /v1/{game}`
pub(crate) async fn batch(
    Shared(state): App,
    Path(name): Path<String>,
    body: Bytes,
) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Answers {
        answers: Vec<Entry>,
    }
    let game = game(&name)?;
    let batch: Batch = serde_json::from_slice(&body).map_err(|error| {
        Failure::new(axum::http::StatusCode::BAD_REQUEST, "input", error.to_string())
    })?;
    let board = batch.board.as_deref().map(|text| board(&state, text)).transpose()?;
    let one = |text: &String| {
        let question = Question::parse(game, text, board.as_ref())?.with_plies(Plies::IfStored);
        if batch.moves {
            return Ok(Entry::Answer(Box::new(state.oracle.answer(&question)?)));
        }
        let answer = state.oracle.value_within(&question, &Limits::default(), &Silent)?;
        Ok(Entry::Value(Value { question, answer }))
    };
    let answers = batch.positions.iter().map(|text| one(text).unwrap_or_else(Entry::Failure));
    Ok(json(&Answers { answers: answers.collect() }))
}

/// `GET /v1/tables`
pub(crate) async fn tables(Shared(state): App) -> Result<Response, Failure> {
    #[derive(Serialize)]
    struct Table {
        table: String,
        game: String,
        states: u64,
        bytes: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        board: Option<String>,
    }
    #[derive(Serialize)]
    struct Tables {
        tables: Vec<Table>,
    }
    let names = state.folder.names().unwrap_or_default();
    let tables = names.iter().filter_map(|name| {
        let file = state.folder.file(name).ok()?;
        let board = file.header().board.clone();
        Some(Table {
            table: name.clone(),
            game: file.header().game.clone(),
            states: file.header().states,
            bytes: file.layout().file_length(),
            board: (!board.is_empty()).then_some(board),
        })
    });
    Ok(json(&Tables { tables: tables.collect() }))
}

/// `GET /v1/health`
pub(crate) async fn health() -> Response {
    #[derive(Serialize)]
    struct Health {
        status: &'static str,
        version: &'static str,
    }
    json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
