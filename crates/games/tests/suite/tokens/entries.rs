//! The entries of a board as a table stores them: against the solver and against the checker; and damaged
//! entries.

use std::cmp::Ordering;

use perfectplay_games::tokens::BoardEntries;

use super::*;

/// The bytes of a board's table.
#[derive(Clone)]
pub(super) struct Bytes {
    losing: Vec<u8>,
    steps: Vec<u8>,
}

impl Bytes {
    pub(super) fn of(solved: &SolvedBoard) -> Self {
        let mut losing: Vec<u8> =
            solved.losing().iter().flat_map(|word| word.to_le_bytes()).collect();
        losing.truncate(solved.index().len().div_ceil(8));
        Self { losing, steps: solved.steps(Control::SILENT).unwrap() }
    }

    fn entries(&self) -> BoardEntries<'_> {
        BoardEntries { losing: &self.losing, steps: &self.steps }
    }
}

/// Compares what is read of a start with what was solved; returns the answer.
pub(super) fn read(reader: &Reader, bytes: &Bytes, solved: &SolvedBoard, pair: Pair) -> Answer {
    let (entries, answer) = (bytes.entries(), solved.answer(pair).unwrap());
    assert_eq!(reader.outcome(entries, pair), solved.outcome(pair));
    assert_eq!(reader.strategy(entries, pair), Some(solved.strategy(pair)));
    assert_eq!(reader.answer(entries, pair).as_ref(), Some(&answer), "{pair}");
    for reply in &answer.moves {
        assert_eq!(reader.result(entries, pair, reply.step), Some(reply.result));
    }
    answer
}

/// Boards of one region and of several, some with few cells.
fn boards(count: usize, random: &mut Rng) -> Vec<Board> {
    let tiny = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 5)];
    let mut boards: Vec<Board> = tiny.map(|(m, n)| Board::new(m, n).unwrap()).to_vec();
    boards.push(board_of(3, 4, 0));
    boards.push(board_of(3, 4, 1));
    boards.push(Board::new(8, 8).unwrap());
    while boards.len() < count {
        let (rows, columns) = (3 + random.usize(..6), 1 + random.usize(..8));
        let removed = random.usize(..70);
        let mut board = random_board(rows, columns, removed, random);
        // At least two regions: many edges on alternating cycles are between their pairs.
        if random.usize(..2) == 0 && columns > 2 {
            let column = (1 + random.usize(..columns - 2)) as u8;
            (0..rows as u8).for_each(|row| board.set_free(Cell::new(row, column), false));
        }
        boards.push(board);
    }
    boards
}

#[test]
fn the_reader_agrees_with_the_solver_on_all_starts_of_hundreds_of_boards() {
    // Moves that lose a won start, and all others.
    let mut moves = [0, 0];
    for board in boards(400, &mut Rng::with_seed(2990)) {
        let solved = SolvedBoard::new(&board);
        let (bytes, reader) = (Bytes::of(&solved), Reader::new(&board));
        assert_eq!((reader.board(), reader.index()), (&board, solved.index()));
        for pair in pairs(&board) {
            let answer = read(&reader, &bytes, &solved, pair);
            for reply in &answer.moves {
                let blunder = answer.value == Outcome::Win
                    && reply.position.as_ref().is_some_and(|next| !next.pieces().is_adjacent())
                    && !reply.winning();
                moves[usize::from(!blunder)] += 1;
            }
        }
        let certificate = reader.certificate(bytes.entries(), Control::SILENT);
        assert_eq!(certificate.unwrap(), solved.certificate(Control::SILENT).unwrap());
    }
    assert!(moves[0] > 500 && moves[1] > 200_000, "{moves:?}");
}

