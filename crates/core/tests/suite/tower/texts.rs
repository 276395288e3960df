//! Texts of towers, moves and rolls, and the errors of wrong ones.

use perfectplay_core::tower::rules::{moves, play};
use perfectplay_core::tower::{Color, Move, Place, Position, Roll};

fn error(text: &str) -> String {
    text.parse::<Position>().expect_err(text).to_string()
}

#[test]
fn towers_read_what_they_print() {
    for text in ["RGB", "RGB/GRG/R.B/.G.", ".R.", "G.G", "R.R/.G./GB./.BB/..R"] {
        let tower: Position = text.parse().expect(text);
        assert_eq!(tower.to_string(), text);
        assert_eq!(tower.levels().len(), text.split('/').count());
        assert_eq!(Position::new(tower.levels().to_vec()), Ok(tower));
    }
    let high = ["RGB"; 64].join("/");
    assert_eq!(high.parse::<Position>().expect("64 levels").to_string(), high);
}

#[test]
fn errors_name_the_level_and_the_place() {
    let empty = "the tower is empty: expected levels, bottom first, such as RGB/GRG/R.B/.G.";
    assert_eq!(error(""), empty);
    assert_eq!(Position::new(Vec::new()).expect_err("empty").to_string(), empty);
    assert_eq!(
        error("RGB/RXB/RGB"),
        "level 2, middle place: found 'X', expected R, G, B or '.' (empty)"
    );
    assert_eq!(error("rGB"), "level 1, left place: found 'r', expected R, G, B or '.' (empty)");
    assert_eq!(
        error("RGB/GGé"),
        "level 2, right place: found 'é', expected R, G, B or '.' (empty)"
    );
    assert_eq!(error("RGB/RG"), "level 2 has 2 places: expected 3 (left, middle, right)");
    assert_eq!(error("RGBB/RGB"), "level 1 has 4 places: expected 3 (left, middle, right)");
    assert_eq!(error("RGB/"), "level 2 has 0 places: expected 3 (left, middle, right)");
    assert_eq!(
        error("RGB/R../GGG"),
        "level 2 is R..: a level below the top must keep its middle block or both its sides"
    );
    assert_eq!(error("..."), "level 1 (the top) is empty: expected 1 to 3 blocks");
    assert_eq!(error("RGB/..."), "level 2 (the top) is empty: expected 1 to 3 blocks");
    assert_eq!(error(&["RGB"; 65].join("/")), "the tower has 65 levels: expected at most 64");
}

#[test]
fn moves_read_what_they_print() {
    for text in ["2L>M", "1R>R", "12M>L"] {
        assert_eq!(text.parse::<Move>().expect(text).to_string(), text);
    }
    let expected = Move { level: 2, from: Place::Left, to: Place::Middle };
    assert_eq!("2L>M".parse(), Ok(expected));
    for text in ["", "2L", "L>M", "0L>M", "+2L>M", "02L>M", "2X>M", "2L>MM", "2L>", "2é>M", "2l>m"]
    {
        assert_eq!(
            text.parse::<Move>().expect_err(text).to_string(),
            format!(
                "`{text}` is no move: expected level, place, '>' and place (L, M or R), such as 2L>M"
            )
        );
    }
    let message = "\u{12}".repeat(1000).parse::<Move>().unwrap_err().to_string();
    assert!(message.starts_with("`\\u{12}\\u{12}") && message.len() < 300, "{message}");
}

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let tower: Position = "RGB/R.G/GR./BG.".parse().expect("a tower");
    let refused = |text: &str| {
        let step: Move = text.parse().expect(text);
        play(&tower, step).expect_err(text).to_string()
    };
    assert_eq!(
        refused("5L>R"),
        "there is no level 5: the tower has 4, counted from 1 at the bottom"
    );
    assert_eq!(refused("4L>R"), "level 4 is the top: only levels below it may give a block");
    assert_eq!(refused("2M>R"), "level 2 has no block on its middle place");
    assert_eq!(
        refused("3M>R"),
        "level 3 cannot give that block: it must keep its middle block or both its sides"
    );
    assert_eq!(refused("1L>M"), "the middle place of the top level is taken");
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
