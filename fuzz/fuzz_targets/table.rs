//! A table of any game and encoding whose header or sections were changed, with fitting checksums, gives
//! errors or wrong answers, and never panics; a sound one answers all its positions. So does one of the
//! largest families, whose entries are not there and are made up when they are read.
#![no_main]

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::Debug;
use std::io;
use std::ops::Range;
use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_core::number::Layer;
use perfectplay_core::stake::FamilyIndex;
use perfectplay_core::{Game, chomp, contour, number, stake, tokens, tower};
use perfectplay_format::{Source, TableFile};
use perfectplay_fuzz::{Parts, SOUND, beginning, place};
use perfectplay_query::{Entries, Family, NumberTable, Probe, ProbeError, Table, TokensContents};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    /// Which of the tables.
    table: u8,
    changes: Vec<Change<'a>>,
    damage: Vec<Damage>,
    asked: Vec<Asked<'a>>,
    /// All bytes are checked if it is below 16, which takes long.
    verify: u8,
}

/// A change of the header, or of a section's length.
#[derive(Arbitrary, Debug)]
enum Change<'a> {
    /// Of the game and its rules, as those of another game.
    Game {
        game: u8,
        rules: u8,
    },
    /// To the name and the parameters of a family.
    Family {
        family: u8,
        first: u8,
        second: u8,
    },
    Name(&'a str),
    Encoding(u8),
    Board(&'a str),
    Parameter {
        number: u8,
        name: bool,
        value: u64,
    },
    States(u64),
    Length {
        section: u8,
        length: u16,
    },
    NoSection(u8),
    Twice(u8),
}

/// A byte, or a word of a directory, an entry or a node, which have two, four and eight bytes.
#[derive(Arbitrary, Debug)]
struct Damage {
    section: u8,
    /// The bytes of the word, as a power of two.
    size: u8,
    /// Its place among words of this size, modulo the section's length.
    place: u16,
    word: u64,
}

#[derive(Arbitrary, Debug)]
enum Asked<'a> {
    /// The position of an index, which may be too large.
    At(u64),
    /// The same, of one that the table has.
    Of(u64),
    /// Any text.
    Text(&'a str),
}

const ENCODINGS: [&str; 11] = [
    "trie+entry32",
    "filters+function",
    "f64",
    "g32",
    "g64",
    "patterns+score8",
    "canonical+score8",
    "lead8",
    "losing1",
    "losing1+steps8",
    "segments1",
];

/// Every position with numbers up to 30.
static POSITIONS: LazyLock<Vec<number::Position>> =
    LazyLock::new(|| (2..=30).flat_map(|largest| Layer::new(largest).ascending()).collect());

/// The files of the sound tables.
static FILES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| SOUND.iter().map(|parts| parts.file().expect("a short header")).collect());

/// Tables of the largest families.
static LARGE: LazyLock<Vec<Table<Unwritten>>> = LazyLock::new(large);

thread_local! {
    /// What the entries of the largest tables are made up of.
    static MADE_UP: Cell<(u64, u8)> = const { Cell::new((0, 0)) };
}

fuzz_target!(|input: Input<'_>| {
    let Input { table, changes, damage, asked, verify } = input;
    let number = usize::from(table) % (SOUND.len() + LARGE.len());
    let Some(sound) = SOUND.get(number) else {
        let made_up = damage.first().map(|damage| (damage.word, damage.size));
        MADE_UP.set(made_up.unwrap_or_default());
        return ask_all(&LARGE[number - SOUND.len()], &asked, false);
    };
    let is_sound = changes.is_empty() && damage.is_empty();
    let file = if is_sound {
        Cow::Borrowed(&FILES[number][..])
    } else {
        let mut parts = sound.clone();
        changes.iter().for_each(|change| change.make(&mut parts));
        damage.iter().for_each(|damage| damage.make(&mut parts));
        let Some(file) = parts.file() else { return };
        Cow::Owned(file)
    };
    let file = match TableFile::open(&file[..]) {
        Ok(file) => file,
        // A text in it cannot be printed.
        Err(error) => return assert!(!changes.is_empty(), "{error:?}"),
    };
    if verify < 16 {
        file.verify_bytes(|_| true).expect("the checksums fit");
    }
    match Table::new(file) {
        Ok(table) => ask_all(&table, &asked, is_sound),
        Err(problem) => {
            assert!(!is_sound, "{problem:?}");
            assert!(!problem.to_string().contains(char::is_control), "{problem}");
        }
    }
});

