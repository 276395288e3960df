//! `serve`: what the server says is what `probe` says, and it starts and stops as a program should.
#![cfg(unix)]

use std::process::ChildStderr;

use perfectplay_tests::server::escape;

use crate::common::*;

/// A server that runs, and its log.
pub(crate) struct ServerProcess {
    process: Child,
    log: BufReader<ChildStderr>,
    /// `127.0.0.1:…`
    address: String,
    /// How many bytes of memory it says that it may take.
    memory: u64,
}

impl ServerProcess {
    pub(crate) fn start(program: &Program) -> Self {
        Self::with(program, "")
    }

    fn with(program: &Program, options: &str) -> Self {
        let mut process = program.spawn(format!("serve --addr 127.0.0.1:0 --log json {options}"));
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let entry = entry(&mut log);
        assert_eq!(entry["message"], "listening");
        let address = entry["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        let memory = entry["memory"].as_u64().unwrap();
        Self { process, log, address, memory }
    }

    /// The most memory that it has taken so far, in bytes.
    #[cfg(target_os = "linux")]
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
    }

    /// The status and the body that come back.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        let head = format!("{method} {path} HTTP/1.0\r\ncontent-type: application/json");
        write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut reply = String::new();
        connection.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Sends a signal, and returns the exit code and the last entry of the log.
    fn signal(&mut self, name: &str) -> (Option<i32>, Value) {
        signal(&self.process, name);
        self.end()
    }

