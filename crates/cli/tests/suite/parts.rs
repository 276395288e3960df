//! What no command shows alone: the command line, the opponent's choices, words for shells.

use perfectplay::{MoveAnswer, Question};
use perfectplay_cli::testing::{Opponent, in_double_quotes, in_shell, in_single_quotes, recipe};

use crate::common::*;

/// Clap compares with debug assertions alone, as the plain `cargo test` has them.
#[test]
fn the_command_line_is_well_defined() {
    command().debug_assert();
}

/// How many of 1,000 choices are not best, in a position with moves of both kinds.
fn mistakes(rate: u8) -> usize {
    let question = Question::parse(perfectplay_tests::game("chomp"), "4,4,4").expect("a position");
    let answer = Oracle::without_tables(&built_in()).answer(&question).expect("small");
    let moves: Vec<MoveAnswer> = answer.moves.iter().cloned().collect();
    let mut opponent = Opponent::new(7, rate);
    let is_mistake = |_| opponent.choose(&moves).is_some_and(|reply| reply.best != Some(true));
    (0..1_000).map(is_mistake).filter(|&is_mistake| is_mistake).count()
}

#[test]
fn mistakes_are_as_frequent_as_asked() {
    assert_eq!(mistakes(0), 0);
    assert_eq!(mistakes(100), 1_000);
    assert!((200..400).contains(&mistakes(30)));
    assert!(Opponent::new(0, 50).choose(&[]).is_none(), "there are no moves");
}

#[test]
fn folders_are_quoted_for_shells() {
    for plain in ["/srv/tables-1", "été"] {
        assert_eq!(in_shell(plain), plain);
    }
    for odd in [r"C:\tables\new", "~tables"] {
        let quoted = format!("'{odd}'");
        assert_eq!(in_shell(odd), if cfg!(windows) { odd } else { &quoted });
    }
    let (empty, spaces) =
        if cfg!(windows) { ("\"\"", "\"my tables\"") } else { ("''", "'my tables'") };
    assert_eq!((in_shell("").as_str(), in_shell("my tables").as_str()), (empty, spaces));
    assert_eq!(in_single_quotes("it's"), r"'it'\''s'");
    assert_eq!(in_double_quotes(r"C:\my tables\"), r#""C:\my tables\\""#);
}

#[test]
fn only_tables_that_can_exist_have_a_recipe() {
    assert_eq!(recipe("tower-8").as_deref(), Some("build tower-8"));
    assert_eq!(recipe("contour-daa36c61").as_deref(), Some("build contour-daa36c61"));
    assert_eq!(recipe("stake-0123abcd").as_deref(), Some("build stake --board FILE"));
    for odd in ["", "a\nb", "x-y", "stake-0123ABCD", "number-999", "number-0123abcd", "-"] {
        assert_eq!(recipe(odd), None, "{odd:?}");
    }
}
