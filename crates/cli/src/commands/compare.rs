//! `compare`: what differs between two tables, as those of a game and of its variant.

use std::collections::HashMap;
use std::ffi::OsStr;

use bytesize::ByteSize;
use perfectplay::open_known;

use crate::args;
use crate::commands::export::sound_table;
use crate::export::{Content, Export, Format};
use crate::input::table_argument::TableArgument;
use crate::prelude::*;

/// What was found.
#[derive(Serialize)]
struct Comparison {
    tables: [String; 2],
    positions: [u64; 2],
    /// How many positions the first or the second table alone has, and some of them.
    only: [Examples; 2],
    /// How many positions have different values, and some of them.
    differ: Examples,
    /// The first position of best play from the start of the first game whose value or best moves differ.
    first_difference: Option<Difference>,
}

/// A number, with the first examples.
#[derive(Default, Serialize)]
struct Examples {
    count: u64,
    examples: Vec<String>,
}

/// What two oracles say of a position.
#[derive(Serialize)]
struct Difference {
    ply: usize,
    position: String,
    values: [String; 2],
    best: [Vec<String>; 2],
}

/// As many examples are shown.
const EXAMPLES: usize = 5;

/// About how many bytes a position takes, as a row and in a map.
const EACH: u64 = 300;

/// Best play is followed for so many moves.
const LONGEST: usize = 1000;

impl Examples {
    fn add(&mut self, example: impl FnOnce() -> String) {
        self.count += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(example());
        }
    }
}

pub(crate) fn run(args: &args::Compare, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let threads = threads::start(args.threads)?;
    let read = |table: &OsStr| threads.install(|| Listed::read(table, folder))?;
    let (a, b) = (read(&args.first)?, read(&args.second)?);
    if a.columns != b.columns {
        let what = format!("{} has {}, and {} has {}", a.name, a.columns, b.name, b.columns);
        return Err(Failure::usage(what).with_hint("two tables of values of one kind are compared"));
    }
    let mut only = <[Examples; 2]>::default();
    let mut differ = Examples::default();
    for (position, value) in a.sorted() {
        match b.values.get(position) {
            None => only[0].add(|| position.to_owned()),
            Some(other) if other != value => {
                differ.add(|| format!("{position}: {value} in {}, {other} in {}", a.name, b.name));
            }
            Some(_) => {}
        }
    }
    for (position, _) in b.sorted().filter(|(position, _)| !a.values.contains_key(*position)) {
        only[1].add(|| position.to_owned());
    }
    if only[0].count == a.values.len() as u64 {
        let what = format!("{} and {} have no position in common", a.name, b.name);
        return Err(Failure::usage(what).with_hint("a game is compared with its variant"));
    }
    let comparison = Comparison {
        positions: [&a, &b].map(|table| table.values.len() as u64),
        only,
        differ,
        first_difference: first_difference([&a.name, &b.name], folder, threads)?,
        tables: [a.name, b.name],
    };
    if output.json { output.json_line(&comparison) } else { comparison.print(output) }
}

/// The positions of a table with their values, as the columns of an export.
struct Listed {
    name: String,
    /// The names of what makes a value.
    columns: String,
    values: HashMap<String, String>,
}

impl Listed {
    fn read(table: &OsStr, folder: &ChosenFolder) -> Result<Self> {
        let (place, file) = sound_table(TableArgument::read(table, folder)?, folder)?;
        let name = file.header().name.clone();
        let (need, memory) = (EACH * file.header().states, memory::available());
        if memory.is_some_and(|memory| need > memory) {
            let what = format!("the positions of {name} take about {} of memory", ByteSize(need));
            return Err(Failure::refused(what));
        }
        let table = open_known(file, &place, &folder.games_of([&*name]))?;
        let export = Export::new(&*table, Content::Positions, Format::Csv).ok_or_else(|| {
            Failure::usage(format!("the positions of {name} have no index, so none are compared"))
        })?;
        let (mut rows, bar) = (Vec::new(), StatesBar::new(&name, 0));
        let export = export.within(memory.unwrap_or(u64::MAX));
        export.write_csv(&mut rows, Control::new(&bar)).map_err(Failure::from)?;
        let mut reader = csv::Reader::from_reader(&*rows);
        let is_value = |name: &str| !["word", "index", "position", "mask"].contains(&name);
        let read = |error: csv::Error| Failure::error(Code::Internal, error);
        let names = reader.headers().map_err(read)?.clone();
        let key = names.iter().position(|name| ["position", "mask"].contains(&name)).unwrap_or(0);
        let of = |row: &csv::StringRecord| {
            let values = row.iter().zip(&names).filter(|(_, name)| is_value(name));
            values
                .map(|(value, name)| in_words(name, value))
                .collect::<Vec<_>>()
                .join(" ")
                .trim_end()
                .to_owned()
        };
        let mut values = HashMap::new();
        for row in reader.records() {
            let row = row.map_err(read)?;
            values.insert(row[key].to_owned(), of(&row));
        }
        Ok(Self { name, columns: of(&names), values })
    }

