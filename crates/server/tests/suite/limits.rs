//! Hostile and slow clients, and what takes long: others are answered all the same.

use std::io::ErrorKind;

use crate::common::*;

/// Whether the server has closed a connection.
fn is_closed(connection: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    let ended = connection.read_to_end(&mut rest);
    ended.is_ok() || ended.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset)
}

/// All games answer.
fn assert_answers(server: &Running) {
    for &(game, position) in ASKED {
        assert_eq!(server.answer(game, position).status, 200, "{game}");
    }
}

/// A server that may solve what takes long.
fn patient() -> Running {
    Running::changed(|config| {
        config.limits.memory = 4 << 30;
        config.threads = 2;
    })
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_is_read_or_while_it_is() {
    let server = Running::new();
    let mut connection = server.begin_batch("/v1/number", "content-length: 99999999999\r\n\r\n");
    Reply::read(&mut connection, false).unwrap().assert_error(413, "input");

    let mut connection = server.begin_batch("/v1/number", "transfer-encoding: chunked\r\n\r\n");
    let chunk = format!("10000\r\n{}\r\n", "[".repeat(1 << 16));
    let mut sender = connection.try_clone().unwrap();
    // The server may close the connection before all of it is sent.
    let sending = std::thread::spawn(move || {
        let _ = (0..80).try_for_each(|_| sender.write_all(chunk.as_bytes()));
    });
    if let Ok(reply) = Reply::read(&mut connection, false) {
        reply.assert_error(413, "input");
    }
    drop(connection);
    sending.join().unwrap();
    assert_answers(&server);
}

#[test]
fn more_positions_than_one_request_may_have_are_refused() {
    let server = Running::new();
    let most = server.post("/v1/number", &json!({"positions": vec!["2"; 10_000], "moves": false}));
    assert_eq!(most.json()["answers"].as_array().unwrap().len(), 10_000);
    let more = server.post("/v1/number", &json!({"positions": vec!["2"; 10_001]}));
    let (message, _) = more.assert_error(413, "input");
    assert!(message.contains("10001"), "{message}");
}

#[test]
fn a_head_that_is_too_long_or_no_http_is_refused() {
    let server = Running::new();
    let reply = server.get(&format!("/v1/number?position={}", "2+".repeat(20_000)));
    assert_eq!(reply.status, 431);
    let many: Vec<String> = (0..1000).map(|number| format!("x-{number}")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "1")).collect();
    assert_eq!(server.get_with("/v1/health", &many).status, 431);
    for nonsense in
        ["nonsense\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02", "GET / HTTP/9.9\r\n\r\n"]
    {
        let mut connection = server.connect();
        connection.write_all(nonsense.as_bytes()).unwrap();
        connection.shutdown(std::net::Shutdown::Write).unwrap();
        assert!(is_closed(&mut connection));
    }
    assert_answers(&server);
}

#[test]
fn a_request_says_once_which_server_it_is_for() {
    let server = Running::new();
    for (head, status) in [
        ("GET /v1/health HTTP/1.1\r\nconnection: close\r\n", 400),
        ("GET /v1/health HTTP/1.1\r\nconnection: close\r\nhost: one\r\nhost: two\r\n", 400),
        ("GET /v1/health HTTP/1.1\r\nconnection: close\r\nhost: one\r\n", 200),
        ("GET /v1/health HTTP/1.0\r\n", 200),
    ] {
        let mut connection = server.connect();
        write!(connection, "{head}\r\n").unwrap();
        assert_eq!(Reply::read(&mut connection, false).unwrap().status, status, "{head}");
    }
}

#[test]
fn connections_that_send_no_head_are_closed_after_a_time() {
    let server = Running::changed(|config| config.head_time = Duration::from_millis(200));
    let mut silent = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET /v1/health HTTP/1.1\r\nhost: te").unwrap();
    let mut idle = server.connect();
    idle.write_all(b"GET /v1/health HTTP/1.1\r\nhost: test\r\n\r\n").unwrap();
    assert_eq!(Reply::read(&mut idle, false).unwrap().status, 200);
    for connection in [&mut silent, &mut slow, &mut idle] {
        assert!(is_closed(connection));
    }
}

