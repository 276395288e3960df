//! The page of the catalogue, and the files beside it.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::json;

use super::records::{howtowin, solved_games};
use super::{Compared, Facts};
use crate::texts::{Text, Texts};

/// What stands above the table.
const HEAD: &str = include_str!("head.md");

/// More moves than these are only counted.
const MOST_MOVES: usize = 6;

/// The file with what was found out about all entries, from which the other ones are made.
pub const FACTS: &str = "facts.json";

/// The page, what was found out, and a record of each game in the format of each registry, by their paths in a folder.
#[must_use]
pub fn files(facts: &[Facts], texts: &[(&'static str, Texts)]) -> Vec<(PathBuf, String)> {
    let lines: Vec<_> = facts.iter().map(|it| json!(it.without_texts()).to_string()).collect();
    let mut files = vec![
        (PathBuf::from(FACTS), format!("[\n{}\n]\n", lines.join(",\n"))),
        (PathBuf::from("README.md"), format!("{HEAD}\n{}", table(facts))),
        (PathBuf::from("page/texts/en.json"), told(facts, texts, |text| &text.en)),
        (PathBuf::from("page/texts/zh.json"), told(facts, texts, |text| &text.zh)),
    ];
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

/// All that the explorer tells of the catalogue, in a language.
fn told(facts: &[Facts], all: &[(&'static str, Texts)], of: impl Fn(&Text) -> &str) -> String {
    let entry = |texts: &Texts, it: &Facts| {
        let variant = texts.variant(&it.name);
        let published = texts.published.iter().filter(|published| published.name == it.name);
        let published = it.published.iter().zip(published).map(|(compared, published)| {
            json!({
                "by": compared.by,
                "place": compared.place,
                "value": compared.value,
                "confirmed": compared.is_confirmed,
                "note": published.note.as_ref().map(&of),
            })
        });
        let mut entry = json!({
            "name": it.name,
            "main": variant.is_some_and(|variant| variant.main),
            "differs": variant.and_then(|variant| variant.differs.as_ref()).map(&of),
            "start": it.start,
            "value": it.value,
            "positions": it.positions,
            "moves": it.first_moves,
            "published": published.collect::<Vec<_>>(),
        });
        if let Some(plies) = it.longest_win {
            entry["longest"] = plies.into();
        }
        if it.is_large() {
            entry["large"] = true.into();
        }
        entry
    };
    let mut by_kind: Vec<_> = all.iter().collect();
    by_kind.sort_by_key(|(_, texts)| texts.kind);
    let games = by_kind.into_iter().filter_map(|(file, texts)| {
        let of_game = facts.iter().filter(|it| it.game == *file);
        let entries: Vec<_> = of_game.map(|it| entry(texts, it)).collect();
        let game = json!({
            "game": file,
            "kind": texts.kind,
            "title": of(&texts.title),
            "rules": of(&texts.rules).split_whitespace().collect::<Vec<_>>().join(" "),
            "source": texts.source,
            "entries": entries,
        });
        (!entries.is_empty()).then_some(game)
    });
    let games = games.map(|game| game.to_string()).collect::<Vec<_>>();
    format!("[\n{}\n]\n", games.join(",\n"))
}

/// What was found about entries, and who has published what of them, in Markdown.
fn table(facts: &[Facts]) -> String {
    let columns = "name | game | positions | value of the start | moves that keep it | longest win | published";
    let mut table = format!("| {columns} |\n|---|---|---:|---|---|---:|---|\n");
    for it in facts {
        let moves = match it.first_moves.as_slice() {
            moves if moves.len() > MOST_MOVES => format!("{} moves", moves.len()),
            moves => {
                // A bar would end the column.
                let moves = moves.iter().map(|step| format!("`{}`", step.replace('|', "\\|")));
                moves.collect::<Vec<_>>().join(" ")
            }
        };
        let longest = it.longest_win.map_or_else(String::new, |plies| plies.to_string());
        let published: Vec<_> = it.published.iter().map(verdict).collect();
        let published = published.join("; ");
        let Facts { name, title, positions, .. } = it;
        let value = it.told_value();
        let _ = writeln!(
            table,
            "| `{name}` | {title} | {positions} | {value} | {moves} | {longest} | {published} |"
        );
    }
    table
}

fn verdict(compared: &Compared) -> String {
    let Compared { by, place, value, is_confirmed, positions, are_positions_confirmed } = compared;
    let by = if place.starts_with("http") { format!("[{by}]({place})") } else { by.clone() };
    let word = |is_right| if is_right { "confirmed" } else { "**corrected**" };
    let counted = match positions.zip(*are_positions_confirmed) {
        Some((positions, is_right)) => format!(", {positions} positions: {}", word(is_right)),
        None => String::new(),
    };
    format!("{value} ({by}): {}{counted}", word(*is_confirmed))
}
