//! Answers of Two Tokens.

use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::contour::Board;
use perfectplay_core::control::Control;
use perfectplay_core::tokens::rules::{self, Effect};
use perfectplay_core::tokens::{self, Asked, FamilyIndex, Index, Position, SolvedBoard};
use perfectplay_query::{Family, Instance, Probe, TableId, TokensTable};

use crate::answer::{Answer, FoundValue, Moves, moves_of};
use crate::asked::AskedPosition;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::games::{AskedTable, GameSource, PositionList, not_packed, read_alone};
use crate::legal::LegalMove;
use crate::limits::{Plies, Work};
use crate::packed::Packed;
use crate::position::{Move, Position as AnyPosition};
use crate::tables::{Boards, Covers, Families, Lazy, Store};

/// Bytes of memory for a pair of cells while a board is solved.
const BYTES_PER_PAIR: u64 = 12;

/// The `tokens` tables: of families, and of single boards.
pub(crate) struct TokensSource {
    families: Families<FamilyIndex, TokensTable>,
    boards: Boards<TokensTable>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

impl Covers<Position> for FamilyIndex {
    fn covers(&self, position: &Position) -> bool {
        self.index(position).is_some()
    }
}

pub(super) fn source(store: &Arc<Store>, engine: &Arc<Engine>) -> TokensSource {
    let size = |family: Family| {
        let (rows, columns) = family.size().sides();
        let boards = FamilyIndex::new(rows.into(), columns.into()).ok()?;
        Some(((boards.len(), rows, columns), boards))
    };
    TokensSource {
        families: store.families(Game::Tokens, TokensTable::new, size),
        boards: store.boards(Game::Tokens, TokensTable::new),
        store: store.clone(),
        engine: engine.clone(),
    }
}

pub(super) fn read(text: &str, board: Option<&Arc<Board>>, _: &Budget<'_>) -> Result<Asked, Error> {
    read_alone(Game::Tokens, text, board).map(Box::new)
}

pub(super) fn unpack(_: &Packed<'_>, _: usize) -> Result<Asked, Error> {
    Err(not_packed(Game::Tokens))
}

pub(super) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
    if let Some(board) = table.board::<tokens::Board>() {
        let (pairs, board) = (Index::new(board), board.clone());
        let start = move |number| {
            let pair = pairs.pair(usize::try_from(number).ok()?)?;
            Some(Box::new(Position::new(board.clone(), pair).ok()?).into())
        };
        return Some(Box::new((table.states(), start)));
    }
    let (rows, columns) = table.family().size().sides();
    let starts = FamilyIndex::new(rows.into(), columns.into()).ok()?;
    let start = move |number| starts.position(number).map(|start| Box::new(start).into());
    Some(Box::new((table.states(), start)))
}

impl AskedPosition for Asked {
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        let legal = |(step, effect): (tokens::Move, Effect)| LegalMove {
            captures: effect == Effect::Capture,
            ..LegalMove::of(step)
        };
        Some(rules::moves(self).into_iter().map(legal).collect())
    }

    fn after(&self, step: &Move) -> Option<AnyPosition> {
        let Move::Tokens(step) = step else { return None };
        Position::after(self, *step).map(|after| AnyPosition::from(Box::new(after)))
    }
}

impl AskedTable for TokensTable {
    type Asked = Asked;

    fn own<'p>(&self, asked: &'p Asked) -> Option<&'p Position> {
        Some(asked)
    }

    fn asked(&self, position: Position, _: Option<&Arc<Board>>) -> Option<Asked> {
        Some(Box::new(position))
    }
}

impl GameSource for TokensSource {
    type Asked = Asked;

    fn answer(&self, position: &Asked, _: Plies, budget: &Budget<'_>) -> Result<Answer, Error> {
        match self
            .store
            .first(self.tables(position, budget), budget, |table| table.answer(position))?
        {
            Some((answer, table)) => Ok(converted(answer).with_table(table)),
            None => {
                let control = self.start(position, budget)?;
                Ok(converted(tokens::Answer::solve_within(position, control)?))
            }
        }
    }

    fn value(
        &self,
        position: &Asked,
        _: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        match self.store.value(self.tables(position, budget), position, budget)? {
            Some(stored) => Ok(Some(stored)),
            None => {
                let control = self.start(position, budget)?;
                let outcome =
                    SolvedBoard::of_position(position, control)?.outcome(position.pieces());
                let outcome = outcome.expect("a position's pieces are of its board");
                Ok(Some(FoundValue::solved(outcome)))
            }
        }
    }

    fn stored_values(&self, positions: &[&Asked], budget: &Budget<'_>) -> Vec<Option<FoundValue>> {
        let positions: Vec<&Position> = positions.iter().map(|position| &***position).collect();
        self.families.values(&self.store, &positions, budget)
    }

    /// Best play can take as many moves as there are pairs of cells, and each takes solving anew.
    fn why_no_line(&self, position: &Asked, budget: &Budget<'_>) -> Result<Option<String>, Error> {
        let pairs = position.board().starts() as u64;
        let allowed = budget.states(Game::Tokens);
        Ok((pairs.saturating_mul(pairs) > allowed).then(|| {
            let cells = position.board().free_cells();
            format!(
                "with {cells} free cells best play may take {pairs} moves, \
                 and the board is solved anew after each"
            )
        }))
    }
}

impl TokensSource {
    /// The tables that have a position.
    fn tables<'s>(
        &'s self,
        position: &'s Position,
        budget: &'s Budget<'s>,
    ) -> impl Iterator<Item = &'s Lazy<TokensTable>> {
        // A table may be of another board with the same fingerprint, or lack the position.
        let fits = |lazy: &&Lazy<TokensTable>| {
            self.store.open(lazy, budget).map_or(true, |table| table.covers(position))
        };
        let board = self.boards.named(|| Instance::from(position.board().clone()).to_string());
        self.families.having(position).chain(board.filter(fits))
    }

    /// Asks for permission to solve the board, which decides all its starts.
    fn start<'a>(&self, position: &Position, budget: &'a Budget<'_>) -> Result<Control<'a>, Error> {
        let states = position.board().starts() as u64;
        let work =
            Work { game: Game::Tokens, states, positions: 1, memory: BYTES_PER_PAIR * states };
        let table = || Some(TableId::from(Instance::from(position.board().clone())));
        budget.pay(&work, table)?;
        self.engine.make_room(&work, budget);
        budget.start(&work)
    }
}

fn converted(answer: tokens::Answer) -> Answer {
    let position = |position| crate::Position::Tokens(Box::new(position));
    let moves = moves_of(answer.moves, |after| after.map(position));
    Answer::new(position(answer.position), answer.value, Moves::All(moves))
}