/// The bits of the edges along which the pieces go right and down, by definition: an edge is in
/// some maximum matching if a maximum matching without its ends has one edge less.
fn edge_bits(board: &Board, pair: Pair) -> u8 {
    let size =
        |removed: &[Pair]| SolvedBoard::with_history(board, removed).unwrap().matching_size();
    let mut bits = 0;
    for (bit, (from, other, down, right)) in [
        (pair.first(), pair.second(), 0, 1),
        (pair.first(), pair.second(), 1, 0),
        (pair.second(), pair.first(), 0, 1),
        (pair.second(), pair.first(), 1, 0),
    ]
    .into_iter()
    .enumerate()
    {
        let to = Cell::new(from.row + down, from.column + right);
        let next = Pair::new(to, other).filter(|next| board.holds(*next));
        let ends = next.map(|next| [pair, next]);
        let is_edge = |ends: [Pair; 2]| ends.iter().all(|end| !end.is_adjacent());
        if ends.is_some_and(|ends| is_edge(ends) && size(&ends) + 1 == size(&[])) {
            bits |= 0x10 << bit;
        }
    }
    bits
}

/// The code of a step, by definition.
fn code(pair: Pair, step: Option<Move>) -> u8 {
    let Some(Move { from, to }) = step else { return 8 };
    let direction = match (to.row.cmp(&from.row), to.column.cmp(&from.column)) {
        (Ordering::Less, _) => 0,
        (Ordering::Equal, Ordering::Less) => 1,
        (Ordering::Equal, _) => 2,
        (Ordering::Greater, _) => 3,
    };
    direction + 4 * u8::from(from == pair.second())
}

#[test]
fn the_bytes_of_steps_are_those_of_the_definition() {
    let mut random = Rng::with_seed(4);
    for _ in 0..60 {
        let board = random_board(1 + random.usize(..4), 1 + random.usize(..5), 25, &mut random);
        let solved = SolvedBoard::new(&board);
        let steps = solved.steps(Control::SILENT).unwrap();
        assert_eq!(steps.len(), board.starts());
        for (number, step) in steps.into_iter().enumerate() {
            let pair = solved.index().pair(number).unwrap();
            let low = if pair.is_adjacent() { 9 } else { code(pair, solved.strategy(pair)) };
            assert_eq!(step, edge_bits(&board, pair) | low, "{pair} on {board}");
        }
    }
}

#[test]
fn the_checker_finds_the_results_of_all_moves_without_the_solver() {
    let mut random = Rng::with_seed(77);
    for board in boards(250, &mut random) {
        let mut history = pairs(&board);
        history.retain(|_| random.usize(..8) == 0);
        for history in [&[][..], &history] {
            let solved = SolvedBoard::with_history(&board, history).unwrap();
            let certificate = solved.certificate(Control::SILENT).unwrap();
            let proven =
                check::check_moves(&board, history, &certificate, Control::SILENT).unwrap();
            for pieces in pairs(&board) {
                assert_eq!(proven.outcome(pieces), solved.outcome(pieces));
                let strategy = solved.strategy(pieces).filter(|_| !pieces.is_adjacent());
                let start = Position::new(board.clone(), pieces).unwrap();
                let partner = strategy.and_then(|step| start.after(step));
                assert_eq!(proven.partner(pieces), partner.map(|next| next.pieces()));
                for (step, _) in rules::moves(&start) {
                    let result = proven.result(pieces, step);
                    assert_eq!(result, solved.result(pieces, step), "{step} on {start}");
                }
            }
        }
    }
}

