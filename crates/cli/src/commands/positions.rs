//! `positions`: random positions with the values of all moves, to measure players with.

use std::collections::BTreeMap;

use perfectplay::{Draw, DrawError, DrawFrom, DrawReport};

use crate::args::{self, PositionsFormat};
use crate::export::csv::{harmless, refused};
use crate::failure::Error;
use crate::input::boards;
use crate::input::chosen_folder::ChosenFolder;
use crate::machine::{memory, threads};
use crate::prelude::*;
use crate::terminal::plain;

pub(crate) fn run(
    args: &args::Positions,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<()> {
    let (count, seed, decisive) = (args.count, args.seed, args.decisive);
    let draw = Draw { count, seed, decisive };
    let from = source(args, folder)?;
    let oracle = folder.oracle(threads::choose(args.solving.threads)?)?;
    let limits = memory::limits(args.solving.limit, args.solving.memory);
    let done = head(&from.drawn(&draw), args, output).and_then(|()| {
        let failed = |error| failure(error, folder);
        let mut printed = Ok(());
        let mut take = |answer| {
            printed = print(&answer, args.format, output);
            printed.is_ok()
        };
        oracle.draw(&from, &draw, &limits, &Watch::default(), &mut take).map_err(failed)?;
        printed
    });
    folder.warn(&oracle, &done);
    done
}

/// The table, or the game, that positions are drawn from.
fn source(args: &args::Positions, folder: &ChosenFolder) -> Result<DrawFrom> {
    let (from, failed) = (args.from.as_str(), |error| failure(error, folder));
    if let Some(game) = folder.games.named(from)
        && game.about().facts.is_none()
    {
        #[cfg(feature = "catalogue")]
        crate::commands::catalogue::build_if_small(&game, folder)?;
        return Ok(DrawFrom::Moves(game));
    }
    if let Some(file) = &args.board {
        let game = folder.games.with_board_tables(from);
        let game = game
            .ok_or_else(|| Failure::usage("--board goes with a game whose boards have tables"))?;
        return DrawFrom::table(boards::table(file, game)?).map_err(failed);
    }
    DrawFrom::named(from, folder.games.all()).map_err(failed)
}

fn failure(error: DrawError, folder: &ChosenFolder) -> Failure {
    match error {
        DrawError::Oracle(error) => Error::from(error).into(),
        DrawError::Name(error) => {
            let games: Vec<_> =
                folder.games.listed().iter().map(|game| game.name().to_owned()).collect();
            Failure::usage(format!("{error}; games are {}", games.join(", ")))
        }
        error @ DrawError::NoIndex(_) => {
            Failure::usage(error).with_hint("a smaller table of the game has one")
        }
        error @ DrawError::Memory(_) => Failure::refused(error),
        error => Failure::error(Code::Missing, error),
    }
}

/// Says how positions are drawn.
fn head(drawn: &DrawReport, args: &args::Positions, output: &mut Output) -> Result<()> {
    if output.json {
        return output.json_line(&BTreeMap::from([("drawn", drawn)]));
    }
    let line = format!("# {drawn}");
    match args.format {
        PositionsFormat::Text => output.line(styled(FAINT, line)),
        PositionsFormat::Csv => {
            output.write(format!("{line}\nposition,value,move,result,best\n").as_bytes())
        }
    }
}

fn print(answer: &Answer, format: PositionsFormat, output: &mut Output) -> Result<()> {
    if output.json {
        return output.answer(answer);
    }
    match format {
        PositionsFormat::Text => {
            output.line("")?;
            output.line(format_args!("{}  {}", answer.position, plain(answer.value)))?;
            for reply in answer.moves.iter() {
                let step = reply.step.to_string();
                let best = if reply.is_best() { styled(GOOD, " *") } else { String::new() };
                output.line(format_args!("  {step:<9} {}{best}", plain(reply.result)))?;
            }
            Ok(())
        }
        PositionsFormat::Csv => {
            let (position, value) = (answer.position.to_string(), plain(answer.value));
            let mut rows = csv::Writer::from_writer(output.writer());
            for reply in answer.moves.iter() {
                let best = if reply.is_best() { "1" } else { "0" };
                let (step, result) = (reply.step.to_string(), plain(reply.result));
                let row = [&*harmless(&position), &value, &*harmless(&step), &result, best];
                rows.write_record(row).map_err(|error| Failure::output(&refused(error)))?;
            }
            rows.flush().map_err(|error| Failure::output(&error))
        }
    }
}
