//! `probe`: the contract's forms, many positions, and bad input.

use crate::common::Program;
use crate::document;
use perfectplay_core::Game;

const ANSWER: &str = r#"{"game":"number","position":"2 3 4 5 6","value":{"outcome":"win","plies":5},"moves":[{"move":"4","position":"2 3 5 6","value":{"outcome":"loss","plies":4},"result":{"outcome":"win","plies":5},"best":true,"winning":true},{"move":"5","position":"2 3 4 6","value":{"outcome":"loss","plies":4},"result":{"outcome":"win","plies":5},"best":true,"winning":true},{"move":"6","position":"2 3 4 5","value":{"outcome":"loss","plies":4},"result":{"outcome":"win","plies":5},"best":true,"winning":true},{"move":"2","position":"3 5","value":{"outcome":"win","plies":1},"result":{"outcome":"loss","plies":2},"best":false,"winning":false},{"move":"3","position":"2 4 5","value":{"outcome":"win","plies":1},"result":{"outcome":"loss","plies":2},"best":false,"winning":false}],"table":"number-20"}"#;

#[test]
fn json_has_the_contracts_form_and_names_the_table_that_answered_or_none() {
    let with = ["probe", "number", "2", "3", "4", "5", "6", "--json"];
    assert_eq!(Program::with_tables().run_well(&with).stdout, format!("{ANSWER}\n"));
    let without = Program::new().run_well(&["--json", "probe", "number", "2 3 4 5 6"]);
    assert_eq!(without.stdout, format!("{}\n", ANSWER.replace("\"number-20\"", "null")));
}

#[test]
fn positions_are_given_by_the_numbers_named_too() {
    let run = Program::with_tables().run(&["probe", "number", "after:4,3", "--line", "--json"]);
    let start = r#"{"game":"number","position":"2 5","value":{"outcome":"win","plies":1}"#;
    assert!(run.stdout.starts_with(start), "{run:?}");
    let line = r#""line":[{"move":"2","position":"none","value":{"outcome":"loss","plies":0}}]"#;
    assert!(run.stdout.contains(line), "{run:?}");
}

#[test]
fn the_empty_position_is_lost_and_has_no_move() {
    let program = Program::with_tables();
    let run = program.run(&["probe", "number", "none", "--json"]);
    assert_eq!(
        run.stdout,
        "{\"game\":\"number\",\"position\":\"none\",\"value\":{\"outcome\":\"loss\",\"plies\":0},\
         \"moves\":[],\"table\":\"number-20\"}\n"
    );
    assert!(program.run(&["probe", "number", "none"]).stdout.contains("There is no move."));
}

#[test]
fn a_table_answers_positions_up_to_its_bound_and_the_next_larger_one_beyond() {
    let program = Program::with_tables();
    program.run_well(&["build", "number-22"]);
    for (position, table) in [
        ("after:2,23", "\"number-22\""),
        ("after:2,21", "\"number-20\""),
        ("after:2,27", "\"number-40\""),
    ] {
        let run = program.run(&["probe", "number", position, "--json"]);
        assert!(run.stdout.ends_with(&format!("\"table\":{table}}}\n")), "{run:?}");
    }
}

#[test]
fn a_hundred_thousand_positions_come_out_a_line_each() {
    let program = Program::with_tables();
    let input = "2 3 4 5 6\nafter:4,3\n\nnone\n2\r\n".repeat(25_000);
    let run = program.feed(&["probe", "number", "-"], input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.lines().count(), 100_000);
    assert!(run.stdout.lines().step_by(4).all(|line| line == ANSWER));
}

#[test]
fn a_bad_line_is_named_and_what_was_answered_before_it_stays() {
    let run = Program::with_tables().feed(&["probe", "number", "-"], b"2 3 4 5 6\n2 3 9\n2\n");
    run.assert_fails(2, "line 2: 9 is available, but 4 and 5 are not: 9 = 4 + 5");
    assert_eq!(run.stdout, format!("{ANSWER}\n"));
}

