//! The tables that the games that come with this crate can have.

#[cfg(feature = "build")]
use std::sync::Arc;

#[cfg(feature = "build")]
use perfectplay_query::TableFolder;

use perfectplay_protocol::{GameRef, LISTS, PositionList, TablePlan, TableRef, UsageError, Which};
use perfectplay_query::{Family, Needs, Size, TableId};

use crate::erased::Result;
use crate::erased::typed::TypedTable;

#[cfg(feature = "build")]
use perfectplay_tables::{Build, BuildError, BuiltTable, Recipe, RecipeOf, build};

/// A table that a game can have, with the reader of such tables.
pub(crate) struct TypedPlan<T: TypedTable> {
    game: GameRef,
    name: String,
    id: TableId<T::Board>,
}

impl<T: TypedTable> TypedPlan<T> {
    /// A table of a game.
    pub(crate) fn of(game: &GameRef, id: impl Into<TableId<T::Board>>) -> TableRef {
        let id = id.into();
        TableRef::new(Self { game: game.clone(), name: id.to_string(), id })
    }

    /// The table of a game's family of this size, if there is one.
    pub(crate) fn of_size(game: &GameRef, size: impl Into<Size>) -> Option<TableRef> {
        Some(Self::of(game, Family::new(T::FAMILIES?, size).ok()?))
    }

    /// Which tables of a game are meant.
    pub(crate) fn tables(game: GameRef, wanted: Which<'_>) -> Result<Vec<TableRef>> {
        let families = || T::FAMILIES.into_iter().flat_map(Family::defaults);
        let boards = || T::samples().into_iter().map(TableId::Board);
        let ids: Vec<TableId<T::Board>> = match wanted {
            Which::Default => families().map(TableId::Family).chain(boards()).collect(),
            Which::OfBoard(text) => {
                T::board(text).transpose()?.map(TableId::Board).into_iter().collect()
            }
            // The names of the sample boards' tables are known as well.
            Which::Named(name) => match (boards().find(|id| id.to_string() == name), T::FAMILIES) {
                (Some(id), _) => vec![id],
                (None, None) => Vec::new(),
                (None, Some(families)) => {
                    let family = Family::named(families, name);
                    vec![family.map_err(|error| UsageError::Table(error.to_string()))?.into()]
                }
            },
            _ => Vec::new(),
        };
        Ok(ids.into_iter().map(|id| Self::of(&game, id)).collect())
    }
}

impl<T: TypedTable> TablePlan for TypedPlan<T> {
    fn game(&self) -> &GameRef {
        &self.game
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn states(&self) -> Option<u64> {
        Some(self.id.states())
    }

    fn needs(&self) -> Option<Needs> {
        Some(self.id.needs())
    }

    fn is_of_board(&self) -> bool {
        matches!(self.id, TableId::Board(_))
    }

    fn positions(&self) -> Option<Box<dyn PositionList>> {
        if LISTS { T::positions(self.game.clone(), &self.id) } else { None }
    }

    fn example(&self) -> Option<(GameRef, String)> {
        match &self.id {
            _ if !LISTS => None,
            TableId::Family(_) => Some((self.game.clone(), self.game.about().example.to_string())),
            TableId::Board(board) => T::example(&self.game, board),
        }
    }

    #[cfg(feature = "build")]
    fn build(&self, folder: &TableFolder, how: Build<'_>) -> Result<BuiltTable, BuildError> {
        build(&RecipeOf::<T>::new(self.id.clone()), folder, how)
    }

    #[cfg(feature = "build")]
    fn recipe(&self) -> Option<Arc<dyn Recipe>> {
        Some(Arc::new(RecipeOf::<T>::new(self.id.clone())))
    }
}
