//! Answers of Board Game.

use perfectplay_core::tokens::{Answer, Family as Boards, Position};
use perfectplay_query::{Map, ProbeError, TableFolder, TokensTable};
use perfectplay_tables::Family;

use super::names;
use crate::failure::Failure;

/// The `tokens` tables of a folder. They know who wins a start; what its moves are
/// worth is solved on the spot.
pub(crate) struct TokensSource<'a> {
    folder: &'a TableFolder,
    /// The smallest first.
    families: Vec<(Family, Boards)>,
    opened: Option<(Family, TokensTable<Map>)>,
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
        Ok(Self { folder, families, opened: None })
    }

    /// A position's answer, and the table that knows who wins if one does.
    pub(crate) fn answer(
        &mut self,
        position: &Position,
    ) -> Result<(Answer, Option<String>), Failure> {
        let answer = Answer::solve(position);
        let Some(table) = self.table(position)? else { return Ok((answer, None)) };
        if table.value(position)? != answer.outcome {
            return Err(ProbeError::Damaged { table: table.name().to_owned() }.into());
        }
        let name = table.name().to_owned();
        Ok((answer, Some(name)))
    }

    /// The smallest table that has a position.
    fn table(&mut self, position: &Position) -> Result<Option<&TokensTable<Map>>, Failure> {
        let found = self.families.iter().find(|(_, boards)| boards.index(position).is_some());
        let Some(&(family, _)) = found else { return Ok(None) };
        if self.opened.as_ref().is_none_or(|(opened, _)| *opened != family) {
            self.opened = Some((family, self.folder.tokens(&family.to_string())?));
        }
        Ok(self.opened.as_ref().map(|(_, table)| table))
    }
}
