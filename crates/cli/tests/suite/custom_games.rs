//! A program with custom games, which is an example of this crate; and what the stock program makes of their
//! tables.

use crate::common::*;
use crate::serve::ServerProcess;

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_stock_program_packs_and_serves_such_tables() {
    let stock = Program::with_tables_of_custom_games();
    stock.run_well("pack pile-21 kayles-20 tictactoe-3x3 --out release");
    let readme = fs::read_to_string(stock.path("release/README.md")).unwrap();
    assert!(readme.contains("| `kayles-20` | kayles | 792 (unproven) |"), "{readme}");
    stock.run_well("unpack --from release --tables unpacked");
    let served = ServerProcess::start(&stock);
    for file in ["pile-21.table", "kayles-20.table", "tictactoe-3x3.table"] {
        assert_eq!(served.ask("HEAD", &format!("/tables/{file}"), "").0, 200);
        let bytes = |folder| fs::read(stock.path(folder).join(file)).unwrap();
        assert_eq!(bytes("unpacked"), bytes("tables"));
    }
}

#[test]
fn answers_of_a_server_are_those_of_probe() {
    let program = Program::new().and_custom_games();
    let served = ServerProcess::start(&program);
    let (status, missing) = served.ask("GET", "/v1/kayles-20?position=7", "");
    assert_eq!((status, &json_of(&missing)["error"]["code"]), (404, &json!("missing")));
    let (_, tables) = served.ask("GET", "/v1/tables", "");
    assert_eq!(json_of(&tables)["missing"], json!(["pile-21", "tictactoe-3x3", "kayles-20"]));
    program.run_well("build");
    for (game, position) in [("tictactoe-3x3", "XX./OO./..."), ("kayles-20", "7")] {
        let (status, body) = served.ask("GET", &format!("/v1/{game}?position={position}"), "");
        let probed = program.run_well(format!("probe {game} '{position}' --json")).stdout;
        assert_eq!((status, body.as_str()), (200, probed.trim_end()));
    }
    let (status, start) = served.ask("GET", "/v1/kayles-20?moves=false", "");
    assert_eq!((status, &json_of(&start)["position"]), (200, &json!("1048575")));
    let batch = r#"{"positions":["7","x","6"],"moves":false}"#;
    let (status, answers) = served.ask("POST", "/v1/kayles-20", batch);
    let answers = &json_of(&answers)["answers"];
    assert_eq!(status, 200);
    assert_eq!(answers[0]["value"], json!({ "grundy": 3 }));
    assert_eq!(answers[1]["error"]["code"], "position");
    assert_eq!(answers[2]["value"], json!({ "grundy": 2 }));
}

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
    assert!([pile, programs[1], programs[2]].iter().all(|game| example.contains(game)));
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
    let (status, body) = ServerProcess::start(&program).ask("GET", path, "");
    assert_eq!((status, body.as_str()), (200, answer.trim_end()));
}