#[test]
fn bad_positions_are_refused_in_one_line() {
    let program = Program::with_tables();
    let board = "tables/boards/contour-contest.txt";
    for (reader, text, read) in document::rows() {
        let (game, is_position) = match reader.split_once("::") {
            // The program takes a size for its full board.
            Some(("stake" | "tower", _)) if text.parse::<u8>().is_ok() => ("", false),
            Some((game, "Position" | "Named")) if reader != "number::Position" => (game, true),
            _ => ("", false),
        };
        if let (true, Err(message)) = (is_position, read) {
            let words: &[&str] = if game == "contour" { &["--board", board] } else { &[] };
            let words = [&["probe", game], words, &["--", &text]].concat();
            program.run(&words).assert_fails(2, &message);
        }
    }
    let games: Vec<&str> = Game::ALL.iter().map(|game| game.name()).collect();
    let there = format!("[possible values: {}]", games.join(", "));
    program.run(&["probe", "chess", "e4"]).assert_says(2, &there);
}

#[test]
fn a_size_means_its_full_board() {
    let program = Program::with_tables();
    for (game, size, board) in [
        ("chomp", "3x4", "4,4,4"),
        ("stake", "2", "../.."),
        ("tokens", "2x3", "P../..P"),
        ("tower", "2", "RGB/RGB"),
    ] {
        let answer = program.run_well(&["probe", game, size, "--json"]);
        assert_eq!(answer, program.run_well(&["probe", game, board, "--json"]));
    }
    // Of the games whose positions look like sizes, these stay positions.
    assert!(
        program.run_well(&["probe", "number", "2", "--json"]).stdout.contains("\"position\":\"2\"")
    );
    assert!(
        program.run_well(&["probe", "chomp", "3", "--json"]).stdout.contains("\"position\":\"3\"")
    );
}

#[test]
fn a_game_has_the_names_by_which_it_is_known() {
    let program = Program::with_tables();
    for (name, game) in [
        ("Number", "number"),
        ("sylver", "number"),
        ("sylver-coinage", "number"),
        ("JENGA", "tower"),
        ("stake-your-claim", "stake"),
        ("一双木棋", "contour"),
    ] {
        let run = program.run_well(&["help", name]);
        assert_eq!(run.stdout, program.run_well(&["help", game]).stdout, "{name}");
    }
    // A short word names none.
    assert_eq!(program.run(&["probe", "the", "2"]).code, 2);
    let size = "`chomp-8x10` is no game: a size follows the game's name, as in `chomp 8x10`";
    program.run(&["probe", "chomp-8x10"]).assert_says(2, size);
    for (table, nearest) in [
        ("chomp-10x8", "chomp-8x10 is the table of that size"),
        ("stake-6", "tables of stake are stake-1 to stake-5"),
        ("chomp", "tables of chomp are chomp-MxN with M up to N and up to 64 together"),
        ("nim-3", "a name is a game and a size, as in number-20, "),
    ] {
        let what = format!("there is no table called `{table}`: {nearest}");
        program.run(&["build", table]).assert_says(2, &what);
    }
    assert_eq!(program.run(&["build", "Sylver-20"]).code, 0);
}

#[test]
fn people_get_a_drawing_without_colours_in_a_pipe() {
    let run = Program::with_tables().run(&["probe", "number", "2", "3", "4", "5", "6", "--line"]);
    assert_eq!(
        run.stdout,
        "\
position  2 3 4 5 6
value     win in 5 for the player to move
table     number-20

move  leads to  result
   4  2 3 5 6   win in 5  best
   5  2 3 4 6   win in 5  best
   6  2 3 4 5   win in 5  best
   2  3 5       loss in 2
   3  2 4 5     loss in 2

best play 4 5 6 2 3

          1: 4      2: 5      3: 6      4: 2      5: 3
          2 3 5 6   2 3 6     2 3       3         none
"
    );
}

