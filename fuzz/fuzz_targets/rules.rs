//! The fast solvers of all games give what the plain rules give, for any small position: its value, and
//! that of each of its moves.
#![no_main]

use std::cell::RefCell;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use perfectplay::WordForm as _;
use perfectplay_core::control::Control;
use perfectplay_core::{Answer, Outcome, PlainSolver, Rules, WithPlies, layers};
use perfectplay_fuzz::SmallPosition;
use perfectplay_games::{chomp, contour, number, stake, tokens, tower};

/// The towers of one, two and three levels.
static TOWERS: LazyLock<(tower::Index, Vec<f64>)> = LazyLock::new(|| {
    let index = tower::Index::new(3).expect("a table");
    let entries = layers::solve_all(&tower::Solver::new(&index), Control::SILENT);
    (index, entries.expect("memory"))
});

/// All positions of a bar.
static BAR: LazyLock<chomp::Outcomes> = LazyLock::new(|| {
    let solver = chomp::Solver::new(5, 6).expect("a bar");
    solver.solve(Control::SILENT).expect("memory")
});

/// The plain solvers that remember positions of all boards, of which there are few.
struct Solvers {
    number: PlainSolver<WithPlies<number::Number>>,
    tower: PlainSolver<tower::Tower>,
    chomp: PlainSolver<WithPlies<chomp::Chomp>>,
}

thread_local! {
    static SOLVERS: RefCell<Solvers> = RefCell::new(Solvers {
        number: PlainSolver::new(WithPlies(number::Number)),
        tower: PlainSolver::with_representative(tower::Tower, tower::rules::representative),
        chomp: PlainSolver::new(WithPlies(chomp::Chomp)),
    });
}

fuzz_target!(|made: SmallPosition| {
    let Some(position) = made.position().filter(|position| position.legal_moves().is_some()) else {
        return;
    };
    let words = position.words();
    SOLVERS.with_borrow_mut(|solvers| match position.game().name() {
        "number" => solvers.number(number::Position::of(words)),
        "tower" => solvers.tower(&tower::Position::of(words)),
        "contour" => {
            let board = position.board().expect("it is on a board");
            let board = contour::Board::from_text(&board.text).expect("it is a board's text");
            contour(contour::Position::of(words), &board);
        }
        "stake" => stake(&stake::Position::of(words)),
        "tokens" => tokens(&tokens::Position::of(words)),
        _ => solvers.chomp(chomp::Position::of(words)),
    });
});

impl Solvers {
    fn number(&mut self, position: number::Position) {
        let mut solver = number::Solver::default();
        let answer = solver.answer(position, 100_000, Control::SILENT).expect("memory");
        let answer = answer.expect("few positions");
        compare(&mut self.number, &WithPlies(number::Number), &answer);
        let value = |step| Some(self.number.entry(&position.after(step)?));
        let entry = number::Entry::of(position, value);
        assert_eq!(entry.map(number::Entry::value), Some(answer.value), "{position}");
    }

    fn tower(&mut self, tower: &tower::Position) {
        let (index, entries) = &*TOWERS;
        let value = |tower: &tower::Position| entries.get(index.index_of(tower)? as usize).copied();
        let answer = tower::Answer::new(tower, value).expect("moves lead to states");
        assert_eq!(value(tower).map(f64::to_bits), Some(answer.value.to_bits()), "{tower}");
        assert_eq!(self.tower.entry(tower).to_bits(), answer.value.to_bits(), "{tower}");
        for reply in answer.rolls.iter().flat_map(|roll| &roll.moves) {
            let (_, after) = tower::rules::play(tower, reply.step).expect("a legal move");
            assert_eq!(after, reply.position, "{tower}");
            let expected = self.tower.entry(&after);
            assert_eq!(expected.to_bits(), reply.value.to_bits(), "{tower} {}", reply.step);
        }
        let state = tower::State::from(tower);
        assert_eq!(tower::State::from(&tower::Position::from(&state)), state, "{tower}");
    }

