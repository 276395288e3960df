//! The tables that games can have, by their names.

use perfectplay_query::{Header, Problem, TableName, game_of_name};

use perfectplay_protocol::{Error, GameRef, LayerFill, TableRef, UsageError, Which};

/// The tables of these games that are built by default: those of single boards last.
///
/// ```
/// use perfectplay::{built_in, default_tables};
/// assert!(default_tables(&built_in()).iter().any(|table| table.name() == "number-40"));
/// ```
pub fn default_tables(games: &[GameRef]) -> Vec<TableRef> {
    let of_game = |game: &GameRef| game.shared().tables(Which::Default).unwrap_or_default();
    let mut tables: Vec<TableRef> = games.iter().flat_map(of_game).collect();
    tables.sort_by_key(|table| table.is_of_board());
    tables
}

/// The table with a name, if one of these games can have it.
///
/// ```
/// use perfectplay::{built_in, table_named};
/// assert_eq!(table_named("number-20", &built_in())?.states(), Some(3515));
/// # Ok::<(), perfectplay::Error>(())
/// ```
///
/// # Errors
/// If there is no such table; the text says which there are.
pub fn table_named(name: &str, games: &[GameRef]) -> Result<TableRef, Error> {
    let of_size = name.split_once('-').map_or(name, |(game, _)| game);
    let game = games.iter().find(|game| game.name() == name);
    let game = game.or_else(|| games.iter().find(|game| game.name() == of_size));
    let table = match game {
        Some(game) => game.shared().tables(Which::Named(name))?.pop(),
        None => None,
    };
    table.ok_or_else(|| {
        let documented = games.iter().filter(|game| game.about().facts.is_some());
        let some = default_tables(&documented.cloned().collect::<Vec<_>>());
        let some = some.iter().filter(|table| !table.is_of_board()).map(|table| table.name());
        let some = some.collect::<Vec<_>>().join(", ");
        let as_in = if some.is_empty() { "" } else { ", as in " };
        let name: String = name.chars().flat_map(char::escape_debug).take(40).collect();
        UsageError::Table(format!(
            "there is no table called `{name}`: a name is a game and a size{as_in}{some}"
        ))
        .into()
    })
}

/// The table of the board with this text, if the game has tables of single boards.
///
/// # Errors
/// If the text is wrong, or the game has none.
pub fn table_of_board(text: &str, game: &GameRef) -> Result<TableRef, Error> {
    let none = || UsageError::Table(format!("{game} has no tables of single boards"));
    Ok(game.shared().tables(Which::OfBoard(text))?.pop().ok_or_else(none)?)
}

/// The game of a table with this header, among these games.
pub(crate) fn game_of<'g>(header: &Header, games: &'g [GameRef]) -> Result<&'g GameRef, Problem> {
    let found = games.iter().find(|game| game.name() == header.name || game.name() == header.game);
    found.ok_or_else(|| Problem::UnknownGame(header.game.clone()))
}

/// Which tables there are that need no board, for people.
pub fn table_names(games: &[GameRef]) -> String {
    let names = games.iter().map(|game| &*game.about().tables).filter(|names| !names.is_empty());
    match names.collect::<Vec<_>>().split_last() {
        Some((last, names)) => format!("{} and {last}", names.join(", ")),
        None => String::new(),
    }
}

/// The game whose single boards have tables with names like this one: `contour` of `contour-daa36c61`.
pub fn game_of_board_table<'g>(name: &str, games: &'g [GameRef]) -> Option<&'g GameRef> {
    let game = perfectplay_query::game_of_board(name)?;
    games.iter().find(|one| one.name() == game && one.about().board_tables)
}

/// Whether there can be a table with a name: one of these games, of one of their boards, or of a game that is not among
/// them.
pub fn can_be_there(name: &TableName, games: &[GameRef]) -> bool {
    let name = name.as_str();
    let of_other = || {
        let game = game_of_name(name);
        games.iter().all(|one| Some(one.name()) != game)
    };
    of_other() || game_of_board_table(name, games).is_some() || table_named(name, games).is_ok()
}

/// The most bytes that the table with a name can have: those of a table of 2³² positions with codes of 16 bits, where these
/// games do not say it.
pub fn most_bytes(name: &TableName, games: &[GameRef]) -> u64 {
    const UNKNOWN: u64 = 9 << 30;
    let needs = table_named(name.as_str(), games).ok().and_then(|table| table.needs());
    needs.map_or(UNKNOWN, |needs| needs.disk)
}

/// Which tables are filled layer by layer, so that they can be computed in blocks, for people.
pub fn filled_names(games: &[GameRef]) -> String {
    let names = |wanted| {
        let filled = games.iter().filter(|game| game.about().filled == wanted);
        filled.map(GameRef::name).collect::<Vec<_>>().join(" and ")
    };
    match (names(LayerFill::All).as_str(), names(LayerFill::Large).as_str()) {
        ("", "") => "none of these games are".to_owned(),
        ("", large) => format!("large tables of {large} are"),
        (all, "") => format!("tables of {all} are"),
        (all, large) => format!("tables of {all} are, and large ones of {large}"),
    }
}
