//! Texts of towers, moves and rolls, and the errors of wrong ones.

use perfectplay_games::tower::rules::{moves, play};
use perfectplay_games::tower::{Move, Roll};

use super::*;

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let tower: Position = "RGB/R.G/GR./BG.".parse().expect("a tower");
    for (step, reason) in [
        ("5L>R", "there is no level 5: the tower has 4, counted from 1 at the bottom"),
        ("4L>R", "level 4 is the top: only levels below it may give a block"),
        ("2M>R", "level 2 has no block on its middle place"),
        ("3M>R", "level 3 cannot give that block: it must keep its middle block or both its sides"),
        ("1L>M", "the middle place of the top level is taken"),
    ] {
        let refused = play(&tower, step.parse().expect(step)).expect_err(step);
        assert_eq!(refused.to_string(), reason);
    }
}

#[test]
fn moves_are_listed_and_played() {
    let tower: Position = "RGB/GR./GG.".parse().expect("a tower");
    let listed = |color| moves(&tower, color).iter().map(Move::to_string).collect::<Vec<_>>();
    assert_eq!(listed(Color::Red), ["1L>R"]);
    assert_eq!(listed(Color::Green), ["1M>R", "2L>R"]);
    assert_eq!(listed(Color::Blue), ["1R>R"]);
    let (color, next) = play(&tower, "2L>R".parse().expect("a move")).expect("legal");
    assert_eq!((color, next.to_string().as_str()), (Color::Green, "RGB/.R./GGG"));
    assert_eq!(tower.after("2L>R".parse().expect("a move")), Some(next.clone()));
    assert_eq!(tower.after("2L>M".parse().expect("a move")), None);
    let (color, next) = play(&next, "1R>M".parse().expect("a move")).expect("legal");
    assert_eq!((color, next.to_string().as_str()), (Color::Blue, "RG./.R./GGG/.B."));
}

#[test]
fn rolls_have_names_and_probabilities() {
    let printed = Roll::ALL.map(|roll| format!("{roll} {} {}", roll.probability(), roll.sixths()));
    assert_eq!(printed, ["red 1/6 1", "green 1/3 2", "blue 1/3 2", "black 1/6 1"]);
}
