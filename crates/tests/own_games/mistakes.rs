//! Descriptions that are wrong: each mistake is named, with the position.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use perfectplay_core::control::Control;
use perfectplay_games::built_in;
use perfectplay_oracle::{AnyGame, describe};
use perfectplay_query::TableFolder;
use perfectplay_tables::Build;
use perfectplay_tables::solve::{End, Game, Mistake, SolveError, SolvedTable, Values, build};
use perfectplay_tests::{folder, refused};

/// A pile of stones, of which one or two are taken; with one of the mistakes of [`Wrong`].
#[derive(Debug)]
struct Pile {
    name: &'static str,
    wrong: Wrong,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Nothing,
    /// Two positions have the same word.
    Pack,
    /// `canonical` of what it has made is something else.
    Canonical,
    /// `canonical` makes positions of others that have other moves.
    Symmetry,
    /// `canonical` makes one position of all.
    Constant,
    /// Positions with a lot of moves.
    Moves,
    /// A panic in `moves`.
    Panic,
    /// An end that these values do not have.
    End,
    /// A score that is not told.
    Score,
    /// Grundy values where positions repeat.
    Repeats,
    /// A text that is not read.
    Text,
    /// A text, or that of a move, that a terminal would obey.
    Escape,
    MoveEscape,
    /// Rules that a terminal would obey.
    RulesEscape,
    /// A word of which `unpack` alone makes another position.
    Unpack,
    /// Two moves with the same text.
    MoveText,
    /// Moves that are not the same each time.
    Flickers,
    /// Other rules, without a mistake.
    Rules,
}

/// Whether a game that flickers was asked an odd number of times.
static ASKED: AtomicBool = AtomicBool::new(false);

impl Game for Pile {
    type Position = u8;
    type Move = String;

    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn start(&self) -> u8 {
        20
    }

    fn pack(&self, stones: u8) -> u64 {
        if self.wrong == Wrong::Pack { stones.min(19).into() } else { stones.into() }
    }

    fn unpack(&self, word: u64) -> u8 {
        if self.wrong == Wrong::Unpack && word == 7 { 8 } else { word as u8 }
    }

    fn moves(&self, stones: u8, mut each: impl FnMut(String, u8)) {
        let most = if self.wrong == Wrong::Rules { 3 } else { 2 };
        for taken in 1..=most.min(stones) {
            each(taken.to_string(), stones - taken);
        }
        match self.wrong {
            Wrong::Moves if stones == 7 => (0..1_u32 << 16).for_each(|_| each(0.to_string(), 6)),
            Wrong::Panic if stones == 7 => panic!("a mistake that a test makes"),
            Wrong::MoveEscape if stones == 7 => each("\x1b[2J".to_owned(), 5),
            Wrong::Repeats if stones == 7 => each(0.to_string(), 9),
            Wrong::MoveText if stones == 7 => each(1.to_string(), 5),
            Wrong::Flickers if stones == 7 && ASKED.fetch_xor(true, Relaxed) => {
                each(3.to_string(), 4);
            }
            _ => {}
        }
    }

    fn end(&self, stones: u8) -> Option<End> {
        (self.wrong == Wrong::End && stones == 7).then_some(End::Score(1))
    }

    fn canonical(&self, stones: u8) -> u8 {
        match self.wrong {
            Wrong::Canonical if stones == 3 => 4,
            Wrong::Canonical if stones == 4 => 3,
            Wrong::Symmetry if stones == 8 => 7,
            Wrong::Constant => 20,
            _ => stones,
        }
    }

    fn show(&self, stones: u8) -> String {
        match self.wrong {
            Wrong::Text if stones == 7 => "seven".to_owned(),
            Wrong::Escape if stones == 7 => "\x1b[2J7".to_owned(),
            _ => stones.to_string(),
        }
    }

    fn rules(&self) -> &str {
        match self.wrong {
            Wrong::RulesEscape => "Take one\x1b[2J or two.",
            _ => "Take one or two.",
        }
    }

    fn values(&self) -> Values {
        match self.wrong {
            Wrong::Score => Values::Score,
            Wrong::Repeats => Values::Grundy,
            _ => Values::Outcome,
        }
    }
}

/// Whether an error at a position is the one that is expected.
type IsNamed = fn(&str, &Mistake) -> bool;

