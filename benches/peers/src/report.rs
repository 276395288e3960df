//! The report in Markdown.

use std::fmt::Write;

use crate::fresh;
use crate::games::BATCH;
use crate::measure::{ASKED, Measured, ROUNDS, Row};
use crate::peer::{GROUP, OURS, OURS_IN_BATCHES};

pub(crate) fn markdown(tables: &[Measured]) -> String {
    let mut text = introduction();
    for table in tables {
        text.push('\n');
        // Writing into a string does not fail.
        let _ = write_section(table, &mut text);
    }
    text
}

fn introduction() -> String {
    format!(
        "Each store is as fast at reading as its settings make it; its file in `benches/peers/src/stores` \
says how. Every peer is asked for the same {ASKED} random positions in the same order, drawn from \
the whole table, and every answer is checked. A probe goes from a position as the game's code has \
it to the value, so that it includes making the key. The mean is of a whole round, in processor \
time: the median of {ROUNDS} rounds, which alternate between peers, each after half a round that \
is not counted. Percentiles are of groups of {GROUP} probes, as a clock takes as long as a probe, \
and of time as it passes, other programs included. *In batches* asks the same table for {BATCH} \
positions in one call, and times each call. *No table* is the method that is published for the \
game, which solves each position from scratch: its percentiles are of single positions, as many as it \
solves in a second. *Two threads* ask at once, and the figure \
counts the probes of both. *First answer* is from just before opening to just after the first \
answer, in a fresh process: the median of {starts} (of {few} if it takes seconds), with the files \
in the page cache, and with none of their pages there. *Memory* is the peak of a fresh process \
that asks for {fresh} positions, with the pages of mapped files that it touched, and what of it no \
file is behind in the end. *Built* is from the sorted list of keys and values to files that are \
written and synced; perfectplay has no list to begin with, and solves the game in that time.\n",
        starts = fresh::STARTS,
        few = fresh::FEW,
        fresh = fresh::ASKED,
    )
}

fn write_section(table: &Measured, text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "**`{}`**: {} keys of {} bytes ({}); the value is {}.\n",
        table.family,
        thousands(table.entries as u64),
        table.key_bytes,
        table.key,
        table.value,
    )?;
    writeln!(
        text,
        "| | bytes | built | first answer | … cold | memory | … private | ns a probe | median | 99 % | 99.9 % | two threads, million/s |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    for row in &table.rows {
        write_row(row, text)?;
    }
    if let Some(solved) = &table.solved {
        let times = solved.times;
        write!(
            text,
            "| no table: {}, {} positions",
            solved.name,
            thousands(solved.positions as u64)
        )?;
        if solved.skipped > 0 {
            let skipped = thousands(solved.skipped as u64);
            write!(text, ", without {skipped} {}", solved.beyond)?;
        }
        // Of few positions there are no percentiles.
        let percentile = |time, least| {
            if solved.positions < least { "–".to_owned() } else { nanoseconds(time) }
        };
        writeln!(
            text,
            " | – | – | – | – | – | – | {} | {} | {} | {} | – |",
            nanoseconds(times.mean),
            nanoseconds(times.median),
            percentile(times.most, 100),
            percentile(times.nearly_all, 1000),
        )?;
    }
    write_ratios(&table.rows, text)?;
    let limits = table.limits;
    write!(
        text,
        "\nLimits, for a mapped file as large as perfectplay's: {:.1} ns for one of many independent reads, \
{:.1} ns for a read at a place that the one before gives, {:.1} GB/s in order. A process without any \
store takes {} of memory, {} of them private.",
        limits.independent,
        limits.dependent,
        limits.streaming,
        size(table.nothing.peak),
        size(table.nothing.private),
    )?;
    for reason in &table.left_out {
        write!(text, " Left out: {reason}.")?;
    }
    writeln!(text)
}

/// How much longer the fastest others take for a probe, those with all positions and those with the
/// losing ones alone.
fn write_ratios(rows: &[Row], text: &mut String) -> std::fmt::Result {
    let mean = |name| rows.iter().find(|row| row.kind.name == name).map(|row| row.probe.mean);
    let (Some(own), Some(in_batches)) = (mean(OURS), mean(OURS_IN_BATCHES)) else { return Ok(()) };
    let fastest = |is_set: bool, is_on_disk: bool| {
        rows.iter()
            .filter(|row| !row.kind.is_ours())
            .filter(|row| row.kind.is_set == is_set && row.kind.is_on_disk == is_on_disk)
            .min_by(|one, other| one.probe.mean.total_cmp(&other.probe.mean))
    };
    let times = |row: &Row, comma: &str| {
        let ratio = |own| three_digits(row.probe.mean / own);
        format!(
            "{}{comma} takes {} times as long ({})",
            row.kind.name,
            ratio(own),
            ratio(in_batches)
        )
    };
    let mut parts = Vec::new();
    for (is_set, which) in [(false, ""), (true, "with losing positions alone, ")] {
        if let Some(row) = fastest(is_set, true) {
            parts.push(format!("{which}the fastest store on disk, {}", times(row, ",")));
        }
        if let Some(row) = fastest(is_set, false) {
            parts.push(format!("{which}{}", times(row, "")));
        }
    }
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "\nBeside a probe of perfectplay (and of perfectplay in batches): {}.",
        parts.join("; "),
    )
}

fn write_row(row: &Row, text: &mut String) -> std::fmt::Result {
    let time = |time: Option<f64>| time.map_or_else(|| "–".to_owned(), duration);
    let which = if row.kind.is_set { ", losing positions alone" } else { "" };
    write!(text, "| {}{which} |", row.kind.name)?;
    match row.files {
        Some(files) => write!(
            text,
            " {} | {} | {} | {} | {} | {} |",
            thousands(files.bytes),
            duration(files.built.as_nanos() as f64),
            time(files.warm),
            time(files.cold),
            size(files.memory.peak),
            size(files.memory.private),
        )?,
        // Those of the row above.
        None => write!(text, " | | | | | |")?,
    }
    let times = row.probe;
    writeln!(
        text,
        " {} | {} | {} | {} | {:.1} |",
        nanoseconds(times.mean),
        nanoseconds(times.median),
        nanoseconds(times.most),
        nanoseconds(times.nearly_all),
        row.two_threads,
    )
}

/// Nanoseconds without their unit.
fn nanoseconds(time: f64) -> String {
    if time < 1000.0 { format!("{time:.1}") } else { thousands(time as u64) }
}

/// A time with its unit, from nanoseconds.
pub(crate) fn duration(nanoseconds: f64) -> String {
    let (number, unit) = match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        ..1e6 => (nanoseconds / 1e3, "µs"),
        ..1e9 => (nanoseconds / 1e6, "ms"),
        _ => (nanoseconds / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(number))
}

/// Bytes with their unit.
fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    let (number, unit) = if bytes < 1e9 { (bytes / 1e6, "MB") } else { (bytes / 1e9, "GB") };
    format!("{} {unit}", three_digits(number))
}

fn three_digits(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
