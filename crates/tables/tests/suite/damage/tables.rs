//! Tables of every game and encoding: bytes damaged in any way, hostile headers and wrong payloads under right
//! checksums.

use std::iter;
use std::sync::LazyLock;

use fastrand::Rng;
use perfectplay_core::control::Control;
use perfectplay_core::{Rules, chomp, contour, stake, tokens};
use perfectplay_format::{Header, Layout, Parameter, Prelude, Quantity, Section};
use perfectplay_query::{
    Entries, Family, Instance, NumberTable, OpenError, Probe, Source, Table, TableFile, TableId,
    Tables, TokensContents,
};
use perfectplay_tables::{Build, Depth, build, verify};

use super::survive::{Damaged, Fate, READING, extreme, in_any_way, survive};
use crate::common::{assembled, folder, reseal};

/// The most bytes of a payload that is made to fit a hostile header.
const MOST_FITTING: u64 = 1 << 19;

/// The most positions that a table is asked about.
const ASKED: usize = 40;

/// The encodings of which FORMAT.md does not fix every byte.
const WITH_CHOICES: [&str; 2] = ["filters+function", "losing1+steps8"];

/// A sound table of an encoding.
struct Kind {
    name: String,
    encoding: String,
    bytes: Vec<u8>,
    /// Where its parts begin and end.
    marks: Vec<usize>,
}

impl Kind {
    fn new(bytes: Vec<u8>) -> Self {
        let file = TableFile::open(&bytes[..]).unwrap();
        let (header, layout) = (file.header(), file.layout());
        let parts =
            header.sections.iter().flat_map(|part| [part.offset, part.offset + part.length]);
        let all =
            [0, 8, 12, 16, 24, 32, layout.payload.start, layout.payload.end, layout.checksums.end];
        let marks = parts.chain(all).map(|mark| mark as usize).collect();
        let (name, encoding) = (header.name.clone(), header.encoding.clone());
        Self { name, encoding, bytes, marks }
    }

    fn built(id: &TableId) -> Self {
        let (_directory, folder) = folder();
        let built = build(id, &folder, Build::default(), Control::SILENT, |_| {}).unwrap();
        Self::new(std::fs::read(built.path).unwrap())
    }

    fn header(&self) -> Header {
        TableFile::open(&self.bytes[..]).unwrap().header().clone()
    }

    /// So many bytes for a section: its own, as often as it takes.
    fn payload(&self, name: &str, length: u64) -> Vec<u8> {
        let sections = self.header().sections;
        let own = sections.iter().find(|part| part.name == name && part.length > 0);
        let own = own.unwrap_or(&sections[0]);
        let own = &self.bytes[own.offset as usize..][..own.length as usize];
        own.iter().copied().cycle().take(length as usize).collect()
    }

    /// What a [`Tables`] with these bytes under the table's name answers.
    fn open(&self, bytes: &[u8]) -> Result<Table<perfectplay_query::Bytes>, OpenError> {
        tables(&self.name, bytes).read(&self.name, Table::new)
    }
}

fn tables(name: &str, bytes: &[u8]) -> Tables {
    Tables::default().with_bytes(name, bytes)
}

/// The smallest tables of each encoding that have all of its parts.
static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let board = |rows: &[&[u32]], other: &[&[u32]]| {
        let scores = |rows: &[&[u32]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
        Instance::Contour(contour::Board::new(&scores(rows), &scores(other)).unwrap()).into()
    };
    let stake: stake::Position = "01./.0./1.0".parse().unwrap();
    let tokens = tokens::Board::from_contest("3 4\n..#.\n...#\n.#..\n").unwrap();
    let tables: [TableId; 10] = [
        Family::Number { bound: 12 }.into(),
        Family::Number { bound: 24 }.into(),
        Family::Tower { levels: 1 }.into(),
        board(&[&[2, 7, 3], &[9, 1, 2]], &[&[3, 7, 2], &[2, 3, 1]]),
        board(&[&[i32::MAX as u32, 5]], &[&[7, i32::MAX as u32 - 1]]),
        Family::Stake { size: 2 }.into(),
        Instance::Stake(stake).into(),
        Family::Tokens { rows: 2, columns: 3 }.into(),
        Instance::Tokens(tokens).into(),
        Family::Chomp { rows: 3, columns: 4 }.into(),
    ];
    tables.iter().map(Kind::built).chain(iter::once(segments())).collect()
});

