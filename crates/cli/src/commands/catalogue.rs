//! `catalogue`: classic games, what was published of them, and the proof of their values.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::slice;

use perfectplay::{TableRef, table_named};
use perfectplay_catalogue::report::{self, Compared, Facts};
use perfectplay_catalogue::texts::{Texts, text_of};
use perfectplay_catalogue::{Entry, all};
use perfectplay_query::TableFolder;
use perfectplay_tables::Build as How;
use perfectplay_tables::solve::Game as _;

use crate::args::Catalogue;
use crate::commands::build::build_one;
use crate::commands::partial_file::PartialFile;
use crate::commands::several::{Outcome, TableResult, entries, make_each};
use crate::commands::verify::verify_built;
use crate::games::custom::before_hyphen;
use crate::prelude::*;
use crate::terminal::{BAD, hanging};

/// The games by the files of their texts, each with its entries.
type Listed = BTreeMap<&'static str, Vec<Entry>>;

pub(crate) fn run(args: &Catalogue, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let texts = Texts::all();
    let is_wanted = |entry: &Entry| !args.check || args.large || !entry.is_large;
    let entries = entries(&args.names, is_wanted)?;
    if args.check {
        return check(args, &entries, &texts, folder, output);
    }
    let mut listed = Listed::new();
    for entry in entries {
        let name = entry.game.name();
        let (file, _) = text_of(&name, &texts).expect("a test finds the text of each entry");
        listed.entry(file).or_default().push(entry);
    }
    let of = |file: &str| &texts.iter().find(|(name, _)| *name == file).expect("it is listed").1;
    if output.json {
        let names = |entries: &[Entry]| entries.iter().map(|it| it.game.name()).collect::<Vec<_>>();
        let line = |(file, entries): (&&str, &Vec<Entry>)| {
            let json =
                serde_json::json!({ "game": file, "texts": of(file), "names": names(entries) });
            output.json_line(&json)
        };
        return listed.iter().try_for_each(line);
    }
    match args.names.is_empty() {
        true => print_all(&listed, of, output),
        false => listed.iter().try_for_each(|(file, entries)| print(of(file), entries, output)),
    }
}

/// The table of a game of the catalogue that takes seconds, unless the folder has it: whoever asks about one need not know of
/// tables.
fn missing_small(game: &GameRef, folder: &TableFolder) -> Option<TableRef> {
    let name = game.name();
    let is_small = all().iter().any(|entry| !entry.is_large && entry.game.name() == name);
    let is_missing = is_small && !folder.table(name).exists();
    is_missing.then(|| table_named(name, slice::from_ref(game)).ok()).flatten()
}

/// Builds the table of a game that takes seconds, unless it is there.
pub(crate) fn build_if_small(game: &GameRef, folder: &ChosenFolder) -> Result<()> {
    if !folder.games.is_classic(game) || folder.is_elsewhere() {
        return Ok(());
    }
    let Some(table) = missing_small(game, &folder.folder) else { return Ok(()) };
    let how = How::default().memory(memory::available());
    build_one(&table, folder, how, &Threads::default()).map(drop)
}

/// The same for a server, within the budget of a question.
#[cfg(feature = "serve")]
pub(crate) fn build_asked(
    game: &GameRef,
    folder: &TableFolder,
    budget: &Budget<'_>,
) -> std::result::Result<bool, String> {
    let Some(table) = missing_small(game, folder) else { return Ok(false) };
    let how = How::default().memory(budget.memory()).progress(budget.control());
    table.build(folder, how).map(|_| true).map_err(|error| error.to_string())
}

/// All games by kind, with the names of their entries.
fn print_all<'t>(
    listed: &Listed,
    of: impl Fn(&str) -> &'t Texts,
    output: &mut Output,
) -> Result<()> {
    let mut by_kind: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (file, entries) in listed {
        by_kind.entry(of(file).kind).or_default().push((of(file), entries));
    }
    for (kind, games) in by_kind {
        output.line(styled(HEADING, format_args!("{kind:?}")))?;
        for (texts, entries) in games {
            let names: Vec<_> = entries.iter().map(|entry| entry.game.name()).collect();
            let names = hanging("      ", &names.join(" "), output.width());
            output.line(format_args!("  {}\n{}", texts.title.en, styled(FAINT, names)))?;
        }
    }
    output.line(format_args!(
        "\n{} plays one, {} tells more of it.",
        advice::command("play NAME"),
        advice::command("catalogue NAME")
    ))
}

