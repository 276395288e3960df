//! Solves the games of the catalogue that take seconds, and prints a table of their values in Markdown. Words
//! choose those whose names begin with one of them, large ones as well.

#![allow(clippy::print_stdout, reason = "it is what the program is for")]

use std::error::Error;

use perfectplay_catalogue::Entry;
use perfectplay_tables::solve::{Control, Game, SolvedTable, Values, build};

fn print_row(Entry { title, game, .. }: Entry) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    build(&game, folder.path())?;
    let table = SolvedTable::open(game, folder.path())?;
    let value = table.value(game.start())?;
    let mut longest = None;
    if matches!(game.values(), Values::Outcome | Values::Misere) {
        for word in table.words(u64::MAX, Control::SILENT)? {
            let value = table.unchecked_value(word)?;
            longest = longest.max(value.plies().filter(|_| value.wins() == Some(true)));
        }
    }
    let longest = longest.map_or_else(String::new, |plies| plies.to_string());
    println!("| `{}` | {title} | {} | {value} | {longest} |", game.name(), table.header().states);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("| name | game | positions | value of the start | longest win |");
    println!("|---|---|---:|---|---:|");
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |Entry { game, is_large, .. }: &Entry| match words.is_empty() {
        true => !is_large,
        false => words.iter().any(|word| game.name().starts_with(word)),
    };
    perfectplay_catalogue::all().into_iter().filter(is_wanted).try_for_each(print_row)
}
