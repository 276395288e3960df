//! The oracle without any program: tables, limits, batches, lines.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::contour::Board;
use perfectplay_oracle::{
    BrokenLimit, Effort, EmbeddedTables, Error, Game, Limits, Line, Listing, Observer, Oracle,
    Plies, Progress, Question, Silent, TableFolder, Value, Work,
};
use perfectplay_query::TableFile;
use tempfile::TempDir;

/// Small tables of all games.
fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../query/tests/golden/v1")
}

fn with_tables() -> Oracle {
    Oracle::new(TableFolder::new(golden())).unwrap()
}

/// A folder of its own with some of the tables.
fn folder(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let file = format!("{name}.table");
        fs::copy(golden().join(&file), folder.path().join(&file)).unwrap();
    }
    folder
}

/// Cuts a table off.
fn damage(folder: &TempDir, name: &str) {
    let path = folder.path().join(format!("{name}.table"));
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
}

fn board() -> Arc<Board> {
    Arc::new(Board::from_contest("2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n").unwrap())
}

fn ask(game: Game, text: &str) -> Question {
    let board = (game == Game::Contour).then(board);
    Question::parse(game, text, board.as_ref()).unwrap()
}

/// A position of each game that the golden tables have, and its value.
const ASKED: [(Game, &str, &str); 6] = [
    (Game::Number, "2 3 4 5 6", "win in 5"),
    (Game::Tower, "RGB/GRG", "8.656"),
    (Game::Contour, "2", "+7"),
    (Game::Stake, "01/..", "+0"),
    (Game::Tokens, "P.P/...", "loss"),
    (Game::Chomp, "3,3,1", "win in 6"),
];

#[test]
fn values_that_tables_have_are_the_same_for_many_questions_at_once() {
    let oracle = with_tables();
    let beyond = [
        (Game::Number, "after:2,41"),
        (Game::Number, "after:90,91"),
        (Game::Stake, "......../......../......../......../......../......../......../01111000"),
        (Game::Tower, "RRR/RRR/RRR/RRR/RRR/RRR/RRR/RRR"),
    ];
    let known = ASKED.iter().map(|&(game, text, _)| ask(game, text));
    let unknown = beyond.iter().map(|&(game, text)| Question::parse(game, text, None).unwrap());
    let questions: Vec<Question> = known
        .chain(unknown)
        .flat_map(|question| {
            [Plies::IfStored, Plies::Always].map(|plies| question.clone().with_plies(plies))
        })
        .collect();
    let asked: Vec<&Question> = questions.iter().collect();
    let stored = oracle.stored_values(&asked);
    assert_eq!(stored.len(), questions.len());
    let mut found = 0;
    for (question, stored) in questions.iter().zip(stored) {
        let Some(stored) = stored else { continue };
        found += 1;
        let alone = oracle.value_within(question, &Limits::default(), &Silent).unwrap();
        assert_eq!(stored, alone);
        assert!(stored.table.is_some());
    }
    // All but the contour, and with plies all but number and chomp, too.
    assert_eq!(found, 5 + 3);
    assert!(Oracle::without_tables().stored_values(&asked).iter().all(Option::is_none));
}

#[test]
fn every_game_gives_the_same_answers_with_and_without_tables() {
    for (game, text, value) in ASKED {
        let question = ask(game, text);
        let (with, without) = (with_tables(), Oracle::without_tables());
        let (with, without) = (with.answer(&question).unwrap(), without.answer(&question).unwrap());
        assert_eq!(with.value.unwrap().to_string(), value, "{game}");
        assert!(with.table.is_some() && without.table.is_none(), "{game}");
        assert_eq!((&with.position, with.value), (&without.position, without.value), "{game}");
        assert_eq!(with.moves, without.moves, "{game}");
        let mut json = serde_json::to_value(&with).unwrap();
        json["table"] = serde_json::Value::Null;
        assert_eq!(json, serde_json::to_value(&without).unwrap(), "{game}");
        assert_eq!(json["game"], game.name());
    }
}

