//! Answers of Colored Jenga.

use std::sync::{Arc, OnceLock};

use perfectplay_core::PlainSolver;
use perfectplay_core::layers::solve_all;
use perfectplay_protocol::{RollAnswer, moves_of};

use crate::preludes::erased::*;
use crate::tower::table::TowerTable;
use crate::tower::{self, Color, Index, Position, Roll, Solver, State, rules};

/// The index of all towers of some number of levels, and their entries.
type SolvedTowers = (Index, Vec<f64>);

/// Colored Jenga.
#[derive(Debug)]
pub(crate) struct Tower {
    about: About,
    /// For 1, 2, 3, … levels.
    indexes: OnceLock<Vec<Index>>,
}

impl Default for Tower {
    fn default() -> Self {
        let mut about = about_game!(TowerTable);
        about.die = true;
        about.packed = Some(PackedForm::Rows(
            "levels, the bottom one first: 1, 2 or 3 for R, G or B on the left, 4 times that in the middle, 16 times on the right",
        ));
        about.filled = LayerFill::All;
        about.values = ValueKind::Minutes;
        Self { about, indexes: OnceLock::new() }
    }
}

impl TypedTable for TowerTable {
    fn converted(answer: tower::Answer, asked: &AnyPosition) -> Answer {
        let position = |tower: &Position| any(asked.game(), tower);
        let rolls = answer.rolls.map(|of_roll| {
            let moves = moves_of(of_roll.moves, |after| Some(position(&after)));
            let roll = of_roll.roll;
            RollAnswer::new(roll.name(), roll.probability(), roll.sixths().into(), moves)
        });
        Answer::new(position(&answer.position), answer.value, Moves::Rolls(rolls.into()))
    }

    fn packed(positions: &PackedPositions<'_>, place: usize) -> Option<Result<Position, String>> {
        Some(Position::of_numbers(positions.rows(place)?).map_err(|error| error.to_string()))
    }

    fn positions(game: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        let states = Index::new(table.family().size().one().into()).ok()?;
        let tower =
            move |number| states.state(number).map(|state| any(&game, &Position::from(&state)));
        Some(Box::new((table.states(), tower)))
    }
}

impl WordForm for Position {
    /// Ten levels in each word, six bits a level. A level below the top has a block, and so has the top, so that no level
    /// is zero.
    fn words(&self) -> Words {
        let word = |levels: &[tower::Level]| {
            levels.iter().rev().fold(0, |word, level| word << 6 | level.bits() as u64)
        };
        self.levels().chunks(10).map(word).collect()
    }

    fn of(words: &[u64]) -> Self {
        let levels = |word: &u64| {
            let word = *word;
            (0..10).map(move |place| (word >> (6 * place) & 63) as u8)
        };
        Self::of_level_bits(words.iter().flat_map(levels).filter(|&bits| bits != 0))
    }
}

impl ErasedGame for Tower {
    fn pack(&self, position: &AnyPosition) -> Option<PackedPosition> {
        let tower = Position::of(position.words());
        let levels = tower.levels().iter().map(|level| level.bits() as u8);
        Some(PackedPosition::Rows(levels.collect()))
    }

    by_positions!(Position);
    by_tables!(TowerTable);

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        let tower = LISTS.then(|| Position::of(position.words()))?;
        let of_color = |color: Color| {
            let roll = Some(Roll::ALL[color as usize].name());
            let (tower, game) = (&tower, position.game());
            let legal = move |step| {
                let after = tower.after(step).map(|after| any(game, &after));
                let mut legal = LegalMove::new(step, after);
                legal.roll = roll;
                legal
            };
            rules::moves(tower, color).into_iter().map(legal)
        };
        let moves = Color::ALL.into_iter().flat_map(of_color);
        Some(Legal::of(moves, || Value::Minutes(0.0)))
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        let levels = family::<TowerTable>(table)?.size().one();
        let index = Index::new(levels.into()).ok()?;
        let covers = move |words: &[u64]| index.index_of(&Position::of(words)).is_some();
        Some(Reach::Some { order: (levels.into(), 0, 0), covers: Box::new(covers) })
    }

    fn answer(&self, position: &AnyPosition, _: Extras, asking: &Asking<'_>) -> Result<Answer> {
        if let Some(stored) = asking.stored_answer(position, &Boards::None)? {
            return Ok(stored);
        }
        let tower = Position::of(position.words());
        let converted = |answer| TowerTable::converted(answer, position);
        let Some(levels) = self.levels(&tower) else {
            return Ok(converted(search(position.game(), &tower)?));
        };
        let solved = self.solved(position.game(), levels, asking)?;
        let (index, entries) = &*solved;
        let value = |tower: &Position| entries.get(index.index_of(tower)? as usize).copied();
        let answer = tower::Answer::new(&tower, value).expect("moves lead to states of the index");
        Ok(converted(answer))
    }

    fn value(&self, position: &AnyPosition, _: Plies, asking: &Asking<'_>) -> Found {
        if let Some(stored) = asking.stored_value(position, &Boards::None)? {
            return Ok(Some(stored));
        }
        let tower = Position::of(position.words());
        let Some(levels) = self.levels(&tower) else {
            let value = search(position.game(), &tower)?.value;
            return Ok(Some(FoundValue::solved(value)));
        };
        let solved = self.solved(position.game(), levels, asking)?;
        let (index, entries) = &*solved;
        let entry = index.index_of(&tower).expect("the index has as many levels as it takes");
        Ok(Some(FoundValue::solved(entries[entry as usize])))
    }
}

impl Tower {
    fn indexes(&self) -> &[Index] {
        let all = || (1..=Index::MAX_LEVELS).filter_map(|levels| Index::new(levels).ok()).collect();
        self.indexes.get_or_init(all)
    }

    /// How many levels a table must have to include the tower; `None` if no table has it.
    fn levels(&self, tower: &Position) -> Option<usize> {
        let index = self.indexes().iter().find(|index| index.index_of(tower).is_some());
        index.map(Index::levels)
    }

    /// All towers of this many levels.
    fn solved(
        &self,
        game: &GameRef,
        levels: usize,
        asking: &Asking<'_>,
    ) -> Result<Arc<SolvedTowers>> {
        let index = self.indexes()[levels - 1].clone();
        let states = index.len();
        let work = Work::new(game, states, 8 * states);
        let table = || TypedPlan::<TowerTable>::of_size(game, levels as u8);
        let fits = |solved: &SolvedTowers| solved.0.levels() >= levels;
        asking.engine.get_or_solve(&work, table, asking.budget, fits, |control| {
            let entries = solve_all(&Solver::new(&index), control)?;
            Ok((index, entries))
        })
    }
}

/// The answer for a tower that no full tower can become, so that no table has it: by the plain rules. Only small
/// ones are searched.
fn search(game: &GameRef, tower: &Position) -> Result<tower::Answer> {
    let state = State::from(tower);
    let complete: u8 = state.complete().iter().sum();
    let two: u8 = state.two_block().iter().sum();
    if complete > 3 || two > 6 {
        let most = Index::MAX_LEVELS;
        let text = format!(
            "this tower is beyond all tables, which hold what towers of up to {most} full levels \
             can become"
        );
        return Err(Error::beyond(game, BrokenLimit::Solver(text), None));
    }
    let mut search = PlainSolver::with_representative(tower::Tower, rules::representative);
    let answer = tower::Answer::new(tower, |child| Some(search.entry(child)));
    Ok(answer.expect("every child has a value"))
}

by_default!(Tower, Position);
