//! `serve`: what the server says is what `probe` says, and it starts and stops as a program should.
#![cfg(unix)]

use crate::common::*;

#[test]
fn solving_ends_when_its_time_is_over() {
    let program = Program::new();
    let served = ServerProcess::with(&program, "--solve-time 10ms --limit 1000000000000");
    let numbers: Vec<String> = (12_001..18_000).map(|number| number.to_string()).collect();
    let named = format!("after:{}", numbers.join(","));
    let boards = |row: &str, rows: usize| vec![row; rows].join("/");
    for (game, position) in [
        ("number", named.as_str()),
        ("tower", &boards("RGB", 8)),
        ("stake", &format!("{}/....0/10101", boards(".....", 3))),
        ("tokens", &format!("{}PP/{}", ".".repeat(62), boards(&".".repeat(64), 63))),
        ("chomp", &vec!["16"; 16].join(",")),
    ] {
        let body = json!({ "positions": [position] }).to_string();
        // What was stopped before this may not have ended yet, and is in the way then.
        let answered = (0..3000).find_map(|_| {
            let (status, answers) = served.ask("POST", &format!("/v1/{game}"), &body);
            let answers: Value = serde_json::from_str(&answers).unwrap();
            let is_refused = answers["answers"][0]["error"]["code"] == "refused";
            thread::sleep(Duration::from_millis(if is_refused { 20 } else { 0 }));
            (!is_refused).then_some((status, answers))
        });
        let (status, answers) = answered.unwrap();
        assert_eq!(status, 200);
        assert_eq!(answers["answers"][0]["error"]["code"], "interrupted", "{game}: {answers}");
        let text = position.replace('/', "%2F");
        if text.len() < 30_000 {
            let (status, answer) = served.ask("GET", &format!("/v1/{game}?position={text}"), "");
            assert_eq!(status, 503, "{game}: {answer}");
        }
    }
    // What takes no time is answered.
    assert_eq!(served.ask("GET", "/v1/number?position=2%203%205", "").0, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_takes_no_more_memory_than_it_announces() {
    let program = Program::new();
    let served = ServerProcess::with(&program, "--memory 64MiB --threads 2");
    let before = served.peak();
    assert!(served.memory < 1 << 30, "{}", served.memory);

    // Bodies that are held back: their last byte does not come.
    let head = "POST /v1/number HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n\
                content-length: 4000000\r\n\r\n{\"positions\":[";
    let request = [head, &"\"\",".repeat(1_300_000)].concat();
    let send = || {
        let mut connection = TcpStream::connect(&served.address).unwrap();
        connection.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
        // A refused body is not read to its end.
        let _ = connection.write_all(request.as_bytes());
        connection
    };
    let mut held: Vec<TcpStream> = (0..100).map(|_| send()).collect();
    let mut refused = 0;
    for connection in &mut held {
        connection.set_nonblocking(true).unwrap();
        let mut start = [0; 12];
        refused += usize::from(connection.read(&mut start).is_ok_and(|_| start.ends_with(b"503")));
    }
    assert!(refused > 20, "{refused} were refused");
    assert!(served.peak() > before + (20 << 20), "the others are held");
    assert_eq!(served.ask("GET", "/v1/chomp?position=4,4,1", "").0, 200);
    drop(held);

    // What grows when it is read.
    let lists = |inner: &str| vec![inner; 3_900_000 / (inner.len() + 1)].join(",");
    for body in [
        format!("{{\"positions\":[],\"board\":{{\"a\":[{}],\"b\":[]}}}}", lists("[1]")),
        format!("{{\"positions\":[],\"board\":[{}]}}", lists("[]")),
        format!("[{}]", lists("[]")),
        format!("{{\"positions\":[{}]}}", lists("\"\"")),
    ] {
        // The memory of what was held is free soon.
        let ask = |_| served.ask("POST", "/v1/contour", &body);
        let (status, answer) = (0..20).map(ask).find(|asked| asked.0 != 503).expect("it is free");
        assert!([400, 413].contains(&status), "{status}: {answer}");
    }

    // What is solved and kept.
    for number in 0..20 {
        let rows: Vec<Vec<u32>> = (0..12).map(|row| vec![row * number + 1; 12]).collect();
        let body = json!({ "positions": ["0"], "board": { "a": rows, "b": rows } }).to_string();
        assert_eq!(served.ask("POST", "/v1/contour", &body).0, 200);
    }
    assert!(served.peak() > before + (64 << 20), "boards are kept");
    assert!(served.peak() < served.memory, "{} of {}", served.peak(), served.memory);
}

#[test]
fn who_does_not_take_a_connection_is_not_waited_for() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let run = Program::new().run(format!("serve --check --addr {}", silent.local_addr().unwrap()));
    run.assert_says(3, "it did not answer within 5 seconds");
}

/// The `shell-session` blocks of the page about the server are commands of curl behind `$ `, and
/// what these print.
#[test]
fn the_examples_of_the_page_about_the_server_are_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let document = fs::read_to_string(path).unwrap();
    let program = Program::with_tables();
    let served = ServerProcess::with(&program, "");
    let blocks: Vec<&str> = document.split("```shell-session\n").skip(1).collect();
    assert!(blocks.len() >= 5);
    for block in blocks {
        let block = block.split_once("```").unwrap().0;
        let (command, shown) = block.split_once('\n').unwrap();
        let words: Vec<&str> = command.split('\'').map(str::trim).collect();
        let (method, body, url) = match words[..] {
            ["$ curl", url, ""] => ("GET", "", url),
            ["$ curl --json", body, url] => ("POST", body, url),
            _ => panic!("{command}"),
        };
        let path = url.strip_prefix("http://127.0.0.1:8080").expect(command);
        let (_, printed) = served.ask(method, path, body);
        assert_eq!(printed, shown.trim_end_matches('\n'), "{command}");
    }
}
