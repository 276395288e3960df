//! The position that a game begins with: a given one, a small one that shows what the game is about, or a random
//! one.

use perfectplay::drawings::parts::shown;
use perfectplay_core::Random;

use super::Analyst;
use super::turn::{Player, Turn};
use crate::args::Play;
use crate::failure::Error;
use crate::games;
use crate::input::boards;
use crate::prelude::*;

/// Lines of a terminal that are not for the board: the head, a prompt, the last moves.
const OTHER_LINES: usize = 12;

pub(super) fn choose(args: &Play, seed: u64, asked: &Analyst, output: &Output) -> Result<Position> {
    if args.random {
        return random(args, seed, asked, output);
    }
    let on = match (&args.board, &asked.game) {
        (None, _) => None,
        (Some(file), game) if game.has_board() => Some(boards::on(file, game)?),
        (Some(_), game) => {
            let what = format!("--board is for contour: a position of {game} is complete");
            return Err(Failure::usage(what));
        }
    };
    let text = match (args.position.as_slice(), &on) {
        ([], None) => asked.game.about().start.to_string(),
        ([], Some(game)) => game.about().example.to_string(),
        ([word], None) => games::of_size(&asked.game, word).unwrap_or_else(|| word.clone()),
        (words, _) => words.join(" "),
    };
    // A contour belongs to a board.
    position(&on.unwrap_or_else(|| games::start(&asked.game)), &text)
}

fn position(game: &GameRef, text: &str) -> Result<Position> {
    let question = Question::parse(game, text).map_err(Error::from)?;
    Ok(question.position)
}

/// A random position that the person can win, but not with every move, and that fits on the screen.
fn random(args: &Play, seed: u64, asked: &Analyst, output: &Output) -> Result<Position> {
    /// In the game where such positions are rarest, about one in fifty will do.
    const TRIES: usize = 1000;
    let first = if args.second { Player::Oracle } else { Player::You };
    let (width, height) = (output.width(), output.height().saturating_sub(OTHER_LINES));
    let mut random = Random::with_seed(seed);
    for _ in 0..TRIES {
        let position = match asked.game.about().drawings.random(&mut random) {
            Some((text, on)) => {
                let on = on.as_ref().unwrap_or(&asked.game);
                let Ok(position) = position(on, &text) else { continue };
                position
            }
            None => perfectplay::wander(&asked.game, &mut random, |question| asked.ask(question))?,
        };
        let lines = position.game().about().drawings.board(&position, width, &|_| None);
        let is_seen =
            lines.len() <= height && lines.iter().all(|line| shown(line).chars().count() <= width);
        if !is_seen {
            continue;
        }
        let answer = asked.ask(&Question::new(position))?;
        if is_good_for(Player::You, first, &answer) && is_a_game(asked, &answer, first)? {
            return Ok(answer.position);
        }
    }
    let what = "no position by chance fits into this window, is won, and can be lost";
    Err(Failure::refused(what).with_hint("give a position, or another --seed"))
}

/// Whether `player` wins, or ends ahead, if `first` moves first.
fn is_good_for(player: Player, first: Player, answer: &Answer) -> bool {
    let is_mover = player == first;
    match answer.value {
        Some(Value::Minutes(minutes)) => minutes > 0.0,
        Some(value) => match (value.outcome(), value.score()) {
            (Some(outcome), _) => (outcome == Outcome::Win) == is_mover,
            (_, Some(score)) if is_mover => score > 0,
            (_, Some(score)) => score < 0,
            _ => false,
        },
        None => false,
    }
}

/// Whether the game goes on for some moves if nobody makes a mistake, and you could make one.
fn is_a_game(asked: &Analyst, start: &Answer, first: Player) -> Result<bool> {
    const LEAST: usize = 5;
    /// How far to look ahead.
    const MOST: usize = 16;
    let mut turn = Turn::new(start.clone(), first);
    let mut has_a_choice = false;
    for ply in 0..MOST {
        let made = |reply: &MoveAnswer| Turn { made: Some(reply.clone()), ..turn.clone() };
        let mut gives_away = turn.moves().iter().map(|reply| made(reply).cost().is_some());
        has_a_choice |= turn.player == Player::You && gives_away.any(|gives| gives);
        if let Some(Value::Minutes(minutes)) = turn.answer.value {
            return Ok(minutes >= LEAST as f64);
        }
        if ply >= LEAST && has_a_choice {
            return Ok(true);
        }
        let next = turn.moves().first().and_then(|best| best.position.clone());
        let Some(next) = next else { return Ok(false) };
        turn = Turn::new(asked.ask(&Question::new(next))?, turn.player.other());
    }
    Ok(false)
}
