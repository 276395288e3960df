//! The page of the catalogue, and the files beside it.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::records::{howtowin, solved_games};
use super::{Compared, Facts};
use crate::texts::Texts;

/// What stands above the table.
const HEAD: &str = include_str!("head.md");

/// More moves than these are only counted.
const MOST_MOVES: usize = 6;

/// The page, and a record of each game in the format of each registry, by their paths in a folder.
#[must_use]
pub fn files(facts: &[Facts], texts: &[(&'static str, Texts)]) -> Vec<(PathBuf, String)> {
    let mut files = vec![(PathBuf::from("README.md"), format!("{HEAD}\n{}", table(facts)))];
    for (file, texts) in texts {
        let of_game: Vec<&Facts> = facts.iter().filter(|it| it.game == *file).collect();
        // Registries have games without chance, at the size that others name first.
        let is_main = |it: &&&Facts| texts.variant(&it.name).is_some_and(|variant| variant.main);
        let Some(main) = of_game.iter().find(is_main).filter(|it| it.outcome.is_some()) else {
            continue;
        };
        let folder = PathBuf::from("registries");
        let yaml = solved_games(file, texts, main, &of_game);
        files.push((folder.join(format!("solved-games/{file}.yaml")), yaml));
        let page = howtowin(texts, main, &of_game);
        files.push((folder.join(format!("howtowin.games/{file}.md")), page));
    }
    files
}

/// What was found about entries, and who has published what of them, in Markdown.
fn table(facts: &[Facts]) -> String {
    let columns = "name | game | positions | value of the start | moves that keep it | longest win | published";
    let mut table = format!("| {columns} |\n|---|---|---:|---|---|---:|---|\n");
    for it in facts {
        let moves = match it.first_moves.as_slice() {
            moves if moves.len() > MOST_MOVES => format!("{} moves", moves.len()),
            moves => moves.iter().map(|step| format!("`{step}`")).collect::<Vec<_>>().join(" "),
        };
        let longest = it.longest_win.map_or_else(String::new, |plies| plies.to_string());
        let published: Vec<_> = it.published.iter().map(verdict).collect();
        let published = published.join("; ");
        let Facts { name, title, positions, value, .. } = it;
        let _ = writeln!(
            table,
            "| `{name}` | {title} | {positions} | {value} | {moves} | {longest} | {published} |"
        );
    }
    table
}

fn verdict(compared: &Compared) -> String {
    let Compared { by, place, value, is_confirmed, .. } = compared;
    let by = if place.starts_with("http") { format!("[{by}]({place})") } else { by.clone() };
    match is_confirmed {
        true => format!("{value} ({by}): confirmed"),
        false => format!("{value} ({by}): **corrected**"),
    }
}
