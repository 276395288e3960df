//! `positions`: random positions with the values of all moves, to measure players with.

use std::collections::HashSet;
use std::io;

use fastrand::Rng;
use perfectplay_core::Game;
use perfectplay_oracle::{
    Answer, Code, GameId, Limits, MoveAnswer, Oracle, Plies, Position, Positions, Question,
};
use perfectplay_query::{Family, TableId};
use serde::Serialize;

use crate::args::{self, PositionsFormat};
use crate::failure::{Error, Failure};
use crate::games;
use crate::input::chosen_folder::ChosenFolder;
use crate::machine::{memory, threads};
use crate::terminal::drawing::plain;
use crate::terminal::output::{FAINT, GOOD, Output, styled};
use crate::terminal::progress_bar::Watch;

/// How many positions are asked for at a time.
const BATCH: usize = 256;

/// After so many positions for each that is wanted, no more are looked for.
const TRIES: usize = 1000;

/// How they were drawn.
#[derive(Serialize)]
struct Drawn {
    game: &'static str,
    /// The table that has them; `None` if they were reached by random moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// How many positions it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
    /// The board that they belong to, if it is not a part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    count: u32,
    seed: u64,
    decisive: bool,
}

#[derive(Serialize)]
struct Head<'a> {
    drawn: &'a Drawn,
}

/// Where positions come from.
enum Source {
    /// All of a table, and the numbers of those that were drawn.
    Table(Positions, HashSet<u64>),
    /// Moves from the start of a game.
    Moves(GameId),
}

pub(crate) fn run(
    args: &args::Positions,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    let (mut source, drawn) = source(args)?;
    let oracle = folder.oracle(threads::choose(args.solving.threads)?)?;
    let limits = memory::limits(args.solving.limit, args.solving.memory);
    let done =
        head(&drawn, args, output).and_then(|()| draw(args, &mut source, &oracle, &limits, output));
    folder.warn(&oracle, &done);
    done
}

/// The table, or the game, that positions are drawn from.
fn source(args: &args::Positions) -> Result<(Source, Drawn), Failure> {
    let from = args.from.as_str();
    let (count, seed, decisive) = (args.count, args.seed, args.decisive);
    let drawn = Drawn { game: "", table: None, of: None, board: None, count, seed, decisive };
    if let Some(game @ GameId::Own(_)) = games::own::named(from) {
        return Ok((Source::Moves(game), Drawn { game: game.name(), ..drawn }));
    }
    let (table, positions) = table(args)?;
    let of = Some(positions.len());
    let (game, table) = (table.game().name(), Some(table.to_string()));
    let board = positions.get(0).and_then(|position| Some(position.board()?.to_contest()));
    let drawn = Drawn { game, table, of, board, ..drawn };
    Ok((Source::Table(positions, HashSet::new()), drawn))
}

/// The table that is named, or of a game the largest default one that positions can be drawn from.
fn table(args: &args::Positions) -> Result<(TableId, Positions), Failure> {
    let from = args.from.as_str();
    let game = from.parse::<Game>();
    if let Some(file) = &args.board {
        let instance = match game {
            Ok(game) => games::of(game.into()).read_board(file)?,
            Err(_) => None,
        };
        let what = "--board goes with a game whose boards have tables";
        return indexed(instance.map(TableId::from).ok_or_else(|| Failure::usage(what))?);
    }
    let mut defaults = TableId::defaults().into_iter();
    if let Ok(game) = game {
        let of_game = defaults.filter(|table| table.game() == game);
        let indexed = of_game.filter_map(|table| Positions::of(&table).map(|of| (table, of)));
        if let Some(largest) = indexed.max_by_key(|(_, positions)| positions.len()) {
            return Ok(largest);
        }
    } else if let Some(table) = defaults.find(|table| table.to_string() == from) {
        return indexed(table);
    }
    let unknown = |error: perfectplay_query::FamilyError| {
        let games: Vec<_> = games::own::and_built_in().map(GameId::name).collect();
        Failure::usage(format!("{error}; games are {}", games.join(", ")))
    };
    indexed(from.parse::<Family>().map_err(unknown)?.into())
}

/// A table with its positions.
fn indexed(table: TableId) -> Result<(TableId, Positions), Failure> {
    let positions = Positions::of(&table).ok_or_else(|| {
        let what = format!("the positions of {table} have no index to draw them by");
        Failure::usage(what).with_hint("a smaller table of the game has one")
    })?;
    Ok((table, positions))
}

