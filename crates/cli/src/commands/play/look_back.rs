//! After a game: from mistake to mistake, each to be made good.

use super::prompt::Prompt;
use super::report::Report;
use super::turn::{Player, Turn};
use super::words::{ending, spent};
use super::{Analyst, Match};
use crate::prelude::*;

/// What is said once, before the first mistake.
const COMMANDS: &str = "At each of your mistakes type another move, or show, next, back or quit.";

impl Match<'_> {
    /// The turns on which the player made a mistake.
    fn mistakes(&self) -> Vec<&Turn> {
        let is_one = |turn: &&Turn| turn.player == Player::You && turn.mistake().is_some();
        self.turns.iter().filter(is_one).collect()
    }

    /// Asks whether there is to be another game, and shows the mistakes of this one as often as that is wanted.
    pub(super) fn wants_another(
        &self,
        prompt: &mut Prompt,
        report: &mut Report<'_>,
    ) -> Result<bool> {
        let mistakes = self.mistakes();
        let question = match mistakes.len() {
            0 => "Another game? (y/n) ",
            _ => "Another game? (y/n, or review) ",
        };
        loop {
            report.output.flush()?;
            let answer = if report.output.json { None } else { prompt.answer(question)? };
            match answer.unwrap_or_default().trim().to_lowercase().as_str() {
                "review" | "r" if !mistakes.is_empty() => {
                    look_back(&mistakes, self.asked, prompt, report)?;
                }
                answer => return Ok(answer.starts_with('y')),
            }
        }
    }
}

/// Goes through mistakes until the last one has been made good, or the player leaves.
fn look_back(
    mistakes: &[&Turn],
    asked: &Analyst,
    prompt: &mut Prompt,
    report: &mut Report<'_>,
) -> Result<()> {
    report.sentence(COMMANDS)?;
    let (mut at, mut shown) = (0, None);
    while let Some(turn) = mistakes.get(at) {
        if shown != Some(at) {
            let place = format!("Mistake {} of {}", at + 1, mistakes.len());
            present(turn, &place, report)?;
            shown = Some(at);
        }
        report.output.flush()?;
        let Some(line) = prompt.next()? else { return Ok(()) };
        match line.trim() {
            "" => {}
            "quit" | "q" => return Ok(()),
            "next" | "n" => at += 1,
            "back" | "b" => (at, shown) = (at.saturating_sub(1), None),
            "show" | "s" => {
                show(turn, asked, report)?;
                at += 1;
            }
            text => at += usize::from(is_right(turn, text, asked, report)?),
        }
    }
    report.sentence("These were all of your mistakes.")
}

/// Shows a mistake, and the board on which it was made.
fn present(turn: &Turn, place: &str, report: &mut Report<'_>) -> Result<()> {
    let (Some((cost, _)), Some(made)) = (turn.mistake(), &turn.made) else { return Ok(()) };
    let (ply, step) = (turn.ply, &made.step);
    report.sentence(format_args!("{place}, at move {ply}: {step} {}.", spent(cost)))?;
    report.board(turn)
}

/// Tells what a move is worth that is tried instead of a mistake, and whether it is right.
fn is_right(turn: &Turn, text: &str, asked: &Analyst, report: &mut Report<'_>) -> Result<bool> {
    let Some(reply) = turn.find(text).cloned() else {
        report.sentence(format_args!("`{}` is not a legal move here.", text.escape_debug()))?;
        return Ok(false);
    };
    let tried = Turn { made: Some(reply.clone()), ..turn.clone() };
    if let Some(cost) = tried.cost() {
        report.sentence(format_args!("{} {}. Try another move.", reply.step, spent(cost)))?;
        return Ok(false);
    }
    report.sentence(format_args!("Right: {}, {}.", reply.step, ending(turn, reply.result)))?;
    show_line(&reply, asked, report)?;
    Ok(true)
}

/// Shows a best move, and best play after it.
fn show(turn: &Turn, asked: &Analyst, report: &mut Report<'_>) -> Result<()> {
    let Some(best) = turn.best() else { return Ok(()) };
    report.sentence(format_args!("{}: {}.", best.step, ending(turn, best.result)))?;
    show_line(best, asked, report)
}

/// Shows best play after a move to the end, which a game with a die has not.
fn show_line(reply: &MoveAnswer, asked: &Analyst, report: &mut Report<'_>) -> Result<()> {
    let has_line = !matches!(reply.result, Some(Value::Minutes(_)));
    match &reply.position {
        Some(position) if has_line => {
            report.line(&asked.ask(&Question::new(position.clone()).with_line(true))?)
        }
        _ => Ok(()),
    }
}