#[test]
fn a_value_alone_is_that_of_the_answer() {
    for oracle in [with_tables(), Oracle::without_tables()] {
        for (game, text, expected) in ASKED {
            let question = ask(game, text).with_plies(Plies::IfStored);
            let found = oracle.value_within(&question, &Limits::default(), &Silent).unwrap();
            let answer = oracle.answer(&question).unwrap();
            assert_eq!(
                (found.value, found.table.clone()),
                (answer.value, answer.table.clone()),
                "{game}"
            );
            let mut json = serde_json::to_value(&answer).unwrap();
            for part in ["moves", "rolls", "board"] {
                json.as_object_mut().unwrap().shift_remove(part);
            }
            assert_eq!(serde_json::to_string(&found).unwrap(), json.to_string(), "{game}");
            // A table may have the outcome without plies.
            assert!(expected.starts_with(&found.value.unwrap().to_string()), "{game}");
        }
    }
}

#[test]
fn a_line_begins_with_the_first_best_move_and_ends_with_the_game() {
    for oracle in [with_tables(), Oracle::without_tables()] {
        for (game, text, _) in ASKED {
            let question = ask(game, text).with_line(true);
            if game == Game::Tower {
                assert!(matches!(oracle.answer(&question), Err(Error::Usage { .. })));
                continue;
            }
            let answer = oracle.answer(&question).unwrap();
            let Some(Line::Known(steps)) = &answer.line else { panic!("{game} has a line") };
            assert_eq!(steps[0].step, answer.moves.iter().next().unwrap().step, "{game}");
            let last = steps.last().unwrap();
            if let Some(position) = &last.position {
                let end = oracle.answer(&Question::new(position.clone())).unwrap();
                assert!(end.moves.iter().next().is_none(), "{game}");
            }
            if let Some(plies) = answer.value.unwrap().plies() {
                assert_eq!(usize::from(plies), steps.len());
            }
        }
    }
}

#[test]
fn numbers_of_equal_results_come_by_size_from_tables_solvers_and_searches() {
    let few = Limits { states: Some(200), ..Limits::default() };
    for text in ["after:13,19,21", "after:12,14,15,17", "after:11,16,58", "after:8"] {
        for oracle in [with_tables(), Oracle::without_tables()] {
            let answer = oracle.answer_within(&ask(Game::Number, text), &few, &Silent).unwrap();
            let moves: Vec<_> = answer.moves.iter().collect();
            let keys = moves.iter().map(|reply| {
                let number: u64 = reply.step.to_string().parse().unwrap();
                let worth = match reply.result {
                    None => 0,
                    Some(result) if reply.winning() == Some(true) => {
                        1000 - i64::from(result.plies().unwrap_or(0))
                    }
                    Some(result) => i64::from(result.plies().unwrap_or(0)) - 1000,
                };
                (-worth, number)
            });
            assert!(!moves.is_empty() && keys.is_sorted(), "{text}");
        }
    }
}

#[test]
fn plies_are_added_to_a_tables_outcome_as_the_question_says() {
    let folder = folder(&["number-30"]);
    let oracle = Oracle::new(TableFolder::new(folder.path())).unwrap();
    let question = ask(Game::Number, "2 3 4 5 6");
    let plies = |plies| {
        let answer = oracle.answer(&question.clone().with_plies(plies)).unwrap();
        assert_eq!(answer.table.as_deref(), Some("number-30"));
        answer.value.unwrap().plies()
    };
    assert_eq!(plies(Plies::IfStored), None);
    assert_eq!(plies(Plies::IfQuick), Some(5));
    assert_eq!(plies(Plies::Always), Some(5));
    // Beyond the limit there are none, or an error if they must be.
    let few = Limits { states: Some(3), ..Limits::default() };
    let within = |plies| oracle.answer_within(&question.clone().with_plies(plies), &few, &Silent);
    assert_eq!(within(Plies::IfQuick).unwrap().value.unwrap().plies(), None);
    let beyond = within(Plies::Always).unwrap_err();
    assert!(matches!(&beyond, Error::Beyond(beyond) if beyond.plies), "{beyond}");
    assert_eq!(
        beyond.to_string(),
        "no table knows how many plies this position takes, and solving it takes more than the 3 \
         states that are allowed"
    );
}

