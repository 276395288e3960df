//! `play`: a game against the oracle, in the terminal.

mod input;
mod opponent;
mod report;
mod turn;

use std::io::IsTerminal;
use std::sync::Arc;

use perfectplay_core::{Game, contour};
use perfectplay_oracle::{Answer, Budget, Limits, MoveAnswer, Moves, Oracle, Position, Question};
use perfectplay_query::Instance;

use crate::args::Play;
use crate::bar::Watch;
use crate::chosen_folder::ChosenFolder;
use crate::failure::{Error, Failure};
use crate::output::Output;
use crate::{boards, games, lines, memory, threads};

pub use input::Input;
pub use opponent::Opponent;
use report::Report;
use turn::{Player, Turn};

/// The colours of a die's sides: one red, two green, two blue, one black.
const SIDES: [usize; 6] = [0, 1, 1, 2, 2, 3];

struct Match<'a> {
    args: &'a Play,
    oracle: Oracle,
    limits: Limits,
    opponent: Opponent,
    turns: Vec<Turn>,
}

pub(crate) fn run(args: &Play, folder: &ChosenFolder, output: &mut Output) -> Result<(), Failure> {
    let threads = threads::choose(args.threads)?;
    let start = start(args)?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let mut game = Match {
        args,
        oracle: folder.oracle(threads)?,
        limits: memory::limits(None, None),
        opponent: Opponent::new(seed, args.mistakes),
        turns: Vec::new(),
    };
    let mut report = Report { output, prompts: std::io::stdin().is_terminal() };
    let played = game.play(start, &mut report);
    folder.warn(&game.oracle, &played);
    played
}

/// The position to begin with.
fn start(args: &Play) -> Result<Position, Failure> {
    let board = match (&args.board, args.game) {
        (Some(file), Game::Contour) => Some(Arc::new(boards::contour(file)?)),
        (Some(_), game) => {
            let what = format!("--board is for contour: a position of {game} is complete");
            return Err(Failure::usage(what));
        }
        (None, Game::Contour) => sample().map(Arc::new),
        (None, _) => None,
    };
    let text = match args.position.as_slice() {
        [] => games::start(args.game).to_owned(),
        words => words.join(" "),
    };
    let question = Question::parse(args.game, &text, board.as_ref()).map_err(Error::from)?;
    Ok(question.position)
}

/// The largest of the sample boards.
fn sample() -> Option<contour::Board> {
    let boards = Instance::samples().into_iter().filter_map(|instance| match instance {
        Instance::Contour(board) => Some(board),
        _ => None,
    });
    boards.max_by_key(contour::Board::contours)
}

impl Match<'_> {
    /// Plays until the end of the game or of the input.
    fn play(&mut self, start: Position, report: &mut Report<'_>) -> Result<(), Failure> {
        let mut input = lines::open(None)?;
        let first = if self.args.second { Player::Oracle } else { Player::You };
        let turn = self.turn(start, first)?;
        check_moves(&turn.answer)?;
        self.turns.push(turn);
        report.begin(self.now())?;
        loop {
            if self.now().is_over() {
                return report.end(&self.turns);
            }
            if self.now().passes() {
                self.pass(report)?;
                continue;
            }
            if self.now().player == Player::Oracle {
                let turn = self.turns.last().expect("a game has a turn");
                let reply = self.opponent.choose(turn.moves()).cloned();
                self.make(reply.expect("the game is not over"), report)?;
                continue;
            }
            report.prompt()?;
            let Some(line) = input.next()? else { return report.unfinished() };
            match Input::parse(line) {
                Input::Nothing => {}
                Input::Quit => return report.unfinished(),
                Input::Help => report.help()?,
                Input::Moves => report.answer(&self.now().answer)?,
                Input::Hint => report.hint(self.now())?,
                Input::Position => report.text(self.now())?,
                Input::Line => self.show_line(report)?,
                Input::Undo => self.undo(report)?,
                Input::Move(text) => match self.now().find(text).cloned() {
                    Some(reply) => self.make(reply, report)?,
                    None => report.no_move(text, self.now())?,
                },
            }
        }
    }

    fn now(&self) -> &Turn {
        self.turns.last().expect("a game has a turn")
    }

    /// A position to be played from, with its answer and a roll if the game has a die.
    fn turn(&mut self, position: Position, player: Player) -> Result<Turn, Failure> {
        let answer = self.ask(Question::new(position))?;
        let roll = match &answer.moves {
            Moves::Rolls(_) => Some(SIDES[self.opponent.die()]),
            _ => None,
        };
        Ok(Turn { answer, player, roll, made: None })
    }

    fn ask(&self, question: Question) -> Result<Answer, Failure> {
        let watch = Watch::default();
        let answer = self.oracle.answer_within(&question, &Budget::new(&self.limits, &watch));
        Ok(answer.map_err(Error::from)?)
    }

    /// Makes a move, and goes on to the position that it leads to.
    fn make(&mut self, reply: MoveAnswer, report: &mut Report<'_>) -> Result<(), Failure> {
        let turn = self.turns.last_mut().expect("a game has a turn");
        turn.made = Some(reply.clone());
        let alone = matches!(turn.answer.moves, Moves::Rolls(_));
        let player = if alone { turn.player } else { turn.player.other() };
        report.made(self.now())?;
        let Some(position) = reply.position else { return Ok(()) };
        let next = self.turn(position, player)?;
        self.turns.push(next);
        report.position(self.now())
    }

    /// A minute in which no block can be moved.
    fn pass(&mut self, report: &mut Report<'_>) -> Result<(), Failure> {
        report.passed(self.now())?;
        let next = self.turn(self.now().answer.position.clone(), Player::You)?;
        self.turns.push(next);
        report.position(self.now())
    }

    /// Goes back to the last turn at which the player made a move.
    fn undo(&mut self, report: &mut Report<'_>) -> Result<(), Failure> {
        let made = |turn: &Turn| turn.player == Player::You && turn.made.is_some();
        let Some(last) = self.turns.iter().rposition(made) else {
            return report.nothing_to_undo();
        };
        self.turns.truncate(last + 1);
        self.turns[last].made = None;
        report.position(self.now())
    }

    fn show_line(&self, report: &mut Report<'_>) -> Result<(), Failure> {
        let question = Question::new(self.now().answer.position.clone()).with_line(true);
        match self.ask(question) {
            Ok(answer) => report.answer(&answer),
            Err(Failure::Error(error)) => report.problem(&error),
            Err(failure) => Err(failure),
        }
    }
}

/// Whether all moves are known, which they are not where infinitely many numbers are left.
fn check_moves(answer: &Answer) -> Result<(), Failure> {
    if matches!(answer.moves, Moves::Winning(_)) {
        let what = format!(
            "{}: not all moves of this position are known, so it cannot be played",
            answer.position
        );
        return Err(Failure::usage(what).with_hint("begin with a position that a table has"));
    }
    Ok(())
}
