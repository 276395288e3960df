//! Builds the table of a game in a folder.

use std::path::PathBuf;

use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::{
    Bytes, CODED_SECTIONS, CodedTable, CustomTable, INDEXED_SECTIONS, Problem, TableFile,
    TableFolder, game_of_name, is_custom,
};

use crate::files::names::LEVELS;
use crate::files::remove;
use crate::recipe::blocks::Blocks;
use crate::solve::encode::RangeWriter;
use crate::solve::expected;
use crate::solve::header::{VALUES, checked_name, indexed_statistics, is_of, statistics};
use crate::solve::indexed::Written;
use crate::solve::levels::{self, Share, SolvedLevels, Store, find_all};
use crate::solve::no_repeat;
use crate::solve::numbered::{self, with_table};
use crate::solve::prelude::*;
use crate::solve::retrograde::{link, solve_all};
use crate::{Build, BuiltTable, Control, Job, TableRequest, Threads, build_requested, write_table};

/// Solves a game, and writes its table into a folder, on the threads of the current rayon pool, or else on its own.
/// A table that exists is kept if it is of the same rules and all its checksums are correct. One of other rules stays, and
/// is an error, unless the build is [forced](Build::force): another program may have built it. The folder is created if it
/// does not exist. [`Build`] has options.
///
/// ```
/// use perfectplay_tables::solve::{SolvedTable, build};
/// # use perfectplay_tables::example::Pile;
/// # let directory = tempfile::tempdir()?;
/// # let folder = directory.path();
///
/// let game = Pile { stones: 21 };
/// build(&game, folder)?;
/// let table = SolvedTable::open(game, folder)?;
/// assert_eq!(table.value(21)?.to_string(), "win in 11");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`SolveError`]. In that case no table of the folder has changed.
pub fn build<G: Game>(game: &G, folder: impl Into<TableFolder>) -> Result<BuiltTable, SolveError> {
    Build::default().solve(game, folder)
}

impl Build<'_> {
    /// Solves a game as [`build`] does, with these options: `Build::default().memory(8 << 30).solve(&game, "tables")`.
    ///
    /// # Errors
    /// See [`SolveError`]. In that case no table of the folder has changed.
    pub fn solve<G: Game>(
        self,
        game: &G,
        folder: impl Into<TableFolder>,
    ) -> Result<BuiltTable, SolveError> {
        build_by(game, &folder.into(), self)
    }
}

/// Builds a table while the engine asks the game in another way.
///
/// # Errors
/// As [`build`].
pub fn build_by(
    asked: &dyn Described,
    folder: &TableFolder,
    how: Build<'_>,
) -> Result<BuiltTable, SolveError> {
    let name = checked_name(asked)?;
    let table = TableOf::new(asked, asked.rules_tag(how.control)?);
    let mut summary = None;
    let make = |job: &Job<'_>| {
        let (path, found) = table.make(job, how, None)?;
        summary = found;
        Ok(path)
    };
    let (is_made, check_same) =
        (|file| table.is_made(file), |file: TableFile<Bytes>| table.check_same(&file));
    let wanted =
        TableRequest { name: &name, needs: None, is_made: &is_made, check_same: &check_same };
    let build = || build_requested(wanted, folder, how, make);
    let built: Result<BuiltTable, SolveError> = Threads::default().install(build)?;
    Ok(BuiltTable { summary, ..built? })
}

/// The table of a game that is asked in some way.
#[expect(missing_debug_implementations, reason = "a description need not have any")]
pub struct TableOf<'a> {
    asked: &'a dyn Described,
    rules: String,
}