#[test]
fn a_bar_has_plies_where_they_are_quick_or_asked_for_and_else_an_outcome() {
    let (with, without) = (with_tables(), Oracle::without_tables());
    let small = ask(Game::Chomp, "3,3,1");
    let plies = |plies| {
        let answer = with.answer(&small.clone().with_plies(plies)).unwrap();
        assert_eq!(answer.table.as_deref(), Some("chomp-3x4"));
        answer.value.unwrap().plies()
    };
    assert_eq!(plies(Plies::IfStored), None);
    assert_eq!(plies(Plies::IfQuick), Some(6));
    let few = Limits { states: Some(3), ..Limits::default() };
    assert_eq!(with.answer_within(&small, &few, &Silent).unwrap().value.unwrap().plies(), None);
    let always = small.with_plies(Plies::Always);
    assert!(matches!(with.answer_within(&always, &few, &Silent), Err(Error::Beyond(_))));
    // 10,400,600 positions with plies, or a hundredth as many rows of them without.
    let large = ask(Game::Chomp, &["13"; 13].join(","));
    let limits = Limits { states: Some(200_000), ..Limits::default() };
    let answer = without.answer_within(&large, &limits, &Silent).unwrap();
    assert_eq!(answer.value.unwrap().to_string(), "win");
    let best: Vec<_> = answer.moves.iter().filter(|reply| reply.best == Some(true)).collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0].step.to_string(), "1,1");
    // So no line is known to be best.
    let line = without.answer_within(&large.clone().with_line(true), &limits, &Silent).unwrap();
    assert!(matches!(line.line, Some(Line::Unknown(_))) && line.moves == answer.moves);
    let limits = Limits { states: Some(1_000), ..Limits::default() };
    let Err(Error::Beyond(beyond)) = without.answer_within(&large, &limits, &Silent) else {
        panic!("more than a thousand states");
    };
    assert!(beyond.to_string().starts_with("no table has this position, and solving it takes "));
    assert_eq!(beyond.table.unwrap().to_string(), "chomp-13x13");
    let always = large.with_plies(Plies::Always);
    let beyond = without.answer_within(&always, &limits, &Silent).unwrap_err().to_string();
    let expected = "no table knows how many plies this position takes, and solving it takes ";
    assert!(beyond.starts_with(expected), "{beyond}");
}

#[test]
fn a_damaged_table_makes_only_those_answers_fail_that_need_it() {
    let folder = folder(&["number-12", "number-30", "stake-3"]);
    damage(&folder, "number-12");
    let oracle = || Oracle::new(TableFolder::new(folder.path())).unwrap();
    let asked = oracle();
    let answer = asked.answer(&ask(Game::Number, "2 3 4 5 6")).unwrap();
    assert_eq!(answer.table.as_deref(), Some("number-30"));
    let warnings = asked.take_warnings();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].table, "number-12");
    assert!(warnings[0].message.contains("number-12.table: it has "), "{warnings:?}");
    // Once is enough, and other games do not notice.
    asked.answer(&ask(Game::Stake, "01/..")).unwrap();
    assert_eq!(asked.take_warnings(), []);
    damage(&folder, "number-30");
    let error = oracle().answer(&ask(Game::Number, "2 3 4 5 6")).unwrap_err();
    assert!(matches!(&error, Error::Damaged { table, .. } if table == "number-12"), "{error}");
    assert_eq!(error.code(), "damaged");
}

#[test]
fn a_table_that_is_removed_after_it_was_listed_is_missing() {
    let folder = folder(&["chomp-3x4"]);
    let oracle = Oracle::new(TableFolder::new(folder.path())).unwrap();
    fs::remove_file(folder.path().join("chomp-3x4.table")).unwrap();
    let error = oracle.answer(&ask(Game::Chomp, "3,3,1")).unwrap_err();
    assert!(matches!(&error, Error::Missing { table, .. } if table == "chomp-3x4"), "{error}");
    assert_eq!(error.code(), "missing");
    assert!(error.to_string().ends_with("chomp-3x4.table: there is no such table"), "{error}");
}

/// A table among the golden ones.
macro_rules! embedded {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../query/tests/golden/v1/", $name, ".table")) as &[u8])
    };
}

/// Tables of all games.
static EMBEDDED: EmbeddedTables = EmbeddedTables::new(&[
    embedded!("number-12"),
    embedded!("number-30"),
    embedded!("tower-2"),
    embedded!("contour-daa36c61"),
    embedded!("stake-3"),
    embedded!("stake-71354c83"),
    embedded!("tokens-2x3"),
    embedded!("tokens-56e2dff9"),
    embedded!("chomp-3x4"),
]);

