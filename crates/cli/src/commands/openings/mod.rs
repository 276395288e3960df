//! `openings`: the winning first moves of full boards.

mod picture;

use std::collections::{BTreeMap, BTreeSet};

use perfectplay::Opening;

use crate::args::{Openings, OpeningsFormat};
use crate::prelude::*;
use perfectplay::drawings::labelled;

/// A bar with its winning moves.
struct Bar<'a> {
    rows: usize,
    columns: usize,
    moves: Vec<(usize, usize)>,
    answer: &'a Answer,
}

impl<'a> Bar<'a> {
    fn of(&Opening { size: (rows, columns), ref answer, .. }: &'a Opening) -> Self {
        let moves = answer.moves.iter().filter_map(|reply| {
            let (row, column) = reply.step.as_str().split_once(',')?;
            Some((row.parse().ok()?, column.parse().ok()?))
        });
        Self { rows, columns, moves: moves.collect(), answer }
    }

    fn plies(&self) -> String {
        let plies = self.answer.value.and_then(Value::plies);
        plies.map(|plies| plies.to_string()).unwrap_or_default()
    }

    fn moves(&self) -> String {
        let moves = self.moves.iter().map(|(row, column)| format!("{row},{column}"));
        moves.collect::<Vec<_>>().join(" ")
    }
}

pub(crate) fn run(args: &Openings, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let oracle = folder.oracle(threads::choose(args.solving.threads)?)?;
    let limits = memory::limits(args.solving.limit, args.solving.memory);
    let watch = Watch::default();
    let game = oracle.game(&args.game).expect("it is built in");
    let found = oracle.within(&Budget::new(&limits, &watch)).openings(&game, args.bar);
    drop(watch);
    let done = found.map_err(Failure::from).and_then(|found| {
        if output.json {
            return found.iter().try_for_each(|opening| output.answer(&opening.answer));
        }
        let bars: Vec<Bar<'_>> = found.iter().map(Bar::of).collect();
        match args.format {
            OpeningsFormat::Text => print(&bars, output),
            OpeningsFormat::Csv => write_csv(&bars, output),
            OpeningsFormat::Svg => output.write(picture::svg(&bars).as_bytes()),
        }
    });
    folder.warn(&oracle, &done);
    done
}

fn print(bars: &[Bar<'_>], output: &mut Output) -> Result<()> {
    let tables: BTreeSet<&str> =
        bars.iter().filter_map(|bar| bar.answer.table.as_deref()).collect();
    let tables = Vec::from_iter(tables).join(", ");
    let tables = if tables.is_empty() { "none: solved on the spot".to_owned() } else { tables };
    output.line(labelled("table", styled(FAINT, tables)))?;
    output.line("")?;
    output.line(styled(HEADING, format_args!("{:>8}  {:>6}  winning moves", "bar", "win in")))?;
    for bar in bars {
        let (rows, columns, plies, moves) = (bar.rows, bar.columns, bar.plies(), bar.moves());
        let moves = if bar.moves.len() > 1 { styled(GOOD, moves) } else { moves };
        output.line(format_args!("{rows:>3} x{columns:>3}  {plies:>6}  {moves}"))?;
    }
    output.line("")?;
    let mut by_count: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for bar in bars {
        let name = format!("{}x{}", bar.rows, bar.columns);
        by_count.entry(bar.moves.len()).or_default().push(name);
    }
    let lines = by_count.into_iter().map(|(count, bars)| match count {
        0 | 1 => (format!("{count}"), format!("in {} bars", bars.len())),
        _ => (format!("{count}"), format!("in {}: {}", bars.len(), bars.join(" "))),
    });
    output.line(styled(HEADING, "winning moves"))?;
    for (count, bars) in lines {
        output.line(format_args!("{count:>9} {bars}"))?;
    }
    Ok(())
}

fn write_csv(bars: &[Bar<'_>], output: &mut Output) -> Result<()> {
    output.write(b"rows,columns,row,column,plies\n")?;
    for bar in bars {
        for (row, column) in &bar.moves {
            let (rows, columns, plies) = (bar.rows, bar.columns, bar.plies());
            output.write(format!("{rows},{columns},{row},{column},{plies}\n").as_bytes())?;
        }
    }
    Ok(())
}