#[test]
fn towers_are_answered_by_rolls_in_the_contracts_form() {
    let run = Program::with_tables().run_well(&["probe", "tower", "RGB/GRG", "--json"]);
    assert!(run.stdout.starts_with(
        "{\"game\":\"tower\",\"position\":\"RGB/GRG\",\"value\":{\"expected\":8.656},\
         \"rolls\":[{\"roll\":\"red\",\"probability\":\"1/6\",\"moves\":[{\"move\":\"1L>M\",\
         \"position\":\".GB/GRG/.R.\",\"value\":{\"expected\":7.68},\
         \"result\":{\"expected\":8.68},\"best\":true},"
    ));
    assert!(run.stdout.ends_with(
        "{\"roll\":\"black\",\"probability\":\"1/6\",\"moves\":[]}],\"table\":\"tower-6\"}\n"
    ));
}

#[test]
fn a_tower_without_its_table_is_solved_on_the_spot_or_names_the_table() {
    let program = Program::new();
    let with = Program::with_tables().run(&["probe", "tower", "RGB/R.G/.B./GR.", "--json"]);
    let without = program.run(&["probe", "tower", "RGB/R.G/.B./GR.", "--json"]);
    assert_eq!(without.stdout, with.stdout.replace("\"tower-6\"", "null"));
    program.run(&["probe", "tower", &["RGB"; 10].join("/")]).assert_fails(
        3,
        "no table has this position, and solving it takes 553635477 states and 4.1 GiB of memory, \
         where 200000000 states are allowed; --limit raises that; `perfectplay build tower-10` \
         makes the table that has it, in 22.1 MiB of memory and 4.1 GiB on disk",
    );
    program.run(&["probe", "tower", &["RGB"; 13].join("/")]).assert_fails(
        3,
        "this tower is beyond all tables, which hold what towers of up to 12 full levels can become",
    );
}

#[test]
fn no_line_is_best_where_a_die_decides() {
    Program::new()
        .run(&["probe", "tower", "RGB/GRG", "--line"])
        .assert_fails(2, "--line: the die decides how a game of tower goes on, so no line is best");
}

#[test]
fn towers_come_out_a_line_each() {
    let program = Program::with_tables();
    let run = program.feed(&["probe", "tower", "-"], b"RGB\nRGB/GRG\nRRR/RRR/RRR\nX\n");
    run.assert_fails(2, "line 4: level 1, left place: found 'X', expected R, G, B or '.' (empty)");
    assert_eq!(run.stdout.lines().count(), 3);
}

#[test]
fn bad_contours_and_boards_are_refused_in_one_line() {
    let program = Program::with_tables();
    let board = "tables/boards/contour-contest.txt";
    for (contour, message) in [
        ("4", "not of this board: row 0 has 4 taken cells, but the board has only 3 columns"),
        ("1,1,1", "not of this board: cells of row 2 are taken, but the board has only 2 rows"),
    ] {
        program.run(&["probe", "contour", "--board", board, contour]).assert_fails(2, message);
    }
    for (board, message) in [
        ("", "line 1, column 1: the input ends where the number of rows (1 to 16) should be"),
        ("2 17\n", "line 1, column 3: `17` where the number of columns (1 to 16) was expected"),
        (
            "1 1\n5 2147483648\n",
            "line 2, column 3: `2147483648` where the score of player B at row 0, column 0 (0 to 2147483647) was expected",
        ),
    ] {
        program.write("board.txt", board);
        let run = program.run(&["probe", "contour", "--board", "board.txt", "0"]);
        run.assert_fails(2, &format!("board.txt: {message}"));
    }
}

