//! What the games share in being what an oracle knows of any game.

pub(crate) mod plan;
pub(crate) mod typed;

use std::sync::Arc;

use perfectplay_protocol::{
    About, ErasedGame, Error, FoundValue, GameRef, Position, Reach, WordForm,
};
use perfectplay_query::{Family, TableReader, game_of_board};

/// What a game answers, or why it has no answer.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// A position's value, if it takes no more than was asked for.
pub(crate) type Found = Result<Option<FoundValue>>;

/// The parts of [`ErasedGame`](perfectplay_protocol::ErasedGame) that follow from the reader of a game's tables, where
/// positions belong to no board.
macro_rules! by_tables {
    ($table:ty) => {
        fn unpack(
            self: std::sync::Arc<Self>,
            positions: &perfectplay_protocol::PackedPositions<'_>,
            place: usize,
        ) -> Result<perfectplay_protocol::Position, perfectplay_protocol::Error> {
            let game = $crate::erased::shared(self);
            Ok($crate::erased::any(&game, &<$table>::unpack(&game, positions, place)?))
        }

        fn open(
            self: std::sync::Arc<Self>,
            file: perfectplay_query::TableFile<perfectplay_query::Bytes>,
        ) -> Result<Box<dyn perfectplay_protocol::ErasedTable>, perfectplay_query::Problem> {
            let table = <$table>::new(file)?;
            Ok($crate::erased::typed::TypedReader::erased(table, $crate::erased::shared(self)))
        }

        fn tables(
            self: std::sync::Arc<Self>,
            wanted: perfectplay_protocol::Which<'_>,
        ) -> Result<Vec<perfectplay_protocol::TableRef>, perfectplay_protocol::Error> {
            $crate::erased::plan::TypedPlan::<$table>::tables($crate::erased::shared(self), wanted)
        }
    };
}
pub(crate) use by_tables;

/// The parts that follow from the type of a game's positions, where a text is all of a position.
macro_rules! by_positions {
    ($position:ty) => {
        fn about(&self) -> &perfectplay_protocol::About {
            &self.about
        }

        fn read(
            self: std::sync::Arc<Self>,
            text: &str,
            _: &perfectplay_protocol::Budget<'_>,
        ) -> Result<perfectplay_protocol::Position, perfectplay_protocol::Error> {
            let game = $crate::erased::shared(self);
            match text.parse::<$position>() {
                Ok(position) => Ok($crate::erased::any(&game, &position)),
                Err(error) => Err(perfectplay_protocol::PositionError::new(&game, error).into()),
            }
        }

        fn show(&self, words: &[u64], f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            std::fmt::Display::fmt(&<$position>::of(words), f)
        }
    };
}
pub(crate) use by_positions;

/// What there is to know of a game with this reader of its tables, and how it is drawn.
macro_rules! about_game {
    ($table:ty) => {{
        #[cfg_attr(not(feature = "drawings"), expect(unused_mut, reason = "nothing is drawn"))]
        let mut about = $crate::erased::about::<$table>();
        #[cfg(feature = "drawings")]
        {
            about.drawings = &super::drawing::Painter;
        }
        about
    }};
}
pub(crate) use about_game;

/// A position alone is one of the game as it is by default.
macro_rules! by_default {
    ($game:ty, $position:ty) => {
        impl From<$position> for perfectplay_protocol::Position {
            fn from(position: $position) -> Self {
                $crate::erased::any(
                    &perfectplay_protocol::GameRef::new(<$game>::default()),
                    &position,
                )
            }
        }
    };
}
pub(crate) use by_default;

/// A game as it is shared.
pub(crate) fn shared(game: Arc<impl ErasedGame + 'static>) -> GameRef {
    GameRef::from(game as Arc<dyn ErasedGame>)
}

/// What there is to know of a game that comes with this crate.
pub(crate) fn about<T: TableReader>() -> About {
    let tables = T::FAMILIES.map(|of| (of.names)()).unwrap_or_default();
    let mut about = About::documented(T::FACTS);
    about.tables = tables.into();
    about
}

/// A position of a game, as any game has it.
pub(crate) fn any(game: &GameRef, position: &impl WordForm) -> Position {
    Position::new(game.clone(), position.words())
}

/// The family of a table's name, if it is one of the game with this reader.
pub(crate) fn family<T: TableReader>(table: &str) -> Option<Family> {
    Family::named(T::FAMILIES?, table).ok()
}

/// The reach of a table of one board of the game with this reader.
pub(crate) fn of_board<T: TableReader>(table: &str) -> Option<Reach> {
    (game_of_board(table) == Some(T::FACTS.game)).then_some(Reach::Board)
}
