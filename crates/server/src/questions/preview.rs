//! The explorer's page at the address of a position: its head says what is shown, to those who preview links.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use perfectplay::{Attempt, GameRef, Plies, Position};
use serde_json::Value;

use crate::files::pages::{self, Head};
use crate::files::picture;
use crate::http::failure::Failure;
use crate::questions::app::App;
use crate::questions::board;
use crate::questions::position_request::{OpenPosition, PositionRequest};

/// More letters of a position are not in a title.
const LONGEST_TITLE: usize = 80;

/// More letters are not in a description.
const LONGEST_DESCRIPTION: usize = 300;

/// The path of the page that shows all games of the catalogue.
const CATALOGUE: &str = "catalogue";

/// Behind the address of a position this makes that of its picture.
const PICTURE: &str = ".png";

/// The page at `/`, `/GAME` or `/GAME=POSITION`, whose value may be told; the picture at `/GAME.png` or
/// `/GAME=POSITION.png`; a file of the explorer at any other path.
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    page: Bytes,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    let place = path.strip_suffix(PICTURE).unwrap_or(path);
    let (name, coded) = place.split_once('=').unwrap_or((place, ""));
    let game = app.oracle.game(name);
    if game.is_none() && !pages::is_page(path) && path != CATALOGUE {
        return pages::explorer(method, &uri, &headers);
    }
    // Below a slash the page would not find its files.
    let below = uri.path().matches('/').count().saturating_sub(1);
    if below > 0 && (method == Method::GET || method == Method::HEAD) {
        let position = coded.trim_end_matches('/').replace('/', "_").replace('.', "-");
        let equals = if position.is_empty() { "" } else { "=" };
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let address = format!("{}{name}{equals}{position}{query}", "../".repeat(below));
        return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, address)]).into_response();
    }
    if let (Some(game), true) = (&game, place != path) {
        if let Some(refused) = pages::refusal(&method) {
            return refused;
        }
        return picture(&app, game, coded, uri.query().unwrap_or_default(), &headers).await;
    }
    let head = match game {
        Some(game) => Some(head(&app, &game, coded, uri.query().unwrap_or_default()).await),
        None => None,
    };
    let base = app.config.public_url.clone().or_else(|| base(&headers)).unwrap_or_default();
    pages::addressed(&page, head.as_ref(), &base, method, &headers)
}

/// What is said of a game, and of a position as far as that is known at once.
async fn head(app: &Arc<App>, game: &GameRef, coded: &str, query: &str) -> Head {
    let fields: Vec<_> = query
        .split('&')
        .filter(|field| {
            field.starts_with("lang=") || game.has_board() && field.starts_with("board=")
        })
        .collect();
    let is_chinese = fields.iter().any(|field| field.starts_with("lang=zh"));
    let chinese = is_chinese.then(|| pages::chinese(game.name())).flatten();
    let about = game.about();
    let english =
        about.facts.map_or((&*about.name, &*about.rules), |facts| (facts.name, facts.rule));
    let (title, rule) = chinese.unwrap_or(english);
    let described = |position: &str, has_picture, title: &str, text: &str| Head {
        address: [game.name(), position, if fields.is_empty() { "" } else { "?" }].concat()
            + &fields.join("&"),
        game: game.name().to_owned(),
        has_picture,
        title: shortened(title, LONGEST_TITLE),
        description: shortened(text, LONGEST_DESCRIPTION),
        is_chinese: chinese.is_some(),
    };
    let found = known(app, game, coded, query).await;
    let has_picture = found.as_ref().is_some_and(|(position, _)| picture::fits(&drawing(position)));
    let Some((position, value)) = found.filter(|_| !coded.is_empty()) else {
        // Documented games have a picture of their own.
        let has_picture = has_picture && about.facts.is_none();
        return described("", has_picture, &format!("{title} · {}", app.config.program), rule);
    };
    // Where a position is to be played or solved its value is not told.
    let is_told = form_urlencoded::parse(query.as_bytes()).all(|(name, _)| name != "mode");
    // It is told in English.
    let is_told = is_told && chinese.is_none();
    let value = if is_told { sentence(game, &value) } else { String::new() };
    let title = format!("{title}: {position}");
    let address = format!("={}", coded_position(&position.to_string()));
    described(&address, has_picture, &title, &(value + rule))
}

