//! Games of any type as one type, so that the engine is compiled once and not for each of them.

use std::cell::Cell;
use std::fmt::{self, Debug, Display};
use std::sync::atomic::{AtomicU32, Ordering};

use perfectplay_tables::solve::{End, Game, ReadError, Values};

/// A game of any type. Its positions are words, and it stays in memory until the program exits.
///
/// What the engine asks takes longer than for the game itself, as each answer is a call that cannot be inlined.
#[derive(Clone, Copy)]
pub struct AnyGame(&'static dyn Words, u32);

impl AnyGame {
    /// This game, as one of any type.
    pub fn new(game: impl Game) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self(Box::leak(Box::new(game)), NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name())
    }
}

/// A move, by its place among those of a position. Its text is made if somebody wants it.
#[derive(Clone, Copy, Debug)]
pub struct PlacedMove {
    game: AnyGame,
    from: u64,
    place: usize,
}

/// The texts of the moves of a position, with the number of its game.
#[derive(Default)]
struct Texts {
    game: u32,
    from: u64,
    texts: Vec<String>,
}

thread_local! {
    /// Of the position that was asked last: whoever wants the text of one move mostly wants those of the others, too.
    static LAST: Cell<Texts> = Cell::default();
}

impl Display for PlacedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game: AnyGame(game, number), from, place } = *self;
        let mut last = LAST.take();
        if (last.game, last.from) != (number, from) {
            last = Texts { game: number, from, texts: Vec::new() };
            game.moves(from, &mut |text, _| last.texts.push(text.to_string()));
        }
        let shown = last.texts.get(place).map_or(Ok(()), |text| f.pad(text));
        LAST.set(last);
        shown
    }
}

/// The word of a position, from which the position comes back.
fn checked_word<G: Game>(game: &G, position: G::Position) -> u64 {
    let word = game.pack(position);
    assert!(game.unpack(word) == position, "{position:?} does not come back from its word");
    word
}

/// What a [`Game`] is asked, with words in place of positions; and so what [`AnyGame`] passes on. Each row has a method,
/// and what is made of it for a game of any type.
macro_rules! words {
    ($game:ident: $($method:ident($($of:ident: $kind:ty),*) -> $given:ty = $asked:expr;)*) => {
        trait Words: Send + Sync {
            fn starts(&self, each: &mut dyn FnMut(u64));
            fn moves(&self, word: u64, each: &mut dyn FnMut(&dyn Display, u64));
            fn rolls(&self, word: u64, each: &mut dyn FnMut(u32, &dyn Display, u64));
            $(fn $method(&self, $($of: $kind),*) -> $given;)*
        }

        impl<G: Game> Words for G {
            fn starts(&self, each: &mut dyn FnMut(u64)) {
                Game::starts(self, |start| each(checked_word(self, start)));
            }

            fn moves(&self, word: u64, each: &mut dyn FnMut(&dyn Display, u64)) {
                Game::moves(self, self.unpack(word), |text, to| each(&text, checked_word(self, to)));
            }

            fn rolls(&self, word: u64, each: &mut dyn FnMut(u32, &dyn Display, u64)) {
                Game::rolls(self, self.unpack(word), |weight, text, to| {
                    each(weight, text, checked_word(self, to));
                });
            }

            $(fn $method(&self, $($of: $kind),*) -> $given {
                let $game = self;
                $asked
            })*
        }

        impl Game for AnyGame {
            type Position = u64;
            type Move = PlacedMove;

            fn starts(&self, mut each: impl FnMut(u64)) {
                self.0.starts(&mut each);
            }

            fn pack(&self, word: u64) -> u64 {
                word
            }

            fn unpack(&self, word: u64) -> u64 {
                word
            }

            fn moves(&self, from: u64, mut each: impl FnMut(PlacedMove, u64)) {
                let mut place = 0;
                self.0.moves(from, &mut |_, to| {
                    each(PlacedMove { game: *self, from, place }, to);
                    place += 1;
                });
            }

            fn rolls(&self, word: u64, mut each: impl FnMut(u32, &dyn Display, u64)) {
                self.0.rolls(word, &mut each);
            }

            $(fn $method(&self, $($of: $kind),*) -> $given {
                self.0.$method($($of),*)
            })*
        }
    };
}

words! { game:
    name() -> String = Game::name(game);
    start() -> u64 = checked_word(game, Game::start(game));
    end(word: u64) -> Option<End> = Game::end(game, game.unpack(word));
    canonical(word: u64) -> u64 = checked_word(game, Game::canonical(game, game.unpack(word)));
    show(word: u64) -> String = Game::show(game, game.unpack(word));
    read(text: &str) -> Result<u64, ReadError> =
        Game::read(game, text).map(|position| game.pack(position));
    same_player(from: u64, to: u64) -> bool =
        Game::same_player(game, game.unpack(from), game.unpack(to));
    gain(from: u64, to: u64) -> i16 = Game::gain(game, game.unpack(from), game.unpack(to));
    players() -> u8 = Game::players(game);
    stage(word: u64) -> u32 = Game::stage(game, game.unpack(word));
    layers() -> Vec<u64> = Game::layers(game);
    values() -> Values = Game::values(game);
    members() -> u8 = Game::members(game);
    rules() -> &str = Game::rules(game);
}