impl Change<'_> {
    fn make(&self, Parts { header, sections }: &mut Parts) {
        let game = |number: u8| Game::ALL[usize::from(number) % Game::ALL.len()];
        match *self {
            Self::Game { game: number, rules } => {
                header.game = game(number).name().to_owned();
                header.rules = game(rules).rules_tag().to_owned();
            }
            Self::Family { family, first, second } => {
                let family = match family % 5 {
                    0 => Family::Number { bound: first },
                    1 => Family::Tower { levels: first },
                    2 => Family::Stake { size: first },
                    3 => Family::Tokens { rows: first, columns: second },
                    _ => Family::Chomp { rows: first, columns: second },
                };
                header.name = family.to_string();
                let values = [first, second].into_iter();
                for (parameter, value) in header.parameters.iter_mut().zip(values) {
                    parameter.value = value.into();
                }
                if family.to_string().parse() == Ok(family) {
                    header.states = family.states();
                }
            }
            Self::Name(name) => header.name = name.to_owned(),
            Self::Encoding(number) => {
                header.encoding = ENCODINGS[usize::from(number) % ENCODINGS.len()].to_owned();
            }
            Self::Board(board) => header.board = board.to_owned(),
            Self::Parameter { number, name, value } => {
                let number = usize::from(number) % (header.parameters.len() + 1);
                match header.parameters.get_mut(number) {
                    Some(parameter) if name => parameter.name.push('s'),
                    Some(parameter) => parameter.value = value,
                    None => {
                        header.parameters.pop();
                    }
                }
            }
            Self::States(states) => header.states = states,
            Self::Length { section, length } => {
                let number = usize::from(section) % sections.len().max(1);
                if let Some(section) = sections.get_mut(number) {
                    section.resize(length.into(), 0);
                }
            }
            Self::NoSection(number) => {
                if usize::from(number) < sections.len() {
                    sections.remove(number.into());
                    header.sections.remove(number.into());
                }
            }
            Self::Twice(number) => {
                if sections.len() < 8
                    && let Some(section) = sections.get(usize::from(number)).cloned()
                {
                    sections.push(section);
                    header.sections.push(header.sections[usize::from(number)].clone());
                }
            }
        }
    }
}

impl Damage {
    fn make(&self, parts: &mut Parts) {
        let number = usize::from(self.section) % parts.sections.len().max(1);
        let Some(section) = parts.sections.get_mut(number) else { return };
        let word = self.word.to_le_bytes();
        let bytes = &word[..section.len().min(1 << (self.size % 4))];
        let place = bytes.len() * usize::from(self.place) % (section.len() - bytes.len() + 1);
        section[place..place + bytes.len()].copy_from_slice(bytes);
    }
}

/// Asks a table of any game.
fn ask_all<S: Source>(table: &Table<S>, asked: &[Asked<'_>], is_sound: bool) {
    let states = table.header().states;
    for asked in asked.iter().take(16) {
        match table {
            Table::Number(NumberTable::Plies(table)) => {
                each(table, asked, is_sound, |answer| answer.value);
            }
            Table::Number(NumberTable::Outcomes(table)) => {
                let at = |index| POSITIONS.get(usize::try_from(index).ok()?).copied();
                let position = asked.position(states.min(POSITIONS.len() as u64), at);
                let value = |answer: &number::Answer| answer.value.outcome;
                position.iter().for_each(|position| ask(table, position, is_sound, value));
            }
            Table::Tower(table) => {
                each(table, asked, is_sound, |answer: &tower::Answer| answer.value)
            }
            Table::Contour(table) => {
                each(table, asked, is_sound, |answer: &contour::Answer| answer.value)
            }
            Table::Stake(table) => {
                each(table, asked, is_sound, |answer: &stake::Answer| answer.value)
            }
            Table::Chomp(table) => {
                each(table, asked, is_sound, |answer: &chomp::Answer| answer.value.outcome);
            }
            Table::Tokens(table) => {
                let at = |index| match table.contents() {
                    TokensContents::Family(family) => family.position(index),
                    TokensContents::Board(reader, _) => {
                        let pair = reader.index().pair(usize::try_from(index).ok()?)?;
                        tokens::Position::new(reader.board().clone(), pair).ok()
                    }
                };
                if let Some(start) = asked.position(states, at) {
                    ask(table, &start, is_sound, |answer| answer.value);
                    let strategy = table.strategy(&start);
                    assert!(!is_sound || strategy.is_ok() || table.board().is_none());
                }
            }
        }
    }
    if let Table::Number(table) = table
        && table.bound() <= 12
    {
        let counts = table.counts();
        assert!(!is_sound || counts.is_ok(), "{counts:?}");
    }
}

impl Asked<'_> {
    /// The position that is asked for, of a table with so many states.
    fn position<P: std::str::FromStr>(
        &self,
        states: u64,
        at: impl Fn(u64) -> Option<P>,
    ) -> Option<P> {
        match self {
            Self::At(index) => at(*index),
            Self::Of(index) => at(index.checked_rem(states)?),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

/// Asks for a position of a table with an entry for each state.
fn each<T: Entries<Value: PartialEq + Debug>>(
    table: &T,
    asked: &Asked<'_>,
    is_sound: bool,
    value: impl Fn(&T::Answer) -> T::Value,
) {
    let states = table.header().states;
    if let Asked::At(index) | Asked::Of(index) = asked {
        let _ = table.entry_at(*index);
        let found = table.position(*index);
        assert!(!is_sound || found.is_some() == (*index < states), "{index}: {found:?}");
        if let (Some(found), true) = (&found, is_sound) {
            assert_eq!(table.index(found), Some(*index), "{found}");
        }
    }
    if let Some(position) = asked.position(states, |index| table.position(index)) {
        ask(table, &position, is_sound, value);
        let (entry, mut entries) = (table.entry(&position).ok(), [None]);
        table.entries(&[&position], &mut entries);
        assert_eq!(entries[0], entry, "{position}");
    }
}

/// Asks for a position in all ways.
fn ask<T: Probe<Value: PartialEq + Debug>>(
    table: &T,
    position: &T::Position,
    is_sound: bool,
    value_of: impl Fn(&T::Answer) -> T::Value,
) {
    let (value, answer) = (table.value(position), table.answer(position));
    if is_sound && table.covers(position) {
        assert!(value.is_ok() && answer.is_ok(), "{position}: {value:?}");
    }
    if let (Ok(value), Ok(answer)) = (&value, &answer) {
        assert_eq!(*value, value_of(answer), "{position}");
    }
    let mut values = [None];
    table.values(&[position], &mut values);
    assert_eq!(values[0], value.as_ref().ok().copied(), "{position}");
    for error in [value.err(), answer.err()].into_iter().flatten() {
        assert!(matches!(&error, ProbeError::Damaged { .. }) || !table.covers(position));
        assert!(!error.to_string().contains(char::is_control), "{error}");
    }
}

/// A file whose entries are not there: they are made up of their places, and of [`MADE_UP`].
struct Unwritten {
    /// Prelude, header, and what follows them up to the entries.
    start: Vec<u8>,
    length: u64,
}

impl Unwritten {
    fn byte(&self, at: u64) -> u8 {
        if let Some(&byte) = usize::try_from(at).ok().and_then(|at| self.start.get(at)) {
            return byte;
        }
        let (seed, kind) = MADE_UP.get();
        match kind % 4 {
            0 => seed as u8,
            1 => seed.to_le_bytes()[(at % 8) as usize],
            2 => ((at / 8 ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at % 8 * 8)) as u8,
            // Positive doubles near one another.
            _ => [seed as u8, 0, 0, 0, 0, 0, 0x24, 0x40][(at % 8) as usize],
        }
    }
}

impl Source for Unwritten {
    fn length(&self) -> u64 {
        self.length
    }

    fn slice(&self, _: Range<usize>) -> Option<&[u8]> {
        None
    }

    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        if range.start > range.end || range.end > self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Cow::Owned(range.map(|at| self.byte(at)).collect()))
    }

    fn array<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        let end = offset.checked_add(N as u64)?;
        (end <= self.length).then(|| std::array::from_fn(|i| self.byte(offset + i as u64)))
    }
}

