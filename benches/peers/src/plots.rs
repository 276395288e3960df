//! The plots: a bar for each peer of each table, on a logarithmic scale.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::measure::{Measured, Row};
use crate::peer::Kind;
use crate::report::duration;

const WIDTH: i32 = 840;
/// Where bars begin and end; their names are on the left, their values on the right.
const LEFT: i32 = 150;
const RIGHT: i32 = 750;
const TOP: i32 = 66;
const LINE: i32 = 17;
const GAP: i32 = 30;
const BOTTOM: i32 = 14;

/// What the bars are of, and each of them.
type Group = (String, Vec<(Kind, f64)>);

pub(crate) fn probes(tables: &[Measured], path: &Path) -> Result<()> {
    let bar = |row: &Row| Some(row.probe.mean);
    draw("Time of a probe, from position to value", &groups(tables, bar), path)
}

pub(crate) fn first_answers(tables: &[Measured], path: &Path) -> Result<()> {
    let bar = |row: &Row| row.files?.warm;
    let title = "Opening and the first answer, in a fresh process with a warm page cache";
    draw(title, &groups(tables, bar), path)
}

/// A group for each table, and one more for sets of losing positions.
fn groups(tables: &[Measured], bar: impl Fn(&Row) -> Option<f64>) -> Vec<Group> {
    let mut groups = Vec::new();
    for Measured { table, rows, .. } in tables {
        let bars = rows.iter().filter_map(|row| Some((row.kind, bar(row)?)));
        let (sets, all): (Vec<_>, Vec<_>) = bars.partition(|(kind, _)| kind.is_set);
        // Beside the sets stands the table, which is small without being one.
        let with_own = [&all[..1], &sets].concat();
        groups.push((table.to_string(), all));
        if !sets.is_empty() {
            groups.push((format!("{table}, losing positions alone"), with_own));
        }
    }
    groups
}

fn draw(title: &str, groups: &[Group], path: &Path) -> Result<()> {
    let bars = || groups.iter().flat_map(|(_, bars)| bars.iter().map(|&(_, value)| value));
    // From a power of ten to another.
    let first = bars().fold(f64::INFINITY, f64::min).log10().floor();
    let last = bars().fold(1.0, f64::max).log10().ceil().max(first + 1.0);
    let at = |value: f64| {
        let share = (value.log10() - first) / (last - first);
        LEFT + (share * f64::from(RIGHT - LEFT)) as i32
    };
    let height = TOP + bars().count() as i32 * LINE + groups.len() as i32 * GAP + BOTTOM;

    let mut svg = format!(
        "<svg width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\">\n"
    );
    // An explicit background: text and bars are the same on dark pages.
    svg += &rectangle((0, 0), (WIDTH, height), "#FFFFFF");
    svg += &label(title, (16, 20), 13, "start");
    for power in first as i32..=last as i32 {
        let x = at(10f64.powi(power));
        svg += &rectangle((x, TOP), (1, height - BOTTOM - TOP), "#D0D7DE");
        svg += &label(&axis(power), (x, TOP - 12), 10, "middle");
    }
    let mut y = TOP;
    for (title, bars) in groups {
        y += GAP;
        svg += &label(title, (16, y - GAP / 2 + 2), 11, "start");
        for &(kind, value) in bars {
            let (middle, end) = (y + LINE / 2, at(value).max(LEFT + 1));
            let color = if kind.is_ours() { "#0969DA" } else { "#8C959F" };
            svg += &rectangle((LEFT, y + 2), (end - LEFT, LINE - 4), color);
            svg += &label(&kind.name.replace('`', ""), (LEFT - 8, middle), 10, "end");
            svg += &label(&duration(value), (end + 6, middle), 10, "start");
            y += LINE;
        }
    }
    fs::write(path, svg + "</svg>\n").with_context(|| format!("cannot write {}", path.display()))
}

fn rectangle((x, y): (i32, i32), (width, height): (i32, i32), color: &str) -> String {
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>\n")
}

/// A text whose `anchor`, at half its height, is at a place.
fn label(text: &str, (x, y): (i32, i32), size: i32, anchor: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
fill=\"#24292F\">{text}</text>\n"
    )
}

/// A power of ten of nanoseconds.
fn axis(power: i32) -> String {
    let units = ["ns", "µs", "ms", "s"];
    let unit = (power.max(0) as usize / 3).min(units.len() - 1);
    format!("{} {}", 10f64.powi(power - 3 * unit as i32), units[unit])
}
