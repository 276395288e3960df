//! Answers of Two Tokens.

use perfectplay_protocol::{Line, STANDS, moves_of};
use perfectplay_query::TableBoard as _;

use crate::preludes::erased::*;
use crate::tokens::rules::Effect;
use crate::tokens::table::TokensTable;
use crate::tokens::{self, FamilyIndex, Index, Position, SolvedBoard, rules};

/// Bytes of memory for a pair of cells while a board is solved.
const BYTES_PER_PAIR: u64 = 12;

/// Two Tokens.
#[derive(Debug)]
pub(crate) struct Tokens {
    about: About,
}

impl Default for Tokens {
    fn default() -> Self {
        let mut about = about_game!(TokensTable);
        about.board_tables = true;
        about.packed = Some(PackedForm::Boards(
            "the masks of the cells that are not free and of the two pieces of each board, bit 8 * row + column",
        ));
        Self { about }
    }
}

impl TypedTable for TokensTable {
    fn converted(answer: tokens::Answer, asked: &AnyPosition) -> Answer {
        let position = |position: Position| any(asked.game(), &position);
        let moves = moves_of(answer.moves, |after| after.map(position));
        Answer::new(position(answer.position), answer.value, Moves::All(moves))
    }

    fn packed(positions: &PackedPositions<'_>, place: usize) -> Option<Result<Position, String>> {
        let PackedPositions::Boards { size, masks } = positions else { return None };
        Some(Position::from_masks(*size, masks[place]).map_err(|error| error.to_string()))
    }

    fn positions(game: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        if let TableId::Board(board) = table {
            let (pairs, board) = (Index::new(board), board.clone());
            let start = move |number| {
                let pair = pairs.pair(usize::try_from(number).ok()?)?;
                Some(any(&game, &Position::new(board.clone(), pair).ok()?))
            };
            return Some(Box::new((table.states(), start)));
        }
        let TableId::Family(family) = table else { return None };
        let (rows, columns) = family.size().sides();
        let starts = FamilyIndex::new(rows.into(), columns.into()).ok()?;
        let start = move |number| starts.position(number).map(|start| any(&game, &start));
        Some(Box::new((table.states(), start)))
    }

    /// A board does not say where the pieces are, so that no position follows from one.
    fn board(text: &str) -> Option<Result<Self::Board>> {
        let board = tokens::Board::from_contest(text);
        Some(board.map_err(|error| Error::BoardText(error.to_string())))
    }
}

impl WordForm for Position {
    /// Sides, pieces, the free cells, and the visited pairs.
    fn words(&self) -> Words {
        let board = self.board();
        let sides = board.rows() as u64 | (board.columns() as u64) << 8;
        let history = self.history().iter().map(|&pair| word_of_pair(pair));
        let free = board.free_words().iter().copied();
        [sides, word_of_pair(self.pieces())].into_iter().chain(free).chain(history).collect()
    }

    fn of(words: &[u64]) -> Self {
        let [rows, columns] = [words[0] as u8, (words[0] >> 8) as u8];
        let cells = usize::from(rows) * usize::from(columns);
        let (free, history) = words[2..].split_at(cells.div_ceil(64));
        let board = tokens::Board::from_valid_words(rows, columns, free);
        let history = history.iter().map(|&word| pair_of_word(word)).collect();
        Self::from_valid_pairs(board, pair_of_word(words[1]), history)
    }
}

fn word_of_pair(pair: tokens::Pair) -> u64 {
    let [one, other] = [pair.first(), pair.second()];
    let bytes = [one.row, one.column, other.row, other.column];
    u32::from_le_bytes(bytes).into()
}

fn pair_of_word(word: u64) -> tokens::Pair {
    let [row, column, other_row, other_column] = (word as u32).to_le_bytes();
    let (one, other) = (tokens::Cell::new(row, column), tokens::Cell::new(other_row, other_column));
    tokens::Pair::new(one, other).expect(STANDS)
}

impl ErasedGame for Tokens {
    by_positions!(Position);
    by_tables!(TokensTable);

    fn pack(&self, position: &AnyPosition) -> Option<PackedPosition> {
        let own = Position::of(position.words());
        let size = (own.board().rows(), own.board().columns());
        Some(PackedPosition::Board(size, own.masks()?))
    }

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        let own = LISTS.then(|| Position::of(position.words()))?;
        let legal = |(step, effect): (tokens::Move, Effect)| {
            let after = own.after(step).filter(|_| effect != Effect::Capture);
            LegalMove::new(step, after.map(|after| any(position.game(), &after)))
        };
        Some(Legal::or_lost(rules::moves(&own).into_iter().map(legal)))
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        let Some(family) = family::<TokensTable>(table) else {
            return of_board::<TokensTable>(table);
        };
        let (rows, columns) = family.size().sides();
        let boards = FamilyIndex::new(rows.into(), columns.into()).ok()?;
        let order = (boards.len(), rows, columns);
        let covers = move |words: &[u64]| boards.index(&Position::of(words)).is_some();
        Some(Reach::Some { order, covers: Box::new(covers) })
    }

    fn answer(&self, position: &AnyPosition, more: Extras, asking: &Asking<'_>) -> Result<Answer> {
        let mut answer = match asking.stored_answer(position, &boards(position, asking)?)? {
            Some(stored) => stored,
            None => {
                let own = Position::of(position.words());
                let control = start(position.game(), &own, asking)?;
                let answer = tokens::solve_within(&own, control)?;
                TokensTable::converted(answer, position)
            }
        };
        if more.line {
            answer.line = why_no_line(position, asking.budget).map(Line::Unknown);
        }
        Ok(answer)
    }

    fn value(&self, position: &AnyPosition, _: Plies, asking: &Asking<'_>) -> Found {
        if let Some(stored) = asking.stored_value(position, &boards(position, asking)?)? {
            return Ok(Some(stored));
        }
        let own = Position::of(position.words());
        let control = start(position.game(), &own, asking)?;
        let outcome = SolvedBoard::of_position(&own, control)?.outcome(own.pieces());
        let outcome = outcome.expect("a position's pieces are of its board");
        Ok(Some(FoundValue::solved(outcome)))
    }
}

/// Why no best play from a position is known: it can take as many moves as there are pairs of cells, and each takes
/// solving anew.
fn why_no_line(position: &AnyPosition, budget: &Budget<'_>) -> Option<String> {
    let own = Position::of(position.words());
    let pairs = own.board().starts() as u64;
    let allowed = budget.states(position.game());
    (pairs.saturating_mul(pairs) > allowed).then(|| {
        let cells = own.board().free_cells();
        format!(
            "with {cells} free cells best play may take {pairs} moves, \
             and the board is solved anew after each"
        )
    })
}

/// The tables of a position's board, which has a fingerprint only if there are any of boards.
fn boards(position: &AnyPosition, asking: &Asking<'_>) -> Result<Boards> {
    if !asking.has_boards(position.game())? {
        return Ok(Boards::None);
    }
    let board = Position::of(position.words()).board().clone();
    Ok(Boards::Named(board.table()))
}

/// Asks for permission to solve the board, which decides all its starts.
fn start<'a>(game: &GameRef, position: &Position, asking: &Asking<'a>) -> Result<Control<'a>> {
    let states = position.board().starts() as u64;
    let work = Work::new(game, states, BYTES_PER_PAIR * states);
    let table =
        || Some(TypedPlan::<TokensTable>::of(game, TableId::Board(position.board().clone())));
    asking.budget.pay(&work, table)?;
    asking.engine.make_room(&work, asking.budget);
    asking.budget.start(&work)
}

by_default!(Tokens, Position);