impl Unwritten {
    /// The table of a family like the sound one of its game, with an entry of so many bits for each state.
    fn table(family: Family, encoding: &str, parameters: &[(&str, u64)], bits: u64) -> Table<Self> {
        let game = family.game().name();
        let like = SOUND.iter().find(|parts| parts.header.game == game).expect("all games");
        let mut header = like.header_of(&family.to_string(), encoding, parameters);
        header.states = family.states();
        let patterns = match family {
            Family::Stake { size } => FamilyIndex::new(size.into()).expect("a family").patterns(),
            _ => Vec::new(),
        };
        let mut lengths = vec![(header.states * bits).div_ceil(8)];
        if let Family::Chomp { rows, columns } = family
            && encoding == "segments1"
        {
            let index = chomp::Index::new(rows.into(), columns.into()).expect("a bar");
            lengths = vec![chomp::Layout::bytes_of(&index)];
            header.sections[0].name = "entries".to_owned();
        }
        if !patterns.is_empty() {
            lengths.insert(0, patterns.len() as u64);
        }
        let length = place(&mut header, &lengths).expect("a short header").file_length();
        let mut start = beginning(&header).expect("a short header");
        if !patterns.is_empty() {
            start.resize(header.sections[0].offset as usize, 0);
            start.extend(patterns);
        }
        let file = TableFile::open(Self { start, length }).expect("a sound beginning");
        Table::new(file).expect("a sound header")
    }
}

/// Tables of the largest families.
fn large() -> Vec<Table<Unwritten>> {
    let tower = |levels: u8| {
        Unwritten::table(Family::Tower { levels }, "f64", &[("levels", levels.into())], 64)
    };
    let stake = |size: u8, encoding| {
        Unwritten::table(Family::Stake { size }, encoding, &[("size", size.into())], 8)
    };
    let sides = |rows: u8, columns: u8| [("rows", rows.into()), ("columns", columns.into())];
    let chomp = |rows, columns, encoding| {
        Unwritten::table(Family::Chomp { rows, columns }, encoding, &sides(rows, columns), 1)
    };
    let tokens = |rows, columns| {
        Unwritten::table(Family::Tokens { rows, columns }, "losing1", &sides(rows, columns), 1)
    };
    vec![
        tower(7),
        tower(tower::Index::MAX_LEVELS as u8),
        stake(4, "patterns+score8"),
        stake(5, "canonical+score8"),
        tokens(4, 6),
        chomp(32, 32, "losing1"),
        chomp(10, 42, "segments1"),
        chomp(3, 61, "segments1"),
    ]
}
