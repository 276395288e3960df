//! The fast solvers of all games give what the plain rules give, for any small position: its value, and
//! that of each of its moves.
#![no_main]

use std::cell::RefCell;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use perfectplay_core::control::Control;
use perfectplay_core::{Outcome, Value, chomp, contour, layers, number, stake, tokens, tower};
use perfectplay_fuzz::Made;
use perfectplay_oracle::Worded as _;

/// The towers of one, two and three levels.
struct Towers {
    index: tower::Index,
    entries: Vec<f64>,
}

static TOWERS: LazyLock<Towers> = LazyLock::new(|| {
    let index = tower::Index::new(3).expect("a table");
    let entries = layers::solve_all(&tower::Solver::new(&index), Control::SILENT);
    Towers { entries: entries.expect("memory"), index }
});

/// All positions of a bar.
static BAR: LazyLock<chomp::Outcomes> = LazyLock::new(|| {
    let solver = chomp::Solver::new(5, 6).expect("a bar");
    solver.solve(Control::SILENT).expect("memory")
});

/// The plain solvers that remember positions of all boards, of which there are few, and fast ones that are
/// made once for many.
#[derive(Default)]
struct Solvers {
    number: number::rules::PlainSolver,
    tower: tower::rules::Memoised,
    chomp: chomp::rules::PlainSolver,
    /// By rows and columns.
    contour: [[Option<contour::Solver>; 4]; 4],
    /// By empty cells.
    stake: [Option<(stake::SmallSolver, stake::Index)>; 6],
}

thread_local! {
    static SOLVERS: RefCell<Solvers> = RefCell::default();
}

fuzz_target!(|made: Made| {
    let Some(position) = made.position().filter(|position| position.legal_moves().is_some()) else {
        return;
    };
    let words = position.words();
    SOLVERS.with_borrow_mut(|solvers| match position.game().name() {
        "number" => solvers.number(number::Position::of(words)),
        "tower" => solvers.tower(&tower::Position::of(words)),
        "contour" => {
            let board = position.board().expect("it is on a board");
            solvers.contour(contour::Position::of(words), board);
        }
        "stake" => solvers.stake(&stake::Position::of(words)),
        "tokens" => tokens(&tokens::Position::of(words)),
        _ => solvers.chomp(chomp::Position::of(words)),
    });
});

impl Solvers {
    fn number(&mut self, position: number::Position) {
        let mut plain = |position: number::Position| {
            let (outcome, plies) = self.number.value(&number::rules::available(position));
            Value { outcome, plies: Some(plies.into()) }
        };
        let mut solver = number::Solver::default();
        let answer = solver.answer(position, 100_000, Control::SILENT).expect("memory");
        let answer = answer.expect("few positions");
        assert_eq!(answer.value, plain(position), "{position}");
        let rules = number::rules::available(position);
        assert!(
            number::rules::moves(&rules).all(|number| {
                answer.moves.iter().any(|reply| reply.step == number::Move(number))
            })
        );
        for reply in &answer.moves {
            let after = number::rules::after(&rules, reply.step.0);
            assert_eq!(number::rules::position(&after), reply.position, "{position}");
            assert_eq!(reply.value, plain(reply.position), "{position}");
        }
        let entry = number::Entry::of(position, |step| Some(plain(position.after(step)?)));
        assert_eq!(entry.map(number::Entry::value), Some(answer.value), "{position}");
    }

    fn tower(&mut self, tower: &tower::Position) {
        let Towers { index, entries } = &*TOWERS;
        let value = |tower: &tower::Position| entries.get(index.index_of(tower)? as usize).copied();
        let answer = tower::Answer::new(tower, value).expect("moves lead to states");
        assert_eq!(value(tower).map(f64::to_bits), Some(answer.value.to_bits()), "{tower}");
        assert_eq!(self.tower.expected(tower).to_bits(), answer.value.to_bits(), "{tower}");
        for reply in answer.rolls.iter().flat_map(|roll| &roll.moves) {
            let (_, after) = tower::rules::play(tower, reply.step).expect("a legal move");
            assert_eq!(after, reply.position, "{tower}");
            let expected = self.tower.expected(&after);
            assert_eq!(expected.to_bits(), reply.value.to_bits(), "{tower} {}", reply.step);
        }
        let state = tower::State::from(tower);
        assert_eq!(tower::State::from(&tower::Position::from(&state)), state, "{tower}");
    }