/// Says how positions are drawn.
fn head(drawn: &Drawn, args: &args::Positions, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.json_line(&Head { drawn });
    }
    let Drawn { game, table, of, count, seed, decisive, .. } = drawn;
    let choice = if *decisive { " with a real choice" } else { "" };
    let how = match (table, of) {
        (Some(table), Some(of)) => {
            format!("of {table}, which has {of}, each with the same chance and none twice")
        }
        _ => format!("of {game}, reached by random moves from its start"),
    };
    let positions = if *count == 1 { "position" } else { "positions" };
    let line = format!("# {count} {positions}{choice} {how}; seed {seed}");
    match args.format {
        PositionsFormat::Text => output.line(styled(FAINT, line)),
        PositionsFormat::Csv => {
            output.write(format!("{line}\nposition,value,move,result,best\n").as_bytes())
        }
    }
}

fn draw(
    args: &args::Positions,
    source: &mut Source,
    oracle: &Oracle,
    limits: &Limits,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut random = Rng::with_seed(args.seed);
    let (count, mut found, mut tried) = (args.count as usize, 0, 0);
    while found < count {
        let wanted = (count - found).min(BATCH);
        let batch = source.draw(wanted, &mut random, oracle)?;
        tried += batch.len();
        let is_over = batch.is_empty() || tried > TRIES.saturating_mul(count);
        let take = |answer: Result<Answer, perfectplay_oracle::Error>| {
            let answer = answer.map_err(Error::from)?;
            if found < count && (!args.decisive || has_choice(&answer)) {
                found += 1;
                print(&answer, args.format, output)?;
            }
            Ok::<(), Failure>(())
        };
        let read = |position: &Position, _: &perfectplay_oracle::Budget<'_>| {
            Ok(Question::new(position.clone()).with_plies(Plies::IfQuick))
        };
        oracle.answer_all(&batch, limits, &Watch::default(), read, |_, answer| answer, take)?;
        if is_over && found < count {
            let what = format!("only {found} such positions were found among {tried}");
            return Err(Failure::error(Code::Missing, what));
        }
    }
    Ok(())
}

impl Source {
    /// So many positions, or fewer if there are no more.
    fn draw(
        &mut self,
        count: usize,
        random: &mut Rng,
        oracle: &Oracle,
    ) -> Result<Vec<Position>, Failure> {
        match self {
            Self::Table(positions, drawn) => {
                let mut batch = Vec::new();
                while batch.len() < count && (drawn.len() as u64) < positions.len() {
                    let number = random.u64(..positions.len());
                    let refused = |error| Failure::refused(format!("the positions: {error}"));
                    drawn.try_reserve(1).map_err(refused)?;
                    if drawn.insert(number) {
                        batch.extend(positions.get(number));
                    }
                }
                Ok(batch)
            }
            Self::Moves(game) => {
                let ask = |question: &Question| Ok(oracle.answer(question)?);
                (0..count).map(|_| games::own::wander(*game, random, &ask)).collect()
            }
        }
    }
}

/// Whether some move is best, and another one is not.
fn has_choice(answer: &Answer) -> bool {
    let choice = |moves: &[MoveAnswer]| {
        let is = |best: bool| moves.iter().any(|reply| reply.best == Some(best));
        is(true) && is(false)
    };
    answer.moves.choices().any(choice)
}

fn print(answer: &Answer, format: PositionsFormat, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.answer(answer);
    }
    match format {
        PositionsFormat::Text => {
            output.line("")?;
            output.line(format_args!("{}  {}", answer.position, plain(answer.value)))?;
            for reply in answer.moves.iter() {
                let step = reply.step.to_string();
                let best =
                    if reply.best == Some(true) { styled(GOOD, " *") } else { String::new() };
                output.line(format_args!("  {step:<9} {}{best}", plain(reply.result)))?;
            }
            Ok(())
        }
        PositionsFormat::Csv => {
            let (position, value) = (answer.position.to_string(), plain(answer.value));
            let mut rows = csv::Writer::from_writer(output.writer());
            for reply in answer.moves.iter() {
                let best = if reply.best == Some(true) { "1" } else { "0" };
                let (step, result) = (reply.step.to_string(), plain(reply.result));
                let row = [position.as_str(), &value, &step, &result, best];
                rows.write_record(row).map_err(|error| match error.into_kind() {
                    csv::ErrorKind::Io(error) => Failure::output(&error),
                    kind => Failure::output(&io::Error::other(format!("{kind:?}"))),
                })?;
            }
            rows.flush().map_err(|error| Failure::output(&error))
        }
    }
}