    /// Waits for its end, and returns the exit code and the last entry of the log.
    fn end(&mut self) -> (Option<i32>, Value) {
        let entries = self.log.by_ref().lines();
        let last = entries.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).last();
        (self.process.wait().unwrap().code(), last.unwrap())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The next line of the log.
fn entry(log: &mut impl BufRead) -> Value {
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
}

/// Positions of each game: in tables, and solved on the spot.
const POSITIONS: &[(&str, &[&str])] = &[
    ("number", &["2 3 4 5 6", "none", "after:4,3", "after:62,63", "after:16,24", "after:8,11"]),
    ("tower", &["RGB/GRG", "RGB/GRG/R.B/.G.", "RRR/GGG/BBB/RGB/RGB/RGB/RGB"]),
    ("contour", &["0", "3,3,1", "10,9,8,7"]),
    ("stake", &["..1/.0./...", "01.1/00../.01./...1", "0..../.1.../0.1../..010/10101"]),
    ("tokens", &["P..#/.#../...P", "P..../.#.../....P", "P.P/... history:0,0+0,1"]),
    ("chomp", &["4,4,1", "0", "10,10,10,10,10,10,10,10", "12,12,12"]),
];

#[test]
fn answers_and_lines_are_those_of_probe_to_the_byte() {
    let program = Program::with_tables();
    let served = ServerProcess::start(&program);
    let file = "tables/boards/contour-10x10.txt";
    let text = fs::read_to_string(program.path(file)).unwrap();
    for game in built_in() {
        let (game, example) = (game.name(), [game.about().facts.unwrap().example]);
        let chosen = POSITIONS.iter().find(|(name, _)| *name == game);
        let positions = chosen.map_or(&example[..], |(_, positions)| positions);
        let (board, parameter) = match game {
            "contour" => (format!("--board {file}"), format!("&board={}", escape(&text))),
            _ => Default::default(),
        };
        for &position in positions {
            let command = format!("probe {game} --json '{position}' {board}");
            let path = format!("/v1/{game}?position={}{parameter}", escape(position));
            let is_same = |path: &str, command: &str| {
                let (status, body) = served.ask("GET", path, "");
                assert_eq!(status, 200, "{command}: {body}");
                assert_eq!(body + "\n", program.run(command).stdout, "{command}");
            };
            is_same(&path, &command);
            if game != "tower" {
                is_same(&path.replacen('?', "/line?", 1), &(command + " --line"));
            }
        }
        let mut batch = json!({"positions": positions});
        if game == "contour" {
            batch["board"] = "75695848".into();
        }
        let (_, body) = served.ask("POST", &format!("/v1/{game}"), &batch.to_string());
        let printed = program.feed(format!("probe {game} - {board}"), positions.join("\n")).stdout;
        let printed: Vec<&str> = printed.lines().collect();
        assert_eq!(body, format!(r#"{{"answers":[{}]}}"#, printed.join(",")), "{game}");
    }
    let listed = program.run("list --json").json();
    let (_, body) = served.ask("GET", "/v1/tables", "");
    let tables: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&tables["tables"], &tables["missing"]), (&listed["tables"], &listed["missing"]));
}

/// A server's tables are asked by another program, and by another server for its readers.
#[test]
fn tables_of_a_server_are_asked_where_they_are() {
    let program = Program::with_tables();
    let served = ServerProcess::start(&program);
    let address = format!("http://{}/tables", served.address);
    let other = ServerProcess::with(&program, &format!("--tables {address}"));
    for (game, position) in [("tower", "RGB/GRG/RBB/GGR"), ("number", "2 3 4 5 6")] {
        let probe = format!("probe {game} '{position}' --json");
        let expected = program.run_well(&probe);
        let found = program.run_well(format!("{probe} --tables {address}"));
        assert_eq!(found, expected, "{position}");
        let path = format!("/v1/{game}?position={}", escape(position));
        assert_eq!(other.ask("GET", &path, ""), (200, expected.stdout.trim_end().to_owned()));
    }
}

#[test]
fn a_signal_stops_the_server_with_exit_code_0() {
    let program = Program::new();
    for signal in ["INT", "TERM"] {
        let mut served = ServerProcess::start(&program);
        assert_eq!(served.ask("GET", "/v1/health", "").0, 200);
        let request = entry(&mut served.log);
        assert_eq!((&request["message"], &request["status"]), (&json!("request"), &json!(200)));
        assert_eq!((&request["method"], &request["uri"]), (&json!("GET"), &json!("/v1/health")));
        assert!(request["ms"].is_number() && request["client"].is_string(), "{request}");
        let (code, last) = served.signal(signal);
        assert_eq!((code, &last["message"]), (Some(0), &json!("stopped")), "{signal}");
        let mut printed = String::new();
        served.process.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        let open =
            format!("Open http://{} in a browser; Ctrl-C ends the server.\n", served.address);
        assert!(printed.starts_with(&open), "{printed}");
        for part in ["Games without: number, ", "`perfectplay build` makes the default tables"] {
            assert!(printed.contains(part), "{printed}");
        }
    }
}

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
fn an_address_that_cannot_be_listened_on_is_an_error() {
    let program = Program::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = program.run(format!("serve --addr '{address}'"));
    run.assert_says(3, &format!("error: cannot listen on {address}: "));
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn a_server_is_asked_whether_it_answers() {
    let program = Program::new();
    let check = |address: &str| program.run(format!("serve --check --addr '{address}'"));
    let mut served = ServerProcess::start(&program);
    let (_, port) = served.address.split_once(':').unwrap();
    // The address that a server on all interfaces listens at is not one to connect to everywhere.
    for address in [&served.address, &format!("0.0.0.0:{port}")] {
        let run = check(address);
        assert_eq!((run.code, run.stdout + &run.stderr), (0, String::new()), "{address}");
    }
    let _ = served.signal("TERM");
    let run = check(&served.address);
    assert_eq!(run.stdout, "");
    run.assert_says(3, &format!("error: {}: no server answers: ", served.address));

    // Something else listens there.
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    let (ok, other_server) = (b"HTTP/1.1 200 OK\r\n\r\n", "not a healthy perfectplay server");
    let answers: [(&[u8], &str); 6] = [
        (b"HTTP/1.1 503 Service Unavailable\r\n\r\n", "it says `HTTP/1.1 503 Service Unavailable`"),
        (b"220 mail.example\r\n", "it says `220 mail.example`"),
        (b"", "no server answers"),
        // Others are well, too.
        (ok, other_server),
        (&[&ok[..], br#"{"status":"ok","version":"1.0.0"}"#].concat(), other_server),
        (&[&ok[..], &[b'x'; 1 << 15]].concat(), other_server),
    ];
    for (answer, expected) in answers {
        let run = thread::scope(|scope| {
            scope.spawn(|| {
                let (mut connection, _) = other.accept().unwrap();
                // What was asked is read, or closing would be a reset.
                connection.read_exact(&mut [0; b"GET /v1/health HTTP/1.0\r\n\r\n".len()]).unwrap();
                // Nobody may take it to its end.
                let _ = connection.write_all(answer);
            });
            check(&address)
        });
        run.assert_says(3, expected);
    }
    // Nobody takes the connection.
    check(&address).assert_says(3, "it did not answer within 5 seconds");
}

/// The `shell-session` blocks of the page about the server are commands of curl behind `$ `, and
/// what these print.
#[test]
fn the_examples_of_the_page_about_the_server_are_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let document = fs::read_to_string(path).unwrap();
    let program = Program::with_tables();
    let served = ServerProcess::start(&program);
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

/// A table that a server has, and a question that it answers.
const TABLE: &str = "tables/number-20.table";
const ASKED: &str = "/v1/number?position=2%203%204";

/// Lets its owner write the table.
fn make_writable(program: &Program) {
    let writable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    fs::set_permissions(program.path(TABLE), writable).unwrap();
}

/// Cuts the table off in its place.
fn cut(program: &Program) {
    make_writable(program);
    let table = fs::File::options().write(true).open(program.path(TABLE));
    table.unwrap().set_len(0).unwrap();
}

/// What is cut off is gone: to go on would be to answer wrongly, or to end without a word.
#[test]
fn a_server_whose_table_is_cut_short_says_so() {
    let program = Program::with("number-20");
    let mut served = ServerProcess::start(&program);
    assert_eq!(served.ask("GET", ASKED, "").0, 200);
    cut(&program);
    let mut connection = TcpStream::connect(&served.address).unwrap();
    write!(connection, "GET {ASKED} HTTP/1.0\r\n\r\n").unwrap();
    let mut reply = String::new();
    let _ = connection.read_to_string(&mut reply);
    assert_eq!(reply, "");
    let (code, last) = served.end();
    assert_eq!((code, &last["error"]["code"]), (Some(1), &json!("damaged")));
    assert!(last["error"]["message"].as_str().unwrap().contains("cut short"), "{last}");
}

/// A file that others may write is read, so that it can be changed without harm.
#[test]
fn a_table_that_may_be_written_is_read_into_memory() {
    let program = Program::with("number-20");
    make_writable(&program);
    let served = ServerProcess::start(&program);
    let ask = || served.ask("GET", ASKED, "");
    let before = ask();
    assert_eq!(before.0, 200);
    cut(&program);
    assert_eq!(ask(), before);
}
