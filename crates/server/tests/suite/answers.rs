//! Questions and answers, one at a time and many at once.

use std::time::Instant;

use perfectplay::{Listing, Oracle, Plies, Question};

use crate::common::*;

fn oracle() -> Oracle {
    Oracle::new(&built_in(), TableFolder::new(golden())).unwrap()
}

fn ask(game: &str, position: &str) -> Question {
    let plain = perfectplay_tests::game(game);
    let on = (game == "contour").then(|| plain.shared().on_board(BOARD.into()).unwrap());
    Question::parse(on.unwrap_or(plain), position).unwrap()
}

/// Asserts that a question is answered with the oracle's bytes.
fn assert_oracles(server: &Running, path: &str, oracle: &Oracle, question: &Question) -> Value {
    let reply = server.get(path);
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
    let answer = oracle.answer(question).unwrap();
    assert_eq!(reply.text(), serde_json::to_string(&answer).unwrap(), "{path}");
    reply.json()
}

/// A value alone as the oracle tells it.
fn value(oracle: &Oracle, question: &Question) -> String {
    serde_json::to_string(&oracle.value(question).unwrap()).unwrap()
}

#[test]
fn answers_lines_replies_and_values_alone_are_the_oracles_to_the_byte() {
    let without = folder(&[]);
    let without = (Running::of_folder(without.path()), Oracle::without_tables(&built_in()));
    for (server, oracle) in [(Running::new(), oracle()), without] {
        for &(game, position) in ASKED {
            let alone = question(game, position);
            let value_alone = server.get(&format!("{alone}&moves=false"));
            assert_eq!(value_alone.text(), value(&oracle, &ask(game, position)), "{game}");
            let with_line = alone.replacen('?', "/line?", 1);
            for (path, line, replies) in [
                (&alone, false, false),
                (&format!("{alone}&moves=true"), false, false),
                (&with_line, true, false),
                (&format!("{alone}&replies=true"), false, true),
                (&format!("{with_line}&replies=true"), true, true),
            ] {
                if game == "tower" && (line || replies) {
                    let (message, _) = server.get(path).assert_error(400, "usage");
                    assert!(message.contains("die"), "{message}");
                    continue;
                }
                let asked = ask(game, position).with_line(line).with_replies(replies);
                let answer = assert_oracles(&server, path, &oracle, &asked);
                assert!(!line || answer["line"][0]["move"] == answer["moves"][0]["move"], "{path}");
                assert_eq!(answer["moves"][0]["replies"].is_array(), replies, "{path}");
            }
        }
    }
    let body = json!({"positions": ["2 5"], "replies": true});
    let answers = Running::new().post("/v1/number", &body).json();
    assert_eq!(answers["answers"][0]["moves"][1]["replies"], json!(["2"]));
}

#[test]
fn answers_that_no_table_has_are_the_oracles_too() {
    let (server, oracle) = (Running::new(), oracle());
    let lines = include_str!("answers/without-table.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (game, position) = line.split_once(' ').unwrap();
        assert_oracles(&server, &question(game, position), &oracle, &ask(game, position));
    }
}

/// Those that Rust, Python and JavaScript give, too.
#[test]
fn answers_are_those_of_all_languages() {
    let server = Running::new();
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../tests/conformance.json")).unwrap();
    // Over HTTP plies are never solved for, there are no Grundy values, and a game is a part of the path.
    let differs =
        |case: &Value| case["plies"] == true || case["grundy"] == true || case["game"] == "go";
    for case in cases.iter().filter(|case| !differs(case)) {
        let text = |key: &str| case[key].as_str().unwrap_or_default();
        let line = if case["line"] == true { "/line" } else { "" };
        let mut path = format!("/v1/{}{line}?position={}", text("game"), escape(text("position")));
        if case["replies"] == true {
            path += "&replies=true";
        }
        if !case["board"].is_null() {
            path += &format!("&board={}", escape(text("board")));
        }
        let reply = server.get(&path).json();
        match case.get("answer") {
            Some(answer) => assert_eq!(&reply, answer, "{path}"),
            None => assert_eq!(reply["error"]["code"], case["error"], "{path}"),
        }
    }
}

#[test]
fn tables_that_are_built_or_removed_while_it_runs_are_used_or_not() {
    let folder = folder(&[]);
    let server = Running::of_folder(folder.path());
    let assert_becomes = |expected: Value| {
        let table = || server.answer("number", "2 3 4 5 6").json()["table"].clone();
        let end = Instant::now() + Duration::from_secs(60);
        while table() != expected {
            assert!(Instant::now() < end, "{expected} is not seen");
            std::thread::sleep(Duration::from_millis(50));
        }
        let listed = server.get("/v1/tables").json()["tables"].as_array().unwrap().len();
        assert_eq!(listed, usize::from(!expected.is_null()));
    };
    assert_becomes(Value::Null);
    add(folder.path(), "number-12");
    assert_becomes("number-12".into());
    std::fs::remove_file(folder.path().join("number-12.table")).unwrap();
    assert_becomes(Value::Null);
}

#[test]
fn a_table_that_is_removed_before_it_is_asked_is_not_missed() {
    let tables = ["chomp-3x4", "contour-daa36c61"];
    let folder = folder(&tables);
    let server = Running::of_folder(folder.path());
    for table in tables {
        std::fs::remove_file(folder.path().join(format!("{table}.table"))).unwrap();
    }
    // At once, before the server looks at the folder again.
    assert_eq!(server.get("/v1/chomp?position=3,3,1").json()["table"], Value::Null);
    server.get("/v1/contour?position=2&board=daa36c61").assert_error(400, "board");
}

