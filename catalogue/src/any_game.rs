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

/// A [`Game`] with words in place of positions.
trait Words: Send + Sync {
    fn name(&self) -> String;
    fn start(&self) -> u64;
    fn starts(&self, each: &mut dyn FnMut(u64));
    fn moves(&self, word: u64, each: &mut dyn FnMut(&dyn Display, u64));
    fn rolls(&self, word: u64, each: &mut dyn FnMut(u32, &dyn Display, u64));
    fn end(&self, word: u64) -> Option<End>;
    fn canonical(&self, word: u64) -> u64;
    fn show(&self, word: u64) -> String;
    fn read(&self, text: &str) -> Result<u64, ReadError>;
    fn same_player(&self, from: u64, to: u64) -> bool;
    fn gain(&self, from: u64, to: u64) -> i16;
    fn players(&self) -> u8;
    fn stage(&self, word: u64) -> u32;
    fn layers(&self) -> Vec<u64>;
    fn values(&self) -> Values;
    fn members(&self) -> u8;
    fn rules(&self) -> &str;
}

/// The word of a position, from which the position comes back.
fn checked_word<G: Game>(game: &G, position: G::Position) -> u64 {
    let word = game.pack(position);
    assert!(game.unpack(word) == position, "{position:?} does not come back from its word");
    word
}

impl<G: Game> Words for G {
    fn name(&self) -> String {
        Game::name(self)
    }

    fn start(&self) -> u64 {
        checked_word(self, Game::start(self))
    }

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

    fn end(&self, word: u64) -> Option<End> {
        Game::end(self, self.unpack(word))
    }

    fn canonical(&self, word: u64) -> u64 {
        checked_word(self, Game::canonical(self, self.unpack(word)))
    }

    fn show(&self, word: u64) -> String {
        Game::show(self, self.unpack(word))
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        Game::read(self, text).map(|position| self.pack(position))
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        Game::same_player(self, self.unpack(from), self.unpack(to))
    }

    fn gain(&self, from: u64, to: u64) -> i16 {
        Game::gain(self, self.unpack(from), self.unpack(to))
    }

    fn players(&self) -> u8 {
        Game::players(self)
    }

    fn stage(&self, word: u64) -> u32 {
        Game::stage(self, self.unpack(word))
    }

    fn layers(&self) -> Vec<u64> {
        Game::layers(self)
    }

    fn values(&self) -> Values {
        Game::values(self)
    }

    fn members(&self) -> u8 {
        Game::members(self)
    }

    fn rules(&self) -> &str {
        Game::rules(self)
    }
}

impl Game for AnyGame {
    type Position = u64;
    type Move = PlacedMove;

    fn name(&self) -> String {
        self.0.name()
    }

    fn start(&self) -> u64 {
        self.0.start()
    }

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

    fn end(&self, word: u64) -> Option<End> {
        self.0.end(word)
    }

    fn canonical(&self, word: u64) -> u64 {
        self.0.canonical(word)
    }

    fn show(&self, word: u64) -> String {
        self.0.show(word)
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        self.0.read(text)
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        self.0.same_player(from, to)
    }

    fn gain(&self, from: u64, to: u64) -> i16 {
        self.0.gain(from, to)
    }

    fn players(&self) -> u8 {
        self.0.players()
    }

    fn stage(&self, word: u64) -> u32 {
        self.0.stage(word)
    }

    fn layers(&self) -> Vec<u64> {
        self.0.layers()
    }

    fn values(&self) -> Values {
        self.0.values()
    }

    fn members(&self) -> u8 {
        self.0.members()
    }

    fn rules(&self) -> &str {
        self.0.rules()
    }
}
