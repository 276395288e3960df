//! Records of games in the formats of registries of solved games.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::Facts;
use crate::texts::{Kind, Texts};

/// A text that YAML and JSON read in the same way.
fn quoted(text: &str) -> Json {
    Json::from(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// How entries differ, with the value of each, and who says otherwise; a sentence each.
fn sentences(texts: &Texts, all: &[&Facts]) -> Vec<String> {
    let mut sentences = Vec::new();
    for it in all {
        let differs = texts.variant(&it.name).and_then(|variant| variant.differs.as_ref());
        let differs = differs.map_or_else(String::new, |text| format!(" {}", text.en));
        sentences.push(format!("{}: {}, {} positions.{differs}", it.name, it.value, it.positions));
        for other in it.published.iter().filter(|other| !other.is_confirmed) {
            let place = &other.place;
            sentences.push(format!("{} says {} of {} ({place}).", other.by, other.value, it.name));
        }
    }
    sentences
}

/// The command that proves a game.
fn proof(file: &Facts) -> String {
    let word =
        if file.is_large() { &file.name } else { file.name.split('-').next().unwrap_or_default() };
    format!("perfectplay catalogue --check {word}")
}

fn board(name: &str) -> &str {
    name.split_once('-').map_or(name, |(_, size)| size)
}

/// A record as `brianhliou/solved-games` has them.
pub(super) fn solved_games(file: &str, texts: &Texts, main: &Facts, all: &[&Facts]) -> String {
    let genre = match texts.kind {
        Kind::Alignment => "alignment",
        Kind::Blocking => "hunt",
        Kind::Capture => "capture",
        Kind::Sowing => "mancala",
        Kind::Paper => "cgt",
        Kind::Walls | Kind::Dice | Kind::Endgame => "other",
    };
    let result = match main.outcome.as_deref() {
        Some("win") => "first-player-win",
        Some("loss") => "second-player-win",
        _ => "draw",
    };
    let mut yaml = format!(
        "id: {file}\nname: {}\nfamily: other\ngenre: {genre}\nboard: {}\nresult: {result}\n\
         result_detail: {}\nstrength: strong\nmethod:\n  - retrograde-analysis\n",
        quoted(&texts.title.en),
        quoted(board(&main.name)),
        quoted(&format!("{} for the player who begins", main.value)),
    );
    if let Some((_, plies)) = main.value.split_once(" in ") {
        let _ = writeln!(yaml, "distance_to_result: \"{plies} plies from the start\"");
    }
    let states = main.plain.unwrap_or(main.positions);
    let counted = if main.plain.is_some() { "reachable, without symmetries" } else { "reachable" };
    let _ = write!(
        yaml,
        "complexity:\n  state_space: {states}   # {counted}\n  game_tree: null\nyear: 2026\n\
         solved_by: \"perfectplay\"\nverified: false\nsources:\n",
    );
    for source in &texts.source {
        let url = source.url.as_deref().unwrap_or_default();
        let _ = writeln!(yaml, "  - title: {}\n    url: {}", quoted(&source.what), quoted(url));
    }
    let notes = sentences(texts, all).join(" ");
    let rules = &texts.rules.en;
    let command = proof(main);
    let notes = format!("{rules} {notes} Every entry of the tables is proven by `{command}`.");
    let _ = writeln!(yaml, "notes: {}", quoted(&notes));
    yaml
}

/// A page as howtowin.games has them.
pub(super) fn howtowin(texts: &Texts, main: &Facts, all: &[&Facts]) -> String {
    let value = match (main.outcome.as_deref(), main.value.split_once(" in ")) {
        (Some("win"), plies) => format!("First player wins{}", in_plies(plies)),
        (Some("loss"), plies) => format!("Second player wins{}", in_plies(plies)),
        _ => "Draw".to_owned(),
    };
    let moves = match main.first_moves.as_slice() {
        [] => "none: every first move loses".to_owned(),
        moves => moves.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(" "),
    };
    let mut page = format!(
        "# {}\n\n| Field | Value |\n|-------|-------|\n| Players | 2 |\n| Perfect information | Yes |\n\
         | Chance element | No |\n| **Solution status** | Strongly solved |\n\
         | **Game-theoretic value** | {value} |\n| First moves that keep it | {moves} |\n\
         | State-space complexity | {} positions |\n| Solved by | perfectplay, `{}` |\n\n\
         ## Description\n\n{}\n\n## Solution status\n\n",
        texts.title.en,
        main.plain.unwrap_or(main.positions),
        proof(main),
        texts.rules.en.split_whitespace().collect::<Vec<_>>().join(" "),
    );
    for sentence in sentences(texts, all) {
        let _ = writeln!(page, "- {sentence}");
    }
    page += "\n## References\n\n";
    for source in &texts.source {
        let _ = match &source.url {
            Some(url) => writeln!(page, "- [{}]({url})", source.what),
            None => writeln!(page, "- {}", source.what),
        };
    }
    page
}

fn in_plies(plies: Option<(&str, &str)>) -> String {
    plies.map_or_else(String::new, |(_, plies)| format!(" in {plies} plies"))
}
