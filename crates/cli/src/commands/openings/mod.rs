//! `openings`: the winning first moves of bars of chomp.

mod picture;

use std::collections::{BTreeMap, BTreeSet};

use perfectplay_core::chomp;
use perfectplay_oracle::{Answer, Budget, Worded as _};

use crate::args::{Openings, OpeningsFormat};
use crate::failure::Failure;
use crate::input::chosen_folder::ChosenFolder;
use crate::machine::{memory, threads};
use crate::terminal::drawing::print_lines;
use crate::terminal::output::{FAINT, GOOD, HEADING, Output, styled};
use crate::terminal::progress_bar::Watch;

/// A bar with its winning moves.
struct Bar<'a> {
    rows: usize,
    columns: usize,
    plies: Option<u16>,
    moves: Vec<chomp::Move>,
    table: Option<&'a str>,
}

impl<'a> Bar<'a> {
    fn of(answer: &'a Answer) -> Self {
        let bar = chomp::Position::of(answer.position.words());
        let moves = answer.moves.iter().filter_map(|reply| reply.step.as_str().parse().ok());
        Self {
            rows: bar.rows(),
            columns: bar.columns(),
            plies: answer.value.and_then(|value| value.plies()),
            moves: moves.collect(),
            table: answer.table.as_deref(),
        }
    }

    fn moves(&self) -> String {
        self.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

pub(crate) fn run(
    args: &Openings,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    let oracle = folder.oracle(threads::choose(args.solving.threads)?)?;
    let limits = memory::limits(args.solving.limit, args.solving.memory);
    let (rows, columns) = args.bar;
    let watch = Watch::default();
    let found = oracle.chomp_openings(rows, columns, &Budget::new(&limits, &watch));
    drop(watch);
    let done = found.map_err(Failure::from).and_then(|answers| {
        if output.json {
            return answers.iter().try_for_each(|answer| output.answer(answer));
        }
        let bars: Vec<Bar<'_>> = answers.iter().map(Bar::of).collect();
        match args.format {
            OpeningsFormat::Text => print(&bars, output),
            OpeningsFormat::Csv => write_csv(&bars, output),
            OpeningsFormat::Svg => output.write(picture::svg(&bars).as_bytes()),
        }
    });
    folder.warn(&oracle, &done);
    done
}

fn print(bars: &[Bar<'_>], output: &mut Output) -> Result<(), Failure> {
    let tables: BTreeSet<&str> = bars.iter().filter_map(|bar| bar.table).collect();
    let tables = Vec::from_iter(tables).join(", ");
    let tables = if tables.is_empty() { "none: solved on the spot".to_owned() } else { tables };
    print_lines(output, &[("table", styled(FAINT, tables))])?;
    output.line("")?;
    output.line(styled(HEADING, format_args!("{:>8}  {:>6}  winning moves", "bar", "win in")))?;
    for bar in bars {
        let (rows, columns, moves) = (bar.rows, bar.columns, bar.moves());
        let plies = bar.plies.map(|plies| plies.to_string()).unwrap_or_default();
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

fn write_csv(bars: &[Bar<'_>], output: &mut Output) -> Result<(), Failure> {
    output.write(b"rows,columns,row,column,plies\n")?;
    for bar in bars {
        let plies = bar.plies.map(|plies| plies.to_string()).unwrap_or_default();
        for cell in &bar.moves {
            let line =
                format!("{},{},{},{},{plies}\n", bar.rows, bar.columns, cell.row, cell.column);
            output.write(line.as_bytes())?;
        }
    }
    Ok(())
}
