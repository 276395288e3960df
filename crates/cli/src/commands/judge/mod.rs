//! `judge`: contest input in, contest output out; with `--json` the answers themselves.

mod poj1143;

use perfectplay::{Progress, Silent, Threads};
use perfectplay_games::contour::{self, ContourPosition};
use perfectplay_games::{stake, tokens, tower};

use crate::args::{Contest, Judge};
use crate::input::cases::Cases;
use crate::input::lines;
use crate::prelude::*;

pub(crate) fn run(args: &Judge, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let threads = threads::choose(args.threads)?;
    let file = args.file.as_deref();
    let done = judge(args.format, file, folder, threads, output);
    match file.filter(|&file| file != Path::new("-")) {
        // Errors in the input say where in the file they are, and this says in which file.
        Some(file) => done.map_err(|failure| match failure.code() {
            Some(Code::Input) => failure.at(lines::name(file)),
            _ => failure,
        }),
        None => done,
    }
}

fn judge(
    format: Contest,
    file: Option<&Path>,
    folder: &ChosenFolder,
    threads: Threads,
    output: &mut Output,
) -> Result<()> {
    // Without tables, solving is just as quick.
    let has_tables = matches!(format, Contest::Poj1143 | Contest::Cf424e);
    let oracle = match has_tables {
        true => folder.oracle(threads)?,
        false => Oracle::without_tables(folder.games.built_in()).on(threads),
    };
    let done = match format {
        Contest::Poj1143 => poj1143::run(Cases::many(file)?, &oracle, output),
        Contest::Cf424e => cf424e(Cases::one(file)?, &oracle, output),
        Contest::Poj3317 => poj3317(Cases::many(file)?, &oracle, output),
        Contest::Poj2990 => poj2990(Cases::many(file)?, &oracle, output),
        Contest::P4363 => p4363(file, &oracle, output),
    };
    if has_tables {
        folder.warn(&oracle, &done);
    }
    done
}

/// Codeforces 424E, Colored Jenga: how many minutes are expected?
fn cf424e(
    mut towers: Cases<tower::ContestReader>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<()> {
    let Some(tower) = towers.next()? else { return Ok(()) };
    print_value(oracle, tower.into(), &Watch::default(), output, |value| value.to_string())
}

/// POJ 3317, Stake Your Claim: which move, and for how much?
fn poj3317(
    mut boards: Cases<stake::ContestReader>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<()> {
    while let Some(board) = boards.next_now(output)? {
        let answer = oracle.answer(&Question::new(board.into()))?;
        if output.json {
            output.answer(&answer)?;
        } else if let (Some(best), Some(score)) =
            (answer.moves.iter().next(), answer.value.and_then(Value::score))
        {
            output.line(format_args!("({}) {score}", best.step))?;
        }
    }
    Ok(())
}

/// POJ 2990, Board Game: who wins?
fn poj2990(
    mut starts: Cases<tokens::ContestReader>,
    oracle: &Oracle,
    output: &mut Output,
) -> Result<()> {
    while let Some(start) = starts.next_now(output)? {
        let start = Position::from(start);
        print_value(oracle, start, &Silent, output, |value| {
            let wins = value.outcome() == Some(Outcome::Win);
            if wins { "Alice wins." } else { "Bob wins." }.to_owned()
        })?;
    }
    Ok(())
}

/// Luogu P4363, 一双木棋: by how much does the first player win?
fn p4363(file: Option<&Path>, oracle: &Oracle, output: &mut Output) -> Result<()> {
    let text = match file {
        Some(file) => lines::whole(file)?,
        None => {
            let input = Path::new("-");
            lines::whole(input).map_err(|failure| failure.at(lines::name(input)))?
        }
    };
    let board = contour::Board::from_contest(&text);
    let board = Arc::new(board.map_err(Failure::input)?);
    let start = ContourPosition::new(contour::Position::EMPTY, board);
    let start = start.map_err(Failure::input)?.into();
    print_value(oracle, start, &Silent, output, |value| {
        value.score().unwrap_or_default().to_string()
    })
}

/// Prints what the contest asks about a position's value, or the whole answer as JSON.
fn print_value(
    oracle: &Oracle,
    position: Position,
    progress: &dyn Progress,
    output: &mut Output,
    text: impl FnOnce(Value) -> String,
) -> Result<()> {
    let (question, limits) = (Question::new(position), Limits::default());
    let budget = Budget::new(&limits, progress);
    if output.json {
        return output.answer(&oracle.within(&budget).answer(&question)?);
    }
    let found = oracle.within(&budget).value(&question)?;
    output.line(found.value.map(text).unwrap_or_default())
}
