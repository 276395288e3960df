//! Answers of Stake Your Claim.

use perfectplay_query::{Family, TableReader as _};

use crate::contest::{ContestReader as _, LineResult, words};
use crate::preludes::erased::*;
use crate::stake::table::StakeTable;
use crate::stake::{
    self, BoardIndex, BoardReader, CellsError, FamilyIndex, Index, Position, SmallSolver, Solver,
};

/// Stake Your Claim.
#[derive(Debug)]
pub(crate) struct Stake {
    about: About,
}

impl Default for Stake {
    fn default() -> Self {
        let mut about = about_game!(StakeTable);
        about.board_tables = true;
        about.filled = LayerFill::All;
        about.packed = Some(PackedForm::Boards(
            "the masks of the 0s and of the 1s of each board, bit 8 * row + column",
        ));
        about.values = ValueKind::SmallScore;
        Self { about }
    }
}

impl TypedTable for StakeTable {
    fn converted(answer: stake::Answer, asked: &AnyPosition) -> Answer {
        Answer::of_game(answer, |board| any(asked.game(), &board))
    }

    fn packed(positions: &PackedPositions<'_>, place: usize) -> Option<Result<Position, String>> {
        let PackedPositions::Boards { size: (rows, columns), masks } = positions else {
            return None;
        };
        if rows != columns {
            return Some(Err("a board of stake is as wide as it is high".to_owned()));
        }
        Some(Position::from_masks(*rows, masks[place]).map_err(|error| error.to_string()))
    }

    fn positions(game: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        if let TableId::Board(board) = table {
            let boards = BoardIndex::new(*board).ok()?;
            let board =
                move |number| Some(any(&game, &boards.position(boards.states().state(number)?)));
            return Some(Box::new((table.states(), board)));
        }
        let TableId::Family(family) = table else { return None };
        let family = FamilyIndex::new(family.size().one().into()).ok()?;
        let (states, patterns) = (family.len(), family.patterns());
        let board = move |number| Some(any(&game, &family.over(&patterns)?.state(number)?));
        Some(Box::new((states, board)))
    }

    fn board(text: &str) -> Option<Result<Self::Board>> {
        let checked = |board: Position| {
            let index = Index::new(board.empty_cells().count_ones() as usize);
            index.map_err(|error| Error::LargeBoard(error.to_string()))?;
            Ok(board)
        };
        Some(only_board(text).map_err(Error::BoardText).and_then(checked))
    }

    fn example(game: &GameRef, board: &Self::Board) -> Option<(GameRef, String)> {
        Some((game.clone(), board.to_string()))
    }
}

impl WordForm for Position {
    fn words(&self) -> Words {
        let [zeros, ones] = self.filled();
        Words::from_slice(&[self.size() as u64, zeros, ones])
    }

    fn of(words: &[u64]) -> Self {
        Self::from_valid_masks(words[0] as usize, [words[1], words[2]])
    }
}

impl ErasedGame for Stake {
    by_positions!(Position);
    by_tables!(StakeTable);

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        let board = LISTS.then(|| Position::of(position.words()))?;
        let legal = |step| {
            LegalMove::new(step, board.after(step).map(|after| any(position.game(), &after)))
        };
        Some(Legal::of(board.moves().map(legal), || stake::regions::score(&board).into()))
    }

    fn pack(&self, position: &AnyPosition) -> Option<PackedPosition> {
        let board = Position::of(position.words());
        Some(PackedPosition::Board((board.size(), board.size()), board.filled()))
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        let Some(family) = family::<StakeTable>(table) else {
            return of_board::<StakeTable>(table);
        };
        let size = family.size().one();
        let covers = move |words: &[u64]| words[0] <= u64::from(size);
        Some(Reach::Some { order: (size.into(), 0, 0), covers: Box::new(covers) })
    }

    fn answer(&self, position: &AnyPosition, _: Extras, asking: &Asking<'_>) -> Result<Answer> {
        match asking.stored_answer(position, &Boards::All)? {
            Some(stored) => Ok(stored),
            None => Ok(StakeTable::converted(solve(position, asking)?, position)),
        }
    }

    fn value(&self, position: &AnyPosition, _: Plies, asking: &Asking<'_>) -> Found {
        asking.stored_value(position, &Boards::All)
    }
}

/// A board's answer without a table.
fn solve(position: &AnyPosition, asking: &Asking<'_>) -> Result<stake::Answer> {
    let (board, game) = (Position::of(position.words()), position.game());
    let cells = board.empty_cells().count_ones() as usize;
    let beyond = || {
        let text = CellsError { cells }.to_string();
        Error::beyond(game, BrokenLimit::Solver(text), table_with(position.game(), &board))
    };
    let index = Index::new(cells).map_err(|_| beyond())?;
    let work = Work::new(game, index.len(), index.two_layers());
    let table = || table_with(position.game(), &board);
    if cells > SmallSolver::MAX_CELLS {
        let solve = |control: Control<'_>| Ok(Solver::new(&index).answer(&board, control)?);
        return asking.engine.solve(&work, table, asking.budget, solve);
    }
    asking.budget.pay(&work, table)?;
    let idle = asking.engine.take(|solver: &SmallSolver| solver.cells() == cells);
    let mut solver = idle.or_else(|| SmallSolver::new(cells)).ok_or_else(beyond)?;
    let answer = solver.answer(&board);
    let bytes = solver.bytes();
    asking.engine.keep(solver, bytes, asking.budget);
    Ok(answer)
}

/// The smallest table that has a board, if there is one.
fn table_with(game: &GameRef, board: &Position) -> Option<TableRef> {
    let size = Some(board.size()).filter(|&size| size <= FamilyIndex::MAX_SIZE);
    let family = size
        .and_then(|size| Family::new(StakeTable::FAMILIES?, size as u8).ok())
        .map(TableId::from);
    let cells = board.empty_cells().count_ones() as usize;
    let alone = (cells <= Index::MAX_CELLS).then_some(TableId::Board(*board));
    let smallest = alone.into_iter().chain(family).min_by_key(TableId::states)?;
    Some(TypedPlan::<StakeTable>::of(game, smallest))
}

/// The board that a text is, in the contest's format.
fn only_board(text: &str) -> Result<Position, String> {
    let (mut reader, mut board, mut is_closed) = (BoardReader::default(), None, false);
    for (line, text) in (1..).zip(text.lines()) {
        if board.is_none() {
            match reader.read(line, text).map_err(|error| format!("case 1, {error}"))? {
                LineResult::More => {}
                LineResult::Case(found) => board = Some(found),
                LineResult::End => break,
            }
            continue;
        }
        // A `0` closes the contest's input.
        for word in words(line, text) {
            if word.text != "0" || is_closed {
                let after = word.after("the board; a table is of one board");
                return Err(after.to_string());
            }
            is_closed = true;
        }
    }
    let lines = text.lines().count();
    let unfinished = || reader.end(lines + 1).map_err(|error| format!("case 1, {error}"));
    board.map_or_else(unfinished, |board| Ok(Some(board)))?.ok_or("there is no board".to_owned())
}

by_default!(Stake, Position);