#[test]
fn many_positions_are_answered_in_their_order_with_errors_in_place() {
    let server = Running::new();
    let oracle = oracle();
    for &(game, position) in ASKED {
        for moves in [true, false] {
            // More than are answered in one go, with some that are not read from a table.
            let positions: Vec<String> = (0..200)
                .map(|number| match number {
                    7 | 150 => "?".to_owned(),
                    33 if game == "stake" => "01.1/00../.01./...1".to_owned(),
                    99 if game == "stake" => "..../..../..../....".to_owned(),
                    number if number % 3 == 0 && game == "number" => {
                        format!("after:4,{}", 2 * (number % 5) + 5)
                    }
                    _ => position.to_owned(),
                })
                .collect();
            let mut body = json!({"positions": positions, "moves": moves});
            if game == "contour" {
                body["board"] = BOARD.into();
            }
            let reply = server.post(&format!("/v1/{game}"), &body);
            assert_eq!(reply.status, 200, "{reply:?}");
            let expected = positions.iter().map(|position| {
                if position == "?" {
                    let single = server.answer(game, position);
                    single.assert_error(400, "position");
                    return single.text();
                }
                let question = ask(game, position).with_plies(Plies::IfStored);
                if moves {
                    return serde_json::to_string(&oracle.answer(&question).unwrap()).unwrap();
                }
                value(&oracle, &question)
            });
            let expected: Vec<String> = expected.collect();
            let expected = format!(r#"{{"answers":[{}]}}"#, expected.join(","));
            assert_eq!(reply.text(), expected, "{game}");
        }
    }
}

#[test]
fn long_bodies_and_bytes_that_are_no_batch_are_refused() {
    let server = Running::new();
    let json = [("content-type", "application/json")];
    let nested = format!("{{\"positions\":{}", "[".repeat(100_000));
    let with_mark = "\u{feff}{\"positions\":[]}";
    for body in [nested.as_bytes(), with_mark.as_bytes(), b"{\"positions\":[\"\xff\"]}"] {
        server.ask("POST", "/v1/number", &json, body).assert_error(400, "input");
    }
}

#[test]
fn long_answers_are_compressed_for_clients_that_can_read_that() {
    let server = Running::new();
    let path = question("chomp", "4,4,4");
    let packed = server.get_with(&path, &[("accept-encoding", "zstd")]).body;
    assert_eq!(zstd::decode_all(packed.as_slice()).unwrap(), server.get(&path).body);
}

#[test]
fn tables_are_listed_and_health_is_reported() {
    let server = Running::new();
    let listing =
        Listing::of(&TableFolder::new(golden()).into(), &built_in(), &built_in()).unwrap();
    let reply = server.get("/v1/tables");
    assert_eq!(reply.text(), serde_json::to_string(&listing).unwrap());
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let version = env!("CARGO_PKG_VERSION");
    let health = json!({"status": "ok", "version": version, "server": "perfectplay"});
    assert_eq!(server.get("/v1/health").json(), health);
}

#[test]
fn figures_count_requests_errors_and_answers_by_their_source() {
    let server = Running::new();
    server.answer("number", "2 3");
    server.answer("stake", "01.1/00../.01./...1");
    server.answer("number", "2 9");
    let body = json!({"positions": ["2 3", "2 5", "2 9"]});
    server.post("/v1/number", &body);
    assert_eq!(server.figure(r#"perfectplay_answers_total{game="number",source="table"}"#), 3.0);
    assert_eq!(server.figure(r#"perfectplay_answers_total{game="stake",source="solved"}"#), 1.0);
    assert_eq!(server.figure(r#"perfectplay_errors_total{code="position"}"#), 2.0);
    server.wait_for(&requests("/v1/{game}", 200), 2.0);
    server.wait_for(r#"perfectplay_http_request_seconds_count{route="/v1/{game}"}"#, 4.0);
    for (path, route, status) in [("/", "/", 200), ("/nowhere", "unknown", 404)] {
        assert_eq!(server.get(path).status, status);
        server.wait_for(&requests(route, status), 1.0);
    }
    assert!(server.figure("perfectplay_connections ") >= 1.0);
    let kind = server.get("/metrics").header("content-type").unwrap().to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
}

#[test]
fn a_damaged_table_is_reported_without_paths_of_the_machine() {
    let (folder, bytes) = (folder(&[]), golden_table("number-12"));
    std::fs::write(folder.path().join("number-12.table"), &bytes[..bytes.len() - 1]).unwrap();
    let server = Running::of_folder(folder.path());
    let (message, hint) = server.answer("number", "2 3").assert_error(500, "damaged");
    assert!(message.contains("number-12"), "{message}");
    let path = folder.path().display().to_string();
    assert!(!message.contains(&path) && !hint.unwrap().contains(&path));
    let listing = server.get("/v1/tables").json();
    assert!(listing["tables"][0]["problem"].is_string(), "{listing}");
    assert!(!listing.to_string().contains(&path), "{listing}");
    // Other games do not need it.
    assert_eq!(server.answer("stake", "01/..").status, 200);
}

#[test]
fn questions_at_the_same_time_have_the_same_answers() {
    let server = Running::new();
    let ask = || ASKED.iter().map(|&(game, position)| server.answer(game, position).json());
    let expected: Vec<Value> = ask().collect();
    let ask_again = || (0..20).for_each(|_| assert_eq!(ask().collect::<Vec<_>>(), expected));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(ask_again);
        }
    });
}
