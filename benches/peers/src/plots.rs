//! The plots: a bar for each peer of each table, on a logarithmic scale.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::measure::{Measurement, Row};
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

const TEXT: RGBColor = RGBColor(36, 41, 47);
const FAINT: RGBColor = RGBColor(208, 215, 222);
const OWN_BAR: RGBColor = RGBColor(9, 105, 218);
const BAR: RGBColor = RGBColor(140, 149, 159);

/// What the bars are of, and each of them.
type Group = (String, Vec<(Kind, f64)>);

pub(crate) fn probes(tables: &[Measurement], path: &Path) -> Result<()> {
    let bar = |row: &Row| Some(row.probe.mean);
    draw("Time of a probe, from position to value", &groups(tables, bar), path)
}

pub(crate) fn first_answers(tables: &[Measurement], path: &Path) -> Result<()> {
    let bar = |row: &Row| row.files?.warm;
    let title = "Opening and the first answer, in a fresh process with a warm page cache";
    draw(title, &groups(tables, bar), path)
}

/// A group for each table, and one more for sets of losing positions.
fn groups(tables: &[Measurement], bar: impl Fn(&Row) -> Option<f64>) -> Vec<Group> {
    let mut groups = Vec::new();
    for Measurement { table, rows, .. } in tables {
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

    let size = (WIDTH as u32, height as u32);
    let root = SVGBackend::new(path, size).into_drawing_area();
    let error = |error| anyhow!("cannot draw {}: {error:?}", path.display());
    // An explicit background: text and bars are the same on dark pages.
    root.fill(&WHITE).map_err(error)?;
    let style = |size: i32, color: &RGBColor, side: HPos| {
        ("sans-serif", size).into_font().color(color).pos(Pos::new(side, VPos::Center))
    };
    let write = |text: &str, place: (i32, i32), style: &TextStyle<'_>| {
        root.draw_text(text, style, place).map_err(error)
    };
    write(title, (16, 20), &style(16, &TEXT, HPos::Left))?;
    for power in first as i32..=last as i32 {
        let x = at(10f64.powi(power));
        root.draw(&PathElement::new([(x, TOP), (x, height - BOTTOM)], FAINT)).map_err(error)?;
        let label = axis(power);
        write(&label, (x, TOP - 12), &style(12, &TEXT, HPos::Center))?;
    }
    let mut y = TOP;
    for (title, bars) in groups {
        y += GAP;
        write(title, (16, y - GAP / 2 + 2), &style(14, &TEXT, HPos::Left))?;
        for &(kind, value) in bars {
            let middle = y + LINE / 2;
            let color = if kind.is_ours() { OWN_BAR } else { BAR };
            let corners = [(LEFT, y + 2), (at(value).max(LEFT + 1), y + LINE - 2)];
            root.draw(&Rectangle::new(corners, color.filled())).map_err(error)?;
            write(&kind.name.replace('`', ""), (LEFT - 8, middle), &style(12, &TEXT, HPos::Right))?;
            let label = duration(value);
            write(&label, (corners[1].0 + 6, middle), &style(12, &TEXT, HPos::Left))?;
            y += LINE;
        }
    }
    root.present().map_err(error)
}

/// A power of ten of nanoseconds.
fn axis(power: i32) -> String {
    let units = ["ns", "µs", "ms", "s"];
    let unit = (power.max(0) as usize / 3).min(units.len() - 1);
    format!("{} {}", 10f64.powi(power - 3 * unit as i32), units[unit])
}