#[test]
fn tables_inside_the_program_answer_as_those_of_a_folder() {
    let (embedded, folder) = (Oracle::without_tables().with_embedded(EMBEDDED), with_tables());
    for (game, text, _) in ASKED {
        let question = ask(game, text);
        let answer = embedded.answer(&question).unwrap();
        assert!(answer.table.is_some(), "{game}");
        assert_eq!(answer, folder.answer(&question).unwrap(), "{game}");
    }
    // Of one board.
    for (game, text) in [(Game::Stake, "0.../..1./1.../..0."), (Game::Tokens, "P..#/.#../...P")] {
        let question = ask(game, text);
        assert_eq!(embedded.answer(&question).unwrap(), folder.answer(&question).unwrap());
    }
    // Without them, what a table answered is solved again.
    let without = embedded.with_embedded(EmbeddedTables::default());
    assert_eq!(without.answer(&ask(Game::Stake, "01/..")).unwrap().table, None);
}

#[test]
fn a_table_inside_the_program_answers_where_the_folder_has_none_or_a_damaged_one() {
    let folder = folder(&["number-12", "stake-3", "contour-daa36c61", "tokens-2x3"]);
    let oracle = || Oracle::new(TableFolder::new(folder.path())).unwrap().with_embedded(EMBEDDED);
    let asked = oracle();
    for (game, text, value) in ASKED {
        let answer = asked.answer(&ask(game, text)).unwrap();
        assert!(answer.table.is_some(), "{game}");
        assert_eq!(answer.value.unwrap().to_string(), value, "{game}");
    }
    assert_eq!(asked.take_warnings(), []);
    for name in ["number-12", "stake-3", "contour-daa36c61", "tokens-2x3"] {
        damage(&folder, name);
    }
    let asked = oracle();
    for (game, text, value) in ASKED {
        let answer = asked.answer(&ask(game, text)).unwrap();
        assert_eq!(answer.value.unwrap().to_string(), value, "{game}");
        let mut warnings = asked.take_warnings();
        match game {
            Game::Tower | Game::Chomp => assert_eq!(warnings, [], "{game}"),
            _ => {
                let warning = warnings.pop().unwrap();
                assert_eq!(answer.table.as_deref(), Some(warning.table.as_str()));
                assert!(warning.message.contains(".table: it has "), "{warning:?}");
                assert_eq!(warnings, [], "{game}");
            }
        }
    }
}

#[test]
fn a_table_of_the_folder_answers_before_that_of_the_program() {
    static DAMAGED: EmbeddedTables =
        EmbeddedTables::new(&[("number-12", b"no table"), ("chomp-3x4", b"no table")]);
    let folder = folder(&["number-12"]);
    let oracle = Oracle::new(TableFolder::new(folder.path())).unwrap().with_embedded(DAMAGED);
    let answer = oracle.answer(&ask(Game::Number, "2 3 4 5 6")).unwrap();
    assert_eq!(answer.table.as_deref(), Some("number-12"));
    assert_eq!(oracle.take_warnings(), []);
    let error = oracle.answer(&ask(Game::Chomp, "3,3,1")).unwrap_err();
    assert!(matches!(&error, Error::Damaged { table, .. } if table == "chomp-3x4"), "{error}");
    assert_eq!(error.to_string(), "chomp-3x4 inside the program: this is not a perfectplay table");
}

#[test]
fn a_search_ends_in_the_largest_table_that_can_be_read() {
    let few = Limits { states: Some(100_000), ..Limits::default() };
    let question = ask(Game::Number, "after:11,16,58");
    let folder = folder(&["number-30"]);
    let expected = Oracle::new(TableFolder::new(folder.path())).unwrap();
    let expected = expected.answer_within(&question, &few, &Silent).unwrap();
    assert_eq!(expected.table.as_deref(), Some("number-30"));
    // It cannot be opened, or has no outcome for a position that the search asks for.
    for is_cut in [true, false] {
        if is_cut {
            damage(&folder, "number-30");
        } else {
            let path = folder.path().join("number-30.table");
            fs::remove_file(&path).unwrap();
            let mut bytes = fs::read(golden().join("number-30.table")).unwrap();
            let functions = TableFile::open(&*bytes).unwrap().section("functions").unwrap();
            bytes[functions].fill(0xff);
            fs::write(&path, bytes).unwrap();
        }
        let oracle = Oracle::new(TableFolder::new(folder.path())).unwrap();
        let oracle = oracle.with_embedded(EMBEDDED);
        let answer = oracle.answer_within(&question, &few, &Silent).unwrap();
        assert!(answer == expected, "{is_cut}");
        assert_eq!(oracle.take_warnings().len(), 1, "{is_cut}");
    }
}

