//! From the name of a table to the code that is compiled for its game: measured here, or asked in a fresh process.

use std::path::Path;

use anyhow::{Result, bail};
use perfectplay::TableRef;
use perfectplay_benches::planned;

use crate::fresh::{COMMAND, Place};
use crate::games::{Game, chomp, number, stake, tokens, tower};
use crate::measure::{Measure, Measurement};

/// A game of any type.
pub(crate) trait AnyGame {
    /// Measures a table and its peers.
    fn measure(&self, measure: &Measure<'_>) -> Result<Measurement>;

    /// Asks a store for this many positions, in a fresh process.
    fn ask(&self, place: &Place<'_>, asked: usize) -> Result<String>;
}

impl<G: Game> AnyGame for G {
    fn measure(&self, measure: &Measure<'_>) -> Result<Measurement> {
        measure.run(self)
    }

    fn ask(&self, place: &Place<'_>, asked: usize) -> Result<String> {
        place.ask(self, asked)
    }
}

/// The game of a table, of its size.
pub(crate) fn game_of(table: &TableRef) -> Result<Box<dyn AnyGame>> {
    let sizes: Vec<u8> = table.name().split(['-', 'x']).flat_map(str::parse).collect();
    Ok(match (table.game().name(), &sizes[..]) {
        ("number", &[bound]) if bound <= number::NARROW => {
            Box::new(number::Number::<u32>::new(bound))
        }
        ("number", &[bound]) => Box::new(number::Number::<u64>::new(bound)),
        ("tower", _) => Box::new(tower::Tower),
        ("stake", _) => Box::new(stake::Stake),
        ("tokens", &[rows, columns]) if tokens::is_narrow(rows, columns) => {
            Box::new(tokens::Tokens::<u32>::new(rows, columns))
        }
        ("tokens", &[rows, columns]) => Box::new(tokens::Tokens::<u64>::new(rows, columns)),
        ("chomp", &[rows, _]) => Box::new(chomp::Chomp { rows: rows.into() }),
        _ => bail!("{table} is no table of a family"),
    })
}

/// The fresh process itself.
pub(crate) fn answer(arguments: &[String]) -> Result<()> {
    let [asked, table, peer, folder, positions] = arguments else {
        bail!("{COMMAND} is for this program only");
    };
    let (table, asked) = (planned(table), asked.parse()?);
    let (folder, positions) = (Path::new(folder), Path::new(positions));
    let place = Place { table: &table, peer: peer.clone(), folder, positions };
    println!("{}", game_of(&table)?.ask(&place, asked)?);
    Ok(())
}
