//! Moves in other notations, and what moves that were played are worth.

use super::common::*;

fn answer(game: &str, text: &str) -> Answer {
    without_tables().answer(&ask(game, text)).unwrap()
}

fn found(answer: &Answer, text: &str, roll: Option<&str>) -> Option<String> {
    answer.find(text, roll).map(|found| found.step.to_string())
}

#[test]
fn moves_are_found_in_any_notation_that_leaves_no_doubt() {
    let chomp = answer("chomp", "3,3,1");
    for text in ["0,2", "(0, 2)", "0-2", " 0 2 ", "[0][2]"] {
        assert_eq!(found(&chomp, text, None).as_deref(), Some("0,2"), "{text}");
    }
    for text in ["", "02", "0,2,1", "2,2", "0,20"] {
        assert_eq!(found(&chomp, text, None), None, "{text}");
    }
    let number = answer("number", "2 3");
    for (text, move_) in [("2", Some("2")), (" (2) ", Some("2")), ("-2", None), (" +2", None)] {
        assert_eq!(found(&number, text, None).as_deref(), move_, "{text}");
    }
    let tokens = answer("tokens", "P.P/...");
    assert_eq!(found(&tokens, "0,2 to 1,2", None), None, "words are part of a notation");
    assert_eq!(found(&tokens, "0 2 > 1 2", None).as_deref(), Some("0,2>1,2"));
    let tower = answer("tower", "RGB/GRG");
    assert_eq!(found(&tower, "1l-m", None).as_deref(), Some("1L>M"));
    assert_eq!(found(&tower, "1l-m", Some("RED")).as_deref(), Some("1L>M"));
    assert_eq!(found(&tower, "1L>M", Some("green")), None, "it is a red block");
    assert_eq!(found(&chomp, "0,2", Some("red")), None, "there is no die");
}

#[test]
fn a_move_that_may_be_several_is_found_by_its_own_text_alone() {
    let chomp = answer("chomp", "3,3,1");
    let step = &chomp.find("0,2", None).unwrap().step;
    let twice = || [(Some("red"), step), (Some("green"), step)];
    assert_eq!(find_move(twice(), "0-2", None), None);
    assert_eq!(find_move(twice(), "0-2", Some("Green")), Some(1));
    assert_eq!(find_move(twice(), "0,2", None), Some(0));
}

/// What is said of a move: its number, that of the best, the choice and how many are best.
fn judged(answer: &Answer, text: &str, roll: Option<&str>) -> (f64, f64, Choice, usize) {
    let judged = answer.judge(text, roll).unwrap();
    assert_eq!(judged.played, answer.find(text, roll));
    (judged.result, judged.best, judged.choice, judged.best_moves.len())
}

#[test]
fn moves_are_judged_beside_the_best_ones() {
    let chomp = answer("chomp", "3,3,1");
    assert_eq!(judged(&chomp, "(0,2)", None), (1.0, 1.0, Choice::Decision, 2));
    assert_eq!(judged(&chomp, "1,0", None), (-1.0, 1.0, Choice::Decision, 2));
    assert_eq!(judged(&chomp, "7,7", None), (-1.0, 1.0, Choice::Decision, 2), "it is illegal");
    let tokens = answer("tokens", "P.P/...");
    assert_eq!(judged(&tokens, "0,0>0,1", None).2, Choice::Lost);
    let stake = answer("stake", "01/..");
    assert_eq!(judged(&stake, "1,0", None), (0.0, 0.0, Choice::DontCare, 2));
    let contour = answer("contour", "2");
    let (result, best, choice, _) = judged(&contour, "nothing", None);
    assert!(result < best && choice == Choice::Decision, "an illegal move is the worst");
}

/// A move is chosen after the roll, and judged beside the moves of that roll.
#[test]
fn with_a_die_moves_are_judged_beside_those_of_their_roll() {
    let tower = answer("tower", "RGB/GRG");
    let (result, best, choice, count) = judged(&tower, "1L>L", None);
    assert!((result, best) == (-8.76, -8.68) && choice == Choice::Decision && count == 1);
    assert_eq!(judged(&tower, "1M>R", Some("green")), (-5.0, -5.0, Choice::DontCare, 3));
    let illegal = judged(&tower, "1L>L", Some("blue"));
    assert!((illegal.1 + 11.8).abs() < 1e-9);
    assert_eq!((illegal.2, illegal.3), (Choice::Decision, 2));
    assert!(illegal.0 < -11.9);
    assert!(tower.judge("1L>L", Some("black")).is_none(), "the minute passes");
}

#[test]
fn what_is_not_known_is_not_judged() {
    let naming = answer("number", "after:");
    assert!(matches!(naming.moves, Moves::Winning(_)));
    assert!(naming.find("5", None).is_some() && naming.judge("5", None).is_none());
    let over = answer("stake", "01/10");
    assert!(over.moves.iter().next().is_none() && over.judge("0,0", None).is_none());
}

#[test]
fn values_are_numbers_of_which_more_is_better() {
    let outcomes = ["3,3,1", "2,1"].map(|text| answer("chomp", text).value.unwrap().number());
    assert_eq!(outcomes, [1.0, -1.0]);
    assert_eq!(answer("contour", "2").value.unwrap().number(), 7.0);
    assert_eq!(answer("tower", "RGB/GRG").value.unwrap().number(), -8.656);
    assert_eq!([Value::Draw, Value::Grundy(5)].map(Value::number), [0.0, 5.0]);
}
