//! Answers of contour.

use std::fmt;
use std::sync::Arc;

use perfectplay_core::control::Silent;
use perfectplay_games::contour::{
    self, Board, ContourPosition, Position, Reader, Solver, Values, rules,
};
use perfectplay_query::{
    Bytes, ContourTable, Header, Problem, TableBoard as _, TableFile, TableId, check_game,
};

use crate::answer::{Answer, FoundValue, Moves};
use crate::asking::{Asking, Boards};
use crate::budget::Budget;
use crate::error::{Error, UsageError};
use crate::game::{
    About, ErasedGame, ErasedTable, GameRef, LISTS, PackedForm, PositionList, Reach, ValueKind,
    Wanted, not_packed,
};
use crate::games::planned::Planned;
use crate::games::typed::{Typed, TypedTable};
use crate::games::{about, any, of_board};
use crate::legal::{Legal, LegalMove};
use crate::limits::{Limits, Plies, Work};
use crate::oracle::Oracle;
use crate::packed::{Packed, PackedOne};
use crate::planned::{TableRef, Which};
use crate::position::{Position as AnyPosition, PositionError, Worded};
use crate::tables::Lazy;
use crate::value::Value;

/// A board with the values of all its contours.
struct SolvedBoard {
    reader: Reader,
    values: Values,
}

/// Contour, on a board or on none.
#[derive(Debug)]
pub(crate) struct Contour {
    about: About,
}

impl Default for Contour {
    fn default() -> Self {
        let packed = Some(PackedForm::Rows("the cells that are taken in each row, topmost first"));
        let (board_tables, values) = (true, ValueKind::Score);
        Self { about: About { board_tables, packed, values, ..about::<ContourTable>() } }
    }
}

/// The game on a board.
pub(super) fn on(board: &Arc<Board>) -> GameRef {
    let about = Contour::default().about;
    GameRef::new(Contour { about: About { board: Some(board.clone()), ..about } })
}

/// A contour on a board.
fn on_board(position: Position, board: &Arc<Board>) -> Result<AnyPosition, Error> {
    let game = on(board);
    let checked = ContourPosition::new(position, board.clone());
    checked.map_err(|error| Error::from(PositionError::new(&game, error)))?;
    Ok(any(&game, &position))
}

fn unpack(game: &GameRef, positions: &Packed<'_>, place: usize) -> Result<AnyPosition, Error> {
    let taken = positions.rows(place).ok_or_else(|| not_packed(game.about()))?;
    let Packed::Rows { board: Some(board), .. } = positions else { return Err(Error::NoBoard) };
    let position = Position::new(taken);
    on_board(position.map_err(|error| Error::from(PositionError::new(game, error)))?, board)
}

impl TypedTable for ContourTable {
    fn is_of_board(&self, position: &AnyPosition) -> bool {
        position.board().is_some_and(|board| **board == *self.board())
    }

    fn converted(answer: contour::Answer, asked: &AnyPosition) -> Answer {
        let gains: Vec<i64> = answer.moves.iter().map(|reply| reply.gain()).collect();
        let mut answer = Answer::of_game(answer, |position| any(asked.game(), &position));
        if let Moves::All(moves) = &mut answer.moves {
            for (reply, gain) in moves.iter_mut().zip(gains) {
                reply.gain = Some(gain);
            }
        }
        answer
    }

    fn unpack(game: &GameRef, _: &Packed<'_>, _: usize) -> Result<Position, Error> {
        Err(not_packed(game.about()))
    }

    fn positions(_: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        let TableId::Board(board) = table else { return None };
        let board = Arc::new(board.clone());
        let game = on(&board);
        let contour = move |number| {
            let rank = usize::try_from(number).ok()?;
            let position = Position::unrank(board.rows(), board.columns(), rank)?;
            Some(any(&game, &position))
        };
        Some(Box::new((table.states(), contour)))
    }

    fn board(text: &str) -> Option<Result<Self::Board, Error>> {
        Some(Board::from_text(text).map_err(|error| Error::BoardText(error.to_string())))
    }

    fn example(board: &Self::Board) -> Option<(String, Option<Arc<Board>>)> {
        Some((Position::EMPTY.to_string(), Some(Arc::new(board.clone()))))
    }
}

impl ErasedGame for Contour {
    fn about(&self) -> &About {
        &self.about
    }

    #[cfg(feature = "drawings")]
    fn drawings(&self) -> &dyn crate::drawings::Drawings {
        self
    }

    fn read(
        self: Arc<Self>,
        text: &str,
        board: Option<&Arc<Board>>,
        _: &Budget<'_>,
    ) -> Result<AnyPosition, Error> {
        let board = board.or(self.about.board.as_ref()).ok_or(Error::NoBoard)?;
        let position: Result<Position, _> = text.parse();
        let wrong = |error| Error::from(PositionError::new(on(board), error));
        on_board(position.map_err(wrong)?, board)
    }

