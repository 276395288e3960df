//! `positions`: random positions with the values of all moves.

use crate::common::*;

#[test]
fn every_position_is_answered_as_probe_answers_it() {
    let program = Program::with_tables();
    for game in GAMES {
        let draw =
            |seed| program.run_well(format!("positions {game} --count 5 --seed {seed} --json"));
        let run = draw("9");
        let answers = run.rows();
        let drawn = &answers[0]["drawn"];
        let expected = (&game.into(), &5.into(), &9.into());
        assert_eq!((&drawn["game"], &drawn["count"], &drawn["seed"]), expected);
        assert_eq!(answers.len(), 6, "{game}");
        if let Some(board) = drawn["board"].as_str() {
            program.write("board.txt", board);
        }
        let board = if game == "contour" { "--board board.txt" } else { "" };
        for (line, answer) in run.stdout.lines().zip(&answers).skip(1) {
            let position = answer["position"].as_str().unwrap();
            let probed = program.run_well(format!("probe {game} --json '{position}' {board}"));
            assert_eq!(probed.stdout.trim_end(), line);
        }
        assert_eq!(draw("9").stdout, run.stdout);
        assert_ne!(draw("8").stdout, run.stdout);
    }
}

#[test]
fn a_decisive_position_has_moves_that_differ_by_more_than_plies() {
    let program = Program::new();
    for table in ["number-12", "tower-2", "stake-3", "tokens-2x4", "chomp-4x5"] {
        let run = program.run_well(format!("positions {table} --count 5 --decisive --json"));
        let answers = run.rows();
        assert_eq!(answers.len(), 6, "{table}");
        for answer in &answers[1..] {
            let rolls =
                answer["rolls"].as_array().map(|rolls| rolls.iter().map(|roll| &roll["moves"]));
            let groups = rolls.map_or_else(|| vec![&answer["moves"]], Iterator::collect);
            let has_choice = |moves: &&Value| {
                let result = |reply: &Value| {
                    let mut result = reply["result"].clone();
                    result.as_object_mut().unwrap().remove("plies");
                    result.to_string()
                };
                moves.as_array().unwrap().iter().map(result).collect::<BTreeSet<_>>().len() > 1
            };
            assert!(groups.iter().any(has_choice), "{answer}");
        }
    }
}