/// The picture of the position in an address.
async fn picture(
    app: &Arc<App>,
    game: &GameRef,
    coded: &str,
    query: &str,
    headers: &HeaderMap,
) -> Response {
    let Some((position, _)) = known(app, game, coded, query).await else {
        return Failure::no_path("there is no position at this address").into_response();
    };
    let program = app.config.program.clone();
    let draw = move || picture::png(&drawing(&position), &program);
    match app.readers.read("pictures".into(), draw).await {
        Ok(Some(png)) => pages::picture(headers, png),
        Ok(None) => Failure::no_path("this position is too large for a picture").into_response(),
        Err(failure) => failure.into_response(),
    }
}

/// A position as terminals show it.
fn drawing(position: &Position) -> Vec<String> {
    let drawings = position.game().about().drawings;
    drawings.board(position, picture::MOST_COLUMNS, &|_| None)
}

/// The position in an address, or else the start, and its value, if both are known at once.
async fn known(
    app: &Arc<App>,
    game: &GameRef,
    coded: &str,
    query: &str,
) -> Option<(Position, Value)> {
    let text = decoded(coded)?;
    let text = if text.is_empty() { game.about().start.to_string() } else { text };
    let given = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "board");
    let game = match given.filter(|_| game.has_board()) {
        Some((_, text)) => &board::read_text(app, game, &text).await.ok()?,
        None => game,
    };
    let asked = PositionRequest::of(game, Plies::IfQuick, false, false, false);
    let mut open = OpenPosition { text: &text, attempt: Attempt::default() };
    let json = asked.read_or_wait(app, &mut open).await.ok()?.unwrap_or_default();
    let answer: Value = serde_json::from_slice(&json).unwrap_or_default();
    let position = open.attempt.question()?.position.clone();
    Some((position, answer.get("value").cloned().unwrap_or_default()))
}

/// A position as the explorer writes it into a path: proxies decode `%2F`, so other letters stand for those that mean
/// something there, and all further ones are numbers between `=`.
fn decoded(coded: &str) -> Option<String> {
    let query = format!("_={}", coded.replace('+', "%2B"));
    let (_, plain) = form_urlencoded::parse(query.as_bytes()).next()?;
    let mut text = String::new();
    for (index, part) in plain.split('=').enumerate() {
        if index % 2 == 1 {
            text.push(char::from_u32(u32::from_str_radix(part, 16).ok()?)?);
            continue;
        }
        text.extend(part.chars().map(|letter| match letter {
            '_' => '/',
            '-' => '.',
            'x' => '#',
            '~' => ' ',
            letter => letter,
        }));
    }
    Some(text)
}

/// The inverse: a position as a path has it.
fn coded_position(position: &str) -> String {
    let letters = position.chars().map(|letter| match letter {
        '/' => "_".to_owned(),
        '.' => "-".to_owned(),
        '#' => "x".to_owned(),
        ' ' => "~".to_owned(),
        ',' | ':' | ';' | '+' | '0'..='9' | 'A'..='Z' | 'a'..='w' | 'y' | 'z' => letter.to_string(),
        _ => format!("={:x}=", u32::from(letter)),
    });
    letters.collect()
}

/// What the value of an answer means, in a sentence with a blank behind it; nothing if it is not known.
fn sentence(game: &GameRef, value: &Value) -> String {
    let number = |name: &str| value.get(name).and_then(Value::as_i64);
    let minutes = value.get("expected").and_then(Value::as_f64);
    let told = match (value.get("outcome").and_then(Value::as_str), number("score")) {
        (Some("draw"), _) => "A draw under best play".to_owned(),
        (Some(outcome), _) => {
            let does = if outcome == "win" { "wins" } else { "loses" };
            let soon = match number("plies") {
                None | Some(0) => String::new(),
                Some(1) => " with the next move".to_owned(),
                Some(plies) => format!(" in {} moves, counting both sides", grouped(plies)),
            };
            format!("The player to move {does}{soon}")
        }
        (_, Some(0)) => "Nobody ends ahead".to_owned(),
        (_, Some(score)) => {
            let (by, how) = (grouped(score), if score > 0 { "ahead" } else { "behind" });
            let since = if game.has_board() { ", counted from here on" } else { "" };
            format!("The player to move ends {by} {how}{since}")
        }
        _ => match (minutes, number("grundy")) {
            (Some(minutes), _) => format!("{minutes:.3} minutes on average under best play"),
            (_, Some(number)) => format!("Grundy value {number}"),
            _ => return String::new(),
        },
    };
    format!("{told}. ")
}

/// A number without its sign, its digits in groups of three.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let parts = digits.as_bytes().rchunks(3).rev();
    parts.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The address under which the client reaches the server, if it says one that can be one.
fn base(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_good = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
    (!host.is_empty() && host.chars().all(is_good)).then(|| format!("http://{host}/"))
}
