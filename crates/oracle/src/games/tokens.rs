//! Answers of Board Game.

use std::collections::HashMap;
use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::control::Control;
use perfectplay_core::tokens::{self, FamilyIndex, Position, SolvedBoard};
use perfectplay_query::{Bytes, Family, Instance, TableId, TokensTable};

use crate::answer::{Answer, FoundValue, MoveAnswer, Moves};
use crate::solving::Solving;
use crate::tables::{Lazy, Store};
use crate::{Budget, Error, Move, Work};

/// Bytes of memory for a pair of cells while a board is solved.
const BYTES_PER_PAIR: u64 = 12;

/// The `tokens` tables: of families, and of single boards.
pub(crate) struct TokensSource {
    /// In ascending order of their number of entries.
    families: Vec<(FamilyIndex, Lazy<TokensTable<Bytes>>)>,
    boards: HashMap<Arc<str>, Vec<Lazy<TokensTable<Bytes>>>>,
    solving: Arc<Solving>,
}

impl TokensSource {
    pub(crate) fn new(store: &Store, solving: &Arc<Solving>) -> Self {
        let sizes = |family| match family {
            Family::Tokens { rows, columns } => Some((rows, columns)),
            _ => None,
        };
        let families = store.families(sizes).into_iter();
        let families = families.filter_map(|((rows, columns), lazy)| {
            Some((FamilyIndex::new(rows.into(), columns.into()).ok()?, lazy))
        });
        let mut families: Vec<_> = families.collect();
        families.sort_by_key(|(boards, _)| boards.len());
        Self { families, boards: store.boards_by_name(Game::Tokens), solving: solving.clone() }
    }

    /// The tables that have a position.
    fn tables<'s>(
        &'s self,
        store: &'s Store,
        position: &'s Position,
    ) -> impl Iterator<Item = &'s Lazy<TokensTable<Bytes>>> {
        let families = self.families.iter().filter(|(boards, _)| boards.index(position).is_some());
        families.map(|(_, lazy)| lazy).chain(self.of_board(store, position))
    }

    /// The tables of the position's board, if they have the position.
    fn of_board<'s>(
        &'s self,
        store: &'s Store,
        position: &'s Position,
    ) -> impl Iterator<Item = &'s Lazy<TokensTable<Bytes>>> {
        let name = (!self.boards.is_empty())
            .then(|| Instance::Tokens(position.board().clone()).to_string());
        let tables = name.and_then(|name| self.boards.get(name.as_str()));
        // A table may be of another board with the same fingerprint, or without the position.
        let fits = |table: &TokensTable<Bytes>| table.covers(position);
        tables
            .into_iter()
            .flatten()
            .filter(move |lazy| store.open(lazy, TokensTable::new).map_or(true, fits))
    }

    /// The values of many positions that families' tables have; `None` for others.
    pub(crate) fn values(&self, store: &Store, positions: &[&Position]) -> Vec<Option<FoundValue>> {
        store.first_values(
            &self.families,
            TokensTable::new,
            positions,
            |boards, position| boards.index(position).is_some(),
            |table, positions, values| table.values(positions, values),
        )
    }

    /// A position's outcome, and the table that has it if one does.
    pub(crate) fn value(
        &self,
        store: &Store,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<FoundValue, Error> {
        let tables = self.tables(store, position);
        match store.first(tables, TokensTable::new, |table| table.value(position))? {
            Some(stored) => Ok(FoundValue::stored(stored)),
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
    pub(crate) fn answer(
        &self,
        store: &Store,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let tables = self.tables(store, position);
        match store.first(tables, TokensTable::new, |table| table.answer(position))? {
            Some((answer, table)) => Ok(Answer { table: Some(table), ..converted(answer) }),
            None => {
                let control = self.start(position, budget)?;
                Ok(converted(tokens::Answer::solve_within(position, control)?))
            }
        }
    }

    /// Asks for permission to solve the board, which decides all its starts.
    fn start<'a>(&self, position: &Position, budget: &'a Budget<'_>) -> Result<Control<'a>, Error> {
        let states = position.board().starts() as u64;
        let work = Work { game: Game::Tokens, states, memory: BYTES_PER_PAIR * states };
        let table = || Some(TableId::from(Instance::Tokens(position.board().clone())));
        budget.check(&work, table)?;
        self.solving.make_room(&work, budget);
        budget.start(&work, table)
    }
}

/// Best play can take as many moves as there are pairs of cells, each of which is solved anew.
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
    let moves = answer.moves.into_iter().map(|reply| MoveAnswer {
        step: Move::Tokens(reply.step),
        gain: None,
        value: Some(reply.value.into()),
        result: Some(reply.result.into()),
        best: Some(reply.best),
        position: reply.position.map(|position| crate::Position::Tokens(Box::new(position))),
    });
    let position = crate::Position::Tokens(Box::new(answer.position));
    Answer::new(position, answer.value.into(), Moves::All(moves.collect()))
}
