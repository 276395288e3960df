//! The answers that every language gives.

use perfectplay::GameRef;
use serde_json::Value as Json;

use crate::oracle::common::*;

fn answer(oracle: &Oracle, case: &Json) -> Result<Answer, Error> {
    let (text, is) = (|key: &str| case[key].as_str(), |key: &str| case[key] == true);
    let game: GameRef = oracle.game_named(text("game").unwrap())?;
    let game = match text("board") {
        Some(board) => game.shared().on_board(board.into())?,
        None => game,
    };
    let plies = if is("plies") { Plies::Always } else { Plies::default() };
    let question = Question::parse(game, text("position").unwrap())?.with_plies(plies);
    let question = question.with_line(is("line")).with_replies(is("replies"));
    oracle.answer(&question.with_grundy(is("grundy")))
}

#[test]
fn answers_are_those_of_all_languages() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("../../conformance.json")).unwrap();
    let oracle = with_tables();
    for case in &cases {
        match answer(&oracle, case) {
            Ok(answer) => {
                // As text, as the program's JSON is: numbers are then read in the same way.
                let text = serde_json::to_string(&answer).unwrap();
                assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), case["answer"], "{case}");
            }
            Err(error) => assert_eq!(error.code().name(), case["error"], "{case}"),
        }
    }
}
