//! A game from a crate of its own behind the one trait: this oracle has never heard of it, and answers it as any other.

use std::fmt;

use perfectplay_core as core;

use super::common::*;

/// A pile of stones from which a player takes one to three; whoever takes the last one has won.
struct Pile(About);

impl Default for Pile {
    fn default() -> Self {
        let rules = "Take one to three stones; the last one wins.".to_owned();
        Self(About::custom("pile".to_owned(), rules, "21".to_owned()))
    }
}

fn value(stones: u64) -> core::Value {
    match stones % 4 {
        0 => core::Value::loss((stones / 2) as u16),
        _ => core::Value::win((stones / 4 * 2 + 1) as u16),
    }
}

fn pile(game: &GameRef, stones: u64) -> Position {
    Position::new(game.clone(), Words::from_slice(&[stones]))
}

impl ErasedGame for Pile {
    fn about(&self) -> &About {
        &self.0
    }

    fn read(self: Arc<Self>, text: &str, _: &Budget<'_>) -> Result<Position, Error> {
        let game = GameRef::from(self as Arc<dyn ErasedGame>);
        match text.parse() {
            Ok(stones) => Ok(pile(&game, stones)),
            Err(error) => Err(PositionError::new(game, error).into()),
        }
    }

    fn show(&self, words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", words[0])
    }

    fn legal(&self, position: &Position) -> Option<Legal> {
        let stones = position.words()[0];
        let legal = |taken| LegalMove::new(taken, pile(position.game(), stones - taken));
        Some(Legal::of((1..=stones.min(3)).map(legal), || Outcome::Loss.into()))
    }

    fn reach(&self, _: &str) -> Option<Reach> {
        None
    }

    fn open(self: Arc<Self>, _: TableFile<Bytes>) -> Result<Box<dyn ErasedTable>, Problem> {
        unreachable!("it has no tables")
    }

    fn check(&self, header: &Header) -> Result<(), Problem> {
        Err(Problem::UnknownGame(header.game.clone()))
    }

    fn answer(&self, position: &Position, _: Extras, _: &Asking<'_>) -> Result<Answer, Error> {
        let stones = position.words()[0];
        let best = value(stones);
        let reply = |taken| {
            let after = value(stones - taken);
            let result = core::Value {
                outcome: after.outcome.reversed(),
                plies: after.plies.map(|plies| plies + 1),
            };
            core::MoveAnswer::of_parts(taken, stones - taken, after, result, result == best)
        };
        let mut moves: Vec<_> = (1..=stones.min(3)).map(reply).collect();
        moves.sort_by_key(|reply| std::cmp::Reverse(reply.result));
        let answer = core::Answer::of_parts(stones, best, moves);
        Ok(Answer::of_game(answer, |stones| pile(position.game(), stones)))
    }

    fn value(
        &self,
        position: &Position,
        _: Plies,
        _: &Asking<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        Ok(Some(FoundValue::solved(value(position.words()[0]))))
    }
}

#[test]
fn a_game_from_elsewhere_is_answered_as_any_other() {
    let oracle = without_tables().with_games(&[GameRef::new(Pile::default())]);
    assert_eq!(oracle.known_games().len(), built_in().len() + 1);
    let game = oracle.game_named("pile").unwrap();
    let question = Question::parse(&game, "10").unwrap().with_line(true).with_replies(true);
    let answer = oracle.answer(&question).unwrap();
    let json = serde_json::to_value(&answer).unwrap();
    let expected = [("game", "pile"), ("position", "10")];
    assert!(expected.iter().all(|&(field, text)| json[field] == text), "{json}");
    assert_eq!(answer.value.unwrap().to_string(), "win in 5");
    let steps: Vec<&str> = answer.moves.iter().map(|reply| reply.step.as_str()).collect();
    let best = answer.moves.iter().filter(|it| it.is_best()).count();
    assert_eq!((steps[0], best), ("2", 1));
    let Some(Line::Known(line)) = &answer.line else { panic!("{:?}", answer.line) };
    assert_eq!(line.last().unwrap().position.as_ref().unwrap().to_string(), "0");
    let mut replies = answer.moves.iter().map(|reply| reply.replies.as_ref().unwrap());
    assert!(replies.all(|replies| matches!(replies, Replies::Known(_))), "{json}");
    let after = question.position.after(&answer.moves.iter().next().unwrap().step).unwrap();
    assert_eq!((after.to_string(), after.end_value()), ("8".to_owned(), None));
    let questions: Vec<Question> =
        (0..100).map(|stones| Question::parse(&game, &stones.to_string()).unwrap()).collect();
    for (stones, found) in (0..).zip(oracle.values(&questions)) {
        assert_eq!(found.unwrap().value, Some(value(stones).into()));
    }
    // Another oracle does not know it.
    let stranger = without_tables();
    assert!(stranger.game("pile").is_none());
    let error = stranger.game_named("pile").unwrap_err().to_string();
    let names = "games are number, tower, contour, stake, tokens, chomp";
    assert_eq!(error, format!("there is no game called `pile`: {names}"));
}
