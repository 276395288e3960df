//! The report in Markdown.

use crate::fresh;
use crate::games::BATCH;
use crate::measure::{ASKED, Measurement, ROUNDS, Row, SolvedGame, Times};
use crate::peer::{GROUP, OURS, OURS_IN_BATCHES};

pub(crate) fn markdown(tables: &[Measurement]) -> String {
    tables.iter().fold(introduction(), |text, table| text + "\n" + &section(table))
}

fn introduction() -> String {
    format!(
        include_str!("introduction.md"),
        asked = ASKED,
        rounds = ROUNDS,
        group = GROUP,
        batch = BATCH,
        starts = fresh::STARTS,
        few = fresh::FEW,
        fresh = fresh::ASKED,
    )
}

fn section(table: &Measurement) -> String {
    let mut text = format!(
        "**`{}`**: {} keys of {} bytes ({}); the value is {}.\n\n\
| | bytes | built | first answer | … cold | memory | … private | ns a probe | median | 99 % | 99.9 % |\n\
|---|---|---|---|---|---|---|---|---|---|---|\n",
        table.table,
        thousands(table.entries as u64),
        table.key_bytes,
        table.key,
        table.value,
    );
    text.extend(table.rows.iter().map(row));
    text.extend(table.solved.as_ref().map(solved));
    text += &ratios(&table.rows);
    text += &format!(
        "\nA process without any store takes {} of memory, {} of them private.",
        size(table.nothing.peak),
        size(table.nothing.private),
    );
    text.extend(table.left_out.iter().map(|reason| format!(" Left out: {reason}.")));
    text + "\n"
}

/// How much longer the fastest others take for a probe, those with all positions and those with the
/// losing ones alone.
fn ratios(rows: &[Row]) -> String {
    let mean = |name| rows.iter().find(|row| row.kind.name == name).map(|row| row.probe.mean);
    let (Some(own), Some(in_batches)) = (mean(OURS), mean(OURS_IN_BATCHES)) else {
        return String::new();
    };
    let fastest = |is_set: bool, is_on_disk: bool| {
        rows.iter()
            .filter(|row| !row.kind.is_ours())
            .filter(|row| row.kind.is_set == is_set && row.kind.is_on_disk == is_on_disk)
            .min_by(|one, other| one.probe.mean.total_cmp(&other.probe.mean))
    };
    let mut parts = Vec::new();
    for (is_set, which) in [(false, ""), (true, "with losing positions alone, ")] {
        for (is_on_disk, store, comma) in
            [(true, "the fastest store on disk, ", ","), (false, "", "")]
        {
            if let Some(row) = fastest(is_set, is_on_disk) {
                let [alone, batch] =
                    [own, in_batches].map(|own| three_digits(row.probe.mean / own));
                let name = row.kind.name;
                parts.push(format!(
                    "{which}{store}{name}{comma} takes {alone} times as long ({batch})"
                ));
            }
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    format!(
        "\nBeside a probe of perfectplay (and of perfectplay in batches): {}.\n",
        parts.join("; ")
    )
}

fn row(row: &Row) -> String {
    let time = |time: Option<f64>| time.map_or_else(none, duration);
    let which = if row.kind.is_set { ", losing positions alone" } else { "" };
    // Those of the row above, if it has none.
    let files = row.files.map_or_else(Default::default, |files| {
        [
            thousands(files.bytes),
            duration(files.built.as_nanos() as f64),
            time(files.warm),
            time(files.cold),
            size(files.memory.peak),
            size(files.memory.private),
        ]
    });
    let Times { mean, median, most, nearly_all } = row.probe;
    let times = [mean, median, most, nearly_all].map(nanoseconds);
    line(format!("{}{which}", row.kind.name), files, times)
}

fn solved(solved: &SolvedGame) -> String {
    let (positions, times) = (solved.positions, solved.times);
    let mut name = format!("no table: {}, {} positions", solved.name, thousands(positions as u64));
    if solved.skipped > 0 {
        name += &format!(", without {} {}", thousands(solved.skipped as u64), solved.beyond);
    }
    // Of few positions there are no percentiles.
    let times = [(times.mean, 0), (times.median, 0), (times.most, 100), (times.nearly_all, 1000)]
        .map(|(time, least)| if positions < least { none() } else { nanoseconds(time) });
    line(name, [(); 6].map(|()| none()), times)
}

/// A line of a table.
fn line(name: String, files: [String; 6], times: [String; 4]) -> String {
    let cells = [name].into_iter().chain(files).chain(times);
    let cells =
        cells.map(|cell| if cell.is_empty() { " |".to_owned() } else { format!(" {cell} |") });
    format!("|{}\n", cells.collect::<String>())
}

/// What was not measured.
fn none() -> String {
    "–".to_owned()
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