/// A small bar as large ones are stored: no build makes such a table.
fn segments() -> Kind {
    let (rows, columns) = (4, 7);
    let by_index = Kind::built(&Family::Chomp { rows, columns }.into());
    let solver = chomp::Solver::new(rows.into(), columns.into()).unwrap();
    let outcomes = solver.solve(Control::SILENT).unwrap();
    let header = Header { encoding: "segments1".to_owned(), ..by_index.header() };
    Kind::new(assembled(header, &[("entries", outcomes.bytes())]))
}

fn survives(encoding: &str, name: &str) {
    let kind = KINDS.iter().find(|kind| kind.encoding == encoding && kind.name.starts_with(name));
    let kind = kind.unwrap();
    let others: Vec<Vec<u8>> = KINDS.iter().map(|kind| kind.bytes.clone()).collect();
    let sound = answers(&kind.open(&kind.bytes).unwrap());
    assert!(sound.iter().any(Option::is_some));
    survive(
        &format!("{} {}", kind.name, kind.encoding),
        READING,
        |rng| damaged(rng, kind, &others),
        |bytes| judge(kind, bytes, &sound),
    );
}

#[test]
fn number_tables_with_plies_survive() {
    survives("trie+entry32", "number");
}

#[test]
fn number_tables_of_outcomes_survive() {
    survives("filters+function", "number");
}

#[test]
fn tower_tables_survive() {
    survives("f64", "tower");
}

#[test]
fn contour_tables_of_small_scores_survive() {
    survives("g32", "contour");
}

#[test]
fn contour_tables_of_large_scores_survive() {
    survives("g64", "contour");
}

#[test]
fn stake_tables_of_families_survive() {
    survives("patterns+score8", "stake");
}

#[test]
fn stake_tables_of_boards_survive() {
    survives("lead8", "stake");
}

#[test]
fn tokens_tables_of_families_survive() {
    survives("losing1", "tokens");
}

#[test]
fn tokens_tables_of_boards_survive() {
    survives("losing1+steps8", "tokens");
}

#[test]
fn chomp_tables_survive() {
    survives("losing1", "chomp");
}

#[test]
fn chomp_tables_of_segments_survive() {
    survives("segments1", "chomp");
}

/// What becomes of a damaged table.
fn judge(kind: &Kind, bytes: &[u8], sound: &[Option<u64>]) -> Fate {
    // Whatever its name is.
    if let Ok(file) = TableFile::open(bytes)
        && let Ok(table) = Table::new(file)
    {
        let _ = answers(&table);
    }
    let place = perfectplay_query::Place::Program(kind.name.clone());
    let verified = verify(&tables(&kind.name, bytes), &place, Depth::Entries, Control::SILENT);
    match (kind.open(bytes), verified) {
        (Ok(table), Ok(_)) => {
            assert!(answers(&table) == sound, "verify finds wrong answers right");
            assert!(WITH_CHOICES.contains(&&*kind.encoding), "verify finds other bytes right");
            Fate::Same
        }
        (Ok(table), Err(error)) => {
            let _ = answers(&table);
            assert_is_message(&error.to_string());
            Fate::Denounced
        }
        (Err(error), Err(_)) => {
            assert!(error.problem.is_damage() || error.to_string().contains("name the file"));
            assert_is_message(&error.to_string());
            Fate::Refused
        }
        (Err(error), Ok(_)) => panic!("verify finds a table right that is not opened: {error}"),
    }
}

/// A message is one line of a reasonable length.
fn assert_is_message(message: &str) {
    assert!(!message.is_empty() && message.len() < 100_000, "{message}");
    assert!(!message.contains(|c: char| c.is_control()), "{message:?}");
}

