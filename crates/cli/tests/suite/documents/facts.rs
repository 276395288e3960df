//! What core says of its games is what the explorer, the description of the server and the documents say.

use perfectplay_games::contour::Board;
use serde_json::to_string as quoted;

use super::*;

/// What stands between two marks of a file, which is written anew if documents are.
fn check(file: &str, start: &str, end: &str, expected: &str) {
    let path = repository().join(file);
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(start).unwrap_or_else(|| panic!("{file}: no {start}"));
    let (_, after) = rest.split_once(end).unwrap_or_else(|| panic!("{file}: no {end}"));
    super::check(&path, &format!("{before}{start}{expected}{end}{after}"));
}

#[test]
fn the_explorer_says_of_games_what_core_says() {
    let games = built_in().into_iter().map(|game| {
        let facts = game.about().facts.unwrap();
        let rules = format!("{} {}", facts.rules, facts.aim);
        let texts = [facts.name, facts.label, facts.rule, &rules, facts.start, facts.board.unwrap_or("")];
        let [name, label, rule, rules, start, board] = texts.map(|text| quoted(text).unwrap());
        format!(
            "\n  \"{game}\": {{\n    \"name\": {name},\n    \"label\": {label},\n    \"rule\": {rule},\n    \
             \"rules\": {rules},\n    \"initial\": {{\n      \"start\": {start},\n      \"board\": {board}\n    }}\n  }}"
        )
    });
    let expected = format!("{{{}\n}}\n", games.collect::<Vec<_>>().join(","));
    super::check(&repository().join("explorer/page/games/described.json"), &expected);
}

#[test]
fn the_description_of_the_server_says_of_games_what_core_says() {
    let names = built_in().iter().map(|game| quoted(game.name()).unwrap()).collect::<Vec<_>>();
    check(
        "crates/server/src/openapi.json",
        "\"anyOf\": [{\"enum\": [",
        "]}, {\"type\": \"string\", \"pattern\": \"^[a-z0-9]+-",
        &names.join(", "),
    );
    let notations = built_in()
        .into_iter()
        .map(|game| format!("\\n- `{game}`: {}", game.about().facts.unwrap().notation));
    check(
        "crates/server/src/openapi.json",
        "begins with its start if there is none):\\n",
        "\",\n        \"schema\": {\"type\": \"string\"},\n        \"example\": \"2 5\"",
        &notations.collect::<String>().replace('"', "\\\""),
    );
}

#[test]
fn the_documents_say_of_games_what_core_says() {
    let mut rows = String::from("\n\n| game | a position | a move |\n|---|---|---|\n");
    for game in built_in() {
        let facts = game.about().facts.unwrap();
        rows += &format!("| [{game}]({game}.md) | {} | {} |\n", facts.notation, facts.moves);
    }
    check("docs/embedding.md", "How games write them:", "\n### Values", &rows);
}

/// The board is read where a game begins, without a way for an error.
#[test]
fn the_boards_of_starts_can_be_read() {
    for board in built_in().iter().filter_map(|game| game.about().facts.unwrap().board) {
        Board::from_text(board).unwrap();
    }
}
