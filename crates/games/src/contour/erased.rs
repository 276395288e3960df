//! Answers of contour.

use std::fmt;
use std::sync::Arc;

use perfectplay_protocol::{
    BoardText, GivenBoard, STANDS, Which, bytes_of_words, not_packed, words_of_bytes,
};
use perfectplay_query::{Bytes, Problem, TableBoard as _, TableFile};

use crate::contour::table::ContourTable;
use crate::contour::{self, Board, ContourPosition, Position, Reader, Solver, Values, rules};
use crate::erased::shared;
use crate::erased::typed::TypedReader;
use crate::preludes::erased::*;

/// A board with the values of all its contours.
struct SolvedBoard {
    reader: Reader,
    values: Values,
}

/// Contour, on a board or on none.
#[derive(Debug)]
pub(crate) struct Contour {
    about: About,
    pub(crate) board: Option<Arc<Board>>,
}

impl Default for Contour {
    fn default() -> Self {
        let packed = PackedForm::Rows("the cells that are taken in each row, topmost first");
        let mut about = about_game!(ContourTable);
        about.board_tables = true;
        about.packed = Some(packed);
        about.values = ValueKind::Score;
        Self { about, board: None }
    }
}

/// Contour on a board.
pub fn on_board(board: &Arc<Board>) -> GameRef {
    let rows = |score: fn((u32, u32)) -> u32| {
        let row = |row| (0..board.columns()).map(|column| score(board.cell(row, column))).collect();
        (0..board.rows()).map(row).collect()
    };
    let text = BoardText {
        text: board.to_contest(),
        fingerprint: board.fingerprint(),
        rows: vec![("a", rows(|(a, _)| a)), ("b", rows(|(_, b)| b))],
    };
    let mut about = Contour::default().about;
    about.board = Some(Arc::new(text));
    GameRef::new(Contour { about, board: Some(board.clone()) })
}

impl Contour {
    /// A contour on the board.
    fn position<E: fmt::Display>(
        self: Arc<Self>,
        read: Result<Position, E>,
    ) -> Result<AnyPosition> {
        let board = self.board.clone().ok_or(Error::NoBoard)?;
        let game = shared(self);
        let position = read.map_err(|error| PositionError::new(&game, error))?;
        let checked = ContourPosition::new(position, board);
        checked.map_err(|error| PositionError::new(&game, error))?;
        Ok(any(&game, &position))
    }
}

impl TypedTable for ContourTable {
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

    fn positions(_: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        let TableId::Board(board) = table else { return None };
        let board = Arc::new(board.clone());
        let game = on_board(&board);
        let contour = move |number| {
            let rank = usize::try_from(number).ok()?;
            let position = Position::unrank(board.rows(), board.columns(), rank)?;
            Some(any(&game, &position))
        };
        Some(Box::new((table.states(), contour)))
    }

    fn board(text: &str) -> Option<Result<Self::Board>> {
        Some(Board::from_text(text).map_err(|error| Error::BoardText(error.to_string())))
    }

    fn example(_: &GameRef, board: &Self::Board) -> Option<(GameRef, String)> {
        Some((on_board(&Arc::new(board.clone())), Position::EMPTY.to_string()))
    }
}

impl WordForm for Position {
    fn words(&self) -> Words {
        words_of_bytes(self.taken())
    }

    fn of(words: &[u64]) -> Self {
        Self::new(&bytes_of_words::<16>(words)).expect(STANDS)
    }
}

impl ErasedGame for Contour {
    fn about(&self) -> &About {
        &self.about
    }

    fn on_board(self: Arc<Self>, board: GivenBoard<'_>) -> Result<GameRef> {
        let board = match board {
            GivenBoard::Text(text) => Board::from_text(text).map_err(|error| error.to_string()),
            GivenBoard::Rows([("a", a), ("b", b)]) if LISTS => {
                Board::new(a, b).map_err(|error| error.to_string())
            }
            GivenBoard::Rows(_) => Err("a board has the rows `a` and `b`".to_owned()),
        };
        Ok(on_board(&Arc::new(board.map_err(Error::BoardText)?)))
    }

    fn read(self: Arc<Self>, text: &str, _: &Budget<'_>) -> Result<AnyPosition> {
        self.position(text.parse::<Position>())
    }