#[test]
fn a_damaged_table_of_another_board_is_a_warning() {
    let folder = folder(&["stake-3"]);
    damage(&folder, "stake-3");
    fs::rename(folder.path().join("stake-3.table"), folder.path().join("stake-0123abcd.table"))
        .unwrap();
    let oracle = Oracle::new(TableFolder::new(folder.path())).unwrap();
    let answer = oracle.answer(&ask(Game::Stake, "01/..")).unwrap();
    assert_eq!(answer.table, None);
    assert_eq!(oracle.take_warnings().len(), 1);
}

#[test]
fn limits_are_kept_and_the_error_names_the_table_that_would_help() {
    let oracle = Oracle::without_tables();
    let beyond = |game, text: &str, limits: &Limits| {
        let question = ask(game, text);
        match oracle.answer_within(&question, limits, &Silent) {
            Err(Error::Beyond(beyond)) => *beyond,
            other => panic!("{other:?}"),
        }
    };
    let towers = ["RGB"; 10].join("/");
    let found = beyond(Game::Tower, &towers, &Limits::default());
    assert_eq!(found.table.unwrap().to_string(), "tower-10");
    assert!(matches!(found.limit, BrokenLimit::States { allowed: 200_000_000, .. }));
    let found = beyond(Game::Tower, &["RGB"; 8].join("/"), &Limits::default());
    assert!(matches!(found.limit, BrokenLimit::Memory { allowed, .. } if allowed == 256 << 20));
    // 24 empty cells are refused at once, and 36 with any limits.
    let cells = format!("{}/....0", ["....."; 4].join("/"));
    let found = beyond(Game::Stake, &cells, &Limits::default());
    assert!(
        matches!(&found.limit, BrokenLimit::States { work, .. } if work.states > 50_000_000_000)
    );
    assert_eq!(found.table.unwrap().to_string(), "stake-5");
    let all = Limits { states: Some(u64::MAX), memory: u64::MAX };
    let found = beyond(Game::Stake, &["......"; 6].join("/"), &all);
    assert!(matches!(found.limit, BrokenLimit::Solver(_)) && found.table.is_none());
    let tiny = Limits { states: Some(5), ..Limits::default() };
    assert!(matches!(beyond(Game::Contour, "0", &tiny).limit, BrokenLimit::States { .. }));
    assert!(matches!(beyond(Game::Tokens, "P.P/...", &tiny).limit, BrokenLimit::States { .. }));
    let number = ask(Game::Number, "2 3 4 5 6");
    let answer = oracle.answer_within(&number, &tiny, &Silent).unwrap();
    assert!(answer.search.unwrap().visited <= 5);
}

#[test]
fn whether_a_question_is_answered_does_not_depend_on_earlier_ones() {
    let oracle = Oracle::without_tables();
    let few = Limits { states: Some(3), ..Limits::default() };
    for (game, text, _) in ASKED {
        let question = ask(game, text).with_plies(Plies::Always);
        let alone = Oracle::without_tables().answer_within(&question, &few, &Silent).is_ok();
        assert!(oracle.answer(&question).is_ok());
        assert_eq!(oracle.answer_within(&question, &few, &Silent).is_ok(), alone, "{game}");
    }
}

/// Interrupts as soon as work is announced, and remembers how much.
#[derive(Default)]
struct Impatient(AtomicU64);

