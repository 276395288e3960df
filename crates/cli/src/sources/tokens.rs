//! Answers of Board Game.

use perfectplay_core::tokens::{Answer, Board, Family as Boards, Position};
use perfectplay_query::{Bytes, ProbeError, Problem, TableFolder, TokensTable, tokens_table_name};
use perfectplay_tables::Family;

use super::names;
use crate::failure::Failure;

/// The `tokens` tables of a folder. Those of families know who wins a start, and what its
/// moves are worth is solved on the spot; those of single boards know both.
pub(crate) struct TokensSource<'a> {
    folder: &'a TableFolder,
    /// The smallest first.
    families: Vec<(Family, Boards)>,
    opened: Option<(Family, TokensTable<Bytes>)>,
    /// The board asked for last, and its table if there is one.
    kept: Option<(Board, Option<TokensTable<Bytes>>)>,
}

impl<'a> TokensSource<'a> {
    pub(crate) fn new(folder: &'a TableFolder) -> Result<Self, Failure> {
        let families = names(folder)?.into_iter().filter_map(|name| name.parse().ok());
        let mut families: Vec<(Family, Boards)> = families
            .filter_map(|family| match family {
                Family::Tokens { rows, columns } => {
                    Some((family, Boards::new(rows.into(), columns.into()).ok()?))
                }
                _ => None,
            })
            .collect();
        families.sort_unstable_by_key(|(_, boards)| boards.len());
        Ok(Self { folder, families, opened: None, kept: None })
    }

    /// A position's answer, and the table that knows who wins if one does.
    pub(crate) fn answer(
        &mut self,
        position: &Position,
    ) -> Result<(Answer, Option<String>), Failure> {
        if let Some(table) = self.family_with(position)? {
            let answer = Answer::solve(position);
            if table.value(position)? != answer.outcome {
                return Err(ProbeError::Damaged { table: table.name().to_owned() }.into());
            }
            return Ok((answer, Some(table.name().to_owned())));
        }
        if let Some(table) = self.kept_with(position)? {
            return Ok((table.answer(position)?, Some(table.name().to_owned())));
        }
        Ok((Answer::solve(position), None))
    }

    /// The smallest table of a family that has a position.
    fn family_with(&mut self, position: &Position) -> Result<Option<&TokensTable<Bytes>>, Failure> {
        let found = self.families.iter().find(|(_, boards)| boards.index(position).is_some());
        let Some(&(family, _)) = found else { return Ok(None) };
        if self.opened.as_ref().is_none_or(|(opened, _)| *opened != family) {
            self.opened = Some((family, self.folder.tokens(&family.to_string())?));
        }
        Ok(self.opened.as_ref().map(|(_, table)| table))
    }

    /// The kept table of a position's board if it has the position.
    fn kept_with(&mut self, position: &Position) -> Result<Option<&TokensTable<Bytes>>, Failure> {
        let board = position.board();
        if self.kept.as_ref().is_none_or(|(kept, _)| kept != board) {
            let table = match self.folder.tokens(&tokens_table_name(board)) {
                Ok(table) => Some(table),
                Err(error) if matches!(error.problem, Problem::Missing) => None,
                Err(error) => return Err(error.into()),
            };
            self.kept = Some((*board, table));
        }
        let table = self.kept.as_ref().and_then(|(_, table)| table.as_ref());
        // It may be of another board with the same fingerprint.
        Ok(table.filter(|table| table.covers(position)))
    }
}