    fn show(&self, words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Position::of(words), f)
    }

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        let board = self.board.as_ref().filter(|_| LISTS)?;
        let own = Position::of(position.words());
        let legal = |step| {
            let after = own.after(board, step).map(|after| any(position.game(), &after));
            let mut legal = LegalMove::new(step, after);
            legal.gain = Some(rules::gain(board, &own, step));
            legal
        };
        let moves = rules::moves(board, &own).into_iter().map(legal);
        Some(Legal::of(moves, || Value::Score(0)))
    }

    fn pack(&self, position: &AnyPosition) -> Option<PackedPosition> {
        let rows = self.board.as_ref()?.rows();
        Some(PackedPosition::Rows(Position::of(position.words()).taken()[..rows].to_vec()))
    }

    fn unpack(
        self: Arc<Self>,
        positions: &PackedPositions<'_>,
        place: usize,
    ) -> Result<AnyPosition> {
        let taken = positions.rows(place).ok_or_else(|| not_packed(&self.about))?;
        self.position(Position::new(taken))
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        of_board::<ContourTable>(table)
    }

    fn open(self: Arc<Self>, file: TableFile<Bytes>) -> Result<Box<dyn ErasedTable>, Problem> {
        let table = ContourTable::new(file)?;
        let game = on_board(&Arc::new(table.board().clone()));
        Ok(TypedReader::erased(table, game))
    }

    fn tables(self: Arc<Self>, wanted: Which<'_>) -> Result<Vec<TableRef>> {
        TypedPlan::<ContourTable>::tables(shared(self), wanted)
    }

    fn answer(&self, position: &AnyPosition, _: Extras, asking: &Asking<'_>) -> Result<Answer> {
        let board = self.board.as_ref().ok_or(Error::NoBoard)?;
        if let Some(stored) = asking.stored_answer(position, &boards(position, asking)?)? {
            return Ok(stored);
        }
        let solved = solved(position.game(), board, asking)?;
        let own = Position::of(position.words());
        let answer = solved.reader.answer(&own, |rank| solved.values.get(rank));
        let wrong = |error| Error::from(PositionError::new(position.game(), error));
        Ok(ContourTable::converted(answer.map_err(wrong)?, position))
    }

    fn value(&self, position: &AnyPosition, _: Plies, asking: &Asking<'_>) -> Found {
        let board = self.board.as_ref().ok_or(Error::NoBoard)?;
        if let Some(stored) = asking.stored_value(position, &boards(position, asking)?)? {
            return Ok(Some(stored));
        }
        let solved = solved(position.game(), board, asking)?;
        let own = Position::of(position.words());
        let score = solved.reader.score(&own, |rank| solved.values.get(rank));
        let wrong = |error| Error::from(PositionError::new(position.game(), error));
        Ok(Some(FoundValue::solved(score.map_err(wrong)?)))
    }
}

/// The tables of a position's board.
fn boards(position: &AnyPosition, asking: &Asking<'_>) -> Result<Boards> {
    let board = if asking.has_boards(position.game())? { position.board() } else { None };
    let name = |board: &Arc<BoardText>| format!("{}-{}", position.game(), board.fingerprint);
    Ok(board.map_or(Boards::None, |board| Boards::Named(name(board))))
}

/// All contours of the board.
fn solved(game: &GameRef, board: &Arc<Board>, asking: &Asking<'_>) -> Result<Arc<SolvedBoard>> {
    let states = board.contours() as u64;
    let width = if contour::fits_i32(board) { 4 } else { 8 };
    let work = Work::new(game, states, width * states);
    let table = || Some(TypedPlan::<ContourTable>::of(game, TableId::Board(Board::clone(board))));
    let fits = |solved: &SolvedBoard| solved.reader.board() == &**board;
    asking.engine.get_or_solve(&work, table, asking.budget, fits, |control| {
        let values = Solver::new(board.rows(), board.columns()).solve_all(board, control)?;
        Ok(SolvedBoard { reader: Reader::new(board), values })
    })
}

impl From<ContourPosition> for AnyPosition {
    fn from(contour: ContourPosition) -> Self {
        any(&on_board(&contour.board), &contour.position)
    }
}