/// A game in words.
fn print(texts: &Texts, entries: &[Entry], output: &mut Output) -> Result<()> {
    let width = output.width();
    output.line(styled(HEADING, &texts.title.en))?;
    output.line(hanging("  ", &texts.rules.en, width))?;
    for source in &texts.source {
        let url = source.url.as_ref().map_or_else(String::new, |url| format!(" {url}"));
        output.line(hanging("  ", &format!("Source: {}{url}", source.what), width))?;
    }
    for entry in entries {
        let name = entry.game.name();
        let differs = texts.variant(&name).and_then(|variant| variant.differs.as_ref());
        let differs = differs.map_or_else(String::new, |text| format!(": {}", text.en));
        output.line(hanging("  ", &format!("{}{differs}", styled(GOOD, &name)), width))?;
        for published in texts.published.iter().filter(|it| it.name == name) {
            let said = format!("{} says {}, {}", published.by, published.value, published.place);
            output.line(hanging("      ", &said, width))?;
        }
    }
    let word = entries.first().map(|entry| entry.game.name()).unwrap_or_default();
    let check = advice::command(format_args!("catalogue --check {}", before_hyphen(&word)));
    output.line(hanging("  ", &format!("{check} says who is right, and proves it."), width))
}

fn check(
    args: &Catalogue,
    entries: &[Entry],
    texts: &[(&'static str, Texts)],
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<()> {
    let threads = threads::start(args.threads)?;
    let how =
        How::default().memory(args.memory.map(|size| size.as_u64()).or_else(memory::available));
    let made = |entry: &Entry| {
        let name = entry.game.name();
        let table = table_named(&name, folder.games.catalogue()).map_err(Failure::usage)?;
        build_one(&table, folder, how, &threads)?;
        verify_built(&table, folder, &threads)?;
        let facts = report::facts(entry, texts, &folder.folder);
        facts.map_err(|what| Failure::error(Code::Damaged, what))
    };
    let name = |entry: &&Entry| entry.game.name();
    let Outcome { results, ending } =
        make_each(entries, name, made, print_facts, &folder.games, output)?;
    if output.json {
        output.json_line(&results)?;
    }
    let facts = results.into_iter().filter_map(|result| match result {
        TableResult::Made(facts) => Some(facts),
        TableResult::Failed { .. } => None,
    });
    let facts: Vec<Facts> = facts.collect();
    if let Some(written) = &args.write {
        // What was found earlier about the others stays.
        let path = written.join(report::FACTS);
        let facts = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(facts),
            Err(error) => return Err(Failure::cannot("be read", &path, &error)),
            Ok(before) => report::with_earlier(facts, &before, texts),
        };
        let facts = facts.map_err(|why| Failure::input(why).at(path.display()))?;
        for (name, text) in report::files(&facts, texts) {
            write(&written.join(name), &text)?;
        }
    }
    ending
}

/// Writes a file in place of one that may be there.
fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| Failure::cannot("create", folder, &error))?;
    let file = PartialFile::create(path, true)?;
    file.file().write_all(text.as_bytes()).map_err(|error| file.refused(&error))?;
    file.publish().map(|_| ())
}

/// What was found about an entry, in a line, and what others say of it.
fn print_facts(facts: &Facts, output: &mut Output) -> Result<()> {
    let Facts { name, positions, plain, .. } = facts;
    let (value, positions) = (facts.told_value(), output.count(*positions));
    let by_plain = if plain.is_some() { ", also by the plain solver" } else { "" };
    output.line(format_args!("{name}: {value}, {positions} positions{by_plain}"))?;
    let word =
        |is_right| if is_right { styled(GOOD, "confirmed") } else { styled(BAD, "corrected") };
    for Compared { by, value, is_confirmed, positions, are_positions_confirmed, .. } in
        &facts.published
    {
        output.line(format_args!("    {by} says {value}: {}", word(*is_confirmed)))?;
        let Some(positions) = positions.map(|positions| output.count(positions)) else { continue };
        let verdict = are_positions_confirmed
            .map_or_else(|| "counted in another way than here".to_owned(), word);
        output.line(format_args!("        and {positions} positions: {verdict}"))?;
    }
    Ok(())
}
