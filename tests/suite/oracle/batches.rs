//! Many questions at once.

use super::common::*;

#[test]
fn values_that_tables_have_are_the_same_for_many_questions_at_once() {
    let oracle = with_tables();
    let beyond = [
        ("number", "after:2,41"),
        ("number", "after:90,91"),
        ("stake", "......../......../......../......../......../......../......../01111000"),
        ("tower", "RRR/RRR/RRR/RRR/RRR/RRR/RRR/RRR"),
    ];
    let known = ASKED.iter().map(|&(game, text, _)| ask(game, text));
    let unknown = beyond.map(|(game, text)| ask(game, text));
    let both = |question: Question| {
        [Plies::IfStored, Plies::Always].map(|plies| question.clone().with_plies(plies))
    };
    let questions: Vec<Question> = known.chain(unknown).flat_map(both).collect();
    let asked: Vec<&Question> = questions.iter().collect();
    let stored = oracle.within(&Budget::default()).stored_values(&asked);
    assert_eq!(stored.len(), questions.len());
    let mut found = 0;
    for (question, stored) in questions.iter().zip(stored) {
        let Some(stored) = stored else { continue };
        found += 1;
        assert_eq!(stored, oracle.value(question).unwrap());
        assert!(stored.table.is_some());
    }
    // All but the contour, and with plies all but number and chomp, too.
    assert_eq!(found, 5 + 3);
    let nothing = without_tables();
    let stored = nothing.within(&Budget::default()).stored_values(&asked);
    assert!(stored.iter().all(Option::is_none));
}

#[test]
fn answers_and_values_of_many_questions_are_those_of_each() {
    let limits = Limits::default().with_states(1_000);
    for oracle in [with_tables(), without_tables()] {
        let oracle = oracle.with_limits(limits);
        let asked = ASKED.iter().map(|&(game, text, _)| ask(game, text));
        let large = ask("stake", "..../..../..../....");
        let asked: Vec<Question> = asked.chain([large]).cycle().take(50).collect();
        let (answers, values) = (oracle.answers(&asked), oracle.values(&asked));
        assert_eq!((answers.len(), values.len()), (asked.len(), asked.len()));
        for ((question, answer), value) in asked.iter().zip(answers).zip(values) {
            let alone = oracle.within(&Budget::new(&limits, &Silent)).answer(question);
            match (alone, answer, value) {
                (Ok(alone), Ok(answer), Ok(value)) => {
                    assert_eq!(alone, answer);
                    assert_eq!((answer.value, answer.table), (value.value, value.table));
                }
                (Err(alone), Err(answer), Err(value)) => {
                    assert_eq!(alone.to_string(), answer.to_string());
                    assert_eq!(alone.to_string(), value.to_string());
                }
                (alone, answer, value) => panic!("{alone:?} {answer:?} {value:?}"),
            }
        }
    }
}

#[test]
fn a_batch_gives_the_answers_of_single_questions_however_far_they_search() {
    let all = (2..=34).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    // Solved, refused, searched further than what is quick, decided by a theorem, not known, and too large to be
    // solved at the same time as others.
    let asked = format!(
        "2 3 4 5 6|2 3 9|none|after:11,16,58|{all}|after:4,6|after:16,17,19|nonsense|after:23,29,31"
    );
    // Each of nine twice.
    let lines: Vec<&str> = asked.split('|').cycle().take(18).collect();
    let question = |line: &&str, budget: &Budget<'_>| {
        let question = Question::read(game("number"), line, budget)?;
        Ok(question.with_plies(Plies::IfStored))
    };
    let text = |answer: Result<Answer, Error>| match answer {
        Ok(answer) => serde_json::to_string(&answer).unwrap(),
        Err(error) => format!("{:?}: {error}", error.code()),
    };
    let twice_quick = at_most(Limits::quick_states(&game("number")) * 2);
    for limits in [at_most(300_000), Limits::at_most(300_000, 4 << 20), twice_quick] {
        for oracle in [with_tables(), without_tables()] {
            let mut together = Vec::new();
            let take = |text: String| {
                together.push(text);
                Ok::<(), Error>(())
            };
            let write = |_: &&str, answer| text(answer);
            oracle.ask_all(&lines, &limits, &Silent, question, write, take).unwrap();
            assert_eq!(together.len(), lines.len());
            for (line, both) in lines.iter().zip(together[..9].iter().zip(&together[9..])) {
                let budget = Budget::new(&limits, &Silent);
                let alone = question(line, &budget);
                let alone = text(alone.and_then(|asked| oracle.within(&budget).answer(&asked)));
                assert_eq!(both, (&alone, &alone), "{line}");
            }
        }
    }
}

#[test]
fn answers_of_a_batch_are_taken_when_they_are_there_and_the_first_refusal_ends_it() {
    // Quick, long, quick, and ten long ones.
    let row = |length: usize| ".".repeat(length);
    let board = |side: usize| {
        let rows = vec![row(side); side - 2];
        format!("P{}/{}/{}P", row(side - 1), rows.join("/"), row(side - 1))
    };
    let mut lines = vec![board(4), board(44), board(5)];
    lines.resize(13, board(44));
    let observer = Impatient { most: 1, ..Impatient::default() };
    let limits = Limits::default().with_memory(1 << 30);
    let mut works = Vec::new();
    let ended = without_tables().ask_all(
        &lines,
        &limits,
        &observer,
        |line, budget| Question::read(game("tokens"), line, budget),
        |_, answer: Result<Answer, Error>| answer.map(drop),
        |answer| {
            works.push(observer.begun.lock().unwrap().len());
            answer
        },
    );
    refused!(ended, Error::Interrupted(_));
    // How much long work was begun when each was taken.
    assert_eq!(works, [0, 1, 1, 2]);
}
