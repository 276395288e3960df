//! What a player needs to know about a game: the head of `play`, and `help GAME`.

use perfectplay::GameRef;
use perfectplay_core::Facts;

use crate::failure::Result;
use crate::games::Games;
use crate::terminal::{FAINT, HEADING, Output, capital, hanging, styled};
use crate::{advice, program};

/// A game in words, for the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guide<'a> {
    /// The name for people.
    pub(crate) name: &'a str,
    /// How to play it.
    pub(crate) rules: &'a str,
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

/// What a player needs to know about a game.
pub(crate) fn of(game: &GameRef) -> Guide<'_> {
    let about = game.about();
    match about.facts {
        Some(&Facts { name, rules, players, moves, aim, limits, tables, .. }) => {
            Guide { name, rules, players, moves, aim, limits, tables }
        }
        None => Guide {
            name: &about.name,
            rules: &about.rules,
            players: None,
            moves: "In `play`, `moves` shows how moves are written.",
            aim: "",
            limits: "Every position that play can reach from the start.",
            tables: "One, which has the game's name.",
        },
    }
}

/// The page that `help GAME` prints.
pub(crate) fn print(game: &GameRef, output: &mut Output) -> Result<()> {
    let Guide { name, rules, players, moves, aim, limits, tables } = of(game);
    let roles = match players {
        Some([first, second]) => format!("{} moves first, then {second}, in turn.", capital(first)),
        None => String::new(),
    };
    let width = output.width();
    output.line(format_args!("{} ({game})", styled(HEADING, name)))?;
    let parts = [
        ("Rules", format!("{rules} {aim} {roles}").trim().to_owned()),
        ("Positions", capital(&notation(game))),
        ("Moves", moves.to_owned()),
        ("Limits", limits.to_owned()),
        ("Tables", tables.to_owned()),
    ];
    for (title, text) in parts.into_iter().filter(|(_, text)| !text.is_empty()) {
        output.line("")?;
        output.line(styled(HEADING, title))?;
        output.line(hanging("  ", &text, width))?;
    }
    output.line("")?;
    output.line(styled(HEADING, "Examples"))?;
    let about = game.about();
    let example = match about.facts {
        Some(facts) => facts.example.to_owned(),
        None => advice::in_shell(&about.example),
    };
    let board = if game.has_board() { "--board board.txt " } else { "" };
    let program = program::name();
    for command in [format!("probe {game} {board}{example}"), format!("play {game}")] {
        output.line(format_args!("  {program} {command}"))?;
    }
    Ok(())
}

/// How positions are written.
fn notation(game: &GameRef) -> String {
    let about = game.about();
    match about.facts {
        Some(facts) => facts.notation.to_owned(),
        None => format!("as `{}`, with which a game begins", about.start),
    }
}

/// A line about a game.
pub(crate) fn title(game: &GameRef) -> String {
    let about = game.about();
    match about.facts {
        Some(facts) => facts.title.to_owned(),
        None if about.rules.trim().is_empty() => {
            "a custom game whose description has no `rules`".to_owned()
        }
        None => about.rules.split_inclusive('.').next().unwrap_or_default().to_owned(),
    }
}

/// The games with a line and an example each, for `command` called without a game.
pub(crate) fn games(command: &str, games: &Games, width: usize) -> String {
    let mut text = String::new();
    let columns = games.listed().iter().map(|game| game.name().len()).max().unwrap_or(0).max(8);
    for game in games.listed() {
        let example = match game.about().facts {
            Some(_) if command != "play" && game.has_board() => " --board board.txt".to_owned(),
            Some(facts) if command != "play" => format!(" {}", facts.example),
            _ => String::new(),
        };
        let name = styled(HEADING, format_args!("{game:<columns$}"));
        text += &format!("  {name} {}\n", title(game));
        let example = format!("{} {command} {game}{example}", program::name());
        text += &hanging(&" ".repeat(columns + 3), &styled(FAINT, example), width);
        text += "\n";
    }
    let more = in_catalogue(games).map_or_else(String::new, |more| format!("  {more}\n"));
    text + &format!("{more}\n{} tells more of one.\n", advice::command("help GAME"))
}

/// How many games are in the catalogue, and how they are listed.
pub(crate) fn in_catalogue(games: &Games) -> Option<String> {
    let (more, first) = (games.catalogue().len(), games.catalogue().first()?);
    Some(format!("{more} classic ones, as {first}: {} lists them", advice::command("catalogue")))
}