#[test]
fn neither_the_checker_nor_the_solver_has_results_for_illegal_moves() {
    let start = position("P.#P");
    let solved = SolvedBoard::new(start.board());
    let certificate = solved.certificate(Control::SILENT).unwrap();
    let proven = check::check_moves(start.board(), &[], &certificate, Control::SILENT).unwrap();
    // All but the first.
    for step in ["0,0>0,1", "0,3>0,2", "0,1>0,0", "0,0>1,0", "0,3>0,4"] {
        let (result, step) = ((step == "0,0>0,1").then_some(Outcome::Win), step.parse().unwrap());
        assert_eq!(proven.result(start.pieces(), step), result, "{step}");
        assert_eq!(solved.result(start.pieces(), step), result, "{step}");
    }
    let elsewhere = position("..P./...P").pieces();
    assert_eq!((proven.outcome(elsewhere), proven.partner(elsewhere)), (None, None));
    let other = SolvedBoard::new(position("P..P").board()).certificate(Control::SILENT).unwrap();
    assert!(check::check_moves(start.board(), &[], &other, Control::SILENT).is_err());
}

/// Calls every method of the reader for every start: none may panic, whatever the bytes are.
fn ask(reader: &Reader, entries: BoardEntries<'_>) {
    for pieces in pairs(reader.board()) {
        if let Some(answer) = reader.answer(entries, pieces) {
            assert_eq!(reader.outcome(entries, pieces), Some(answer.value));
            let wins = !answer.winning_moves().is_empty();
            assert_eq!(wins, answer.value == Outcome::Win);
        }
        if let Some(Some(step)) = reader.strategy(entries, pieces) {
            let start = Position::new(reader.board().clone(), pieces).unwrap();
            assert!(rules::moves(&start).iter().any(|(legal, _)| *legal == step));
        }
    }
    let certificate = reader.certificate(entries, Control::SILENT).unwrap();
    let _ = check::check_moves(reader.board(), &[], &certificate, Control::SILENT);
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let mut random = Rng::with_seed(666);
    for (number, board) in boards(120, &mut random).into_iter().enumerate() {
        let (bytes, reader) = (Bytes::of(&SolvedBoard::new(&board)), Reader::new(&board));
        let mut noise =
            |length: usize| -> Vec<u8> { (0..length).map(|_| random.usize(..256) as u8).collect() };
        let steps = noise(bytes.steps.len());
        ask(&reader, BoardEntries { steps: &steps, ..bytes.entries() });
        let losing = noise(bytes.losing.len());
        ask(&reader, BoardEntries { losing: &losing, ..bytes.entries() });
        ask(&reader, BoardEntries { losing: &losing, steps: &steps });
        let (half, half_losing) = (&steps[..steps.len() / 2], &losing[..losing.len() / 2]);
        ask(&reader, BoardEntries { steps: half, losing: half_losing });
        ask(&reader, BoardEntries { losing: &[], steps: &[] });
        // Every code on some boards, and on each of the others a few.
        let (first, every) = if number < 24 { (0, 1) } else { (number as u8, 61) };
        for code in (first..=255).step_by(every) {
            ask(&reader, BoardEntries { steps: &vec![code; steps.len()], ..bytes.entries() });
        }
    }
}

#[test]
fn a_flipped_bit_is_noticed_where_it_contradicts_another() {
    let board = position("P...#/..#../...../#...P").board().clone();
    let (sound, reader) = (Bytes::of(&SolvedBoard::new(&board)), Reader::new(&board));
    for bit in 0..8 * sound.steps.len() {
        let mut damaged = sound.clone();
        damaged.steps[bit / 8] ^= 1 << (bit % 8);
        ask(&reader, damaged.entries());
        if bit % 8 < 4 {
            let pieces = reader.index().pair(bit / 8).unwrap();
            assert_eq!(reader.strategy(damaged.entries(), pieces), None, "bit {bit}");
        }
    }
    // Not every changed outcome does, but an unmatched start must be lost, and an adjacent one won.
    for number in 0..reader.index().len() {
        let mut damaged = sound.clone();
        damaged.losing[number / 8] ^= 1 << (number % 8);
        ask(&reader, damaged.entries());
        if matches!(sound.steps[number] & 0x0f, 8 | 9) {
            let pieces = reader.index().pair(number).unwrap();
            assert_eq!(reader.strategy(damaged.entries(), pieces), None, "start {number}");
        }
    }
}