/// What a table says of its positions, or of some of them; all that it can be asked is asked.
fn answers<S: Source>(table: &Table<S>) -> Vec<Option<u64>> {
    match table {
        Table::Number(NumberTable::Plies(table)) => {
            of_states(table, |value| u64::from(value.plies.unwrap_or(u16::MAX)))
        }
        Table::Number(NumberTable::Outcomes(table)) => {
            let counts = table.counts().fold(0, |sum, count| {
                sum ^ count.positions.wrapping_mul(31).wrapping_add(count.losing)
            });
            let full = (2..=30).map(perfectplay_core::number::Position::full);
            let positions: Vec<_> = full.collect();
            let mut found = of(table, &positions, |outcome| outcome as u64);
            found.push(Some(counts));
            found
        }
        Table::Tower(table) => of_states(table, f64::to_bits),
        Table::Contour(table) => of_states(table, i64::cast_unsigned),
        Table::Stake(table) => of_states(table, |score| score as u64),
        Table::Chomp(table) => {
            let mut found = of_states(table, |outcome| outcome as u64);
            found.push(Some(table.lost_bits()));
            found
        }
        Table::Tokens(table) => {
            let positions: Vec<tokens::Position> = match table.contents() {
                TokensContents::Family(family) => {
                    some_of(family.len()).filter_map(|index| family.position(index)).collect()
                }
                TokensContents::Board(reader, _) => {
                    let pairs = reader.index();
                    let pairs = some_of(pairs.len() as u64)
                        .filter_map(|number| pairs.pair(number as usize));
                    let start = |pair| tokens::Position::new(reader.board().clone(), pair).unwrap();
                    pairs.map(start).collect()
                }
            };
            positions.iter().for_each(|start| drop(table.strategy(start)));
            let mut found = of(table, &positions, |outcome| outcome as u64);
            found.push(Some(table.lost_bits()));
            found
        }
    }
}

fn of_states<T: Entries>(table: &T, key: impl Fn(T::Value) -> u64) -> Vec<Option<u64>>
where
    T::Position: PartialEq,
{
    let states = table.header().states;
    let positions: Vec<<T::Rules as Rules>::Position> =
        some_of(states).filter_map(|index| table.position(index)).collect();
    for index in [states, states.wrapping_add(1), u64::MAX] {
        assert!(table.position(index).is_none() && table.entry_at(index).is_none());
    }
    of(table, &positions, key)
}

fn of<T: Probe>(
    table: &T,
    positions: &[T::Position],
    key: impl Fn(T::Value) -> u64,
) -> Vec<Option<u64>> {
    let mut values = vec![None; positions.len()];
    table.values(positions, &mut values);
    for position in positions {
        let _ = (table.value(position), table.answer(position));
    }
    values.into_iter().map(|value| value.map(&key)).collect()
}

/// Some numbers below a bound, the first and the last among them.
fn some_of(bound: u64) -> impl Iterator<Item = u64> {
    let asked = bound.min(ASKED as u64);
    (0..asked).map(move |number| match asked < bound {
        true => (u128::from(number) * u128::from(bound - 1) / u128::from(asked - 1)) as u64,
        false => number,
    })
}

/// A damaged table.
fn damaged(rng: &mut Rng, kind: &Kind, others: &[Vec<u8>]) -> Damaged {
    loop {
        let damaged = damaged_or_not(rng, kind, others);
        if damaged.bytes != kind.bytes {
            return damaged;
        }
    }
}

fn damaged_or_not(rng: &mut Rng, kind: &Kind, others: &[Vec<u8>]) -> Damaged {
    match rng.u32(..10) {
        0 => newer(rng, &kind.bytes),
        1..=2 => with_hostile_header(rng, kind, false),
        3 => with_hostile_header(rng, kind, true),
        4 => with_raw_header(rng, kind),
        5 => with_other_payload(rng, kind),
        _ => in_any_way(rng, &kind.bytes, &kind.marks, others),
    }
}

/// A file of another version of the format, under the checksum that it has now or under any.
fn newer(rng: &mut Rng, sound: &[u8]) -> Damaged {
    let mut bytes = sound.to_vec();
    let version = extreme(rng, 1) as u32;
    let version = if version == 1 { 2 } else { version };
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
    let is_sealed = rng.bool();
    if is_sealed {
        let checksum = perfectplay_format::chunk_checksum(&bytes[..24]);
        bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    }
    Damaged { bytes, how: format!("version {version}, sealed: {is_sealed}") }
}

