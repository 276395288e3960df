//! `judge`: contest input in, contest output out; with `--json` the answers themselves.

mod cf424e;
mod input;
mod p4363;
mod poj1143;
mod poj2990;
mod poj3317;

pub(crate) use poj3317::read_board as read_stake_board;

use std::io::Read;
use std::path::Path;

use perfectplay_oracle::{Budget, Limits, Observer, Oracle, Question, Threads, Value};

use crate::args::{Format, Judge};
use crate::chosen_folder::ChosenFolder;
use perfectplay_oracle::Code;

use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::{Output, warning};
use crate::{advice, lines, threads};

pub(crate) fn run(args: &Judge, folder: &ChosenFolder, output: &mut Output) -> Result<(), Failure> {
    let threads = threads::choose(args.threads)?;
    let file = args.file.as_deref();
    let done = judge(args.format, file, folder, threads, output);
    match file.filter(|&file| file != Path::new("-")) {
        // Errors of the input say where in the file, and this is which.
        Some(file) => done.map_err(|failure| match failure.code() {
            Some(Code::Input) => failure.at(lines::name(file)),
            _ => failure,
        }),
        None => done,
    }
}

fn judge(
    format: Format,
    file: Option<&Path>,
    folder: &ChosenFolder,
    threads: Threads,
    output: &mut Output,
) -> Result<(), Failure> {
    // Where there are no tables solving is as quick.
    let has_tables = matches!(format, Format::Poj1143 | Format::Cf424e);
    let oracle =
        if has_tables { folder.oracle(threads)? } else { Oracle::without_tables().on(threads) };
    let done = match format {
        Format::Poj1143 => poj1143::run(lines::open(file)?, &oracle, output),
        Format::Cf424e => cf424e::run(lines::open(file)?, &oracle, output),
        Format::Poj3317 => poj3317::run(lines::open(file)?, &oracle, output),
        Format::Poj2990 => poj2990::run(lines::open(file)?, output),
        Format::P4363 => p4363::run(file, &oracle, output),
    };
    if has_tables {
        advice::warn(&oracle);
        if done.is_ok() {
            folder.warn_if_missing();
        }
    }
    done
}

/// Prints what the contest asks for of a position's value, or the whole answer as JSON.
fn print_value(
    oracle: &Oracle,
    question: &Question,
    observer: &dyn Observer,
    output: &mut Output,
    text: impl FnOnce(Value) -> String,
) -> Result<(), Failure> {
    let budget = Budget::new(&Limits::default(), observer);
    if output.json {
        return output.answer(&oracle.answer_within(question, &budget)?);
    }
    let found = oracle.value_within(question, &budget)?;
    output.line(found.value.map(text).unwrap_or_default())
}

/// What follows the `0` that closes an input is not read, as the contests say; it may be a mistake.
/// Only what has arrived is looked at, so that nothing waits for more.
fn warn_of_more(input: &Lines<impl Read>) {
    if input.has_more_text() {
        let line = input.number() + 1;
        warning(format_args!("line {line}: what follows the `0` that closes the input is ignored"));
    }
}

/// The `0` at the end of an input says that all of it arrived. Without it all cases are answered,
/// and there may have been more.
fn warn_of_missing_end(line: u64) {
    warning(format_args!(
        "line {line}: the input ends without the line `0` that closes it: it may be cut off"
    ));
}