/// A game with its table's sections, and what their header says.
struct Solved {
    encoding: &'static str,
    parameters: Vec<(&'static str, u64)>,
    states: u64,
    statistics: Vec<Statistic>,
    names: [&'static str; 5],
    sections: [Vec<u8>; 5],
    summary: Summary,
}

impl From<(Written, Summary)> for Solved {
    fn from((written, summary): (Written, Summary)) -> Self {
        let Written { sections, states, base, bits, kind, figures } = written;
        Self {
            encoding: IndexedTable::ENCODING,
            parameters: vec![
                (VALUES, kind.kind().into()),
                ("unit", kind.unit().into()),
                ("base", base),
                ("bits", bits.into()),
            ],
            states,
            statistics: indexed_statistics(summary.moves, figures, kind),
            names: INDEXED_SECTIONS,
            sections,
            summary,
        }
    }
}

impl<'a> TableOf<'a> {
    /// With the rules tag of the game.
    pub const fn new(asked: &'a dyn Described, rules: String) -> Self {
        Self { asked, rules }
    }

    /// Does something with the table of a game whose positions are numbered; `None` if they are not.
    pub(crate) fn numbered<T>(
        &self,
        work: impl FnOnce(&dyn Blocks) -> T,
    ) -> Option<Result<T, SolveError>> {
        let is_numbered = !self.asked.layers().is_empty();
        let is_numbered = is_numbered && !self.asked.values().are_indexed();
        is_numbered.then(|| with_table(self.asked, &self.rules, work))
    }

    /// Whether a table with its name, all of whose bytes are good, is the one.
    pub fn is_made(&self, file: TableFile<Bytes>) -> bool {
        let (game, rules) = (self.asked, &self.rules);
        CustomTable::new(file).is_ok_and(|table| {
            let is_sized = match &table {
                CustomTable::Coded(coded) => {
                    coded.dictionary().members() == self.asked.member_bits(table.header().states)
                }
                CustomTable::Numbered(_) => table.header().states == numbered::states(game),
                CustomTable::Indexed(_) => true,
            };
            is_of(&table, game, rules) && is_sized
        })
    }

    /// Whether a table with its name is of the same game.
    pub fn check_same(&self, file: &TableFile<Bytes>) -> Result<(), Problem> {
        match file.header() {
            header if !is_custom(header) => Err(Problem::UnknownGame(header.game.clone())),
            // It may be the table of another program, whose game has the same name.
            header if header.rules != self.rules => Err(Problem::ChangedRules),
            _ => Ok(()),
        }
    }

    /// Makes it from what was done in shares, in a folder, or by an earlier build.
    pub fn make(
        &self,
        job: &Job<'_>,
        how: Build<'_>,
        share: Option<(PathBuf, Share)>,
    ) -> Result<(PathBuf, Option<Summary>), SolveError> {
        let game = self.asked;
        if let Some(built) = self.numbered(|table| table.build(job)) {
            return Ok((built??, None));
        }
        let name = game.name();
        let own = job.folder.table(&name).with_extension(LEVELS);
        if job.anew && share.is_none() {
            remove(&own)?;
        }
        let (levels, share) = share.map_or((own, None), |(folder, share)| (folder, Some(share)));
        let solved = self.solved(levels, how, share)?;
        let Solved { encoding, parameters, states, statistics, names, sections, summary } = solved;
        let parameters = parameters.into_iter();
        let header = Header {
            game: game_of_name(&name).unwrap_or_default().to_owned(),
            name,
            rules: self.rules.clone(),
            encoding: encoding.to_owned(),
            parameters: parameters
                .map(|(name, value)| Parameter { name: name.to_owned(), value })
                .collect(),
            board: String::new(),
            states,
            sections: Vec::new(),
            checksums: 0,
            statistics,
        };
        let bytes = sections.iter().map(Vec::as_slice);
        let sections: Vec<_> = names.into_iter().zip(bytes).collect();
        Ok((write_table(job, header, &sections)?, Some(summary)))
    }

    /// Solves the game, level by level if moves always lead one level on, and else from its ends back.
    fn solved(
        &self,
        folder: PathBuf,
        how: Build<'_>,
        share: Option<Share>,
    ) -> Result<Solved, SolveError> {
        let (asked, control) = (self.asked, how.control);
        let memory = Memory::new(how.memory.unwrap_or(u64::MAX));
        let store = Store::open(folder.clone(), &self.rules, &memory, how, share)?;
        let kind = asked.values();
        match kind {
            Values::Expected => return Ok(expected::solve(asked, &store, control)?.into()),
            Values::NoRepeat => return Ok(no_repeat::solve(asked, &store, control)?.into()),
            _ => {}
        }
        let write = |solved: SolvedLevels, way| {
            let (counts, summary) = (solved.counts.clone(), solved.summary.clone());
            let states = counts.iter().map(|&(_, count)| count).sum();
            let members = self.asked.member_bits(states);
            memory.take(RangeWriter::memory(&counts, members))?;
            let writer = RangeWriter::new(&counts, members, control);
            let sections = solved.write(writer, &store, way)?;
            Ok::<_, SolveError>(sections.map(|sections| Solved {
                encoding: CodedTable::ENCODING,
                parameters: vec![(VALUES, kind as u64)],
                states,
                statistics: statistics(kind, summary.moves, &counts),
                names: CODED_SECTIONS,
                sections,
                summary,
            }))
        };
        if let Some(found) = levels::find(asked, &store, control)?
            && let Ok(solved) = write(SolvedLevels::new(asked, found, &store, control)?, 0)?
        {
            return Ok(solved);
        }
        if kind == Values::OutcomeOnly {
            // What is shared others may be reading.
            if share.is_none() {
                remove(&folder)?;
            }
            return Err(SolveError::Ungraded);
        }
        memory.give_all();
        let solved = write(solve_all(asked, &store, control)?, 1)?;
        // A position is of one stage.
        solved.map_err(|word| mistake(asked, word, Mistake::Changed))
    }

    /// Does a share of the work in a folder, until nothing is left that is worth sharing.
    pub fn share(
        &self,
        folder: PathBuf,
        share: Share,
        control: Control<'_>,
    ) -> Result<(), SolveError> {
        self.asked.rules_tag(control)?;
        let (memory, how) = (Memory::new(u64::MAX), Build::default().progress(control));
        let store = Store::open(folder, &self.rules, &memory, how, Some(share))?;
        if self.asked.values().are_indexed() {
            return find_all(self.asked, &store, control, false, |_| Ok(())).map(drop);
        }
        match levels::find(self.asked, &store, control)? {
            Some(found) => SolvedLevels::new(self.asked, found, &store, control).map(drop),
            None if self.asked.values() == Values::OutcomeOnly => Err(SolveError::Ungraded),
            None => link(self.asked, &store, control),
        }
    }
}
