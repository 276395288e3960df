//! The tables that the games that come with this crate can have.

use std::marker::PhantomData;
#[cfg(feature = "build")]
use std::sync::Arc;

#[cfg(feature = "build")]
use perfectplay_query::TableFolder;
use perfectplay_query::{Family, Needs, TableId};
#[cfg(feature = "build")]
use perfectplay_tables::{Build, BuildError, Built, Control, Notice, Recipe, RecipeOf, build};

use crate::error::{Error, UsageError};
use crate::game::{GameRef, LISTS, PositionList};
use crate::games::typed::TypedTable;
use crate::planned::{PlannedTable, TableRef, Which};

/// A table that a game can have, with the reader of such tables.
pub(super) struct Planned<T> {
    game: GameRef,
    name: String,
    id: TableId,
    reader: PhantomData<fn() -> T>,
}

impl<T: TypedTable> Planned<T> {
    /// A table of a game.
    pub(super) fn of(game: &GameRef, id: impl Into<TableId>) -> TableRef
    where
        T: 'static,
    {
        let id = id.into();
        TableRef::new(Self { game: game.clone(), name: id.to_string(), id, reader: PhantomData })
    }

    /// Which tables of a game are meant.
    pub(super) fn tables(game: GameRef, wanted: Which<'_>) -> Result<Vec<TableRef>, Error>
    where
        T: 'static,
    {
        let of_game = |id: &TableId| id.game().name() == game.name();
        let mut defaults = TableId::defaults().into_iter().filter(of_game);
        let ids = match wanted {
            Which::Default => defaults.collect(),
            Which::OfBoard(text) => T::board(text).transpose()?.into_iter().collect(),
            // The names of the sample boards' tables are known as well.
            Which::Named(name) => match defaults.find(|id| id.to_string() == name) {
                Some(id) => vec![id],
                None => {
                    let family: Result<Family, _> = name.parse();
                    let family = family.map_err(|error| UsageError::Table(error.to_string()))?;
                    vec![family.into()]
                }
            },
        };
        Ok(ids.into_iter().map(|id| Self::of(&game, id)).collect())
    }
}

impl<T: TypedTable + 'static> PlannedTable for Planned<T> {
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
        matches!(self.id, TableId::Instance(_))
    }

    fn positions(&self) -> Option<Box<dyn PositionList>> {
        if LISTS { T::positions(self.game.clone(), &self.id) } else { None }
    }

    fn example(&self) -> Option<(GameRef, String)> {
        match &self.id {
            TableId::Family(_) => Some((self.game.clone(), self.game.about().example.to_string())),
            TableId::Instance(board) => T::example(&self.game, board),
        }
    }

    #[cfg(feature = "build")]
    fn build(
        &self,
        folder: &TableFolder,
        how: Build,
        control: Control<'_>,
        notify: &(dyn Fn(Notice) + Send + Sync),
    ) -> Result<Built, BuildError> {
        build(&RecipeOf::<T>::new(self.id.clone()), folder, how, control, notify)
    }

    #[cfg(feature = "build")]
    fn recipe(&self) -> Option<Arc<dyn Recipe>> {
        Some(Arc::new(RecipeOf::<T>::new(self.id.clone())))
    }
}
