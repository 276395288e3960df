//! `probe`: the value of a position and of every move.

use perfectplay::{Plies, ValueAnswer};
use perfectplay_core::control::Interrupted;

use crate::args::Probe;
use crate::failure::Error;
use crate::games;
use crate::input::chosen_folder::ChosenFolder;
use crate::input::lines::Lines;
use crate::input::{boards, lines};
use crate::machine::{memory, threads};
use crate::prelude::*;
use crate::terminal::messages::json_of;
use crate::terminal::{json_line_of, plain};

/// How many lines are answered at a time: few enough for their answers to stay in the cache.
const BATCH: usize = 128;

/// A batch that takes longer is shown answer by answer.
const LONG: Duration = Duration::from_millis(50);

/// What all positions of one command are asked with.
struct Context<'a> {
    args: &'a Probe,
    games: &'a Games,
    game: GameRef,
    oracle: Oracle,
    limits: Limits,
    /// Whether values alone are JSON.
    json: bool,
}

pub(crate) fn run(args: &Probe, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let threads = threads::choose(args.solving.threads)?;
    let named = folder.games.named(&args.game).expect("the arguments were understood");
    #[cfg(feature = "catalogue")]
    crate::commands::catalogue::build_if_small(&named, folder)?;
    let position = position(args, &named)?;
    if args.keep_going && position != "-" {
        return Err(Failure::usage("--keep-going goes with -, many positions one a line"));
    }
    let asked = Context {
        args,
        games: &folder.games,
        game: game(args, &named, &position)?,
        oracle: folder.oracle(threads)?,
        limits: memory::limits(args.solving.limit, args.solving.memory),
        json: output.json,
    };
    let done =
        if position == "-" { asked.answer_lines(output) } else { asked.answer(&position, output) };
    folder.warn(&asked.oracle, &done);
    done
}

/// The one position that the words on the command line form.
fn position(args: &Probe, game: &GameRef) -> Result<String> {
    let words: Vec<&str> = args.position.iter().map(String::as_str).collect();
    let example = &game.about().example;
    match words.as_slice() {
        [] if game.has_board() || game.about().facts.is_none() => Ok(example.to_string()),
        [] => Err(Failure::usage(format!(
            "no position is given: say which, as in `perfectplay probe {game} {example}`, or - to read \
             positions from standard input"
        ))),
        [position] => Ok((*position).to_owned()),
        words if game.about().drawings.joins(words) => Ok(words.join(" ")),
        words => {
            let what = format!("{} words are given, and a position is one", words.len());
            let joined = [",", "/"].map(|between| words.join(between));
            let joined = joined.iter().find(|text| Question::parse(game, text).is_ok());
            Err(Failure::usage(what).with_hint(match joined {
                Some(text) => format!("write it as `{text}`"),
                None => format!("`perfectplay probe {game} -` reads many positions, one a line"),
            }))
        }
    }
}

/// The game, on the board that a contour belongs to.
fn game(args: &Probe, named: &GameRef, position: &str) -> Result<GameRef> {
    match (&args.board, named) {
        (None, game) if game.has_board() => Err(Failure::board(
            "a contour belongs to a board: give it with --board FILE, in the format of p4363",
        )),
        (None, game) => Ok(game.clone()),
        (Some(file), game) if game.has_board() => {
            if file == Path::new("-") && position == "-" {
                let what = "standard input cannot be both the board and the positions";
                return Err(Failure::usage(what));
            }
            boards::on(file, game)
        }
        (Some(_), game) => Err(Failure::usage(format!(
            "--board is for contour: a position of {game} is complete without it"
        ))),
    }
}

/// A line of input, or what is wrong with its text.
struct Line {
    number: u64,
    text: Result<String, Error>,
}