    fn chomp(&mut self, position: chomp::Position) {
        let below = chomp::Subpositions::new(position, 1_000, Control::SILENT).expect("memory");
        let answer = below.expect("few positions").answer();
        let grundy = chomp::Grundy::new(position, 1_000, Control::SILENT).expect("memory");
        let grundy = grundy.expect("few positions");
        compare(&mut self.chomp, &WithPlies(chomp::Chomp), &answer);
        assert_eq!(BAR.outcome(&position), Some(answer.value.outcome), "{position}");
        let children = answer.moves.iter().map(|reply| &reply.position);
        let values: Vec<u16> = children.filter_map(|child| grundy.value(child)).collect();
        if let Some(value) = grundy.value(&position) {
            let least = (0..).find(|number| !values.contains(number));
            assert_eq!(Some(value), least, "{position}");
            let is_lost = answer.value.outcome == Outcome::Loss;
            assert_eq!(value == 0, is_lost, "{position}");
        }
    }
}

fn contour(position: contour::Position, board: &contour::Board) {
    let solver = contour::Solver::new(board.rows(), board.columns());
    let (values, plain) = (solver.solve(board), contour::solve_plain(board));
    assert!((0..values.len()).map(|rank| values.get(rank)).eq(plain.iter().copied()));
    let game = contour::Contour { board: board.clone() };
    let reader = contour::Reader::new(board);
    let answer = reader.answer(&position, |rank| values.get(rank)).expect("of the board");
    compare(&mut PlainSolver::new(game.clone()), &game, &answer);
    for reply in &answer.moves {
        let gain = contour::rules::gain(board, &position, reply.step);
        assert_eq!(reply.result, gain - reply.value, "{position}");
    }
}

fn stake(board: &stake::Position) {
    let empty = board.empty_cells().count_ones() as usize;
    let answer = stake::SmallSolver::new(empty).expect("few cells").answer(board);
    compare(&mut PlainSolver::new(stake::Stake), &stake::Stake, &answer);
    let index = stake::Index::new(empty).expect("few cells");
    let solved = stake::Solver::new(&index).answer(board, Control::SILENT).expect("memory");
    assert_eq!(solved, answer, "{board}");
}

fn tokens(position: &tokens::Position) {
    let mut plain = PlainSolver::with_representative(tokens::Tokens, tokens::rules::representative);
    let answer = tokens::solve(position);
    assert_eq!(answer.value, plain.entry(position), "{position}");
    let moves = tokens::rules::moves(position);
    assert_eq!(moves.len(), answer.moves.len(), "{position}");
    for (step, effect) in moves {
        let reply = answer.moves.iter().find(|reply| reply.step == step);
        let reply = reply.unwrap_or_else(|| panic!("{position}: {step} is missing"));
        let result = effect.position().map_or(Outcome::Win, |next| plain.entry(&next).reversed());
        assert_eq!(reply.result, result, "{position} {step}");
    }
    let solved = tokens::SolvedBoard::of_position(position, Control::SILENT).expect("no stop");
    assert_eq!(solved.outcome(position.pieces()), Some(answer.value), "{position}");
    let certificate = solved.certificate(Control::SILENT).expect("no stop");
    let checked =
        tokens::check::check(position.board(), position.history(), &certificate, Control::SILENT);
    let proven = checked.expect("a proof");
    assert_eq!(proven.outcome(position.pieces()), Some(answer.value), "{position}");
}

/// Asserts that an answer has the value that the rules give it, and their moves with their values.
fn compare<R: Rules<Move: PartialEq>>(
    plain: &mut PlainSolver<R>,
    rules: &R,
    answer: &Answer<R::Position, R::Move, R::Entry>,
) {
    let position = &answer.position;
    assert_eq!(answer.value, plain.entry(position), "{position}");
    let legal = rules.moves(position);
    assert_eq!(legal.len(), answer.moves.len(), "{position}");
    for (step, after) in legal {
        let reply = answer.moves.iter().find(|reply| reply.step == step);
        let reply = reply.map(|reply| (&reply.position, reply.value));
        assert_eq!(reply, Some((&after, plain.entry(&after))), "{position}");
    }
}