    /// All positions with their values, in the order of their texts.
    fn sorted(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut all: Vec<_> = self.values.iter().map(|(at, value)| (&**at, &**value)).collect();
        all.sort_unstable();
        all.into_iter()
    }
}

/// An entry of a column, as people say it.
fn in_words(column: &str, entry: &str) -> String {
    match (column, entry) {
        ("outcome", "1") => "win".to_owned(),
        ("outcome", "0") => "draw".to_owned(),
        ("outcome", "-1") => "loss".to_owned(),
        ("plies", plies) if !plies.is_empty() && plies != "plies" => format!("in {plies}"),
        (_, entry) => entry.to_owned(),
    }
}

/// Follows best play of the first game until the second one says something else. Games that need a position to begin with
/// have none.
fn first_difference(
    names: [&str; 2],
    folder: &ChosenFolder,
    threads: Threads,
) -> Result<Option<Difference>> {
    let games = names.map(|name| folder.games.all().iter().find(|game| game.name() == name));
    let [Some(first), Some(second)] = games else { return Ok(None) };
    let oracle = folder.oracle(threads)?;
    let mut position = first.about().start.clone().into_owned();
    for ply in 0..LONGEST {
        let answers = [first, second].map(|game| oracle.ask(game.name(), &position));
        let [Ok(answer), other] = answers else { return Ok(None) };
        let values = |answer: &Answer| answer.value.map_or_else(String::new, |it| it.to_string());
        let best = |answer: &Answer| {
            let best = answer.moves.iter().filter(|it| it.is_best());
            best.map(|it| it.step.to_string()).collect::<Vec<_>>()
        };
        let other = other.as_ref();
        let said = other.map_or_else(|_| "not a position".to_owned(), values);
        let other_best = other.map_or_else(|_| Vec::new(), best);
        if values(&answer) != said || best(&answer) != other_best {
            return Ok(Some(Difference {
                ply,
                values: [values(&answer), said],
                best: [best(&answer), other_best],
                position,
            }));
        }
        match answer.best().and_then(|best| best.position.as_ref()) {
            Some(next) => position = next.to_string(),
            None => break,
        }
    }
    Ok(None)
}

impl Comparison {
    fn print(&self, output: &mut Output) -> Result<()> {
        let Self { tables: [a, b], positions, only, differ, first_difference } = self;
        let kinds = [
            (format!("only in {a}"), &only[0], positions[0]),
            (format!("only in {b}"), &only[1], positions[1]),
            ("with another value".to_owned(), differ, positions[0] - only[0].count),
        ];
        for (what, some, of) in kinds {
            let (count, of) = (output.count(some.count), output.count(of));
            output.line(format_args!("{count} of {of} positions {what}"))?;
            for example in &some.examples {
                output.line(format_args!("    {}", styled(FAINT, example)))?;
            }
        }
        let Some(Difference { ply, position, values, best }) = first_difference else {
            return output.line("best play is the same");
        };
        output.line(format_args!("best play differs first after {ply} moves, at {position}"))?;
        for (table, (value, best)) in [a, b].into_iter().zip(values.iter().zip(best)) {
            output.line(format_args!("    {table}: {value}; best {}", best.join(" ")))?;
        }
        Ok(())
    }
}