/// A prelude, a header, and the sound table's bytes from its payload on.
fn with_encoded(kind: &Kind, encoded: &[u8]) -> Vec<u8> {
    let layout = TableFile::open(&kind.bytes[..]).unwrap().layout().clone();
    let mut bytes = [&Prelude::of(encoded).to_bytes(), encoded].concat();
    bytes.resize(bytes.len().max(layout.payload.start as usize), 0);
    bytes.extend_from_slice(&kind.bytes[layout.payload.start as usize..]);
    bytes
}

/// Any bytes as a header, under the right checksum.
fn with_raw_header(rng: &mut Rng, kind: &Kind) -> Damaged {
    let sound = kind.header().encode().unwrap();
    let marks: Vec<usize> = (0..sound.len()).step_by(4).collect();
    let mut found = in_any_way(rng, &sound, &marks, &[]);
    if rng.bool() && found.bytes.len() >= 8 {
        // Often the length of a text, or of a list.
        let at = rng.usize(..=found.bytes.len() - 8);
        let number = extreme(rng, 3);
        found.bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        found.how += &format!(", and {number} at {at}");
    }
    Damaged { bytes: with_encoded(kind, &found.bytes), how: format!("header: {}", found.how) }
}

/// Another payload, under right checksums.
fn with_other_payload(rng: &mut Rng, kind: &Kind) -> Damaged {
    let mut bytes = kind.bytes.clone();
    let sections = kind.header().sections;
    let mut how = "sealed:".to_owned();
    for _ in 0..rng.u32(1..4) {
        let section = &sections[rng.usize(..sections.len())];
        let (start, length) = (section.offset as usize, section.length as usize);
        let payload = &mut bytes[start..start + length.max(1)];
        let at = rng.usize(..payload.len());
        let end = if rng.bool() { at + 1 } else { rng.usize(at + 1..=payload.len()) };
        let mask = if rng.bool() { 1 << rng.u32(..8) } else { rng.u8(1..) };
        match rng.u32(..3) {
            0 => payload[at..end].fill(mask),
            1 => payload[at..end].iter_mut().for_each(|byte| *byte = rng.u8(..)),
            _ => payload[at..end].iter_mut().for_each(|byte| *byte ^= mask),
        }
        how += &format!(" {} {at}..{end} {mask:#x}", section.name);
    }
    reseal(&mut bytes);
    Damaged { bytes, how }
}

/// Another header under right checksums; `fitting` if the file is as long as it says, and its sections are
/// where they belong.
fn with_hostile_header(rng: &mut Rng, kind: &Kind, fitting: bool) -> Damaged {
    let sound = kind.header();
    loop {
        let mut header = sound.clone();
        for _ in 0..rng.u32(1..4) {
            change(rng, &mut header);
        }
        if rng.bool() {
            rename(&mut header);
        }
        let how = format!("fitting: {fitting}, {header:?}");
        let Ok(encoded) = header.encode() else { continue };
        if !fitting {
            return Damaged { bytes: with_encoded(kind, &encoded), how };
        }
        let lengths = header.sections.iter().map(|part| (part.name.as_str(), part.length));
        let end = (Prelude::LENGTH + encoded.len()) as u64;
        if Layout::place(end, lengths).is_ok_and(|(layout, _)| layout.file_length() < MOST_FITTING)
        {
            let sections = header.sections.clone();
            let sections: Vec<(&str, Vec<u8>)> = sections
                .iter()
                .map(|part| (part.name.as_str(), kind.payload(&part.name, part.length)))
                .collect();
            let sections: Vec<(&str, &[u8])> =
                sections.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
            return Damaged { bytes: assembled(header, &sections), how };
        }
    }
}

