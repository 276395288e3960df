//! `build --estimate`: what tables would take.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::{env, fs, process};

use indicatif::HumanDuration;
use perfectplay::TableRef;
use perfectplay_query::{Needs, TableFolder};
use perfectplay_tables::solve::{Expected, Growth};
use perfectplay_tables::{Build as How, BuildError};

use crate::commands::build::ROWS;
use crate::machine::interrupt;
use crate::prelude::*;

/// How long a game is explored.
const TIME: Duration = Duration::from_secs(45);

/// What a table would take; of a custom game, as far as it was explored.
#[derive(Serialize)]
struct Estimate {
    table: String,
    /// How many states there are, or were found, and whether those are all.
    states: u64,
    whole: bool,
    /// How many positions each level has that was found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<Needs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
}

pub(crate) fn run(
    tables: &[TableRef],
    how: How<'_>,
    threads: &Threads,
    output: &mut Output,
) -> Result<()> {
    let mut all = Vec::new();
    for table in tables {
        let estimate = match (table.states(), table.needs()) {
            (Some(states), Some(needs)) => Estimate {
                table: table.name().to_owned(),
                states,
                whole: true,
                levels: Vec::new(),
                needs: Some(needs),
                expected: None,
            },
            _ => explored(table, how, threads)?,
        };
        if !output.json {
            estimate.print(output)?;
            output.flush()?;
        }
        all.push(estimate);
    }
    if output.json { output.json_line(&BTreeMap::from([("tables", all)])) } else { Ok(()) }
}

/// Explores a custom game, in a folder that is removed.
fn explored(table: &TableRef, how: How<'_>, threads: &Threads) -> Result<Estimate> {
    let bar = StatesBar::exploring(table.name(), TIME);
    // Nothing else is removed with it.
    let folder = env::temp_dir().join(format!("perfectplay-estimate-{}", process::id()));
    fs::create_dir(&folder).map_err(|error| Failure::cannot("create", &folder, &error))?;
    let build = || table.build(&TableFolder::new(&folder), how.disk(0).progress(&bar));
    let built = threads.install(build);
    let _ = fs::remove_dir_all(&folder);
    let (is_whole, growth) = (bar.is_whole(), bar.growth().clone());
    match built? {
        _ if interrupt::flag().load(Ordering::Relaxed) => return Err(Failure::interrupted()),
        // What is known by then is what is asked for.
        Ok(_) | Err(BuildError::Interrupted(_) | BuildError::Memory { .. }) => {}
        Err(error) => return Err(Failure::of_build(table.name(), error)),
    }
    let (table, states) = (table.name().to_owned(), growth.positions());
    let expected = growth.expected(is_whole);
    Ok(Estimate { table, states, whole: is_whole, levels: growth.levels, needs: None, expected })
}

impl Estimate {
    fn print(&self, output: &mut Output) -> Result<()> {
        let Self { table, states, whole, levels, needs, expected } = self;
        let states = output.count(*states);
        if levels.is_empty() {
            output.line(format_args!("{table}: {states} states"))?;
        } else {
            let so_far = if *whole { "in all" } else { "so far" };
            output.line(format_args!(
                "{table}: {states} states in {} levels {so_far}",
                levels.len()
            ))?;
            let every = levels.len().div_ceil(ROWS).max(1);
            let is_shown = |&number: &usize| number % every == 0 || number + 1 == levels.len();
            for number in (0..levels.len()).filter(is_shown) {
                let positions = output.count(levels[number]);
                let factor = number.checked_sub(1).map(|before| {
                    format!("   × {:.2}", levels[number] as f64 / levels[before] as f64)
                });
                let factor = factor.unwrap_or_default();
                output.line(format_args!("{number:>9} {positions:>15}{factor}"))?;
            }
        }
        match (expected, needs) {
            (Some(all), _) => {
                let (near, time) = (near(all), HumanDuration(Duration::from_secs_f64(all.seconds)));
                let [memory, disk] = [all.memory, all.disk].map(|bytes| ByteSize(bytes as u64));
                output.line(format_args!(
                    "  expected: {near} {:.2e} states in {} levels, {memory} of memory, of which {disk} can be on the disk, {time}",
                    all.positions, all.levels
                ))
            }
            (_, Some(needs)) => {
                let [memory, disk] = [needs.memory, needs.disk].map(ByteSize);
                output.line(format_args!("  {memory} of memory, {disk} on the disk"))
            }
            _ => output.line("  levels do not yet grow more slowly: no end is in sight"),
        }
    }
}

const fn near(expected: &Expected) -> &'static str {
    if expected.is_near { "about" } else { "as a rough guess" }
}

/// What is expected of a game that is too large, for a message.
pub(crate) fn expected(growth: &Growth) -> Option<String> {
    let all = growth.expected(false)?;
    let (near, positions, levels) = (near(&all), all.positions, all.levels);
    Some(format!("of all there are {near} {positions:.2e}, in {levels} levels"))
}
