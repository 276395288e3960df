//! What a player needs to know about a game: the head of `play`, and `help GAME`.

use perfectplay_core::Game;

use crate::failure::Failure;
use crate::terminal::output::{FAINT, HEADING, Output, styled};
use crate::terminal::text::{capital, hanging, indented};

/// A game in words, for the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guide {
    /// The name for people.
    pub(crate) name: &'static str,
    /// How to play it.
    pub(crate) rules: &'static str,
    /// The names of the two players, if they have any; the one who begins comes first.
    pub(crate) players: Option<[&'static str; 2]>,
    /// How a move is written, in a sentence.
    pub(crate) moves: &'static str,
    /// What counts at the end.
    pub(crate) aim: &'static str,
    /// How large positions may be.
    pub(crate) limits: &'static str,
    /// The tables that it has.
    pub(crate) tables: &'static str,
}

/// The page that `help GAME` prints.
pub(crate) fn print(game: Game, guide: Guide, output: &mut Output) -> Result<(), Failure> {
    let Guide { name, rules, players, moves, aim, limits, tables } = guide;
    let roles = match players {
        Some([first, second]) => format!("{} moves first, then {second}, in turn.", capital(first)),
        None => String::new(),
    };
    let width = output.width();
    output.line(format_args!("{} ({game})", styled(HEADING, name)))?;
    let parts = [
        ("Rules", format!("{rules} {aim} {roles}")),
        ("Positions", capital(game.notation())),
        ("Moves", moves.to_owned()),
        ("Limits", limits.to_owned()),
        ("Tables", tables.to_owned()),
    ];
    for (title, text) in parts {
        output.line("")?;
        output.line(styled(HEADING, title))?;
        output.line(indented(&text, 2, width))?;
    }
    output.line("")?;
    output.line(styled(HEADING, "Examples"))?;
    let example = game.example();
    let board = if game == Game::Contour { "--board board.txt " } else { "" };
    for command in [format!("probe {game} {board}{example}"), format!("play {game}")] {
        output.line(format_args!("  perfectplay {command}"))?;
    }
    Ok(())
}

/// The games with a line and an example each, for `command` called without a game.
pub(crate) fn games(command: &str, width: usize) -> String {
    let mut text = String::new();
    for &game in Game::ALL {
        let example = match (command, game) {
            ("play", _) => String::new(),
            (_, Game::Contour) => " --board board.txt".to_owned(),
            _ => format!(" {}", game.example()),
        };
        text += &format!("  {} {}\n", styled(HEADING, format_args!("{game:<8}")), game.title());
        let example = format!("perfectplay {command} {game}{example}");
        text += &hanging("           ", &styled(FAINT, example), width);
        text += "\n";
    }
    text + "\n`perfectplay help GAME` tells more of one.\n"
}
