//! `info`: what a table holds.

use perfectplay::{is_unknown, open_known};
use perfectplay_format::{Header, Quantity};
use perfectplay_query::{Bytes, CodedTable, TableFile, TablePlace, is_custom};
use perfectplay_tables::{Content, Means, Values};
use serde::Serializer;
use serde::ser::SerializeMap as _;

use crate::args::Info;
use crate::input::table_argument::{self, IN_PROGRAM, TableArgument};
use crate::prelude::*;

#[derive(Serialize)]
struct InfoReport<'a> {
    table: &'a str,
    /// None if it is inside the program.
    file: Option<String>,
    game: &'a str,
    rules: &'a str,
    encoding: &'a str,
    parameters: InOrder<'a>,
    #[serde(skip_serializing_if = "str::is_empty")]
    board: &'a str,
    /// Whether states and statistics are only what the header says: the rules of the game are not known here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unproven: bool,
    states: u64,
    bytes: u64,
    bytes_per_state: f64,
    sections: &'a [perfectplay_format::Section],
    statistics: InOrder<'a>,
    /// Of the positions of `number`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_largest: Vec<LargestCount>,
}

/// Fields of an object, in the order of the header.
struct InOrder<'a>(Vec<(&'a str, Quantity)>);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(Some(self.0.len()))?;
        for (name, quantity) in &self.0 {
            match quantity {
                Quantity::Count(count) => fields.serialize_entry(name, count)?,
                Quantity::Real(real) => fields.serialize_entry(name, real)?,
                Quantity::Integer(integer) => fields.serialize_entry(name, integer)?,
            }
        }
        fields.end()
    }
}

#[derive(Serialize)]
struct LargestCount {
    largest: u8,
    positions: u64,
    losing: u64,
}

pub(crate) fn run(args: &Info, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let (place, file) = TableArgument::read(&args.table, folder)?.open(folder)?;
    let (header, bytes) = (file.header().clone(), file.layout().file_length());
    let games = &folder.games_of([&*header.name]);
    let unproven = is_unknown(&header, games);
    let by_largest = by_largest(file, &place, games)?;
    let parameters = header.parameters.iter().map(|it| (&*it.name, Quantity::Count(it.value)));
    let report = InfoReport {
        table: &header.name,
        file: table_argument::file(&place),
        game: &header.game,
        rules: &header.rules,
        encoding: &header.encoding,
        parameters: InOrder(parameters.collect()),
        board: &header.board,
        unproven,
        states: header.states,
        bytes,
        bytes_per_state: bytes as f64 / header.states.max(1) as f64,
        sections: &header.sections,
        statistics: InOrder(header.statistics.iter().map(|it| (&*it.name, it.value)).collect()),
        by_largest,
    };
    if output.json { output.json_line(&report) } else { print(&report, &header, output) }
}

/// The counts of a table that has any, and that this program understands.
fn by_largest(
    file: TableFile<Bytes>,
    place: &TablePlace,
    games: &[GameRef],
) -> Result<Vec<LargestCount>> {
    let Ok(table) = open_known(file, place, games) else { return Ok(Vec::new()) };
    let Some(counts) = table.rows(Content::Counts, true) else { return Ok(Vec::new()) };
    let (mut found, threads): (Vec<LargestCount>, _) = (Vec::new(), Threads::default());
    let means = Means { threads: &threads, memory: u64::MAX, control: Control::SILENT };
    counts.each(means, &mut |rows| {
        let column = |name| rows.columns.iter().find(|column| column.name == name);
        let columns = ["largest", "positions", "losing"].map(|name| Some(&column(name)?.values));
        let [Some(Values::U8(largest)), Some(Values::U64(positions)), Some(Values::U64(losing))] =
            columns
        else {
            return Ok(());
        };
        for ((&largest, &positions), &losing) in largest.iter().zip(positions).zip(losing) {
            match found.last_mut().filter(|last| last.largest == largest) {
                Some(last) => {
                    last.positions += positions;
                    last.losing += losing;
                }
                None => found.push(LargestCount { largest, positions, losing }),
            }
        }
        Ok(())
    })?;
    Ok(found)
}

fn print(report: &InfoReport<'_>, header: &Header, output: &mut Output) -> Result<()> {
    let heading = |text: &str| styled(HEADING, format_args!("{text:<24}"));
    for (name, text) in rows(report, header, output) {
        output.line(format_args!("{} {text}", heading(&name)))?;
    }
    if !report.by_largest.is_empty() {
        print_by_largest(&report.by_largest, output)?;
    }
    if !report.board.is_empty() {
        output.line(format_args!(
            "{}\n{}",
            heading("board").trim_end(),
            report.board.trim_end()
        ))?;
    }
    Ok(())
}

/// Something that exists once, by its name.
fn rows(report: &InfoReport<'_>, header: &Header, output: &Output) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut row = |name: &str, text: &str| rows.push((name.to_owned(), text.to_owned()));
    row("table", report.table);
    row("file", &report.file.as_deref().map_or_else(|| IN_PROGRAM.to_owned(), printable));
    row("game", report.game);
    row("rules", report.rules);
    row("encoding", report.encoding);
    for parameter in &header.parameters {
        let kind = CodedTable::KINDS.get(parameter.value as usize);
        match kind.filter(|_| is_custom(header) && parameter.name == "values") {
            Some(kind) => row(&parameter.name, kind),
            None => row(&parameter.name, &parameter.value.to_string()),
        }
    }
    if report.unproven {
        row(
            "unproven",
            "the rest is what the header says; the rules of this game are not known here",
        );
    }
    row("states", &output.count(report.states));
    row("bytes", &output.count(report.bytes));
    row("bytes per state", &format!("{:.3}", report.bytes_per_state));
    for section in report.sections {
        let (length, offset) = (output.count(section.length), output.count(section.offset));
        row(&format!("section {}", section.name), &format!("{length} bytes from byte {offset}"));
    }
    for statistic in &header.statistics {
        let text = match statistic.value {
            Quantity::Count(count) => output.count(count),
            Quantity::Real(real) => real.to_string(),
            Quantity::Integer(integer) => integer.to_string(),
        };
        row(&statistic.name.replace('_', " "), &text);
    }
    rows
}

fn print_by_largest(counts: &[LargestCount], output: &mut Output) -> Result<()> {
    let heading =
        format!("{:>14} {:>14} {:>14} {:>8}", "largest number", "positions", "losing", "share");
    output.line(format_args!("\n{}", styled(HEADING, heading)))?;
    for LargestCount { largest, positions, losing } in counts {
        let share = *losing as f64 / *positions as f64;
        let (positions, losing) = (output.count(*positions), output.count(*losing));
        let row = format_args!("{largest:>14} {positions:>14} {losing:>14} {share:>8.4}");
        output.line(row)?;
    }
    Ok(())
}
