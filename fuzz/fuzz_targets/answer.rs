//! A small position of any game has one answer: from tables as without them, alone as among others, its
//! value alone as with its moves, with less effort, if that is enough, as with all; and a line of best play
//! is as long as the answer says.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay::{
    Answer, Budget, Effort, Error, Limits, Line, Oracle, Outcome, Plies, Question, Silent, Tables,
    Threads, Value,
};
use perfectplay_fuzz::SmallPosition;
use perfectplay_games::built_in;
use perfectplay_tests::damage::sound_tables;

#[derive(Arbitrary, Debug)]
struct Input {
    positions: [Option<SmallPosition>; 3],
    plies: u8,
    line: bool,
    replies: bool,
    grundy: bool,
}

static WITHOUT: LazyLock<Oracle> =
    LazyLock::new(|| Oracle::without_tables(&built_in()).on(one_thread()));

/// From the sound tables.
static WITH: LazyLock<Oracle> = LazyLock::new(|| {
    let tables: Vec<(&str, &[u8])> = sound_tables().collect();
    let oracle = Oracle::new(&built_in(), Tables::default().with_embedded(&tables));
    oracle.expect("there is no folder").on(one_thread())
});

/// Everything that is asked takes fewer states.
const LIMITS: Limits = Limits::at_most(1_000_000, 32 << 20);

fn one_thread() -> Threads {
    Threads::new(Some(std::num::NonZeroUsize::MIN))
}

fuzz_target!(|input: Input| {
    let plies = [Plies::IfStored, Plies::IfQuick, Plies::Always][usize::from(input.plies % 3)];
    let questions = input.positions.iter().flatten().filter_map(SmallPosition::position);
    let question = |position| {
        let question = Question::new(position).with_plies(plies).with_line(input.line);
        question.with_replies(input.replies).with_grundy(input.grundy)
    };
    let questions: Vec<Question> = questions.map(question).collect();
    let [without, with] = [&*WITHOUT, &*WITH].map(|oracle| one_by_one(oracle, &questions));
    for ((question, without), with) in questions.iter().zip(without).zip(with) {
        match (without, with) {
            (Ok(without), Ok(with)) => compare(question, without, with),
            // Some are not asked for.
            (Err(without), Err(with)) => {
                assert_eq!(without.to_string(), with.to_string());
                assert!(matches!(without, Error::Usage(_)), "{without}");
            }
            (without, with) => panic!("{question:?}: {without:?}, {with:?}"),
        }
    }
    assert!(WITH.take_warnings().is_empty());
});

/// The answers of an oracle, each alone, which are the same in other ways.
fn one_by_one(oracle: &Oracle, questions: &[Question]) -> Vec<Result<Answer, Error>> {
    let budget = |effort| Budget::of(&LIMITS, effort, &Silent);
    let mut alone = Vec::new();
    for question in questions {
        let answer = oracle.within(&budget(Effort::Full)).answer(question);
        for effort in [Effort::AtOnce, Effort::Quick] {
            if let Ok(Some(tried)) = oracle.within(&budget(effort)).try_answer(question) {
                assert_eq!(Some(json(&tried)), answer.as_ref().ok().map(json), "{question:?}");
            }
        }
        if let Ok(answer) = &answer {
            check(question, answer);
            let value = oracle.within(&budget(Effort::Full)).value(question).expect("an answer");
            // It may be told without plies that take longer.
            assert_eq!(outcome(value.value), outcome(answer.value));
            assert!(outcome(value.value).is_some() || value.value == answer.value, "{question:?}");
        }
        alone.push(answer);
    }
    let references: Vec<&Question> = questions.iter().collect();
    for (stored, answer) in
        oracle.within(&Budget::default()).stored_values(&references).into_iter().zip(&alone)
    {
        if let (Some(stored), Ok(answer)) = (stored, answer) {
            assert_eq!(outcome(stored.value), outcome(answer.value));
        }
    }
    let mut together = Vec::new();
    let read = |question: &Question, _: &Budget<'_>| Ok(question.clone());
    let write = |_: &Question, answer: Result<Answer, Error>| text(&answer);
    let take = |text| {
        together.push(text);
        Ok::<(), Error>(())
    };
    oracle.ask_all(questions, &LIMITS, &Silent, read, write, take).expect("all are taken");
    assert!(together.iter().eq(alone.iter().map(text).collect::<Vec<_>>().iter()));
    alone
}

fn outcome(value: Option<Value>) -> Option<Outcome> {
    value?.outcome()
}

fn json(answer: &Answer) -> String {
    let mut json = Vec::new();
    answer.append_json(&mut json);
    String::from_utf8(json).expect("JSON is UTF-8")
}

fn text(answer: &Result<Answer, Error>) -> String {
    answer.as_ref().map_or_else(ToString::to_string, json)
}

/// What must hold of every answer.
fn check(question: &Question, answer: &Answer) {
    assert_eq!(question.position.to_string(), answer.position.to_string());
    if let Some(Line::Known(steps)) = &answer.line {
        let plies = answer.value.and_then(|value| value.plies());
        assert!(plies.is_none_or(|plies| steps.len() == usize::from(plies)), "{question:?}");
    }
}

/// The answers with and without tables differ in the table that is named, and where plies are missing.
fn compare(question: &Question, without: Answer, mut with: Answer) {
    let lacks_plies = |answer: &Answer| {
        outcome(answer.value).is_some() && answer.value.is_some_and(|value| value.plies().is_none())
    };
    if lacks_plies(&without) == lacks_plies(&with) {
        (with.table, with.search) = (None, without.search.clone());
        assert_eq!(json(&without), json(&with), "{question:?}");
    } else {
        assert_eq!(outcome(without.value), outcome(with.value), "{question:?}");
    }
}