    fn contour(&mut self, position: contour::Position, board: &contour::Board) {
        let (rows, columns) = (board.rows(), board.columns());
        let solver =
            self.contour[rows][columns].get_or_insert_with(|| contour::Solver::new(rows, columns));
        let (values, plain) = (solver.solve(board), contour::solve_plain(board));
        assert!((0..values.len()).map(|rank| values.get(rank)).eq(plain.iter().copied()));
        let mut rules = contour::rules::PlainSolver::new(board);
        let reader = contour::Reader::new(board);
        let answer = reader.answer(&position, |rank| values.get(rank)).expect("of the board");
        assert_eq!(answer.value, rules.score(&position), "{position}");
        assert_eq!(contour::rules::moves(board, &position).len(), answer.moves.len(), "{position}");
        for reply in &answer.moves {
            assert_eq!(contour::rules::play(&position, reply.step), reply.position);
            let gain = contour::rules::gain(board, &position, reply.step);
            assert_eq!(reply.result, gain - rules.score(&reply.position), "{position}");
        }
    }

    fn stake(&mut self, board: &stake::Position) {
        let empty = board.empty_cells().count_ones() as usize;
        let mut plain = stake::rules::PlainSolver::default();
        let grid = stake::rules::grid(board);
        let solvers = self.stake[empty].get_or_insert_with(|| {
            let small = stake::SmallSolver::new(empty).expect("few cells");
            (small, stake::Index::new(empty).expect("few cells"))
        });
        let answer = solvers.0.answer(board);
        assert_eq!(answer.value, plain.score(&grid), "{board}");
        assert_eq!(stake::rules::moves(&grid).len(), answer.moves.len(), "{board}");
        for reply in &answer.moves {
            let after = stake::rules::after(&grid, reply.step);
            assert_eq!(stake::rules::position(&after), reply.position, "{board}");
            assert_eq!(reply.value, plain.score(&after), "{board}");
        }
        let solver = stake::Solver::new(&solvers.1);
        let solved = solver.answer(board, Control::SILENT).expect("memory");
        assert_eq!(solved, answer, "{board}");
    }

    fn chomp(&mut self, position: chomp::Position) {
        let below = chomp::Subpositions::new(position, 1_000, Control::SILENT).expect("memory");
        let answer = below.expect("few positions").answer();
        let grundy = chomp::Grundy::new(position, 1_000, Control::SILENT).expect("memory");
        let grundy = grundy.expect("few positions");
        assert_eq!(answer.value, self.chomp.value(&position), "{position}");
        assert_eq!(BAR.outcome(&position), Some(answer.value.outcome), "{position}");
        let moves = chomp::rules::moves(&position);
        assert_eq!(moves.len(), answer.moves.len(), "{position}");
        let mut values = Vec::new();
        for reply in &answer.moves {
            assert_eq!(chomp::rules::play(&position, reply.step), reply.position, "{position}");
            assert_eq!(reply.value, self.chomp.value(&reply.position), "{position}");
            values.extend(grundy.value(&reply.position));
        }
        if let Some(value) = grundy.value(&position) {
            let least = (0..).find(|number| !values.contains(number));
            assert_eq!(Some(value), least, "{position}");
            let is_lost = answer.value.outcome == Outcome::Loss;
            assert_eq!(value == 0, is_lost, "{position}");
        }
    }
}

fn tokens(position: &tokens::Position) {
    let mut plain = tokens::rules::PlainSolver::default();
    let answer = tokens::Answer::solve(position);
    assert_eq!(answer.value, plain.outcome(position), "{position}");
    let moves = tokens::rules::moves(position);
    assert_eq!(moves.len(), answer.moves.len(), "{position}");
    for (step, effect) in &moves {
        let reply = answer.moves.iter().find(|reply| reply.step == *step);
        let reply = reply.unwrap_or_else(|| panic!("{position}: {step} is missing"));
        assert_eq!(reply.result, plain.result(effect), "{position} {step}");
    }
    let solved = tokens::SolvedBoard::of_position(position, Control::SILENT).expect("no stop");
    assert_eq!(solved.outcome(position.pieces()), Some(answer.value), "{position}");
    let certificate = solved.certificate(Control::SILENT).expect("no stop");
    let checked =
        tokens::check::check(position.board(), position.history(), &certificate, Control::SILENT);
    let proven = checked.expect("a proof");
    assert_eq!(proven.outcome(position.pieces()), Some(answer.value), "{position}");
}