    fn show(&self, words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Position::of(words), f)
    }

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        if !LISTS {
            return None;
        }
        let (own, board) = (Position::of(position.words()), self.about.board.as_ref()?);
        let legal = |step| {
            let after = own.after(board, step).map(|after| any(position.game(), &after));
            let gain = Some(rules::gain(board, &own, step));
            LegalMove { gain, ..LegalMove::new(step, after) }
        };
        let moves = rules::moves(board, &own).into_iter().map(legal);
        Some(Legal::of(moves, || Value::Score(0)))
    }

    fn pack(&self, position: &AnyPosition) -> Option<PackedOne> {
        let rows = self.about.board.as_ref()?.rows();
        Some(PackedOne::Rows(Position::of(position.words()).taken()[..rows].to_vec()))
    }

    fn unpack(self: Arc<Self>, positions: &Packed<'_>, place: usize) -> Result<AnyPosition, Error> {
        unpack(&GameRef::from(self as Arc<dyn ErasedGame>), positions, place)
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        of_board::<ContourTable>(table)
    }

    fn check(&self, header: &Header) -> Result<(), Problem> {
        check_game(header, &contour::FACTS)
    }

    fn open(self: Arc<Self>, file: TableFile<Bytes>) -> Result<Box<dyn ErasedTable>, Problem> {
        let table = ContourTable::new(file)?;
        let game = on(&Arc::new(table.board().clone()));
        Ok(Typed::erased(table, game))
    }

    fn tables(self: Arc<Self>, wanted: Which<'_>) -> Result<Vec<TableRef>, Error> {
        Planned::<ContourTable>::tables(GameRef::from(self as Arc<dyn ErasedGame>), wanted)
    }

    fn answer(
        &self,
        position: &AnyPosition,
        _: Wanted,
        asking: &Asking<'_>,
    ) -> Result<Answer, Error> {
        let board = self.about.board.as_ref().ok_or(Error::NoBoard)?;
        let boards = boards(position, board, asking)?;
        let stored = asking.stored_among(position, &boards, |table| table.answer(position))?;
        if let Some((answer, table)) = stored {
            return Ok(answer.with_table(table));
        }
        let solved = solved(position.game(), board, asking)?;
        let own = Position::of(position.words());
        let answer = solved.reader.answer(&own, |rank| solved.values.get(rank));
        let wrong = |error| Error::from(PositionError::new(position.game(), error));
        Ok(ContourTable::converted(answer.map_err(wrong)?, position))
    }

    fn value(
        &self,
        position: &AnyPosition,
        _: Plies,
        asking: &Asking<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let board = self.about.board.as_ref().ok_or(Error::NoBoard)?;
        if let Some(stored) = asking.stored_value(position, &boards(position, board, asking)?)? {
            return Ok(Some(stored));
        }
        let solved = solved(position.game(), board, asking)?;
        let own = Position::of(position.words());
        let score = solved.reader.score(&own, |rank| solved.values.get(rank));
        let wrong = |error| Error::from(PositionError::new(position.game(), error));
        Ok(Some(FoundValue::solved(score.map_err(wrong)?)))
    }
}

impl Oracle {
    /// The board of the `contour` table with this fingerprint; `None` if the folder has no such
    /// table.
    ///
    /// # Errors
    /// If the table is damaged, or cannot be read.
    pub fn contour_board(&self, fingerprint: &str) -> Result<Option<Arc<Board>>, Error> {
        let budget = Budget::new(&Limits::default(), &Silent);
        let games = self.games();
        board_named(fingerprint, &games.asking(&budget))
    }

    /// What [`contour_board`](Self::contour_board) returns, if the budget is enough for that.
    ///
    /// # Errors
    /// As that.
    pub fn try_contour_board(
        &self,
        fingerprint: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<Option<Arc<Board>>>, Error> {
        let games = self.games();
        budget.enough(board_named(fingerprint, &games.asking(budget)))
    }
}

/// The board of a table with this fingerprint, if there is one.
fn board_named(fingerprint: &str, asking: &Asking<'_>) -> Result<Option<Arc<Board>>, Error> {
    let of_game = asking.store.of(&GameRef::new(Contour::default()))?;
    let name = format!("{}-{fingerprint}", contour::FACTS.game);
    let board = |table: &dyn ErasedTable| Ok(table.board().cloned());
    let Some((Some(board), _)) = asking.first(of_game.named(&name), board)? else {
        return Ok(None);
    };
    let is_other = |lazy: &Lazy| {
        let open = asking.store.open(lazy, asking.budget);
        open.is_ok_and(|table| table.board() != Some(&board))
    };
    if of_game.named(&name).any(is_other) {
        return Err(UsageError::TwoBoards { table: name }.into());
    }
    Ok(Some(board))
}

/// The tables of a board, which has a fingerprint only if there are any.
fn boards(
    position: &AnyPosition,
    board: &Arc<Board>,
    asking: &Asking<'_>,
) -> Result<Boards, Error> {
    Ok(match asking.of(position)?.has_boards() {
        true => Boards::Named(board.table()),
        false => Boards::None,
    })
}

/// All contours of the board.
fn solved(
    game: &GameRef,
    board: &Arc<Board>,
    asking: &Asking<'_>,
) -> Result<Arc<SolvedBoard>, Error> {
    let states = board.contours() as u64;
    let width = if contour::fits_i32(board) { 4 } else { 8 };
    let work = Work::new(game, states, width * states);
    let table = || Some(Planned::<ContourTable>::of(game, TableId::Board(Board::clone(board))));
    let fits = |solved: &SolvedBoard| solved.reader.board() == &**board;
    asking.engine.get_or_solve(&work, table, asking.budget, fits, |control| {
        let values = Solver::new(board.rows(), board.columns()).solve_all(board, control)?;
        Ok(SolvedBoard { reader: Reader::new(board), values })
    })
}