#[test]
fn a_body_that_does_not_come_is_given_up() {
    let server = Running::changed(|config| config.body_time = Duration::from_millis(200));
    let mut connection = server.begin_batch("/v1/number", "content-length: 20\r\n\r\n{");
    Reply::read(&mut connection, false).unwrap().assert_error(408, "interrupted");
    assert!(is_closed(&mut connection));
}

#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let server = Running::changed(|config| config.stall_time = Duration::from_millis(200));
    let body = json!({"positions": vec!["3,3,1"; 10_000]});
    let _connection = server.send_batch("/v1/chomp", &body);
    // One connection is that of the question for this figure.
    server.wait_for("perfectplay_connections ", 2.0);
    server.wait_for("perfectplay_connections ", 1.0);
}

#[test]
fn connections_beyond_the_limit_wait_for_others_to_end() {
    let server = Running::changed(|config| config.connections = 2);
    let (first, second) = (server.connect(), server.connect());
    let mut third = server.send("/v1/health");
    drop(first);
    assert_eq!(Reply::read(&mut third, false).unwrap().status, 200);
    drop(second);
    assert_answers(&server);
}

#[test]
fn many_idle_connections_hold_up_no_request() {
    let server = Running::new();
    let idle: Vec<TcpStream> = (0..400).map(|_| server.connect()).collect();
    server.wait_for("perfectplay_connections ", idle.len() as f64 + 1.0);
    assert_answers(&server);
}

#[test]
fn what_takes_long_holds_up_no_other_answers_and_ends_with_its_client() {
    let server = patient();
    let first = server.send(&question("stake", LONG));
    server.wait_for(RUNNING, 1.0);
    let next = server.send(&question("stake", &long(0)));
    server.wait_for(WAITING, 1.0);
    // From tables, solved at once, and solved in milliseconds.
    assert_answers(&server);
    assert_eq!(server.answer("stake", "01.1/00../.01./...1").status, 200);
    assert_eq!(server.answer("stake", "..../..../..../....").status, 200);
    let batch = json!({"positions": ["01/..", "01.1/00../.01./...1"]});
    assert_eq!(server.post("/v1/stake", &batch).status, 200);
    assert_eq!(server.figure(RUNNING), 1.0);
    drop(first);
    server.wait_for(WAITING, 0.0);
    drop(next);
    server.wait_for(RUNNING, 0.0);
    server.wait_for(&requests("/v1/{game}", 499), 2.0);
}

#[test]
fn what_takes_longer_than_a_request_may_is_interrupted() {
    let server = Running::changed(|config| {
        config.limits.memory = 4 << 30;
        config.solve_time = Duration::from_millis(100);
    });
    let reply = server.answer("stake", LONG);
    reply.assert_error(503, "interrupted");
    assert!(reply.header("retry-after").is_some());
    // A batch says it in place.
    let reply = server.post("/v1/stake", &json!({"positions": ["01/..", LONG]}));
    let answers = reply.json();
    assert_eq!(answers["answers"][0]["table"], "stake-3");
    assert_eq!(answers["answers"][1]["error"]["code"], "interrupted");
}

#[test]
fn more_than_can_wait_is_refused_and_told_when_to_come_back() {
    let server = patient();
    let path = |number| question("stake", &long(number));
    let waiting: Vec<TcpStream> = (0..17).map(|number| server.send(&path(number))).collect();
    server.wait_for(WAITING, 16.0);
    let reply = server.get(&path(17));
    reply.assert_error(503, "refused");
    assert_eq!(reply.header("retry-after"), Some("5"));
    drop(waiting);
    server.wait_for(RUNNING, 0.0);
}

