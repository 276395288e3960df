//! What a game prints: lines for people, or JSON, one object per line.

use std::fmt::Display;

use perfectplay::{Line, Move, RollAnswer};

use super::review::Review;
use super::turn::{Player, Turn};
use super::words::{ending, lesson};
use crate::prelude::*;
use crate::program;
use crate::terminal::guide::{self, Guide};
use crate::terminal::{ErrorReport, capital, hanging, report_error, wrapped};

/// The commands other than moves, for people.
const HELP: &str = include_str!("commands.txt");

pub(super) struct Report<'a> {
    pub(super) output: &'a mut Output,
    /// Whether mistakes are pointed out at once.
    pub(super) teaches: bool,
}

/// The events of a game, in JSON.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Event<'a> {
    Position {
        position: &'a Position,
        player: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        roll: Option<&'a str>,
    },
    Move {
        player: &'static str,
        #[serde(flatten)]
        reply: &'a MoveAnswer,
    },
    /// Nobody moves: the roll alone leads on.
    Roll {
        player: &'static str,
        roll: &'a str,
        position: Option<&'a Position>,
    },
    Pass {
        player: &'static str,
        roll: &'a str,
    },
    Hint(&'a MoveAnswer),
    /// All moves, or best play.
    Answer(&'a Answer),
    Help(&'static str),
    Rules(&'a str),
    End(&'a Review),
}

impl Report<'_> {
    /// The head: the rules, who is who, how a move is written; and the first position.
    pub(super) fn begin(&mut self, turn: &Turn) -> Result<()> {
        if !self.output.json && !is_quiet() {
            self.head(turn, None)?;
            self.sentence("Type a move, or hint, moves, undo, board, rules, help or quit.")?;
        }
        if turn.player == Player::Oracle && !self.output.json {
            self.board(turn)?;
        }
        self.position(turn)
    }

    /// What the game is about, or its rules in full, and who plays what.
    fn head(&mut self, turn: &Turn, in_full: Option<&str>) -> Result<()> {
        let Guide { name, rules, players, moves, aim, .. } = guide::of(turn.answer.game());
        self.output.line(styled(HEADING, name))?;
        match in_full.unwrap_or(rules) {
            "" => {}
            rules => self.sentence(rules)?,
        }
        self.sentence(format_args!("{aim} {}", roles(turn, players)).to_string().trim())?;
        self.sentence(moves)
    }

    /// Words, wrapped.
    pub(super) fn sentence(&mut self, text: impl Display) -> Result<()> {
        let width = self.output.width();
        self.output.line(wrapped(&text.to_string(), width))
    }

    /// Words after their subject, wrapped.
    fn entry(&mut self, name: &str, text: &str) -> Result<()> {
        let label = styled(HEADING, format_args!("{name:<9} "));
        let width = self.output.width();
        self.output.line(hanging(&label, text, width))
    }

    /// The position in which somebody is to move. People see it on their turn, or at the end.
    pub(super) fn position(&mut self, turn: &Turn) -> Result<()> {
        let is_shown = turn.player == Player::You && !turn.is_roll() || turn.is_over();
        if !self.output.json && is_shown {
            self.board(turn)?;
        }
        self.turn(turn)
    }

    /// Whose turn it is, and what was rolled. JSON has only positions with a move to make, so that a program can
    /// answer each one that it reads.
    pub(super) fn turn(&mut self, turn: &Turn) -> Result<()> {
        let roll = turn.rolled().filter(|_| !turn.is_over()).map(|roll| &*roll.roll);
        if self.output.json {
            if turn.is_over() || turn.passes() || turn.is_roll() {
                return Ok(());
            }
            let (position, player) = (&turn.answer.position, turn.player.name());
            return self.output.json_line(&Event::Position { position, player, roll });
        }
        match roll {
            Some(roll) => self.entry("rolled", roll),
            None => Ok(()),
        }
    }

    pub(super) fn board(&mut self, turn: &Turn) -> Result<()> {
        if self.output.json {
            return self.turn(turn);
        }
        let owner = |cell: &Move| {
            let gain = turn.gains.iter().find(|gain| gain.step == *cell)?;
            Some(letter(turn, gain.player))
        };
        let (position, width) = (&turn.answer.position, self.output.width());
        let board = position.game().about().drawings.board(position, width, &owner);
        if !board.is_empty() {
            self.output.line("")?;
            self.output.lines(&board)?;
            self.output.line("")?;
        }
        if turn.gains.is_empty() {
            return Ok(());
        }
        let of = |player| format!("{} {}", letter(turn, player), turn.points(player));
        let (yours, theirs) = (of(Player::You), of(Player::Oracle));
        self.entry("points", &format!("you, {yours}; the oracle, {theirs}"))
    }

    /// The move made on a turn; and what it gave away, if the game is to teach.
    pub(super) fn made(&mut self, turn: &Turn) -> Result<()> {
        let Some(reply) = &turn.made else { return Ok(()) };
        let (player, position) = (turn.player.name(), reply.position.as_ref());
        match turn.rolled().filter(|_| turn.is_roll()) {
            Some(RollAnswer { roll, .. }) if self.output.json => {
                return self.output.json_line(&Event::Roll { player, roll, position });
            }
            Some(_) => return Ok(()),
            None if self.output.json => {
                return self.output.json_line(&Event::Move { player, reply });
            }
            None => {}
        }
        let step =
            format_args!("{:>3}. {}", turn.ply, styled(HEADING, format_args!("{player:<7}")));
        self.output.line(format_args!("{step} {}", reply.step))?;
        match turn.mistake().filter(|_| self.teaches) {
            Some((cost, best)) => {
                let width = self.output.width();
                self.output.line(hanging("     ", &lesson(turn, cost, best), width))
            }
            None => Ok(()),
        }
    }

    /// A minute in which no block of the rolled colour can be moved.
    pub(super) fn passed(&mut self, turn: &Turn) -> Result<()> {
        let roll = turn.rolled().map_or("", |roll| &roll.roll);
        if self.output.json {
            return self.output.json_line(&Event::Pass { player: turn.player.name(), roll });
        }
        let what =
            format_args!("{:>3}. no block can be taken for {roll}: the minute passes", turn.ply);
        self.output.line(styled(FAINT, what))
    }

    pub(super) fn hint(&mut self, turn: &Turn) -> Result<()> {
        let Some(best) = turn.best() else { return Ok(()) };
        if self.output.json {
            return self.output.json_line(&Event::Hint(best));
        }
        self.entry("hint", &format!("{}: {}", best.step, ending(turn, best.result)))
    }

    /// All moves on a turn, grouped by how the game ends, the best first.
    pub(super) fn moves(&mut self, turn: &Turn) -> Result<()> {
        if self.output.json {
            return self.output.json_line(&Event::Answer(&turn.answer));
        }
        let groups = turn.moves().chunk_by(|one, other| one.result == other.result);
        let groups: Vec<(String, &[MoveAnswer])> =
            groups.map(|moves| (capital(&ending(turn, moves[0].result)), moves)).collect();
        let columns = groups.iter().map(|(words, _)| words.len()).max().unwrap_or(0);
        let width = self.output.width();
        for (words, moves) in groups {
            let style = if moves[0].is_best() { GOOD } else { FAINT };
            let label = styled(style, format_args!("{words:<columns$}  "));
            let steps: Vec<String> = moves.iter().map(|reply| reply.step.to_string()).collect();
            self.output.line(hanging(&label, &steps.join(" "), width))?;
        }
        Ok(())
    }

    /// Best play to the end.
    pub(super) fn line(&mut self, answer: &Answer) -> Result<()> {
        if self.output.json {
            return self.output.json_line(&Event::Answer(answer));
        }
        let text = match &answer.line {
            Some(Line::Known(steps)) => {
                let steps: Vec<String> = steps.iter().map(|step| step.step.to_string()).collect();
                steps.join(" ")
            }
            Some(Line::Unknown(why)) => format!("not known: {why}"),
            _ => "not known".to_owned(),
        };
        self.entry("best play", &text)
    }

    /// The position as text.
    pub(super) fn text(&mut self, turn: &Turn) -> Result<()> {
        if self.output.json {
            return self.turn(turn);
        }
        self.output.line(&turn.answer.position)
    }

    pub(super) fn rules(&mut self, turn: &Turn, games: &Games) -> Result<()> {
        let game = turn.answer.game();
        let in_full = games.rules_in_full(game);
        if self.output.json {
            let rules = in_full.as_deref().unwrap_or(guide::of(game).rules);
            return self.output.json_line(&Event::Rules(rules));
        }
        self.head(turn, in_full.as_deref())
    }

    pub(super) fn help(&mut self, turn: &Turn) -> Result<()> {
        if self.output.json {
            return self.output.json_line(&Event::Help(HELP));
        }
        let guide = guide::of(turn.answer.game());
        self.sentence(guide.moves)?;
        for line in HELP.lines() {
            let (command, what) = line.split_once(' ').unwrap_or((line, ""));
            self.entry(command, &program::renamed(what.trim_start()))?;
        }
        Ok(())
    }

    pub(super) fn no_move(&mut self, text: &str, turn: &Turn) -> Result<()> {
        if let Some(why) =
            turn.answer.game().about().drawings.why_illegal(&turn.answer.position, text)
        {
            let what = format!("`{}` is not a legal move: {why}", text.escape_debug());
            return self.complain(&what, "`moves` shows all that are");
        }
        let example = turn.moves().last().map(|reply| reply.step.to_string()).unwrap_or_default();
        self.complain(
            &format!("`{}` is not a move here, nor a command", text.escape_debug()),
            &format!("a move is written like {example}; `moves` shows all, `help` the commands"),
        )
    }

    /// Why a question of the player has no answer; the game goes on.
    pub(super) fn problem(&mut self, error: &ErrorReport) -> Result<()> {
        if !self.output.json {
            return self.sentence(capital(&error.text()));
        }
        self.output.flush()?;
        report_error(error, true);
        Ok(())
    }

    /// A line that could not be carried out; the game goes on.
    pub(super) fn complain(&mut self, message: &str, hint: &str) -> Result<()> {
        self.output.flush()?;
        let error = ErrorReport::new(Code::Input, message, hint);
        report_error(&error, self.output.json);
        Ok(())
    }

    pub(super) fn unfinished(&mut self) -> Result<()> {
        if self.output.json || is_quiet() {
            return Ok(());
        }
        self.output.line("The game is not finished.")
    }

    /// Who has won, and how well the player played.
    pub(super) fn end(&mut self, turns: &[Turn]) -> Result<()> {
        let review = Review::of(turns);
        if self.output.json {
            return self.output.json_line(&Event::End(&review));
        }
        review.sentences().into_iter().try_for_each(|text| self.sentence(text))
    }
}

/// The letter of a player, in the game in which moves score.
fn letter(turn: &Turn, player: Player) -> char {
    let position = &turn.answer.position;
    let a_moves = !position.game().about().drawings.is_second_to_move(position);
    if a_moves == (player == turn.player) { 'A' } else { 'B' }
}

/// Who is who, in a sentence.
fn roles(turn: &Turn, players: Option<[&str; 2]>) -> String {
    let is_yours = turn.player == Player::You;
    let Some([mut mover, mut other]) = players else {
        return match turn.rolled() {
            Some(_) => "You play alone, against the die.".to_owned(),
            None if is_yours => "You move first, then the oracle, in turn.".to_owned(),
            None => "The oracle moves first, then you, in turn.".to_owned(),
        };
    };
    let position = &turn.answer.position;
    if position.game().about().drawings.is_second_to_move(position) {
        std::mem::swap(&mut mover, &mut other);
    }
    match is_yours {
        true => format!("You are {mover} and move first; the oracle is {other}."),
        false => format!("You are {other}; the oracle is {mover} and moves first."),
    }
}
