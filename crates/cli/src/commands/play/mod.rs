//! `play`: a game against the oracle, in the terminal.

mod look_back;
mod opponent;
mod prompt;
mod report;
mod review;
mod start;
mod turn;
mod words;

use std::hash::{BuildHasher, RandomState};

use perfectplay::{Moves, RollAnswer};

use crate::args::Play;
use crate::failure::Error;
use crate::prelude::*;

pub use opponent::Opponent;
use prompt::Prompt;
use report::Report;
use turn::{Player, Turn};

/// A game is drawn when a drawn position has been there so often before.
const REPEATED: usize = 2;

struct Match<'a> {
    args: &'a Play,
    games: &'a Games,
    asked: &'a Analyst,
    opponent: Opponent,
    turns: Vec<Turn>,
}

/// The game that is played, the oracle, and what a question to it may cost.
struct Analyst {
    game: GameRef,
    oracle: Oracle,
    limits: Limits,
}

pub(crate) fn run(args: &Play, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let threads = threads::choose(args.threads)?;
    let mut seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let game = folder.games.named(&args.game).expect("the arguments were understood");
    #[cfg(feature = "catalogue")]
    crate::commands::catalogue::build_if_small(&game, folder)?;
    let (oracle, limits) = (folder.oracle(threads)?, memory::limits(None, None));
    let asked = Analyst { game, oracle, limits };
    let mut prompt = Prompt::open(output.json)?;
    let mut report = Report { output, teaches: args.teach };
    loop {
        let opponent = Opponent::new(seed, args.mistakes);
        let mut game =
            Match { args, games: &folder.games, asked: &asked, opponent, turns: Vec::new() };
        let played = start::choose(args, seed, &asked, report.output)
            .and_then(|start| game.play(start, &mut prompt, &mut report));
        folder.warn(&asked.oracle, &played);
        if !played? || !game.wants_another(&mut prompt, &mut report)? {
            return Ok(());
        }
        seed = seed.wrapping_add(1);
    }
}

impl Analyst {
    fn ask(&self, question: &Question) -> Result<Answer> {
        let watch = Watch::default();
        let answer = self.oracle.within(&Budget::new(&self.limits, &watch)).answer(question);
        Ok(answer.map_err(Error::from)?)
    }
}

impl Match<'_> {
    /// Plays until the end of the game or of the input. Returns whether the game came to its end.
    fn play(
        &mut self,
        start: Position,
        prompt: &mut Prompt,
        report: &mut Report<'_>,
    ) -> Result<bool> {
        let first = if self.args.second { Player::Oracle } else { Player::You };
        let turn = self.turn(start, first)?;
        check_moves(&turn.answer)?;
        self.turns.push(turn);
        report.begin(self.now())?;
        loop {
            if self.now().is_over() {
                return report.end(&self.turns).map(|()| true);
            }
            if self.now().passes() {
                self.pass(report)?;
                continue;
            }
            if let Some(outcome) = self.now().rolled().and_then(RollAnswer::follows).cloned() {
                self.make(outcome, report)?;
                continue;
            }
            if self.now().player == Player::Oracle {
                let turn = self.turns.last().expect("a game has a turn");
                let reply = self.opponent.choose(turn.moves()).cloned();
                self.make(reply.expect("the game is not over"), report)?;
                continue;
            }
            report.output.flush()?;
            let Some(line) = prompt.next()? else {
                return report.unfinished().map(|()| false);
            };
            // The commands, which `commands.txt` tells, and what is none of them is a move.
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return report.unfinished().map(|()| false),
                "help" | "?" => report.help(self.now())?,
                "rules" | "r" => report.rules(self.now(), self.games)?,
                "moves" | "m" => report.moves(self.now())?,
                "hint" | "h" => report.hint(self.now())?,
                "board" | "b" => report.board(self.now())?,
                "position" | "p" => report.text(self.now())?,
                "line" | "l" => self.show_line(report)?,
                "undo" | "u" => self.undo(report)?,
                text => match self.now().find(text).cloned() {
                    Some(reply) => self.make(reply, report)?,
                    None => report.no_move(text, self.now())?,
                },
            }
        }
    }

    fn now(&self) -> &Turn {
        self.turns.last().expect("a game has a turn")
    }

    /// A position to play from, with its answer, and a roll if the game has a die.
    fn turn(&mut self, position: Position, player: Player) -> Result<Turn> {
        let answer = self.asked.ask(&Question::new(position))?;
        let roll = match &answer.moves {
            Moves::Rolls(rolls) => {
                let weights: Vec<u32> = rolls.iter().map(|roll| roll.weight).collect();
                Some(self.opponent.roll(&weights))
            }
            _ => None,
        };
        let gains = self.turns.last().map_or_else(Vec::new, Turn::gains_after);
        let before = self.turns.iter().filter(|turn| turn.answer.position == answer.position);
        let is_repeated = answer.value == Some(Value::Draw) && before.count() >= REPEATED;
        let ply = self.turns.last().map_or(1, |last| last.ply + usize::from(!last.is_roll()));
        Ok(Turn { answer, player, roll, made: None, ply, is_repeated, gains })
    }

    /// Makes a move, and continues with the position that it leads to.
    fn make(&mut self, reply: MoveAnswer, report: &mut Report<'_>) -> Result<()> {
        let turn = self.turns.last_mut().expect("a game has a turn");
        turn.made = Some(reply.clone());
        // A roll does not change the player.
        let alone = matches!(turn.answer.moves, Moves::Rolls(_));
        let player = if alone || reply.again { turn.player } else { turn.player.other() };
        report.made(self.now())?;
        let Some(position) = reply.position else { return Ok(()) };
        let next = self.turn(position, player)?;
        self.turns.push(next);
        report.position(self.now())
    }

    /// A minute in which no block can be moved.
    fn pass(&mut self, report: &mut Report<'_>) -> Result<()> {
        report.passed(self.now())?;
        let next = self.turn(self.now().answer.position.clone(), Player::You)?;
        self.turns.push(next);
        report.turn(self.now())
    }

    /// Goes back to the last turn on which the player made a move.
    fn undo(&mut self, report: &mut Report<'_>) -> Result<()> {
        let made = |turn: &Turn| turn.player == Player::You && turn.made.is_some();
        let Some(last) = self.turns.iter().rposition(made) else {
            return report.complain("you have no move to take back", "this is the start");
        };
        self.turns.truncate(last + 1);
        self.turns[last].made = None;
        report.position(self.now())
    }

    fn show_line(&self, report: &mut Report<'_>) -> Result<()> {
        let question = Question::new(self.now().answer.position.clone()).with_line(true);
        match self.asked.ask(&question) {
            Ok(answer) => report.line(&answer),
            Err(Failure::Error(error)) => report.problem(&error.told(self.games)),
            Err(failure) => Err(failure),
        }
    }
}

/// Whether all moves are known, which they are not where infinitely many numbers are left.
fn check_moves(answer: &Answer) -> Result<()> {
    if matches!(answer.moves, Moves::Winning(_)) {
        let what = format!(
            "{}: not all moves of this position are known, so it cannot be played",
            answer.position
        );
        return Err(Failure::usage(what).with_hint("begin with a position that a table has"));
    }
    Ok(())
}
