//! A program with custom games, which is an example of this crate; and what the stock program makes of their
//! tables.

use crate::common::*;

#[test]
fn the_page_shows_the_example() {
    let page = include_str!("../../../../docs/custom-game.md");
    let blocks = |start| page.split(start).skip(1).map(|block| block.split_once("```").unwrap().0);
    let programs: Vec<&str> = blocks("```rust\n").collect();
    let new = include_str!("../../src/commands/new/main.rs.in");
    assert_eq!(new.split_once("\n#[cfg(test)]").unwrap().0, programs[0]);
    let example = include_str!("../../../../catalogue/examples/custom_games.rs");
    let pile =
        &programs[0][programs[0].find("/// Take").unwrap()..programs[0].find("fn main").unwrap()];
    assert!([pile, programs[1]].iter().all(|game| example.contains(game)));
    // Each message that it explains is one.
    let errors = include_str!("../../../tables/src/solve/error.rs").replace("\\\n         ", "");
    let (_, messages) = page.split_once("| message | what to do |\n|---|---|\n").unwrap();
    for row in messages.lines().take_while(|line| line.starts_with('|')) {
        let message = row.split('|').nth(1).unwrap().trim();
        assert!(errors.contains(message), "{message}");
    }

    let program = Program::new().and_custom_games().and_built();
    let answer = blocks("```json\n").next().unwrap();
    let (_, request) = page.split_once("curl 'localhost:8080").unwrap();
    let (path, _) = request.split_once('\'').unwrap();
    let (status, body) = ServerProcess::with(&program, "").ask("GET", path, "");
    assert_eq!((status, body.as_str()), (200, answer.trim_end()));
}
