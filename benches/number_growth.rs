//! How outcome tables of the Number Game grow with their bound: time, memory, bits, probes.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench number_growth -- 40 44 48` builds these tables on
//! all processors and prints a line for each. With `--plot` it also plots them into
//! `number-growth.svg` beside this file.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use perfectplay_benches::{asking, build, folder, kilobytes, sample, timed};
use perfectplay_core::Outcome;
use perfectplay_query::{Family, NumberOutcomesTable, Probe};
use plotters::coord::Shift;
use plotters::prelude::*;

/// Measures one table in this process.
const ALONE: &str = "--alone";

/// The measurements of one table.
struct Measured {
    bound: u8,
    seconds: f64,
    /// The peak memory of the process, in MB.
    megabytes: f64,
    bits: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut bounds: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if let (Some(&bound), true) = (bounds.first(), words.iter().any(|word| word == ALONE)) {
        return measure(bound);
    }
    bounds.sort_unstable();
    if bounds.is_empty() {
        bounds = vec![32, 36, 40, 44];
    }
    println!(
        "| table | positions | losing | bytes | bits a position | built | ns a position | memory | a probe | all moves |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let measured: Result<Vec<Measured>, _> = bounds.into_iter().map(measured).collect();
    if words.iter().any(|word| word == "--plot") {
        plot(&measured?)?;
    }
    Ok(())
}

/// What a process of its own measures, whose memory nothing before it has touched.
fn measured(bound: u8) -> Result<Measured, Box<dyn Error>> {
    let mut alone = Command::new(std::env::current_exe()?);
    let done = alone.args([ALONE, &bound.to_string()]).stderr(Stdio::inherit()).output()?;
    let row = String::from_utf8(done.stdout)?;
    print!("{row}");
    let cells: Vec<&str> = row.split('|').collect();
    let number =
        |cell: usize| -> Option<f64> { cells.get(cell)?.split_whitespace().next()?.parse().ok() };
    let (Some(bits), Some(seconds), Some(megabytes)) = (number(5), number(6), number(8)) else {
        return Err(format!("number-{bound} was not measured").into());
    };
    Ok(Measured { bound, seconds, megabytes, bits })
}

fn measure(bound: u8) -> Result<(), Box<dyn Error>> {
    let (_directory, folder) = folder();
    let family = Family::Number { bound };
    let (path, seconds) = timed(|| build(family, &folder));
    // Other systems than Linux do not report the peak memory of a process.
    let kibibytes = kilobytes("/proc/self/status", "VmHWM:").map_or(f64::NAN, |peak| peak as f64);
    let megabytes = kibibytes * 1024.0 / 1e6;
    let table = NumberOutcomesTable::new(folder.file(&family.to_string())?)?;
    let states = table.header().states;
    let losing: u64 = 1 + table.counts().map(|count| count.losing).sum::<u64>();
    let bytes = fs::metadata(path)?.len();
    let bits = bytes as f64 * 8.0 / states as f64;
    let sample = sample(bound, states, 100_000);
    let probe = asking(&sample, |p| table.value(&p).is_ok_and(|o| o == Outcome::Loss));
    let answer = asking(&sample[..sample.len() / 10], |p| {
        table.answer(&p).is_ok_and(|answer| answer.value.outcome == Outcome::Loss)
    });
    println!(
        "| `{family}` | {states} | {losing} | {bytes} | {bits:.3} | {seconds:.2} s | {:.0} | {megabytes:.0} MB | {probe:.0} ns | {:.2} µs |",
        seconds * 1e9 / states as f64,
        answer / 1e3,
    );
    Ok(())
}

fn plot(measured: &[Measured]) -> Result<(), Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("number-growth.svg");
    let area = SVGBackend::new(&file, (960, 300)).into_drawing_area();
    area.fill(&WHITE)?;
    let [seconds, megabytes, bits] = &area.split_evenly((1, 3))[..] else {
        return Err("three panels".into());
    };
    let points = |value: fn(&Measured) -> f64| -> Vec<(f64, f64)> {
        measured.iter().map(|m| (m.bound.into(), value(m))).collect()
    };
    panel(seconds, "seconds to build", &points(|m| m.seconds.log10()), true)?;
    panel(megabytes, "MB of memory to build", &points(|m| m.megabytes.log10()), true)?;
    panel(bits, "bits a position", &points(|m| m.bits), false)?;
    area.present()?;
    println!("\n{}", file.display());
    Ok(())
}

/// A curve over the bounds. With `powers` the values are logarithms, and labels are powers of ten.
fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    title: &str,
    points: &[(f64, f64)],
    powers: bool,
) -> Result<(), Box<dyn Error>> {
    let (first, last) = (points[0].0, points[points.len() - 1].0);
    let values = || points.iter().map(|point| point.1);
    let (low, high) = if powers {
        (values().fold(f64::MAX, f64::min).floor(), values().fold(f64::MIN, f64::max).ceil())
    } else {
        (0.0, values().fold(0.6, f64::max))
    };
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(28)
        .y_label_area_size(44)
        .build_cartesian_2d(first - 1.0..last + 1.0, low..high)?;
    let label = |value: &f64| {
        if powers { format!("{}", 10f64.powf(*value)) } else { format!("{value:.1}") }
    };
    let labels = if powers { (high - low) as usize + 1 } else { 8 };
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_desc("bound N")
        .x_label_formatter(&|bound| format!("{bound:.0}"))
        .y_labels(labels)
        .y_label_formatter(&label)
        .draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), &BLUE))?;
    chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, BLUE.filled())))?;
    Ok(())
}
