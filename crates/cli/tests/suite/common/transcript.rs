//! Transcripts: commands, and what the program prints.
//!
//! A section begins with `## ` and what it shows. Its next line says what its folder has: `with tables`, which are the
//! default ones, `with number-20 tower-2`, `with custom games`, `with the tables of custom games` but not the games, or
//! `without tables`. Then come steps, of these lines:
//!
//! - `$ probe number '2 3'`: the words of a command of the program. Instead, `$ > FILE` writes a file, `$ flip FILE`
//!   damages a bit in its middle, `$ cut FILE` leaves the first half of it, and `$ sh SCRIPT` runs a shell that finds
//!   the program.
//! - `< text`: a line of standard input, or of that file. `␍` and `␛` stand for the control characters.
//! - `| text`: a line of standard output; `! text`: one of standard error. `…` stands for anything.
//! - `exit 2`: the exit code, where it is not 0.
//! - `# text`: a comment.

use super::*;

/// A program in the folder that a section asks for.
fn prepared(folder: &str) -> Program {
    match folder {
        "without tables" => Program::new(),
        "with tables" => Program::with_tables(),
        "with custom games" => Program::new().and_custom_games().and_built(),
        "with the tables of custom games" => Program::with_tables_of_custom_games(),
        names => Program::with(names.strip_prefix("with ").expect("what the folder has")),
    }
}

/// The text of the lines of a step that have a mark.
fn marked(step: &str, mark: char) -> String {
    let lines = step.lines().skip(1).filter_map(|line| line.strip_prefix(mark));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

/// Whether a text is as a pattern says, in which `…` stands for anything.
pub fn is_like(mut text: &str, pattern: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('…') else { return text == pattern };
    let (middle, last) = rest.rsplit_once('…').unwrap_or(("", rest));
    for (place, part) in std::iter::once(first).chain(middle.split('…')).enumerate() {
        match text.split_once(part) {
            Some((before, after)) if place > 0 || before.is_empty() => text = after,
            _ => return false,
        }
    }
    text.ends_with(last)
}

/// Does a step, and asserts that it ends as its lines say.
fn follow(program: &Program, step: &str) {
    for line in step.lines().skip(1).filter(|line| !line.is_empty()) {
        assert!(line.starts_with(['<', '|', '!', '#']) || line.starts_with("exit "), "{line}");
    }
    let command = step.lines().next().unwrap();
    let input = marked(step, '<').replace('␍', "\r").replace('␛', "\u{1b}");
    match command.split_once(' ') {
        Some((">", file)) => return program.write(file, input),
        Some(("flip", file)) => return program.flip(file),
        Some(("cut", file)) => {
            return program.change(file, |bytes| bytes.truncate(bytes.len() / 2));
        }
        _ => {}
    }
    let run = match command.strip_prefix("sh ") {
        #[cfg(unix)]
        Some(script) => program.shell(script),
        _ => program.feed(command, input),
    };
    let code = step.lines().find_map(|line| line.strip_prefix("exit "));
    assert_eq!(run.code.to_string(), code.unwrap_or("0"), "{command} {run:?}");
    for (printed, mark) in [(&run.stdout, '|'), (&run.stderr, '!')] {
        // Paths are written either way on Windows.
        let same = |text: &str| if cfg!(windows) { text.replace('\\', "/") } else { text.into() };
        let expected = marked(step, mark);
        let is_expected = is_like(&same(printed), &same(&expected));
        assert!(is_expected, "{command} prints\n{printed}\nand not\n{expected}");
    }
}

/// Follows every section of a transcript.
pub fn follow_all(transcript: &str) {
    let sections = transcript.split("\n## ").skip(1);
    let followed = sections.map(|section| {
        let mut steps = section.split("\n$ ");
        let program = prepared(steps.next().unwrap().lines().nth(1).unwrap());
        steps.for_each(|step| follow(&program, step));
    });
    assert!(followed.count() > 0);
}