/// What building a game, opening its table, and verifying it says.
fn all_steps(game: Pile, folder: &TableFolder) -> Result<u64, SolveError> {
    build(&game, folder, Build::default(), Control::SILENT, |_| {})?;
    SolvedTable::open(game, folder)?.verify(u64::MAX, Control::SILENT)
}

#[test]
fn each_mistake_is_named() {
    let expected: [(Wrong, IsNamed); 16] = [
        (Wrong::Pack, |at, it| at == "20" && it.to_string().contains("makes 19 of that word")),
        (Wrong::Unpack, |at, it| at == "7" && it.to_string().contains("either `unpack` is wrong")),
        (Wrong::Escape, |at, it| {
            at.ends_with("(word 7, 7)") && matches!(it, Mistake::Control { .. })
        }),
        (Wrong::MoveEscape, |at, it| at == "7" && matches!(it, Mistake::Control { .. })),
        (Wrong::RulesEscape, |at, it| at == "20" && matches!(it, Mistake::Control { .. })),
        (Wrong::Canonical, |_, it| matches!(it, Mistake::Canonical { .. })),
        (Wrong::Symmetry, |at, it| {
            at == "8" && matches!(it, Mistake::Symmetry { canonical } if canonical == "7")
        }),
        (Wrong::Constant, |at, it| at == "1" && matches!(it, Mistake::Symmetry { .. })),
        (Wrong::Moves, |at, it| at == "7" && matches!(it, Mistake::Moves { .. })),
        (Wrong::Panic, |at, it| at == "7" && *it == Mistake::Panic),
        (Wrong::End, |at, it| at == "7" && matches!(it, Mistake::End { .. })),
        (Wrong::Score, |at, it| at == "0" && *it == Mistake::NoScore),
        (Wrong::Repeats, |at, it| ("7"..="9").contains(&at) && *it == Mistake::Repeats),
        (Wrong::Text, |at, it| at == "seven (word 7, 7)" && *it == Mistake::Text),
        (Wrong::MoveText, |at, it| at == "7" && matches!(it, Mistake::MoveText { .. })),
        (Wrong::Flickers, |at, it| at == "7" && *it == Mistake::Flickers),
    ];
    for (wrong, is_named) in expected {
        let (_directory, folder) = folder();
        match all_steps(Pile { name: "pile-20", wrong }, &folder) {
            Err(SolveError::Mistake { position, mistake }) if is_named(&position, &mistake) => {}
            other => panic!("{wrong:?}: {other:?}"),
        }
        let files = folder.names().expect("a folder");
        assert!(files.is_empty(), "{wrong:?}: {files:?}");
    }
}

#[test]
fn names_are_checked() {
    let (_directory, folder) = folder();
    for name in
        ["", "pile", "-20", "pile-", "Pile-20", "../pile-20", "pile-20-2", "pile_20", "pile-20/"]
    {
        let refused = all_steps(Pile { name, wrong: Wrong::Nothing }, &folder);
        refused!(refused, SolveError::Name { .. }, "{name}");
    }
    assert!(folder.names().expect("a folder").is_empty());
    let pile = |name| Box::new(Pile { name, wrong: Wrong::Nothing }) as Box<dyn AnyGame>;
    refused!(pile("chomp-20").described_beside(&built_in()), SolveError::Taken { .. });
    // A bad description leaves the others as they are.
    let games = vec![pile("Pile"), pile("pile-20"), pile("pile-20")];
    let (games, mistakes) = describe(games, &built_in());
    assert_eq!(games.len(), 1);
    let are_named = matches!(&mistakes[..], [SolveError::Name { .. }, SolveError::Twice { .. }]);
    assert!(are_named, "{mistakes:?}");
}

#[test]
fn a_table_of_other_rules_is_refused_and_built_again() {
    let (_directory, folder) = folder();
    let pile = |wrong| Pile { name: "pile-20", wrong };
    assert_eq!(all_steps(pile(Wrong::Nothing), &folder).expect("a table"), 21);
    let refused = SolvedTable::open(pile(Wrong::Rules), &folder).expect_err("refused");
    assert!(refused.to_string().contains("rules of its game have changed"), "{refused}");
    let built = build(&pile(Wrong::Rules), &folder, Build::default(), Control::SILENT, |_| {});
    assert!(built.expect("a table").anew);
    assert!(SolvedTable::open(pile(Wrong::Rules), &folder).is_ok());
}
