//! `probe`: the value of a position and of every move.

use std::path::Path;
use std::sync::Arc;

use perfectplay_core::{Game, contour};
use perfectplay_oracle::{Answer, Error, Limits, Oracle, Plies, Question};

use crate::args::Probe;
use crate::bar::Watch;
use crate::failure::Failure;
use crate::output::Output;
use crate::tables_folder::TablesFolder;
use crate::{advice, boards, games, lines, memory};

/// So many lines are answered at a time: few enough for their answers to stay in the cache.
const BATCH: usize = 128;

/// Most answers are shorter, in bytes.
const USUAL: usize = 2048;

/// What all positions of one command are asked with.
struct Asked<'a> {
    args: &'a Probe,
    board: Option<Arc<contour::Board>>,
    oracle: Oracle,
    limits: Limits,
}

pub(crate) fn run(args: &Probe, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    let asked = Asked {
        args,
        board: board(args)?,
        oracle: Oracle::new(folder.folder.clone())?,
        limits: limits(args),
    };
    let position = args.position.join(" ");
    let done =
        if position == "-" { asked.answer_lines(output) } else { asked.answer(&position, output) };
    advice::warn(&asked.oracle);
    done
}

fn limits(args: &Probe) -> Limits {
    let memory = args.memory.map(|size| size.as_u64());
    let memory = memory.or_else(|| memory::available().map(|free| free / 2));
    Limits { states: args.limit, memory: memory.unwrap_or(Limits::default().memory) }
}

/// The board that a contour is of.
fn board(args: &Probe) -> Result<Option<Arc<contour::Board>>, Failure> {
    match (&args.board, args.game) {
        (None, Game::Contour) => {
            let what =
                "a contour belongs to a board: give it with --board FILE, in the format of p4363";
            Err(Failure::Input(what.to_owned()))
        }
        (None, _) => Ok(None),
        (Some(file), Game::Contour) => {
            if file == Path::new("-") && args.position == ["-"] {
                let what = "standard input cannot be both the board and the positions";
                return Err(Failure::Input(what.to_owned()));
            }
            boards::contour(file).map(Arc::new).map(Some)
        }
        (Some(_), _) => {
            let what = "--board is for contour: the other games' positions hold all there is";
            Err(Failure::Input(what.to_owned()))
        }
    }
}

impl Asked<'_> {
    fn question(&self, position: &str, unasked: Plies) -> Result<Question, Error> {
        let plies = if self.args.plies { Plies::Always } else { unasked };
        let question = Question::parse(self.args.game, position, self.board.as_ref())?;
        Ok(question.with_plies(plies).with_line(self.args.line))
    }

    fn answer(&self, position: &str, output: &mut Output) -> Result<(), Failure> {
        let question = self.question(position, Plies::IfQuick)?;
        let watch = Watch::default();
        let answer = self.oracle.answer_within(&question, &self.limits, &watch);
        drop(watch);
        let answer = answer.map_err(|error| self.failure(error))?;
        if output.json { output.json_line(&answer) } else { games::draw(&answer, output) }
    }

    /// What cannot be had of the game can only be what was asked for by an option.
    fn failure(&self, error: Error) -> Failure {
        match error {
            Error::Usage { message } if self.args.line => {
                Failure::Input(format!("--line: {message}"))
            }
            error => error.into(),
        }
    }

    /// One position a line in, one JSON object a line out.
    fn answer_lines(&self, output: &mut Output) -> Result<(), Failure> {
        let mut input = lines::open(None)?;
        loop {
            // As many as are there without waiting, in an order that is kept.
            let mut batch: Vec<(u64, String)> = Vec::new();
            let mut end = None;
            while end.is_none() && batch.len() < BATCH {
                match input.next() {
                    Ok(Some(line)) if line.trim().is_empty() => {}
                    Ok(Some(line)) => {
                        let line = line.to_owned();
                        batch.push((input.number(), line));
                    }
                    Ok(None) => end = Some(Ok(())),
                    Err(failure) => end = Some(Err(failure)),
                }
                if input.might_wait() {
                    break;
                }
            }
            for line in self.answer_batch(&batch) {
                output.write(&line?)?;
            }
            if let Some(end) = end {
                return end;
            }
            if input.might_wait() {
                output.flush()?;
            }
        }
    }

    fn answer_batch(&self, batch: &[(u64, String)]) -> Vec<Result<Vec<u8>, Failure>> {
        let read = |(_, line): &(u64, String)| self.question(line, Plies::IfStored);
        let write = |(number, _): &(u64, String), answer: Result<Answer, Error>| {
            let answer = answer.map_err(|error| self.failure(error).in_line(*number))?;
            let mut line = Vec::with_capacity(USUAL);
            serde_json::to_writer(&mut line, &answer)
                .map_err(|error| Failure::output(&error.into()))?;
            line.push(b'\n');
            Ok(line)
        };
        self.oracle.answer_all(batch, &self.limits, &Watch::default(), read, write)
    }
}