#[test]
fn contours_come_out_a_line_each_and_best_play_ends_on_the_full_board() {
    let program = Program::with_tables();
    let board = "tables/boards/contour-contest.txt";
    let run =
        program.feed(&["probe", "contour", "--board", board, "-", "--line"], b"0\n3,2\n3,3\n");
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    for (line, part) in [
        (0, r#""value":{"score":2}"#),
        (0, r#""position":"3,3""#),
        (1, r#""line":[{"move":"1,2","gain":1,"position":"3,3","value":{"score":0}}]"#),
        (2, r#""moves":[],"line":[]"#),
    ] {
        assert!(lines[line].contains(part), "{part}: {run:?}");
    }
}

#[test]
fn stake_boards_are_answered_in_the_contracts_form_with_and_without_a_table() {
    let with = Program::with_tables().run(&["probe", "stake", "01/..", "--json", "--line"]);
    assert_eq!(
        with.stdout,
        "{\"game\":\"stake\",\"position\":\"01/..\",\"value\":{\"score\":0},\"moves\":[\
         {\"move\":\"1,0\",\"position\":\"01/0.\",\"value\":{\"score\":0},\"result\":{\"score\":0},\"best\":true},\
         {\"move\":\"1,1\",\"position\":\"01/.0\",\"value\":{\"score\":0},\"result\":{\"score\":0},\"best\":true}],\
         \"line\":[{\"move\":\"1,0\",\"position\":\"01/0.\",\"value\":{\"score\":0}},\
         {\"move\":\"1,1\",\"position\":\"01/01\",\"value\":{\"score\":0}}],\"table\":\"stake-4\"}\n"
    );
    let without = Program::new().run(&["probe", "stake", "01/..", "--json", "--line"]);
    assert_eq!(without.stdout, with.stdout.replace("\"stake-4\"", "null"));
}

#[test]
fn a_large_stake_board_is_refused() {
    let large = Program::new().run(&["probe", "stake", &["......"; 6].join("/")]);
    large.assert_fails(3, "the board has 36 empty cells; at most 24 can be solved");
}

#[test]
fn small_towers_that_no_full_tower_becomes_are_searched() {
    let program = Program::with_tables();
    for (tower, minutes) in [(".G.", "0.0"), ("R.R/.G.", "0.0"), ("RG./R..", "6.0")] {
        let run = program.run(&["probe", "tower", tower, "--json"]);
        let value = format!("\"value\":{{\"expected\":{minutes}}},\"rolls\"");
        assert!(run.stdout.contains(&value), "{tower}: {run:?}");
        assert!(run.stdout.ends_with("\"table\":null}\n"), "{tower}: {run:?}");
    }
}

#[test]
fn tokens_moves_have_the_value_of_positions_that_may_not_come_back() {
    let program = Program::new();
    let run = program.run(&["probe", "tokens", "P.#P", "--json", "--line"]);
    assert_eq!(
        run.stdout,
        "{\"game\":\"tokens\",\"position\":\"P.#P\",\"value\":{\"outcome\":\"win\"},\"moves\":[\
         {\"move\":\"0,0>0,1\",\"position\":\".P#P history:0,0+0,3\",\"value\":{\"outcome\":\"loss\"},\
         \"result\":{\"outcome\":\"win\"},\"best\":true,\"winning\":true}],\
         \"line\":[{\"move\":\"0,0>0,1\",\"position\":\".P#P history:0,0+0,3\",\"value\":{\"outcome\":\"loss\"}}],\
         \"table\":null}\n"
    );
    let with = Program::with_tables().run(&["probe", "tokens", "P.#P", "--json", "--line"]);
    assert_eq!(with.stdout, run.stdout.replace("\"table\":null", "\"table\":\"tokens-4x4\""));
    let fresh = program.run(&["probe", "tokens", ".P#P", "--json"]);
    assert!(fresh.stdout.contains("\"value\":{\"outcome\":\"win\"},\"moves\""), "{fresh:?}");
    let again = program.run(&["probe", "tokens", ".P#P", "history:0,0+0,3", "--json"]);
    assert!(again.stdout.contains("\"value\":{\"outcome\":\"loss\"},\"moves\":[]"), "{again:?}");
}

const BAR: &str = r#"{"game":"chomp","position":"2,2","value":{"outcome":"win","plies":4},"moves":[{"move":"1,1","position":"2,1","value":{"outcome":"loss","plies":3},"result":{"outcome":"win","plies":4},"best":true,"winning":true},{"move":"0,1","position":"1,1","value":{"outcome":"win","plies":2},"result":{"outcome":"loss","plies":3},"best":false,"winning":false},{"move":"1,0","position":"2","value":{"outcome":"win","plies":2},"result":{"outcome":"loss","plies":3},"best":false,"winning":false},{"move":"0,0","position":"0","value":{"outcome":"win","plies":0},"result":{"outcome":"loss","plies":1},"best":false,"winning":false}],"table":null}"#;

#[test]
fn bars_are_answered_in_the_contracts_form_with_and_without_a_table() {
    let without = Program::new().run(&["probe", "chomp", "2,2", "--json"]);
    assert_eq!((without.code, without.stdout), (0, format!("{BAR}\n")));
    let program = Program::with_tables();
    let with = program.run(&["probe", "chomp", "2,2,0", "--json"]);
    assert_eq!(with.stdout, format!("{}\n", BAR.replace("null", "\"chomp-10x10\"")));
    // The smallest table that has it, transposed if only that fits.
    program.run_well(&["build", "chomp-2x12", "chomp-3x4"]);
    for (position, table) in [("2,2,2", "chomp-3x4"), ("6", "chomp-2x12"), ("1,1,1,1", "chomp-3x4")]
    {
        let run = program.run(&["probe", "chomp", position, "--json"]);
        assert!(run.stdout.ends_with(&format!("\"table\":\"{table}\"}}\n")), "{run:?}");
    }
    // Of many positions the tables tell what they know, and that is not how soon.
    let lines = program.feed(&["probe", "chomp", "-"], b"2,2\n\n0\n");
    let (first, second) = lines.stdout.split_once('\n').unwrap();
    assert!(first.contains("\"position\":\"2,2\",\"value\":{\"outcome\":\"win\"},"), "{lines:?}");
    assert_eq!(
        second,
        "{\"game\":\"chomp\",\"position\":\"0\",\"value\":{\"outcome\":\"win\"},\"moves\":[],\
         \"table\":\"chomp-3x4\"}\n"
    );
}

#[test]
fn bars_are_drawn_with_what_every_cell_comes_to() {
    let program = Program::new();
    let run = program.run(&["probe", "chomp", "4,4,1", "--line"]);
    assert_eq!(
        run.stdout,
        "\
position  4,4,1
value     win in 6 for the player to move
table     none: solved on the spot

            0    1    2    3
        0 !L1   L3   W6*  L7
        1  L3   L7   L7   L7
        2  L9    .    .    .

best      0,2

best play 0,2 1,1 2,0 0,1 1,0 0,0

          1: 0,2    2: 1,1    3: 2,0    4: 0,1    5: 1,0    6: 0,0
          o o . .   o o . .   o o . .   o . . .   o . . .   . . . .
          o o . .   o . . .   o . . .   o . . .   . . . .   . . . .
          o . . .   o . . .   . . . .   . . . .   . . . .   . . . .
"
    );
    let nothing = program.run(&["probe", "chomp", "0"]);
    assert!(nothing.stdout.contains("Nothing is left: the other player took the corner."));
}

#[test]
fn a_large_bar_has_who_wins_but_plies_only_if_they_are_asked_for_and_permitted() {
    let program = Program::new();
    let bar = ["16"; 16].join(",");
    let run = program.run(&["probe", "chomp", &bar, "--line", "--json"]);
    assert!(run.stdout.contains("\"value\":{\"outcome\":\"win\"},\"moves\":[{\"move\":\"1,1\","));
    assert!(run.stdout.ends_with("],\"line\":null,\"table\":null}\n"), "{run:?}");
    program.run(&["probe", "chomp", &bar, "--plies", "--memory", "1GiB"]).assert_fails(
        3,
        "no table knows how many plies this position takes, and solving it takes 601080390 states \
         and 1.1 GiB of memory, where 50000000 states are allowed; --limit raises that",
    );
    program.run(&["probe", "chomp", &bar, "--limit", "1000"]).assert_fails(
        3,
        "no table has this position, and solving it takes 4695941 states of 128 positions \
         each and 73.1 MiB of memory, where 1000 states are allowed; --limit raises that; `perfectplay build chomp-16x16` makes \
         the table that has it, in 148.8 MiB of memory and 71.7 MiB on disk",
    );
}