/// Puts something hostile into a header.
fn change(rng: &mut Rng, header: &mut Header) {
    match rng.u32(..16) {
        0 => header.game = text(rng, &header.game),
        1 => header.name = text(rng, &header.name),
        2 => header.rules = text(rng, &header.rules),
        3 => header.encoding = text(rng, &header.encoding),
        4 => header.board = text(rng, &header.board),
        5 => header.states = extreme(rng, header.states),
        6 => header.checksums = extreme(rng, header.checksums),
        7 | 8 if !header.parameters.is_empty() => {
            let one = rng.usize(..header.parameters.len());
            header.parameters[one].value = extreme(rng, header.parameters[one].value);
        }
        9 => {
            let (name, value) = (text(rng, "rows"), extreme(rng, 1));
            header.parameters.insert(0, Parameter { name, value });
        }
        10 => drop(header.parameters.pop()),
        11 | 12 if !header.sections.is_empty() => {
            let one = rng.usize(..header.sections.len());
            let other = rng.usize(..header.sections.len());
            let Section { offset, length, .. } = header.sections[other].clone();
            let section = &mut header.sections[one];
            match rng.u32(..6) {
                0 => section.name = text(rng, &section.name),
                1 => section.offset = extreme(rng, section.offset),
                2 => section.length = extreme(rng, section.length),
                // Sections that overlap, and an end that is beyond all numbers.
                3 => section.offset = offset.wrapping_add(length / 2),
                4 => (section.offset, section.length) = (extreme(rng, offset), u64::MAX - offset),
                _ => header.sections.swap(one, other),
            }
        }
        13 => match header.sections.first().cloned() {
            Some(section) if rng.bool() => header.sections.push(section),
            _ => drop(header.sections.pop()),
        },
        14 => drop(header.statistics.pop()),
        _ if !header.statistics.is_empty() => {
            let one = rng.usize(..header.statistics.len());
            let number = extreme(rng, 7);
            header.statistics[one].value = match rng.u32(..3) {
                0 => Quantity::Count(number),
                1 => Quantity::Real(f64::from_bits(number)),
                _ => Quantity::Integer(number.cast_signed()),
            };
        }
        _ => {}
    }
}

/// A text that is out of place.
fn text(rng: &mut Rng, sound: &str) -> String {
    let other = &KINDS[rng.usize(..KINDS.len())];
    match rng.u32(..12) {
        0 => String::new(),
        1 => other.header().game,
        2 => other.name.clone(),
        3 => other.header().rules,
        4 => other.encoding.clone(),
        5 => other.header().board,
        6 => ["../../table", "/", "canonical+score8", "segments1", "f64\n"][rng.usize(..5)]
            .to_owned(),
        7 => sound.repeat(rng.usize(..200)),
        8 => (0..rng.usize(..40)).map(|_| char::from(rng.u8(..128))).collect(),
        9 => format!("{sound}{}", ["\0", "\u{1b}[2J", "é", " ", "\n"][rng.usize(..5)]),
        10 => board(rng),
        _ => {
            let mut bytes = sound.as_bytes().to_vec();
            if !bytes.is_empty() {
                let at = rng.usize(..bytes.len());
                bytes[at] = b"0123456789.#/ \n-"[rng.usize(..16)];
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
    }
}

/// A board of some game, or what looks like one.
fn board(rng: &mut Rng) -> String {
    let (rows, columns) = (rng.usize(..70), rng.usize(..70));
    let line = |rng: &mut Rng, letters: &[&str], with: &str, length: usize| {
        let line: Vec<&str> = (0..length).map(|_| letters[rng.usize(..letters.len())]).collect();
        line.join(with)
    };
    let (letters, with, size): (&[&str], _, _) = match rng.u32(..3) {
        0 => (&["0", "1", "7", "2147483647", "4294967296"], " ", format!("{rows} {columns}\n")),
        1 => (&[".", ".", ".", "#"], "", format!("{rows} {columns}\n")),
        _ => {
            let lines: Vec<String> =
                (0..rows % 9).map(|_| line(rng, &[".", "0", "1"], "", rows % 9)).collect();
            return lines.join("/");
        }
    };
    let lines = if with.is_empty() { rows } else { 2 * rows };
    let lines: String = (0..lines).map(|_| line(rng, letters, with, columns) + "\n").collect();
    size + &lines
}

/// Gives a header the name that its parameters or its board make, so that a reader looks further.
fn rename(header: &mut Header) {
    let values: Vec<String> =
        header.parameters.iter().map(|parameter| parameter.value.to_string()).collect();
    let of_board = || match header.game.as_str() {
        "contour" => contour::Board::from_text(&header.board).ok().map(Instance::Contour),
        "stake" => header.board.parse().ok().map(Instance::Stake),
        "tokens" => tokens::Board::from_contest(&header.board).ok().map(Instance::Tokens),
        _ => None,
    };
    if !values.is_empty() {
        header.name = format!("{}-{}", header.game, values.join("x"));
    } else if let Some(instance) = of_board() {
        header.name = instance.to_string();
    }
}