impl Context<'_> {
    fn question(
        &self,
        position: &str,
        unasked: Plies,
        budget: &Budget<'_>,
    ) -> Result<Question, perfectplay::Error> {
        let plies = if self.args.plies { Plies::Always } else { unasked };
        let full_board = games::of_size(&self.game, position);
        let position = full_board.as_deref().unwrap_or(position);
        let question = Question::read(&self.game, position, budget)?;
        let question = question.with_plies(plies).with_line(self.args.line);
        Ok(question.with_replies(self.args.replies).with_grundy(self.args.grundy))
    }

    fn answer(&self, position: &str, output: &mut Output) -> Result<()> {
        let watch = Watch::default();
        let budget = Budget::new(&self.limits, &watch);
        let question = self.question(position, Plies::IfQuick, &budget)?;
        if self.args.values {
            let answer = self.oracle.within(&budget).value(&question);
            drop(watch);
            return output.write(&self.value_line(&answer.map_err(|error| self.failed(error))?));
        }
        let answer = self.oracle.within(&budget).answer(&question);
        drop(watch);
        let answer = answer.map_err(|error| self.failed(error))?;
        if output.json { output.answer(&answer) } else { output.drawn(&answer) }
    }

    /// Only an option can have asked for something that the game does not have.
    fn failed(&self, error: perfectplay::Error) -> Error {
        let error = Error::from(error);
        match error.code {
            Code::Usage if self.args.line => error.at("--line"),
            Code::Usage if self.args.replies => error.at("--replies"),
            Code::Usage if self.args.grundy => error.at("--grundy"),
            _ => error,
        }
    }

    /// One position per line in, one JSON object per line out.
    fn answer_lines(&self, output: &mut Output) -> Result<()> {
        let mut input = lines::open(None)?;
        let mut first_error = None;
        let (mut lines, mut errors) = (0u64, 0u64);
        loop {
            let (batch, end) = self.read_batch(&mut input);
            let started = Instant::now();
            self.answer_batch(&batch, |answer| {
                lines += 1;
                match answer {
                    Ok(line) => output.write(&line)?,
                    Err(error) if self.args.keep_going && error.code != Code::Interrupted => {
                        errors += 1;
                        first_error.get_or_insert(error.code);
                        output.json_line(&json_of(&error.told(self.games)))?;
                    }
                    Err(error) => return Err(error.into()),
                }
                // What takes long is shown answer by answer.
                if started.elapsed() > LONG { output.flush() } else { Ok(()) }
            })?;
            match end {
                None if input.might_wait() => output.flush()?,
                None => {}
                Some(end) => break end?,
            }
        }
        match first_error {
            None => Ok(()),
            Some(code) => {
                let what = format!("{errors} of {lines} lines have no answer");
                Err(Failure::error(code, what).with_hint("the output has an error for each"))
            }
        }
    }

    /// As many lines as are available without waiting, in order, and how the input ends, if it does.
    fn read_batch(&self, input: &mut Lines) -> (Vec<Line>, Option<Result<()>>) {
        let mut batch = Vec::new();
        while batch.len() < BATCH {
            let text = match input.next() {
                Ok(Some(line)) if !line.trim().is_empty() => Ok(line.to_owned()),
                Ok(Some(_)) if self.args.keep_going => {
                    let empty = Error::new(Code::Position, "the line is empty");
                    Err(empty.at(format_args!("line {}", input.number())))
                }
                Ok(Some(_)) => continue,
                Ok(None) => return (batch, Some(Ok(()))),
                Err(Failure::Error(error)) if self.args.keep_going && error.code == Code::Input => {
                    Err(*error)
                }
                Err(failure) => return (batch, Some(Err(failure))),
            };
            batch.push(Line { number: input.number(), text });
            if input.might_wait() {
                break;
            }
        }
        (batch, None)
    }

    /// Receives for each line what is to be written, or why there is no answer, as soon as that is known.
    fn answer_batch(
        &self,
        batch: &[Line],
        take: impl FnMut(Result<Vec<u8>, Error>) -> Result<()>,
    ) -> Result<()> {
        let read = |line: &Line, budget: &Budget<'_>| match &line.text {
            Ok(text) => self.question(text, Plies::IfStored, budget),
            // Not asked: what is wrong with the line is reported below.
            Err(_) => Err(Interrupted.into()),
        };
        let error = |line: &Line, error| match &line.text {
            Err(error) => error.clone(),
            Ok(_) => self.failed(error).at(format_args!("line {}", line.number)),
        };
        let (limits, watch) = (&self.limits, Watch::default());
        if self.args.values {
            let write = |line: &Line, answer: Result<ValueAnswer, perfectplay::Error>| {
                answer.map(|answer| self.value_line(&answer)).map_err(|why| error(line, why))
            };
            return self.oracle.ask_all(batch, limits, &watch, read, write, take);
        }
        let write = |line: &Line, answer: Result<Answer, perfectplay::Error>| {
            answer.map(|answer| json_line_of(&answer)).map_err(|why| error(line, why))
        };
        self.oracle.ask_all(batch, limits, &watch, read, write, take)
    }

    fn value_line(&self, answer: &ValueAnswer) -> Vec<u8> {
        let mut line = Vec::new();
        if self.json {
            answer.append_json(&mut line);
        } else {
            line.extend(plain(answer.value).into_bytes());
        }
        line.push(b'\n');
        line
    }
}
