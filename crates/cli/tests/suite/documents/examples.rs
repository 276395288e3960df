//! The examples are the `console` blocks of README.md and of docs/.
//!
//! The first line of a block is a command behind `$ `, the rest is what it prints, errors included.
//! The blocks of a document run one after another in a folder of their own, which has the default
//! tables, the sample boards, and `my-games`, a program with custom games. Durations such as `0.12 s` are not compared.

use std::os::unix::fs::symlink;

use super::*;

const START: &str = "```console\n";
const END: &str = "```";

/// A document, with what its commands print now.
fn rewritten(document: &str) -> String {
    let program = Program::with_tables();
    symlink(Program::new().and_custom_games().file, program.path("my-games")).unwrap();
    let mut pieces = document.split(START);
    let mut text = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (block, rest) = piece.split_once(END).unwrap();
        let (command, shown) = block.split_once('\n').unwrap();
        let command = command.strip_prefix("$ ").expect("a block begins with a command");
        let printed = run(command, &program);
        assert!(!printed.contains(END), "{command}");
        // What differs in durations alone stays.
        let is_same = without_durations(&printed) == without_durations(shown);
        let output = if is_same { shown } else { &printed };
        text += &format!("{START}$ {command}\n{output}{END}{rest}");
    }
    text
}

fn run(command: &str, program: &Program) -> String {
    let binary = cargo_bin!("perfectplay");
    let folder = binary.parent().unwrap().display();
    // First this folder: a check may have left another `my-games` in the other.
    let path = format!(".:{folder}:{}", std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(program.directory.path())
        .env_remove("PERFECTPLAY_TABLES")
        .env_remove("CLICOLOR_FORCE")
        .env("PATH", &path)
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if cfg!(debug_assertions) {
        let is_shown = |line: &&str| !line.starts_with("this program was compiled without");
        text = text.split_inclusive('\n').filter(is_shown).collect();
    }
    if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
}

/// A text with every `0.12 s` as `… s`.
fn without_durations(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_unit = |next: &&str| next.split(|c: char| !c.is_alphanumeric()).next() == Some("s");
    let shown = words.iter().enumerate().map(|(place, &word)| {
        let is_number = word.contains('.') && word.bytes().all(|c| c == b'.' || c.is_ascii_digit());
        if is_number && words.get(place + 1).is_some_and(is_unit) { "…" } else { word }
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_example_prints_what_the_document_shows() {
    let mut paths = documents_in(&["docs"]);
    paths.extend(
        ["README.md", "README.zh-CN.md", "crates/cli/README.md"]
            .map(|path| repository().join(path)),
    );
    let documents: Vec<String> =
        paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let examples: usize = documents.iter().map(|document| document.matches(START).count()).sum();
    assert!(examples >= 50);
    let now: Vec<String> = thread::scope(|scope| {
        let threads = documents.iter().map(|document| scope.spawn(|| rewritten(document)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    paths.iter().zip(&now).for_each(|(path, now)| check(path, now));
}

#[test]
fn durations_do_not_matter_and_everything_else_does() {
    let shown = "number-20 3515 states, built in 0.01 s\nin tables\n";
    assert_eq!(without_durations(shown), without_durations(&shown.replace("0.01", "12.34")));
    assert_ne!(without_durations(shown), without_durations(&shown.replace("3515", "3516")));
    assert_ne!(without_durations("0.5 minutes"), without_durations("0.6 minutes"));
}
