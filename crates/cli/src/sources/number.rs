//! Answers of the Number Game.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::atomic::Ordering;

use indicatif::ProgressBar;
use perfectplay_core::Outcome;
use perfectplay_core::number::{
    Answer, Finding, LARGEST_SEARCHED, Named, Position, Search, Solver, Theorem, Verdict,
};
use perfectplay_query::{ProbeError, TableFolder};
use perfectplay_tables::Family;

use super::{Tables, building, too_large};
use crate::build::states_bar;
use crate::failure::Failure;
use crate::interrupt;
use crate::number_table::{AnyNumberTable, NumberAnswer};

/// How many positions are solved on the spot: a fraction of a second.
const SOLVED_ON_THE_SPOT: usize = 500_000;

/// How many positions a search visits if nobody says otherwise.
const SEARCHED: u64 = 1_000_000;

/// A search that has visited so many positions takes long enough for a bar.
const QUICK: u64 = 1 << 17;

/// What a search beyond the tables has found.
pub(crate) struct Searched {
    pub(crate) finding: Finding,
    /// How many positions it visited.
    pub(crate) visited: u64,
    /// The table that it ended in, if it needed one.
    pub(crate) table: Option<String>,
    /// What decides the position where the search did not, or told no move.
    pub(crate) theorem: Option<Theorem>,
    /// Why the outcome is not known, if it is not.
    pub(crate) reason: Option<String>,
}

/// All `number` tables of a folder, and a solver.
pub(crate) struct NumberSource<'a> {
    tables: Tables<'a, AnyNumberTable>,
    solver: Solver,
}

impl<'a> NumberSource<'a> {
    pub(crate) fn new(folder: &'a TableFolder) -> Result<Self, Failure> {
        let size = |family| match family {
            Family::Number { bound } => Some(bound),
            _ => None,
        };
        let tables = Tables::list(folder, size, AnyNumberTable::open)?;
        Ok(Self { tables, solver: Solver::default() })
    }

    /// A position's answer, and the table that gave it if one did.
    pub(crate) fn answer(
        &mut self,
        position: Position,
    ) -> Result<(NumberAnswer, Option<String>), Failure> {
        let known = self.known(position)?;
        known.ok_or_else(|| too_large(Family::Number { bound: position.largest() }))
    }

    /// The same; `None` if no table has it, and solving it would take too long.
    pub(crate) fn known(
        &mut self,
        position: Position,
    ) -> Result<Option<(NumberAnswer, Option<String>)>, Failure> {
        if let Some(table) = self.tables.at_least(position.largest())? {
            return Ok(Some((table.answer(position)?, Some(table.name().to_owned()))));
        }
        Ok(self.solve(position).map(|answer| (NumberAnswer::Plies(answer), None)))
    }

    /// A position's answer with plies, whatever tables there are; `None` if solving it
    /// would take too long.
    pub(crate) fn with_plies(&mut self, position: Position) -> Result<Option<Answer>, Failure> {
        let table = self.tables.at_least(position.largest())?;
        match table.map(|table| table.answer(position)).transpose()? {
            Some(NumberAnswer::Plies(answer)) => Ok(Some(answer)),
            _ => Ok(self.solve(position)),
        }
    }

    fn solve(&mut self, position: Position) -> Option<Answer> {
        let answer = self.solver.answer(position, SOLVED_ON_THE_SPOT);
        if answer.is_none() {
            self.solver = Solver::default();
        }
        answer
    }

    /// What a search of at most `limit` positions, which ends in the largest table,
    /// and theorems find out.
    pub(crate) fn search(&self, named: &Named, limit: Option<u64>) -> Result<Searched, Failure> {
        let limit = limit.unwrap_or(SEARCHED);
        let table = self.tables.largest()?;
        let (used, failed) = (Cell::new(false), RefCell::new(None));
        let oracle = |position: Position| match table?.value(position).map(|(outcome, _)| outcome) {
            Ok(outcome) => {
                used.set(true);
                Some(outcome)
            }
            Err(ProbeError::Beyond { .. }) => None,
            Err(error) => {
                failed.replace(Some(error));
                None
            }
        };
        let (bar, interrupted) = (Bar::new(limit), interrupt::watch());
        let progress = |visited| {
            bar.advance(visited);
            failed.borrow().is_some() || interrupted.load(Ordering::Relaxed)
        };
        let mut search = Search::new(limit, oracle, progress);
        let finding = search.find(named);
        let visited = search.visited();
        interrupt::unwatch();
        bar.clear();
        if let Some(error) = failed.take() {
            return Err(error.into());
        }
        let finding = finding.map_err(|_| Failure::Interrupted)?;
        let table = table.filter(|_| used.get()).map(|table| table.name().to_owned());
        Ok(Searched::new(named, finding, visited, table, limit))
    }
}

impl Searched {
    fn new(
        named: &Named,
        mut finding: Finding,
        visited: u64,
        table: Option<String>,
        limit: u64,
    ) -> Self {
        let is_searched =
            named.largest().is_some_and(|largest| largest <= LARGEST_SEARCHED as u128);
        let verdict = Verdict::of(named);
        finding.outcome = finding.outcome.or(verdict.as_ref().map(|verdict| verdict.outcome));
        let theorem = if is_shown(named, &finding, is_searched) {
            None
        } else if let Some(verdict) = verdict {
            Some(verdict.theorem)
        } else {
            finding.outcome.map(|_| Theorem::quiet_end())
        };
        // What a theorem decides on its own does not come from a table.
        let table = table.filter(|_| visited > 0 || theorem.is_none());
        let reason =
            finding.outcome.is_none().then(|| reason(named, is_searched, visited >= limit));
        Self { finding, visited, table, theorem, reason }
    }
}

/// Whether moves to finite positions show the outcome: then it stands on no theorem.
fn is_shown(named: &Named, finding: &Finding, is_searched: bool) -> bool {
    let mut won = finding.moves.iter().filter(|found| found.outcome == Some(Outcome::Loss));
    is_searched && finding.outcome == Some(Outcome::Loss)
        || won.any(|found| named.name(found.number).is_ok_and(|left| left.largest().is_some()))
}

/// Why the outcome is not known.
fn reason(named: &Named, is_searched: bool, at_limit: bool) -> String {
    let mut reasons = vec!["no theorem that is known here decides it"];
    if at_limit {
        reasons.push("the search reached its limit, which --limit raises");
    } else if !is_searched {
        reasons.push("a search can try some of its moves only");
    }
    let table = named
        .position()
        .and_then(|position| building(Family::Number { bound: position.largest() }));
    reasons.extend(table.as_deref());
    reasons.join("; ")
}

/// A bar that appears once a search is taking long.
struct Bar {
    limit: u64,
    bar: OnceCell<ProgressBar>,
}

impl Bar {
    fn new(limit: u64) -> Self {
        Self { limit, bar: OnceCell::new() }
    }

    fn advance(&self, visited: u64) {
        if visited >= QUICK {
            self.bar.get_or_init(|| states_bar("searching", self.limit)).set_position(visited);
        }
    }

    fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
