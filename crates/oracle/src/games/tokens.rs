//! Answers of Board Game.

use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::control::Control;
use perfectplay_core::tokens::{self, FamilyIndex, Position, SolvedBoard};
use perfectplay_query::{Family, Instance, Probe, TableId, TokensTable};

use crate::answer::{Answer, FoundValue, Moves, moves_of};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::limits::Work;
use crate::tables::{Boards, Covers, Families, Lazy, Store};

/// Bytes of memory for a pair of cells while a board is solved.
const BYTES_PER_PAIR: u64 = 12;

/// The `tokens` tables: of families, and of single boards.
pub(crate) struct TokensSource {
    pub(super) families: Families<FamilyIndex, TokensTable>,
    boards: Boards<TokensTable>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

impl Covers<Position> for FamilyIndex {
    fn covers(&self, position: &Position) -> bool {
        self.index(position).is_some()
    }
}

impl TokensSource {
    pub(crate) fn new(store: &Arc<Store>, engine: &Arc<Engine>) -> Self {
        let size = |family| match family {
            Family::Tokens { rows, columns } => {
                let boards = FamilyIndex::new(rows.into(), columns.into()).ok()?;
                Some(((boards.len(), rows, columns), boards))
            }
            _ => None,
        };
        Self {
            families: store.families(TokensTable::new, size),
            boards: store.boards(Game::Tokens, TokensTable::new),
            store: store.clone(),
            engine: engine.clone(),
        }
    }

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
        let board = self.boards.named(|| Instance::Tokens(position.board().clone()).to_string());
        self.families.having(position).chain(board.filter(fits))
    }

    /// A position's outcome, and the table that has it if one does.
    pub(crate) fn value(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<FoundValue, Error> {
        match self.store.value(self.tables(position, budget), position, budget)? {
            Some(stored) => Ok(stored),
            None => {
                let control = self.start(position, budget)?;
                let outcome =
                    SolvedBoard::of_position(position, control)?.outcome(position.pieces());
                let outcome = outcome.expect("a position's pieces are of its board");
                Ok(FoundValue::solved(outcome))
            }
        }
    }

    /// The answer for a position.
    pub(crate) fn answer(&self, position: &Position, budget: &Budget<'_>) -> Result<Answer, Error> {
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

    /// Asks for permission to solve the board, which decides all its starts.
    fn start<'a>(&self, position: &Position, budget: &'a Budget<'_>) -> Result<Control<'a>, Error> {
        let states = position.board().starts() as u64;
        let work =
            Work { game: Game::Tokens, states, positions: 1, memory: BYTES_PER_PAIR * states };
        let table = || Some(TableId::from(Instance::Tokens(position.board().clone())));
        budget.pay(&work, table)?;
        self.engine.make_room(&work, budget);
        budget.start(&work)
    }
}

/// Best play can take as many moves as there are pairs of cells, and each takes solving anew.
pub(crate) fn why_no_line(position: &Position, budget: &Budget<'_>) -> Option<String> {
    let pairs = position.board().starts() as u64;
    let allowed = budget.states(Game::Tokens);
    (pairs.saturating_mul(pairs) > allowed).then(|| {
        let cells = position.board().free_cells();
        format!(
            "with {cells} free cells best play may take {pairs} moves, \
             and the board is solved anew after each"
        )
    })
}

fn converted(answer: tokens::Answer) -> Answer {
    let position = |position| crate::Position::Tokens(Box::new(position));
    let moves = moves_of(answer.moves, |after| after.map(position));
    Answer::new(position(answer.position), answer.value, Moves::All(moves))
}
