//! Transcripts: commands, and what the program prints.
//!
//! A section begins with `## ` and what it shows. Its next line says what its folder has: `with tables`, which are the
//! default ones, `with number-20 tower-2`, `with custom games`, `with the tables of custom games` but not the games, or
//! `without tables`. Then come steps, of these lines:
//!
//! - `$ probe number '2 3'`: the words of a command of the program, before which come variables of its environment, as in
//!   `$ COLUMNS=60 help`; with ` > FILE` behind them its output goes there. Instead, `$ > FILE` writes a file,
//!   `$ flip FILE` damages a bit in its middle, `$ spoil FILE` all behind that, `$ cut FILE` leaves the first half of it,
//!   `$ move FILE TO` renames it, `$ files FOLDER` lists what is there but for locks, and `$ sh SCRIPT` runs a shell that
//!   finds the program.
//! - `$ start OPTIONS`: the program's server, whose port is `SERVER` from then on. `$ GET PATH`, `HEAD` and `POST` ask it
//!   for a body, with a status that is not 200 as the exit code; `$ end SIGNAL` and `$ end` wait until it has ended.
//! - `$ host FOLDER`: a server of files, whose port is `HOST` from then on; `$ host FOLDER whole` answers no ranges, and
//!   `$ answer` sends its lines to whoever asks. `$ asked` lists what it has been asked for since the last time.
//! - `< text`: a line of standard input, of that file or of what is sent; `<100 text` are a hundred of them. `␍` and `␛`
//!   stand for the control characters, and `␠` for a byte order mark.
//! - `| text`: a line of standard output; `! text`: one of standard error. `…` stands for anything.
//! - `= probe number 2 3`: instead of those, all is as this step ends.
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

/// The text of the lines of a step that have a mark, each as often as it says.
fn marked(step: &str, mark: char) -> String {
    let lines = step.lines().skip(1).filter_map(|line| line.strip_prefix(mark));
    let repeated = lines.map(|line| {
        let text = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let times = line[..line.len() - text.len()].parse().unwrap_or(1);
        format!("{}\n", text.strip_prefix(' ').unwrap_or(text)).repeat(times)
    });
    repeated.collect()
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

/// A section's folder, and its servers.
struct Stage {
    program: Program,
    served: Vec<ServerProcess>,
    host: Option<FileServer>,
}

impl Stage {
    /// A text with the ports of the servers.
    fn named(&self, text: &str) -> String {
        let port = |address: &str| address.rsplit(':').next().unwrap().to_owned();
        let served = self.served.last().map_or_else(String::new, |served| port(&served.address));
        let host = self.host.as_ref().map_or_else(String::new, |host| port(&host.url));
        text.replace(":SERVER", &format!(":{served}")).replace(":HOST", &format!(":{host}"))
    }

    /// Does what a command says, with this input.
    fn run(&mut self, command: &str, input: &str) -> Run {
        let (program, done) =
            (&self.program, |stdout| Run { code: 0, stdout, stderr: String::new() });
        let lines = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect();
        let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
        let mut words = rest.split(' ');
        let mut path = || program.path(words.next().unwrap());
        match verb {
            ">" => program.write(rest, input),
            "flip" => program.flip(rest),
            "cut" => program.change(rest, |bytes| bytes.truncate(bytes.len() / 2)),
            "spoil" => program.change(rest, |bytes| {
                let middle = bytes.len() / 2;
                bytes[middle..].iter_mut().for_each(|byte| *byte ^= 1);
            }),
            "move" => fs::rename(path(), path()).unwrap(),
            "files" => return done(lines(program.files_but_locks(rest))),
            "start" => self.served.push(ServerProcess::with(program, rest)),
            "GET" | "HEAD" | "POST" => {
                let (status, body) = self.served.last().unwrap().ask(verb, rest, input);
                return Run {
                    code: if status == 200 { 0 } else { status.into() },
                    ..done(body + "\n")
                };
            }
            #[cfg(unix)]
            "end" => return self.served.last_mut().unwrap().end(rest),
            "host" => {
                let manner = Manner { ranges: !rest.ends_with(" whole"), ..Manner::GOOD };
                self.host = Some(server(&path(), manner));
            }
            "answer" => {
                let answer = input.to_owned();
                self.host = Some(FileServer::start(move |_, stream| {
                    // Nobody may take it to its end.
                    let _ = stream.write_all(answer.as_bytes());
                }));
            }
            "asked" => {
                let asked =
                    std::mem::take(&mut *self.host.as_ref().unwrap().requests.lock().unwrap());
                return done(lines(asked.into_iter().map(|request| request.target).collect()));
            }
            #[cfg(unix)]
            "sh" => return program.shell(rest),
            _ => {
                let (command, file) = command.split_once(" > ").unwrap_or((command, ""));
                let run = program.feed(command, input);
                if file.is_empty() {
                    return run;
                }
                program.write(file, &run.stdout);
                return Run { stdout: String::new(), ..run };
            }
        }
        done(String::new())
    }

    /// Does a step, and asserts that it ends as its lines say.
    fn follow(&mut self, step: &str) {
        for line in step.lines().skip(1).filter(|line| !line.is_empty()) {
            assert!(
                line.starts_with(['<', '|', '!', '=', '#']) || line.starts_with("exit "),
                "{line}"
            );
        }
        let command = self.named(step.lines().next().unwrap());
        let input =
            marked(step, '<').replace('␍', "\r").replace('␠', "\u{feff}").replace('␛', "\u{1b}");
        let run = self.run(&command, &input);
        let code = step.lines().find_map(|line| line.strip_prefix("exit "));
        assert_eq!(run.code.to_string(), code.unwrap_or("0"), "{command} {run:?}");
        if let Some(other) = step.lines().find_map(|line| line.strip_prefix("= ")) {
            assert_eq!(run, self.run(&self.named(other), &input), "{command}");
            return;
        }
        for (printed, mark) in [(&run.stdout, '|'), (&run.stderr, '!')] {
            // Paths are written either way on Windows.
            let same =
                |text: &str| if cfg!(windows) { text.replace('\\', "/") } else { text.into() };
            let expected = self.named(&marked(step, mark));
            let is_expected = is_like(&same(printed), &same(&expected));
            assert!(is_expected, "{command} prints\n{printed}\nand not\n{expected}");
        }
    }
}

/// Follows every section of a transcript.
pub fn follow_all(transcript: &str) {
    let sections = transcript.split("\n## ").skip(1);
    let followed = sections.map(|section| {
        let mut steps = section.split("\n$ ");
        let program = prepared(steps.next().unwrap().lines().nth(1).unwrap());
        let mut stage = Stage { program, served: Vec::new(), host: None };
        steps.for_each(|step| stage.follow(step));
    });
    assert!(followed.count() > 0);
}
