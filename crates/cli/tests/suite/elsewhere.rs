//! Tables at an address: they answer as those of a folder, and what is wrong with them is said.

use perfectplay_tests::server::respond;

use crate::common::*;

/// A program without tables, and a server of some with their list.
fn served() -> (Program, FileServer) {
    let program = Program::with("tower-5 number-40 number-20 stake-4");
    fs::rename(program.tables(), program.path("served")).unwrap();
    let list = program.run_well("list --json --tables served");
    program.write("served/tables.json", &list.stdout);
    let server = server(&program.path("served"), Manner::GOOD);
    (program, server)
}

const QUESTIONS: [&str; 6] = [
    "tower RGB/GRG/RGB/GRR --json",
    "number '2 3 4 5 6' --line --json",
    "number after:5,7 --json",
    "stake 01.1/00../.01./...1 --replies",
    "stake ..../..../..../.... --values",
    "tower RGB/GRG/RGB/GRR",
];

#[test]
fn answers_are_those_of_the_folder() {
    let (program, server) = served();
    let ask = |question: &str, tables: &str| {
        program.run_well(format!("probe {question} --tables {tables}"))
    };
    for question in QUESTIONS {
        let found = ask(question, &server.url);
        assert_eq!(found, ask(question, "served"), "{question}");
    }
    // A table is asked for when an answer needs it, and not before.
    let files = |server: &FileServer| {
        let requests = server.requests.lock().unwrap();
        requests.iter().map(|request| request.target.clone()).collect::<Vec<_>>()
    };
    server.requests.lock().unwrap().clear();
    ask("number 2 3 4 5 6", &server.url);
    assert_eq!(files(&server), ["/tables.json", "/number-20.table"]);

    let lines = "2 3 4 5 6\nafter:5,7\n2 5\nafter:4,5\n".repeat(100);
    let batch = |tables: &str| program.feed(format!("probe number - --tables {tables}"), &lines);
    let found = batch(&server.url);
    assert_eq!((found.code, found.stdout.lines().count()), (0, 400));
    assert_eq!(found, batch("served"));
}

#[test]
fn other_commands_read_there_too_and_those_that_write_say_why_not() {
    let (program, server) = served();
    let listed = |tables: &str| {
        let mut listed = program.run_well(format!("list --json --tables {tables}")).json();
        listed.as_object_mut().unwrap().remove("folder");
        listed
    };
    assert_eq!(listed(&server.url), listed("served"));
    let run = program.run_well(format!("info tower-5 --tables {}", server.url));
    assert!(run.stdout.contains(&format!("{}/tower-5.table", server.url)), "{run:?}");
    let positions = "positions stake-4 --seed 5 --count 20 --tables";
    let drawn = |tables: &str| program.run_well(format!("{positions} {tables}"));
    assert_eq!(drawn(&server.url), drawn("served"));
    let run = program.run(format!("info tower-4 --tables {}", server.url));
    let missing = "there is no such table; `perfectplay build tower-4` makes it";
    run.assert_fails(3, &format!("{}/tower-4.table: {missing}", server.url));
    let expected = "this command works in a folder of tables on a disk, and the one given by --tables is an \
                    address; give --tables DIR; `unpack` gets tables from a release";
    for command in ["build", "verify", "clean --all", "export number-20 --format csv"] {
        program.run(format!("{command} --tables {}", server.url)).assert_fails(2, expected);
    }
    let variable =
        |command: &str| Run::of(program.command(command).env("PERFECTPLAY_TABLES", &server.url));
    assert_eq!(variable("probe number 2 3 4 5 6 --values").stdout, "win in 5\n");
    assert_eq!(variable("build").code, 2);
    // Help needs no tables.
    server.requests.lock().unwrap().clear();
    assert_eq!(variable("help number").code, 0);
    assert_eq!(server.requests.lock().unwrap().len(), 0);
}

#[test]
fn what_is_wrong_there_has_a_code_and_a_place() {
    let (program, server) = served();
    let asked =
        |url: &str, question: &str| program.run(format!("probe {question} --json --tables {url}"));
    let tower = "tower RGB/GRG/RGB/GRR";
    // A chunk of the table.
    let bytes = fs::read(program.path("served/tower-5.table")).unwrap();
    let place = bytes.len() / 2;
    for (manner, error, code, expected) in [
        (Manner::GOOD, "damaged", 1, "is damaged; `perfectplay build tower-5` makes it"),
        (
            Manner { ranges: false, ..Manner::GOOD },
            "refused",
            3,
            "it cannot be read: the server sends the whole file where a part of it is asked for: tables \
             above 512 KiB are read from servers that answer ranges",
        ),
    ] {
        let folder = program.path("served");
        program.change("served/tower-5.table", |damaged| {
            damaged.clone_from(&bytes);
            damaged[place..].iter_mut().for_each(|byte| *byte ^= 1);
        });
        let odd = FileServer::start(move |request, stream| serve(&folder, manner, request, stream));
        let (found, told) = asked(&odd.url, tower).error();
        assert_eq!(found["code"], error);
        assert!(told.starts_with(&format!("{}/tower-5.table: ", odd.url)), "{told}");
        assert!(told.ends_with(expected), "{told}");
        assert_eq!(asked(&odd.url, tower).code, code);
        // What another table answers is answered.
        assert_eq!(asked(&odd.url, "number 2 3 4 5 6").code, 0);
    }
    let empty = FileServer::start(|_, stream| respond(stream, "404 Not Found", &[], b""));
    let expected = "the server has no such file; the address is that of a single table, NAME.table, or of a \
                    folder with what `perfectplay list --json` prints of its tables as tables.json";
    let expected = format!("{}/tables.json: {expected}", empty.url);
    asked(&empty.url, tower).assert_json_error("missing", 3, &expected);
    let run = asked("http://127.0.0.1:1", tower);
    let (found, told) = run.error();
    assert_eq!((run.code, found["code"].as_str()), (3, Some("refused")));
    let start = "http://127.0.0.1:1/tables.json: the server cannot be reached: ";
    assert!(told.starts_with(start), "{told}");
    let secret = server.url.replace("http://", "http://reader:secret@");
    for question in [tower, "tower RGB/"] {
        let run = asked(&secret, question);
        assert!(!format!("{run:?}").contains("secret"), "{run:?}");
    }
}