impl Progress for Impatient {
    fn interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

impl Observer for Impatient {
    fn starting(&self, work: &Work) {
        assert!(!work.is_quick());
        self.0.store(work.states, Ordering::Relaxed);
    }
}

#[test]
fn work_that_is_not_quick_is_announced_and_can_be_interrupted() {
    let observer = Impatient::default();
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    let board = format!("{}/.....", ["010.1", "10...", ".....", "....."].join("/"));
    let question = ask(Game::Stake, &board);
    let stopped = Oracle::without_tables().answer_within(&question, &limits, &observer);
    assert!(matches!(stopped, Err(Error::Interrupted(_))), "{stopped:?}");
    assert_eq!(observer.0.into_inner(), perfectplay_core::stake::Index::new(19).unwrap().len());
}

#[test]
fn each_question_of_a_batch_is_answered_or_refused_independently() {
    let oracle = with_tables();
    let mut lines: Vec<String> = (0..500)
        .map(|line| match line % 5 {
            0 => "2 3 4 5 6".to_owned(),
            1 => "2 3 9".to_owned(),
            2 => "none".to_owned(),
            3 => "after:4,6".to_owned(),
            _ => "nonsense".to_owned(),
        })
        .collect();
    // Too large to be solved at the same time as others, and so solved after them.
    lines[250] = "after:23,29,31".to_owned();
    let limits =
        Limits { states: Some(Limits::quick_states(Game::Number) * 2), ..Limits::default() };
    let answers = oracle.answer_all(
        &lines,
        &limits,
        &Silent,
        |line| Question::parse(Game::Number, line, None),
        |line, answer| (line.clone(), answer.map(|answer| answer.value)),
    );
    assert_eq!(answers.len(), lines.len());
    for (place, (line, answer)) in answers.into_iter().enumerate() {
        assert_eq!(line, lines[place]);
        match line.as_str() {
            "2 3 4 5 6" => assert_eq!(answer.unwrap().unwrap().plies(), Some(5)),
            "none" => {
                assert_eq!(answer.unwrap(), Some(Value::Outcome(perfectplay_core::Value::LOST)));
            }
            "after:4,6" => assert!(answer.unwrap().is_some()),
            "2 3 9" | "nonsense" => {
                assert!(matches!(answer, Err(Error::Position { .. })), "{answer:?}");
            }
            _ => assert!(answer.is_ok(), "{answer:?}"),
        }
    }
}

#[test]
fn a_batch_gives_the_answers_of_single_questions_however_far_they_search() {
    let oracle = Oracle::without_tables();
    // Solved, searched further than what is quick, decided by a theorem, and not known.
    let all = (2..=34).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    let asked = ["2 3 4 5 6", "after:11,16,58", &all, "after:4,6", "after:16,17,19"];
    for limits in [
        Limits { states: Some(300_000), ..Limits::default() },
        Limits { states: Some(300_000), memory: 4 << 20 },
    ] {
        let lines: Vec<&str> = asked.into_iter().cycle().take(20).collect();
        let question = |line: &&str| {
            Ok(Question::parse(Game::Number, line, None)?.with_plies(Plies::IfStored))
        };
        let together = oracle.answer_all(&lines, &limits, &Silent, question, |_, answer| {
            serde_json::to_string(&answer.unwrap()).unwrap()
        });
        for (line, answer) in lines.iter().zip(together) {
            let alone = oracle.answer_within(&question(line).unwrap(), &limits, &Silent).unwrap();
            assert_eq!(answer, serde_json::to_string(&alone).unwrap(), "{line}");
        }
    }
}

#[test]
fn less_effort_gives_the_same_answer_or_none() {
    let small = ASKED.map(|(game, text, _)| (game, text));
    let asked = small.into_iter().chain([
        (Game::Number, "after:11,16,58"),
        (Game::Number, "after:16,17,19"),
        (Game::Number, "after:62,63"),
        (Game::Stake, "..../..../..../...."),
        (Game::Tokens, "P......./......../......../......../......../......../......../.......P"),
        (Game::Chomp, "9,9,9,9,9,9"),
        (Game::Tower, "RGB/GRG/RGB/GRG/RGB"),
    ]);
    let has_line = |game, text| game != Game::Tower && small.contains(&(game, text));
    let mut by_effort = [0, 0, 0];
    for (game, text) in asked {
        for (oracle, plies, line) in [
            (with_tables(), Plies::IfQuick, false),
            (with_tables(), Plies::IfStored, false),
            (Oracle::without_tables(), Plies::IfQuick, false),
            (Oracle::without_tables(), Plies::IfStored, false),
            (Oracle::without_tables(), Plies::IfStored, has_line(game, text)),
        ] {
            let states = (game == Game::Number).then_some(300_000);
            let limits = Limits { states, ..Limits::default() };
            let question = ask(game, text).with_plies(plies).with_line(line);
            let full = oracle.answer_within(&question, &limits, &Silent).unwrap();
            let value = oracle.value_within(&question, &limits, &Silent).unwrap();
            for effort in [Effort::AtOnce, Effort::Quick, Effort::Full] {
                let answer = oracle.try_answer(&question, &limits, effort, &Silent).unwrap();
                assert!(answer.is_some() || effort < Effort::Full, "{text}");
                by_effort[effort as usize] += usize::from(answer.is_some());
                assert!(answer.is_none_or(|answer| answer == full), "{text} {effort:?}");
                let less = oracle.try_value(&question, &limits, effort, &Silent).unwrap();
                assert!(less.is_none_or(|less| less == value), "{text} {effort:?}");
            }
        }
    }
    // Each effort is enough for some questions that a smaller one is not enough for.
    assert!(by_effort.is_sorted_by(|less, more| less < more), "{by_effort:?}");
}

#[test]
fn the_effort_to_read_numbers_grows_with_their_sums() {
    let effort = |text: &str| Question::effort_to_read(Game::Number, text);
    assert_eq!(effort("2 3 5"), Effort::AtOnce);
    assert_eq!(effort("after:62,63"), Effort::AtOnce);
    assert_eq!(effort("after:100003,100005"), Effort::Quick);
    assert_eq!(effort("after:1048571,1048573,1048575"), Effort::Full);
    assert_eq!(effort("after:99999999999999999999,99999999999999999999"), Effort::Full);
    assert_eq!(effort("nonsense"), Effort::AtOnce);
    assert_eq!(Question::effort_to_read(Game::Stake, "0"), Effort::AtOnce);
}

#[test]
fn boards_are_found_by_the_fingerprints_of_their_tables() {
    let found = with_tables().contour_board("daa36c61").unwrap();
    assert_eq!(found.as_deref(), Some(&*board()));
    assert_eq!(with_tables().contour_board("00000000").unwrap(), None);
    assert_eq!(with_tables().contour_board("../number-12").unwrap(), None);
    assert_eq!(Oracle::without_tables().contour_board("daa36c61").unwrap(), None);
    let folder = folder(&["contour-daa36c61"]);
    damage(&folder, "contour-daa36c61");
    let oracle = Oracle::new(TableFolder::new(folder.path())).unwrap();
    assert_eq!(oracle.contour_board("daa36c61").unwrap_err().code(), "damaged");
}

#[test]
fn a_folder_is_listed_with_what_is_wrong_in_it() {
    let folder = folder(&["number-12", "tower-2"]);
    damage(&folder, "tower-2");
    let listing = Listing::of(&TableFolder::new(folder.path()), EmbeddedTables::default()).unwrap();
    let [number, tower] = listing.tables.as_slice() else { panic!("{listing:?}") };
    assert_eq!((number.table.as_str(), number.problem.as_deref()), ("number-12", None));
    assert!(number.states.is_some() && number.bytes.is_some(), "{number:?}");
    assert_eq!(tower.table, "tower-2");
    assert!(tower.problem.is_some() && tower.states.is_none(), "{tower:?}");
    assert!(listing.missing.contains(&"number-20".to_owned()), "{listing:?}");
}

#[test]
fn threads_share_an_oracle() {
    let oracle = with_tables();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (game, text, value) in ASKED.iter().cycle().take(200) {
                    let answer = oracle.answer(&ask(*game, text)).unwrap();
                    assert_eq!(answer.value.unwrap().to_string(), *value);
                }
            });
        }
    });
}

#[test]
fn texts_that_are_no_positions_are_refused_with_the_right_code() {
    let parse = |game, text, board: Option<Arc<Board>>| {
        Question::parse(game, text, board.as_ref()).unwrap_err()
    };
    assert_eq!(parse(Game::Number, "2 3 9", None).code(), "position");
    assert_eq!(parse(Game::Contour, "1", None).code(), "board");
    assert_eq!(parse(Game::Contour, "4", Some(board())).code(), "position");
    assert_eq!(parse(Game::Tower, "RGB", Some(board())).code(), "usage");
}