#[test]
fn positions_of_batches_wait_where_others_are_refused_and_end_with_their_clients() {
    let server = patient();
    let first = server.send_batch("/v1/stake", &json!({"positions": vec![LONG; 100]}));
    server.wait_for(RUNNING, 1.0);
    let batch = |number| json!({"positions": [long(number)]});
    let batches: Vec<TcpStream> =
        (0..20).map(|number| server.send_batch("/v1/stake", &batch(number))).collect();
    server.wait_for(WAITING, 20.0);
    drop((first, batches));
    server.wait_for(WAITING, 0.0);
    server.wait_for(RUNNING, 0.0);
}

#[test]
fn a_client_that_is_slow_gets_every_answer() {
    let time = Duration::from_secs(1);
    let server = Running::changed(|config| config.solve_time = time);
    // More than connections take that nobody reads from, and then what is not in a table.
    let mut positions = vec!["3,3,1"; 9_990];
    positions.extend(["9,9,9,9,9,9", "9,9,9,9,9,8", "9,9,9,9,9,7", "9,9,9,9,9,6"]);
    let body = json!({"positions": positions, "replies": true});
    let mut connection = server.send_batch("/v1/chomp", &body);
    std::thread::sleep(2 * time);
    let answers = Reply::read(&mut connection, false).unwrap().json();
    let answers = answers["answers"].as_array().unwrap();
    assert_eq!(answers.len(), positions.len());
    for (answer, position) in answers.iter().zip(positions) {
        assert_eq!(answer["position"], position, "{answer}");
    }
    assert_eq!(server.figure(r#"perfectplay_answers_total{game="chomp",source="solved"}"#), 4.0);
}

#[test]
fn equal_questions_at_the_same_time_are_solved_once() {
    let server = patient();
    let path = question("stake", LONG);
    let first = server.send(&path);
    server.wait_for(RUNNING, 1.0);
    let others: Vec<TcpStream> = (0..100).map(|_| server.send(&path)).collect();
    let batch = json!({"positions": ["01/..", "01.1/00../.01./...1"]});
    assert_eq!(server.post("/v1/stake", &batch).status, 200);
    // If who was first leaves, another one goes on.
    drop(first);
    assert_eq!(server.post("/v1/stake", &batch).status, 200);
    server.wait_for(WAITING, 0.0);
    server.wait_for(RUNNING, 1.0);
    drop(others);
    server.wait_for(RUNNING, 0.0);

    // More than could wait, and all have the answer.
    let board = [&["PP", &".".repeat(62)].concat()[..], &[".".repeat(64).as_str(); 63].join("/")];
    let path = question("tokens", &board.join("/"));
    let mut asking: Vec<TcpStream> = (0..40).map(|_| server.send(&path)).collect();
    let replies = asking.iter_mut().map(|connection| Reply::read(connection, false).unwrap());
    let replies: Vec<Reply> = replies.collect();
    assert!(replies.iter().all(|reply| reply.status == 200 && reply.body == replies[0].body));
    let solved = r#"perfectplay_answers_total{game="tokens",source="solved"}"#;
    assert_eq!(server.figure(solved), 40.0);
}

#[test]
fn requests_may_follow_each_other_without_waiting() {
    let server = Running::new();
    let mut connection = server.connect();
    let one = format!("GET {} HTTP/1.1\r\nhost: test\r\n\r\n", question("number", "2 3"));
    connection.write_all(one.repeat(50).as_bytes()).unwrap();
    for _ in 0..50 {
        assert_eq!(Reply::read(&mut connection, false).unwrap().json()["position"], "2 3");
    }
}

#[test]
fn a_client_that_waits_before_it_sends_a_body_is_told_to_go_on() {
    let server = Running::new();
    let body = br#"{"positions":["2 3"]}"#;
    let headers = format!("expect: 100-continue\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut connection = server.begin_batch("/v1/number", &headers);
    let mut told = [0; 25];
    connection.read_exact(&mut told).unwrap();
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.write_all(body).unwrap();
    assert_eq!(Reply::read(&mut connection, false).unwrap().status, 200);
}
