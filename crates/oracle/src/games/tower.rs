//! Answers of Colored Jenga.

use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_core::layers::solve_all;
use perfectplay_core::tower::{self, Color, Index, Position, Roll, Solver, State, Tower, rules};
use perfectplay_core::{Game, PlainSolver};
use perfectplay_query::{Family, Probe, TableId, TowerTable};

use crate::answer::{Answer, FoundValue, Moves, RollAnswer, moves_of};
use crate::asked::AskedPosition;
use crate::beyond::BrokenLimit;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::{Error, UsageError};
use crate::games::{AskedTable, GameSource, PositionList, not_packed, read_alone};
use crate::legal::LegalMove;
use crate::limits::{Plies, Work};
use crate::packed::Packed;
use crate::position::{Move, Position as AnyPosition};
use crate::tables::{Covers, Families, Store};
use crate::value::Value;

/// The index of all towers of some number of levels, and their entries.
type SolvedTowers = (Index, Vec<f64>);

/// The `tower` tables.
pub(crate) struct TowerSource {
    tables: Families<Index, TowerTable>,
    /// For 1, 2, 3, … levels.
    indexes: Vec<Index>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

impl Covers<Position> for Index {
    fn covers(&self, tower: &Position) -> bool {
        self.index_of(tower).is_some()
    }
}

pub(super) fn source(store: &Arc<Store>, engine: &Arc<Engine>) -> TowerSource {
    let levels = |family: Family| {
        let levels = family.size().one();
        Some((levels, Index::new(levels.into()).ok()?))
    };
    let indexes = (1..=Index::MAX_LEVELS).filter_map(|levels| Index::new(levels).ok()).collect();
    let tables = store.families(Game::Tower, TowerTable::new, levels);
    TowerSource { tables, indexes, store: store.clone(), engine: engine.clone() }
}

pub(super) fn read(
    text: &str,
    board: Option<&Arc<Board>>,
    _: &Budget<'_>,
) -> Result<Position, Error> {
    read_alone(Game::Tower, text, board)
}

pub(super) fn unpack(_: &Packed<'_>, _: usize) -> Result<Position, Error> {
    Err(not_packed(Game::Tower))
}

pub(super) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
    let states = Index::new(table.family().size().one().into()).ok()?;
    let tower = move |number| states.state(number).map(|state| Position::from(&state).into());
    Some(Box::new((table.states(), tower)))
}

impl AskedPosition for Position {
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        let of_color = |color: Color| {
            let roll = Some(Roll::ALL[color as usize].name());
            let legal = move |step| LegalMove { roll, ..LegalMove::of(step) };
            rules::moves(self, color).into_iter().map(legal)
        };
        Some(Color::ALL.into_iter().flat_map(of_color).collect())
    }

    fn after(&self, step: &Move) -> Option<AnyPosition> {
        let Move::Tower(step) = step else { return None };
        self.after(*step).map(AnyPosition::from)
    }

    fn end_value(&self) -> Value {
        Value::Expected(0.0)
    }
}

impl AskedTable for TowerTable {
    type Asked = Position;

    fn own<'p>(&self, asked: &'p Position) -> Option<&'p Position> {
        Some(asked)
    }

    fn asked(&self, position: Position, _: Option<&Arc<Board>>) -> Option<Position> {
        Some(position)
    }
}

impl GameSource for TowerSource {
    type Asked = Position;

    fn answer(&self, tower: &Position, _: Plies, budget: &Budget<'_>) -> Result<Answer, Error> {
        let Some(levels) = self.levels(tower) else { return Ok(converted(search(tower)?)) };
        let stored =
            self.store.first(self.tables.having(tower), budget, |table| table.answer(tower))?;
        if let Some((answer, table)) = stored {
            return Ok(converted(answer).with_table(table));
        }
        let solved = self.solved(levels, budget)?;
        let (index, entries) = &*solved;
        let value = |tower: &Position| entries.get(index.index_of(tower)? as usize).copied();
        let answer = tower::Answer::new(tower, value).expect("moves lead to states of the index");
        Ok(converted(answer))
    }

    fn value(
        &self,
        tower: &Position,
        _: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let Some(levels) = self.levels(tower) else {
            return Ok(Some(FoundValue::solved(search(tower)?.value)));
        };
        if let Some(stored) = self.store.value(self.tables.having(tower), tower, budget)? {
            return Ok(Some(stored));
        }
        let solved = self.solved(levels, budget)?;
        let (index, entries) = &*solved;
        let entry = index.index_of(tower).expect("the index has as many levels as it takes");
        Ok(Some(FoundValue::solved(entries[entry as usize])))
    }

    fn stored_values(&self, towers: &[&Position], budget: &Budget<'_>) -> Vec<Option<FoundValue>> {
        self.tables.values(&self.store, towers, budget)
    }

    fn why_no_line(&self, _: &Position, _: &Budget<'_>) -> Result<Option<String>, Error> {
        Err(UsageError::Line(Game::Tower.into()).into())
    }

    fn check_replies(&self) -> Result<(), UsageError> {
        Err(UsageError::Replies(Game::Tower.into()))
    }
}

impl TowerSource {
    /// How many levels a table must have to include the tower; `None` if no table has it.
    fn levels(&self, tower: &Position) -> Option<usize> {
        let index = self.indexes.iter().find(|index| index.index_of(tower).is_some());
        index.map(Index::levels)
    }

    /// All towers of so many levels.
    fn solved(&self, levels: usize, budget: &Budget<'_>) -> Result<Arc<SolvedTowers>, Error> {
        let index = self.indexes[levels - 1].clone();
        let states = index.len();
        let work = Work { game: Game::Tower, states, positions: 1, memory: 8 * states };
        let table = || Family::new(Game::Tower, levels as u8).ok().map(TableId::from);
        let fits = |solved: &SolvedTowers| solved.0.levels() >= levels;
        self.engine.get_or_solve(&work, table, budget, fits, |control| {
            let entries = solve_all(&Solver::new(&index), control)?;
            Ok((index, entries))
        })
    }
}

/// The answer for a tower that no full tower can become, so that no table has it: by the plain rules. Only small
/// ones are searched.
fn search(tower: &Position) -> Result<tower::Answer, Error> {
    let state = State::from(tower);
    let complete: u8 = state.complete().iter().sum();
    let two: u8 = state.two_block().iter().sum();
    if complete > 3 || two > 6 {
        let most = Index::MAX_LEVELS;
        let text = format!(
            "this tower is beyond all tables, which hold what towers of up to {most} full levels \
             can become"
        );
        return Err(Error::beyond(Game::Tower, BrokenLimit::Solver(text), None));
    }
    let mut search = PlainSolver::with_representative(Tower, rules::representative);
    let answer = tower::Answer::new(tower, |child| Some(search.entry(child)));
    Ok(answer.expect("every child has a value"))
}

fn converted(answer: tower::Answer) -> Answer {
    let position = crate::Position::Tower;
    let rolls = answer.rolls.map(|roll| RollAnswer {
        roll: roll.roll.name(),
        probability: roll.roll.probability(),
        moves: moves_of(roll.moves, |after| Some(position(after))),
    });
    Answer::new(position(answer.position), answer.value, Moves::Rolls(rolls))
}
