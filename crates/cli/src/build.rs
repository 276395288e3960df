//! `build`: makes the tables that are missing.

use std::time::Instant;

use bytesize::ByteSize;
use perfectplay_core::Game;
use perfectplay_oracle::{Answer, Oracle, Plies, Question};
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Family, TableId};
use perfectplay_tables::{Build as How, Control, build};
use serde::Serialize;

use crate::args::Build;
use crate::bar::StatesBar;
use crate::failure::Failure;
use crate::output::{GOOD, HEADING, Output, remark, styled};
use crate::tables_folder::TablesFolder;
use crate::{games, memory, threads};

/// A build of so many states takes long enough to be announced.
const LARGE: u64 = 100_000_000;

/// The position that a build answers to show that its tables do.
const EXAMPLE: &str = "2 3 4 5 6";

#[derive(Serialize)]
struct Report<'a> {
    folder: String,
    tables: &'a [BuiltTable],
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Answer>,
}

#[derive(Serialize)]
struct BuiltTable {
    table: String,
    file: String,
    states: u64,
    bytes: u64,
    /// Whether it was made now; else it was there.
    built: bool,
    seconds: f64,
}

pub(crate) fn run(args: &Build, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    let recipes = recipes(args)?;
    threads::start(args.threads)?;
    let how = How {
        force: args.force,
        memory: args.memory.map(|size| size.as_u64()).or_else(memory::available),
    };
    let mut built = Vec::new();
    let mut failure = None;
    for recipe in &recipes {
        match build_one(recipe, folder, how) {
            Ok(table) => {
                if !output.json {
                    table.print(output)?;
                    output.flush()?;
                }
                built.push(table);
            }
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    // What was built is told even if the rest was not.
    report(&built, failure.is_none(), folder, output)?;
    failure.map_or(Ok(()), Err)
}

/// The tables asked for, each once; all default ones if none is.
fn recipes(args: &Build) -> Result<Vec<TableId>, Failure> {
    let mut recipes: Vec<TableId> = Vec::new();
    for name in &args.names {
        let recipe = recipe(name, args)?;
        if !recipes.contains(&recipe) {
            recipes.push(recipe);
        }
    }
    if args.board.is_some() && !args.names.iter().any(|name| has_boards(name)) {
        let what = "--board goes with a game: `perfectplay build contour --board FILE`, or stake \
                    or tokens";
        return Err(Failure::Input(what.to_owned()));
    }
    if recipes.is_empty() {
        recipes = TableId::defaults();
    }
    Ok(recipes)
}

/// Whether this is a game with tables of single boards.
fn has_boards(name: &str) -> bool {
    name.parse().is_ok_and(games::has_boards)
}

fn recipe(name: &str, args: &Build) -> Result<TableId, Failure> {
    if let Ok(game) = name.parse::<Game>() {
        if let Some(file) = &args.board
            && let Some(instance) = games::read_board(game, file)?
        {
            return Ok(instance.into());
        }
        if games::has_boards(game) {
            let what = format!("such a {game} table belongs to a board: give it with --board FILE");
            return Err(Failure::Input(what));
        }
    }
    // The names of the sample boards' tables, too.
    match TableId::defaults().into_iter().find(|table| table.to_string() == name) {
        Some(table) => Ok(table),
        None => name
            .parse()
            .map(|family: Family| family.into())
            .map_err(|error| Failure::Input(format!("{error}, and {}", with_boards()))),
    }
}

/// Which tables there are beside those of families.
fn with_boards() -> String {
    let games: Vec<String> = Game::ALL
        .into_iter()
        .filter(|&game| games::has_boards(game))
        .map(|game| format!("`{game}`"))
        .collect();
    let games = match games.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        games => games.concat(),
    };
    format!("{games} with --board FILE")
}

fn build_one(recipe: &TableId, folder: &TablesFolder, how: How) -> Result<BuiltTable, Failure> {
    let started = Instant::now();
    let name = recipe.to_string();
    if recipe.states() >= LARGE && (how.force || !folder.folder.table(&name).exists()) {
        announce(recipe, how);
    }
    let bar = StatesBar::new(&name, recipe.states());
    let built = build(recipe, &folder.folder, how, Control::new(&bar), || {
        remark(format_args!("{name}: waiting for another program that is building it"));
    });
    drop(bar);
    let built = built.map_err(|error| Failure::of_build(&name, error))?;
    let file = folder.folder.file(&name)?;
    Ok(BuiltTable {
        file: built.path.display().to_string(),
        table: name,
        states: file.header().states,
        bytes: file.layout().file_length(),
        built: built.anew,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Says what a long build needs, unless that is what it will fail for.
fn announce(recipe: &TableId, how: How) {
    let (states, needs) = (recipe.states(), recipe.needs());
    if how.memory.is_none_or(|limit| limit >= needs.memory) && can_be_had(needs.memory) {
        let (memory, disk) = (ByteSize(needs.memory), ByteSize(needs.disk));
        remark(format_args!(
            "{recipe}: solving {states} states in about {memory} of memory and {disk} on disk"
        ));
    }
}

impl BuiltTable {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let states = output.count(self.states);
        let bytes = output.count(self.bytes);
        let done = if self.built {
            styled(GOOD, format_args!("built in {:.2} s", self.seconds))
        } else {
            "is there already".to_owned()
        };
        output.line(format_args!("{:<16} {states} states, {bytes} bytes, {done}", self.table))
    }
}

/// Where the tables are, and if all went well an answer from them.
fn report(
    built: &[BuiltTable],
    complete: bool,
    folder: &TablesFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    // An example that fails, for a damaged table of others, is left out; so is one that no
    // table answers.
    let example = || {
        let question = Question::parse(Game::Number, EXAMPLE, None).ok()?;
        let oracle = Oracle::new(folder.folder.clone()).ok()?;
        let example = oracle.answer(&question.with_plies(Plies::IfStored)).ok();
        example.filter(|answer| answer.table.is_some())
    };
    let example = if complete { example() } else { None };
    if output.json {
        let folder = folder.folder.path().display().to_string();
        return output.json_line(&Report { folder, tables: built, example });
    }
    if !built.is_empty() {
        output.line(format_args!("in {folder}"))?;
    }
    let Some(example) = example else { return Ok(()) };
    output.line("")?;
    output.line(styled(HEADING, format_args!("$ perfectplay probe number {EXAMPLE}")))?;
    games::draw(&example, output)
}
