//! What a game prints: lines for people, or JSON, one object a line.

use perfectplay_oracle::{Answer, MoveAnswer, Outcome, Position, Value};
use serde::Serialize;

use super::input::HELP;
use super::turn::{Player, Turn};
use crate::drawing::drawn;
use perfectplay_oracle::Code;

use crate::failure::{Error, Failure};
use crate::games;
use crate::output::{FAINT, GOOD, HEADING, Output, is_quiet, report_error, styled};

pub(super) struct Report {
    pub(super) json: bool,
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
    End(Ending),
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

impl Report {
    pub(super) fn begin(&self, turn: &Turn, output: &mut Output) -> Result<(), Failure> {
        if !self.json && self.prompts && !is_quiet() {
            output.line("Type a move, or `help`.")?;
        }
        self.position(turn, output)
    }

    /// The position, and what was rolled. JSON has only positions with a move to make, so that a
    /// program may answer each that it reads.
    pub(super) fn position(&self, turn: &Turn, output: &mut Output) -> Result<(), Failure> {
        let position = &turn.answer.position;
        let roll = turn.rolled().filter(|_| !turn.is_over()).map(|roll| roll.roll);
        if self.json {
            if turn.is_over() || turn.passes() {
                return Ok(());
            }
            return output.json_line(&Event::Position {
                position,
                player: turn.player.name(),
                roll,
            });
        }
        let board = games::board(position);
        if board.iter().any(|line| !line.trim().is_empty()) {
            output.line("")?;
            board.iter().try_for_each(|line| output.line(line))?;
            output.line("")?;
        }
        match roll {
            Some(roll) => output.line(format_args!("{} {roll}", label("roll"))),
            None => Ok(()),
        }
    }

    /// Asks for a line.
    pub(super) fn prompt(&self, output: &mut Output) -> Result<(), Failure> {
        if self.prompts && !self.json {
            output.write(b"> ")?;
        }
        output.flush()
    }

    /// The move made at a turn, and how good it was.
    pub(super) fn made(&self, turn: &Turn, output: &mut Output) -> Result<(), Failure> {
        let Some(reply) = &turn.made else { return Ok(()) };
        if self.json {
            return output.json_line(&Event::Move { player: turn.player.name(), reply });
        }
        let verdict = match turn.best() {
            Some(best) if turn.is_mistake() => {
                format!("{} was better: {}", best.step, worth(best))
            }
            _ => styled(GOOD, "best"),
        };
        let who = label(turn.player.name());
        output.line(format_args!("{who} {}  {}, {verdict}", reply.step, worth(reply)))
    }

    /// A minute in which no block of the rolled colour can be moved.
    pub(super) fn passed(&self, turn: &Turn, output: &mut Output) -> Result<(), Failure> {
        let roll = turn.rolled().map_or("", |roll| roll.roll);
        if self.json {
            return output.json_line(&Event::Pass { player: turn.player.name(), roll });
        }
        output
            .line(styled(FAINT, format_args!("No block can be moved for {roll}: a minute passes.")))
    }

    pub(super) fn hint(&self, turn: &Turn, output: &mut Output) -> Result<(), Failure> {
        let Some(best) = turn.best() else { return Ok(()) };
        if self.json {
            return output.json_line(&Event::Hint(best));
        }
        output.line(format_args!("{} {}  {}", label("hint"), best.step, worth(best)))
    }

    /// All moves of a position with their results, or with best play to the end.
    pub(super) fn answer(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        if self.json {
            return output.json_line(&Event::Answer(answer));
        }
        games::draw(answer, output)
    }

    /// The position as text.
    pub(super) fn text(&self, turn: &Turn, output: &mut Output) -> Result<(), Failure> {
        if self.json {
            return self.position(turn, output);
        }
        output.line(&turn.answer.position)
    }

    pub(super) fn help(&self, output: &mut Output) -> Result<(), Failure> {
        if self.json {
            return output.json_line(&Event::Help(HELP));
        }
        output.line(HELP)
    }

    pub(super) fn no_move(
        &self,
        text: &str,
        turn: &Turn,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let example = turn.moves().last().map(|reply| reply.step.to_string()).unwrap_or_default();
        let message = format!("`{}` is no move here, nor a command", text.escape_debug());
        let hint =
            format!("a move is written like {example}; `moves` shows all, `help` the commands");
        self.complain(&message, &hint, output)
    }

    /// Why a question of the player has no answer; the game goes on.
    pub(super) fn problem(&self, error: &Error, output: &mut Output) -> Result<(), Failure> {
        if !self.json {
            return output.line(error.text());
        }
        output.flush()?;
        report_error(error, true);
        Ok(())
    }

    pub(super) fn nothing_to_undo(&self, output: &mut Output) -> Result<(), Failure> {
        self.complain("there is no move of yours to take back", "this is the start", output)
    }

    /// A line that could not be carried out; the game goes on.
    fn complain(&self, message: &str, hint: &str, output: &mut Output) -> Result<(), Failure> {
        output.flush()?;
        let mut error = Error::new(Code::Input, message);
        error.hint = Some(hint.to_owned());
        report_error(&error, self.json);
        Ok(())
    }

    pub(super) fn unfinished(&self, output: &mut Output) -> Result<(), Failure> {
        if self.json || is_quiet() {
            return Ok(());
        }
        output.line("The game is not finished.")
    }

    /// Who has won, and how well the player played.
    pub(super) fn end(&self, turns: &[Turn], output: &mut Output) -> Result<(), Failure> {
        let ending = Ending::of(turns);
        if self.json {
            return output.json_line(&Event::End(ending));
        }
        let result = match (&ending.minutes, ending.score, ending.winner) {
            (Some(minutes), ..) => format!(
                "{} minutes, {:.6} expected at the start: {:+.6} by your moves, {:+.6} by the die",
                minutes.taken, minutes.expected, minutes.lost, minutes.luck
            ),
            (_, Some(score), _) => format!("your points minus the oracle's: {score:+}"),
            (_, None, Some(winner)) if winner == Player::You.name() => styled(GOOD, "you have won"),
            _ => "the oracle has won".to_owned(),
        };
        output.line(format_args!("{} {result}", label("end")))?;
        let mistakes = match ending.mistakes {
            0 => "none: all your moves were best".to_owned(),
            number => format!("{number} of your moves"),
        };
        output.line(format_args!("{} {mistakes}", label("mistakes")))
    }
}

/// What a move comes to.
fn worth(reply: &MoveAnswer) -> String {
    match reply.result {
        Some(Value::Expected(minutes)) => format!("{minutes:.6} minutes expected"),
        result => drawn(result),
    }
}

fn label(name: &str) -> String {
    styled(HEADING, format_args!("{name:<9}"))
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
