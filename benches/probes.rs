//! Random probes over whole tables, beside the time of the memory reads that no table can avoid.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench probes -- number-40 tower-6` builds these tables (by
//! default those of families that are built by default) and prints a line for each. All probes of a
//! round are of different positions, drawn from the whole table; rounds of the tables and of the
//! plain reads alternate.

use std::error::Error;
use std::fs;

use perfectplay::{TableRef, default_tables};
use perfectplay_benches::memory::{dependent, independent, places, random_cycle};
use perfectplay_benches::probes::{How, probes};
use perfectplay_benches::{build, folder, nanoseconds, planned, quantile};
use perfectplay_games::built_in;

/// How many positions are asked in a round.
const ASKED: usize = 1 << 17;
const ROUNDS: usize = 15;
/// How many probes are timed together: a clock takes as long as a probe.
const GROUP: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let tables = match names.is_empty() {
        true => default_tables(&built_in()).into_iter().filter(|one| !one.is_of_board()).collect(),
        false => names.iter().map(planned).collect::<Vec<_>>(),
    };
    println!(
        "| table | bytes | ns a probe | median | 99 % | 99.9 % | in batches | independent reads | dependent reads |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    tables.iter().try_for_each(measure)
}

fn measure(table: &TableRef) -> Result<(), Box<dyn Error>> {
    let (_directory, folder) = folder();
    let bytes = fs::metadata(build(table, &folder))?.len();
    let mut single = probes(table.name(), &folder, ASKED, How::Single)?;
    let mut batch = probes(table.name(), &folder, ASKED, How::Batch)?;
    let memory = random_cycle(bytes as usize / 4);
    let places = places(memory.len(), ASKED);

    let [mut rounds, mut batches, mut many, mut chained] = [const { Vec::new() }; 4];
    let mut groups = Vec::new();
    for round in 0..=ROUNDS {
        let times: Vec<f64> = (0..ASKED / GROUP)
            .map(|group| nanoseconds(GROUP, || single(group * GROUP..(group + 1) * GROUP)))
            .collect();
        // Caches are cold in the first round.
        if round > 0 {
            rounds.push(times.iter().sum::<f64>() / times.len() as f64);
            groups.extend(times);
        }
        batches.push(nanoseconds(ASKED, || batch(0..ASKED)));
        many.push(independent(&memory, &places));
        chained.push(dependent(&memory, ASKED));
    }
    let [mean, batches, many, chained] =
        [rounds, batches, many, chained].map(|mut times| quantile(&mut times, 0.5));
    let [median, most, nearly_all] = [0.5, 0.99, 0.999].map(|share| quantile(&mut groups, share));
    println!(
        "| {table} | {bytes} | {mean:.1} | {median:.1} | {most:.1} | {nearly_all:.1} | {batches:.1} | {many:.1} | {chained:.1} |"
    );
    Ok(())
}
