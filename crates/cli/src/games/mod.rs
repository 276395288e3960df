//! What the program adds to each game: the one place in it that names all games.

mod chomp;
mod contour;
mod illegal;
mod number;
pub(crate) mod own;
mod stake;
mod tokens;
mod tower;

use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use perfectplay_core::{Game, contour as contour_game};
use perfectplay_oracle::{Answer, GameId, Move, Position, Question};
use perfectplay_query::{Instance, TableId};

use crate::failure::Failure;
use crate::input::boards;
use crate::terminal::drawing::{numbered, print_line, print_replies};
use crate::terminal::guide::Guide;
use crate::terminal::output::Output;
use crate::terminal::text;

pub(crate) use illegal::why_illegal;

/// Draws an answer for people.
pub(crate) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    match &answer.position {
        Position::Tower(tower) => tower::draw(answer, tower, output)?,
        Position::Contour(contour, board) => contour::draw(answer, contour, board, output)?,
        Position::Stake(board) => stake::draw(answer, board, output)?,
        Position::Tokens(tokens) => tokens::draw(answer, tokens, output)?,
        Position::Chomp(bar) => chomp::draw(answer, bar, output)?,
        Position::Own(position) => own::draw(answer, position, output)?,
        // A list of moves works for every game.
        _ => number::draw(answer, output)?,
    }
    print_line(output, answer, |position| rows(position, &answer.position))?;
    print_replies(output, answer)
}

/// A position in best play from a start, without values.
fn rows(position: &Position, start: &Position) -> Vec<String> {
    match (position, start) {
        (Position::Tower(tower), _) => tower::levels(tower),
        (Position::Contour(contour, board), _) => contour::claimed(contour, board),
        (Position::Stake(board), _) => stake::digits(board),
        (Position::Tokens(tokens), _) => tokens::rows(tokens),
        (Position::Chomp(bar), Position::Chomp(start)) => chomp::cells(bar, start),
        (Position::Own(position), _) => own::rows(position),
        _ => vec![position.to_string()],
    }
}

/// A position as lines of at most so many columns where that can be, without values; taken cells with their owner
/// if it is known.
pub(crate) fn board(
    position: &Position,
    width: usize,
    owner: impl Fn(&Move) -> Option<char>,
) -> Vec<String> {
    match position {
        Position::Number(_) => {
            text::indented(&position.to_string(), 10, width).lines().map(str::to_owned).collect()
        }
        Position::Contour(contour, board) => contour::scores(contour, board, width, owner),
        Position::Stake(_) | Position::Tokens(_) => numbered(rows(position, position)),
        Position::Chomp(bar) if bar.rows() == 0 => Vec::new(),
        Position::Chomp(bar) => numbered(chomp::with_corner(bar)),
        Position::Own(own) if own.text().contains('/') => own::board(own),
        _ => rows(position, position),
    }
}

/// What a player needs to know.
pub(crate) fn guide(game: GameId) -> Guide {
    let game = match game {
        GameId::BuiltIn(game) => game,
        GameId::Own(game) => return own::guide(game),
    };
    match game {
        Game::Number => number::GUIDE,
        Game::Tower => tower::GUIDE,
        Game::Contour => contour::GUIDE,
        Game::Stake => stake::GUIDE,
        Game::Tokens => tokens::GUIDE,
        Game::Chomp => chomp::GUIDE,
    }
}

/// Where a game begins if no position is chosen, with the board that it needs: small, and with one good move among
/// bad ones. They are the same as in the explorer.
pub(crate) fn start(game: GameId) -> (String, Option<contour_game::Board>) {
    let text = match game {
        GameId::BuiltIn(Game::Number) => "after:5,6",
        GameId::BuiltIn(Game::Tower) => "RGB/GRG/BBB/GGR",
        GameId::BuiltIn(Game::Contour) => return contour::start(),
        GameId::BuiltIn(Game::Stake) => "01.1/00../.01./...1",
        GameId::BuiltIn(Game::Tokens) => "P#.##/...#./.#P../#..#.",
        GameId::BuiltIn(Game::Chomp) => "5,5,5,5",
        GameId::Own(_) => return (game.example(), None),
    };
    (text.to_owned(), None)
}

/// The full board of a size, as `3` or `3x4`, to begin with; `None` if the game has no such boards.
pub(crate) fn of_size(game: GameId, size: &str) -> Option<String> {
    let number = |text: &str| text.parse().ok().filter(|number| (1..=64).contains(number));
    let (rows, columns): (usize, _) = match size.split_once('x') {
        Some((rows, columns)) => (number(rows)?, Some(number(columns)?)),
        None => (number(size)?, None),
    };
    Some(match (game.built_in()?, columns) {
        (Game::Tower, None) => vec!["RGB"; rows].join("/"),
        (Game::Stake, None) => vec![".".repeat(rows); rows].join("/"),
        (Game::Tokens, Some(columns)) if rows * columns > 1 => {
            let mut cells = vec![vec!["."; columns]; rows];
            cells[0][0] = "P";
            cells[rows - 1][columns - 1] = "P";
            cells.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/")
        }
        (Game::Chomp, Some(columns)) => vec![columns.to_string(); rows].join(","),
        _ => return None,
    })
}

/// A random position of such a size, with the board that it needs.
pub(crate) fn random(game: Game, random: &mut Rng) -> (String, Option<contour_game::Board>) {
    let text = match game {
        Game::Number => number::random(random),
        Game::Tower => tower::random(random),
        Game::Contour => return contour::random(random),
        Game::Stake => stake::random(random),
        Game::Tokens => tokens::random(random),
        Game::Chomp => chomp::random(random),
    };
    (text, None)
}

/// A question that a table answers, and the arguments of the command that asks it.
pub(crate) fn question(table: &TableId) -> Option<(String, Question)> {
    let game = table.game();
    let (text, board) = match table {
        TableId::Family(_) => (game.example().to_owned(), None),
        TableId::Instance(Instance::Contour(board)) => (game.example().to_owned(), Some(board)),
        TableId::Instance(Instance::Stake(start)) => (start.to_string(), None),
        // A board does not say where the pieces are.
        TableId::Instance(Instance::Tokens(_)) => return None,
    };
    let option = if board.is_some() { " --board FILE" } else { "" };
    let board = board.cloned().map(Arc::new);
    let question = Question::parse(game, &text, board.as_ref()).ok()?;
    Some((format!("probe {game}{option} {text}"), question))
}

/// The tables that are built by default.
pub(crate) fn default_tables() -> Vec<String> {
    perfectplay_oracle::default_tables(&own::asked())
}

/// Reads the board that a table is to be of; `None` if the game has no such tables.
pub(crate) fn read_board(game: Game, file: &Path) -> Result<Option<Instance>, Failure> {
    Ok(Some(match game {
        Game::Contour => Instance::Contour(boards::contour(file)?),
        Game::Stake => Instance::Stake(boards::stake(file)?),
        Game::Tokens => Instance::Tokens(boards::tokens(file)?),
        Game::Number | Game::Tower | Game::Chomp => return Ok(None),
    }))
}
