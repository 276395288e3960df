//! What a game prints: lines for people, or JSON, one object a line.

use perfectplay_oracle::{Answer, Code, MoveAnswer, Outcome, Position, Value};
use serde::Serialize;

use super::input::HELP;
use super::turn::{Player, Turn};
use crate::drawing::{drawn, label, print_text};
use crate::failure::{Error, Failure};
use crate::games;
use crate::output::{FAINT, GOOD, Output, is_quiet, report_error, styled};

pub(super) struct Report<'a> {
    pub(super) output: &'a mut Output,
    /// Whether somebody at a terminal is to be asked for moves.
    pub(super) prompts: bool,
}

/// What happens in a game, in JSON.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Event<'a> {
    Position {
        position: &'a Position,
        player: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        roll: Option<&'static str>,
    },
    Move {
        player: &'static str,
        #[serde(flatten)]
        reply: &'a MoveAnswer,
    },
    Pass {
        player: &'static str,
        roll: &'static str,
    },
    Hint(&'a MoveAnswer),
    /// All moves, or best play.
    Answer(&'a Answer),
    Help(&'static str),
    End(&'a Ending),
}

/// How a game went.
#[derive(Serialize)]
struct Ending {
    /// Who has won; `None` for a tie, and in the game without an opponent.
    winner: Option<&'static str>,
    /// Your points minus the oracle's, in games with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<Minutes>,
    /// How many of your moves were not best.
    mistakes: usize,
}

/// A game with a die: what was expected, what it took, and why.
#[derive(Serialize)]
struct Minutes {
    taken: u64,
    expected: f64,
    /// What your moves that were not best cost.
    lost: f64,
    /// What the die cost beyond what was expected of it; less than 0 is good luck.
    luck: f64,
}

impl Report<'_> {
    pub(super) fn begin(&mut self, turn: &Turn) -> Result<(), Failure> {
        if !self.output.json && self.prompts && !is_quiet() {
            self.output.line("Type a move, or `help`.")?;
        }
        self.position(turn)
    }

    /// What has happened: as JSON, or as text.
    fn tell(&mut self, event: &Event<'_>, text: impl FnOnce() -> String) -> Result<(), Failure> {
        if self.output.json { self.output.json_line(event) } else { self.output.line(text()) }
    }

    /// The position, and what was rolled. JSON has only positions with a move to make, so that a
    /// program may answer each that it reads.
    pub(super) fn position(&mut self, turn: &Turn) -> Result<(), Failure> {
        let position = &turn.answer.position;
        let roll = turn.rolled().filter(|_| !turn.is_over()).map(|roll| roll.roll);
        if self.output.json {
            if turn.is_over() || turn.passes() {
                return Ok(());
            }
            let player = turn.player.name();
            return self.output.json_line(&Event::Position { position, player, roll });
        }
        let board = games::board(position);
        if board.iter().any(|line| !line.trim().is_empty()) {
            self.output.line("")?;
            print_text(self.output, &board)?;
            self.output.line("")?;
        }
        match roll {
            Some(roll) => self.output.line(format_args!("{} {roll}", label("roll"))),
            None => Ok(()),
        }
    }

    /// Asks for a line.
    pub(super) fn prompt(&mut self) -> Result<(), Failure> {
        if self.prompts && !self.output.json {
            self.output.write(b"> ")?;
        }
        self.output.flush()
    }

    /// The move made at a turn, and how good it was.
    pub(super) fn made(&mut self, turn: &Turn) -> Result<(), Failure> {
        let Some(reply) = &turn.made else { return Ok(()) };
        let player = turn.player.name();
        self.tell(&Event::Move { player, reply }, || {
            let verdict = match turn.best() {
                Some(best) if turn.is_mistake() => {
                    format!("{} was better: {}", best.step, worth(best))
                }
                _ => styled(GOOD, "best"),
            };
            format!("{} {}  {}, {verdict}", label(player), reply.step, worth(reply))
        })
    }

    /// A minute in which no block of the rolled colour can be moved.
    pub(super) fn passed(&mut self, turn: &Turn) -> Result<(), Failure> {
        let roll = turn.rolled().map_or("", |roll| roll.roll);
        self.tell(&Event::Pass { player: turn.player.name(), roll }, || {
            styled(FAINT, format_args!("No block can be moved for {roll}: a minute passes."))
        })
    }

    pub(super) fn hint(&mut self, turn: &Turn) -> Result<(), Failure> {
        let Some(best) = turn.best() else { return Ok(()) };
        self.tell(&Event::Hint(best), || {
            format!("{} {}  {}", label("hint"), best.step, worth(best))
        })
    }

    /// All moves of a position with their results, or with best play to the end.
    pub(super) fn answer(&mut self, answer: &Answer) -> Result<(), Failure> {
        if self.output.json {
            return self.output.json_line(&Event::Answer(answer));
        }
        games::draw(answer, self.output)
    }

    /// The position as text.
    pub(super) fn text(&mut self, turn: &Turn) -> Result<(), Failure> {
        if self.output.json {
            return self.position(turn);
        }
        self.output.line(&turn.answer.position)
    }

    pub(super) fn help(&mut self) -> Result<(), Failure> {
        self.tell(&Event::Help(HELP), || HELP.to_owned())
    }

    pub(super) fn no_move(&mut self, text: &str, turn: &Turn) -> Result<(), Failure> {
        let example = turn.moves().last().map(|reply| reply.step.to_string()).unwrap_or_default();
        self.complain(
            &format!("`{}` is no move here, nor a command", text.escape_debug()),
            &format!("a move is written like {example}; `moves` shows all, `help` the commands"),
        )
    }

    /// Why a question of the player has no answer; the game goes on.
    pub(super) fn problem(&mut self, error: &Error) -> Result<(), Failure> {
        if !self.output.json {
            return self.output.line(error.text());
        }
        self.output.flush()?;
        report_error(error, true);
        Ok(())
    }

    pub(super) fn nothing_to_undo(&mut self) -> Result<(), Failure> {
        self.complain("there is no move of yours to take back", "this is the start")
    }

    /// A line that could not be carried out; the game goes on.
    fn complain(&mut self, message: &str, hint: &str) -> Result<(), Failure> {
        self.output.flush()?;
        let error = Error { hint: Some(hint.to_owned()), ..Error::new(Code::Input, message) };
        report_error(&error, self.output.json);
        Ok(())
    }

    pub(super) fn unfinished(&mut self) -> Result<(), Failure> {
        if self.output.json || is_quiet() {
            return Ok(());
        }
        self.output.line("The game is not finished.")
    }

    /// Who has won, and how well the player played.
    pub(super) fn end(&mut self, turns: &[Turn]) -> Result<(), Failure> {
        let ending = Ending::of(turns);
        self.tell(&Event::End(&ending), || ending.text())
    }
}

/// What a move comes to.
fn worth(reply: &MoveAnswer) -> String {
    match reply.result {
        Some(Value::Expected(minutes)) => format!("{minutes:.6} minutes expected"),
        result => drawn(result),
    }
}

impl Ending {
    fn of(turns: &[Turn]) -> Self {
        let yours = || turns.iter().filter(|turn| turn.player == Player::You);
        let mistakes = yours().filter(|turn| turn.is_mistake()).count();
        let minutes = Minutes::of(turns);
        let score = if minutes.is_some() { None } else { score(turns) };
        let winner = match score {
            Some(score) if score > 0 => Some(Player::You),
            Some(score) if score < 0 => Some(Player::Oracle),
            _ => winner(turns),
        };
        Self { winner: winner.map(Player::name), score, minutes, mistakes }
    }

    /// In two lines.
    fn text(&self) -> String {
        let result = match (&self.minutes, self.score, self.winner) {
            (Some(minutes), ..) => format!(
                "{} minutes, {:.6} expected at the start: {:+.6} by your moves, {:+.6} by the die",
                minutes.taken, minutes.expected, minutes.lost, minutes.luck
            ),
            (_, Some(score), _) => format!("your points minus the oracle's: {score:+}"),
            (_, None, Some(winner)) if winner == Player::You.name() => styled(GOOD, "you have won"),
            _ => "the oracle has won".to_owned(),
        };
        let mistakes = match self.mistakes {
            0 => "none: all your moves were best".to_owned(),
            number => format!("{number} of your moves"),
        };
        format!("{} {result}\n{} {mistakes}", label("end"), label("mistakes"))
    }
}

/// The last move, and who made it; `None` if there was none.
fn last_move(turns: &[Turn]) -> Option<(Player, &MoveAnswer)> {
    turns.iter().rev().find_map(|turn| Some((turn.player, turn.made.as_ref()?)))
}

/// Who has won, in games that are won and lost.
fn winner(turns: &[Turn]) -> Option<Player> {
    let (player, value) = match last_move(turns) {
        Some((player, reply)) => (player, reply.result),
        None => turns.last().map(|turn| (turn.player, turn.answer.value))?,
    };
    Some(match value?.outcome()? {
        Outcome::Win => player,
        Outcome::Loss => player.other(),
    })
}

/// Your points minus the oracle's, in games with scores: what moves have gained, or what the full
/// board is worth.
fn score(turns: &[Turn]) -> Option<i64> {
    let signed = |player: Player, score: i64| match player {
        Player::You => score,
        Player::Oracle => -score,
    };
    let gains = turns.iter().filter_map(|turn| Some((turn.player, turn.made.as_ref()?.gain?)));
    let gains: Vec<i64> = gains.map(|(player, gain)| signed(player, gain)).collect();
    let (player, value) = match last_move(turns) {
        Some((player, reply)) => (player, reply.result?),
        None => turns.last().and_then(|turn| Some((turn.player, turn.answer.value?)))?,
    };
    let score = signed(player, value.score()?);
    Some(if gains.is_empty() { score } else { gains.iter().sum() })
}

impl Minutes {
    /// `None` in games without a die.
    fn of(turns: &[Turn]) -> Option<Self> {
        let expected = turns.first()?.answer.value?.expected()?;
        // An empty sum is −0.
        let lost = 0.0 + turns.iter().filter_map(Turn::loss).sum::<f64>();
        // Every turn but the last is a minute.
        let taken = turns.len() as u64 - 1;
        Some(Self { taken, expected, lost, luck: taken as f64 - expected - lost })
    }
}
