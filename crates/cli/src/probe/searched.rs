//! `probe number`, where no table has the position: what a search and theorems tell.

use perfectplay_core::Outcome;
use perfectplay_core::number::{FoundMove, Named};
use serde::Serialize;

use super::outcome::OutcomeReport;
use super::{Report, print_lines};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, styled};
use crate::sources::Searched;

/// An answer as JSON says it.
#[derive(Debug, Serialize)]
pub(super) struct SearchedReport {
    game: &'static str,
    position: String,
    value: Option<OutcomeReport>,
    /// All moves, or of too many those known to win; none if none is.
    moves: Option<Vec<MoveReport>>,
    table: Option<String>,
    /// How many positions the search visited.
    searched: u64,
    /// How many numbers are left; none if infinitely many are.
    left: Option<u128>,
    largest: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<TheoremReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    r#move: String,
    position: String,
    value: Option<OutcomeReport>,
    result: Option<OutcomeReport>,
    /// Nothing about a move that is not decided.
    best: Option<bool>,
    winning: Option<bool>,
}

#[derive(Debug, Serialize)]
struct TheoremReport {
    statement: String,
    source: &'static str,
}

impl SearchedReport {
    pub(super) fn new(named: &Named, searched: Searched) -> Self {
        let Searched { finding, visited, table, theorem, reason } = searched;
        let mut moves: Vec<MoveReport> = finding
            .moves
            .iter()
            .filter_map(|found| MoveReport::new(named, found, finding.outcome))
            .collect();
        moves.sort_by(|one, other| (one.rank(), &one.r#move).cmp(&(other.rank(), &other.r#move)));
        Self {
            game: "number",
            position: text(named, named),
            value: finding.outcome.map(OutcomeReport::from),
            moves: (!moves.is_empty()).then_some(moves),
            table,
            searched: visited,
            left: named.count(),
            largest: named.largest(),
            theorem: theorem.map(|theorem| TheoremReport {
                statement: theorem.statement,
                source: theorem.source,
            }),
            reason,
        }
    }

    /// Whether all moves are listed.
    fn has_all_moves(&self) -> bool {
        self.left == Some(self.moves.as_ref().map_or(0, Vec::len) as u128)
    }

    fn print_head(&self, output: &mut Output) -> Result<(), Failure> {
        let left = match (self.left, self.largest) {
            (Some(left), Some(largest)) => format!("{left} numbers, up to {largest}"),
            _ => "infinitely many numbers".to_owned(),
        };
        let value = self.value.map_or_else(
            || "not known".to_owned(),
            |value| format!("{} for the player to move", value.drawn()),
        );
        let visited = output.count(self.searched);
        let table = match (&self.table, self.searched) {
            (Some(table), 0) => table.clone(),
            (Some(table), _) => format!("{table}, and a search of {visited} positions"),
            (None, 0) => "none".to_owned(),
            (None, _) => format!("none: a search of {visited} positions"),
        };
        let mut lines = vec![
            ("position", self.position.clone()),
            ("left", left),
            ("value", value),
            ("table", styled(FAINT, table)),
        ];
        if let Some(theorem) = &self.theorem {
            lines.push(("theorem", theorem.statement.clone()));
            lines.push(("source", theorem.source.to_owned()));
        }
        if let Some(reason) = &self.reason {
            lines.push(("reason", reason.clone()));
        }
        print_lines(output, &lines)
    }

    fn print_moves(&self, moves: &[MoveReport], output: &mut Output) -> Result<(), Failure> {
        let width = |text: fn(&MoveReport) -> &String, least: usize| {
            moves.iter().map(|reply| text(reply).len()).max().unwrap_or(0).max(least)
        };
        let (number, leads_to) =
            (width(|reply| &reply.r#move, 4), width(|reply| &reply.position, 8));
        let heading = format!("{:>number$}  {:<leads_to$}  result", "move", "leads to");
        output.line(styled(HEADING, heading))?;
        for reply in moves {
            let best = if reply.best == Some(true) { "  best" } else { "" };
            output.line(format_args!(
                "{:>number$}  {:<leads_to$}  {}{}",
                reply.r#move,
                reply.position,
                reply.result.map_or_else(|| "not known".to_owned(), OutcomeReport::drawn),
                styled(GOOD, best),
            ))?;
        }
        Ok(())
    }
}

/// A position's text, where `asked` was asked for: what is left, as ever, if that can
/// be said of both, and else what was named.
fn text(named: &Named, asked: &Named) -> String {
    match (asked.position(), named.position()) {
        (Some(_), Some(position)) => position.to_string(),
        _ => named.to_string(),
    }
}

impl MoveReport {
    fn new(named: &Named, found: &FoundMove, best: Option<Outcome>) -> Option<Self> {
        let result = found.outcome.map(Outcome::reversed);
        Some(Self {
            r#move: found.number.to_string(),
            position: text(&named.name(found.number).ok()?, named),
            value: found.outcome.map(OutcomeReport::from),
            result: result.map(OutcomeReport::from),
            best: result.map(|result| Some(result) == best),
            winning: result.map(|result| result == Outcome::Win),
        })
    }

    /// Wins first, losses last.
    fn rank(&self) -> u8 {
        match self.result.map(OutcomeReport::is_win) {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        }
    }
}

impl Report for SearchedReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        self.print_head(output)?;
        let Some(moves) = &self.moves else { return Ok(()) };
        output.line("")?;
        self.print_moves(moves, output)?;
        if !self.has_all_moves() {
            output.line("")?;
            output.line("There are more moves; these are known to win.")?;
        }
        Ok(())
    }
}
