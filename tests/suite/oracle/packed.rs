//! Positions in arrays, tables of any game, moves by the rules, and sets that are drawn.

use std::io;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay_query::{Fetch, FetchedBytes};

use super::common::{ask as question, *};

fn position(game: &str, text: &str) -> Position {
    question(game, text).position
}

fn all(table: &str) -> Vec<Position> {
    Positions::of(&table_named(table, &built_in()).unwrap()).unwrap().iter().collect()
}

/// The value of a position alone.
fn value(oracle: &Oracle, position: &Position) -> Option<Value> {
    oracle.value(&Question::new(position.clone()).with_plies(Plies::IfStored)).unwrap().value
}

/// The values of an array. All tests ask here, so that this is compiled once.
fn values(
    oracle: &Oracle,
    game: impl Into<GameRef>,
    packed: &PackedPositions<'_>,
    limits: &Limits,
) -> Result<Vec<Option<Value>>, PackedError> {
    let game = game.into();
    oracle.packed_values(&game, packed, Plies::IfStored, limits, &Silent, |value| value)
}

/// Values of an array, of which each must be that of its position.
fn check(oracle: &Oracle, packed: &PackedPositions<'_>, positions: &[Position]) {
    let game = positions[0].game();
    let alone = |position| value(oracle, position);
    let values = values(oracle, game, packed, &Limits::default()).unwrap();
    assert_eq!(values, positions.iter().map(alone).collect::<Vec<_>>());
    for (place, position) in positions.iter().enumerate() {
        assert_eq!(&packed.position(game, place).unwrap(), position);
    }
}

#[test]
fn values_of_arrays_are_those_of_their_positions() {
    for oracle in [with_tables(), without_tables()] {
        let positions = all("number-16");
        let mask = |position: &Position| match position.pack() {
            Some(PackedPosition::Mask(mask)) => mask,
            packed => panic!("{packed:?}"),
        };
        let masks: Vec<u64> = positions.iter().map(mask).collect();
        check(&oracle, &PackedPositions::Masks(&masks), &positions);

        let mut positions = all("stake-3");
        positions.retain(|position| position.to_string().len() == 11);
        let filled = |position: &Position| match position.pack() {
            Some(PackedPosition::Board(_, masks)) => masks,
            packed => panic!("{packed:?}"),
        };
        let masks: Vec<[u64; 2]> = positions.iter().map(filled).collect();
        check(&oracle, &PackedPositions::Boards { size: (3, 3), masks: &masks }, &positions);
        let positions = all("tokens-2x3");
        let masks: Vec<[u64; 2]> = positions.iter().map(filled).collect();
        check(&oracle, &PackedPositions::Boards { size: (2, 3), masks: &masks }, &positions);

        for (table, rows) in [("chomp-4x5", 5), ("tower-2", 7)] {
            let positions = all(table);
            let row = |position: &Position| match position.pack() {
                Some(PackedPosition::Rows(mut of)) => {
                    of.resize(rows, 0);
                    of
                }
                packed => panic!("{packed:?}"),
            };
            let counts: Vec<u8> = positions.iter().flat_map(row).collect();
            check(&oracle, &PackedPositions::Rows { rows, counts: &counts }, &positions);
        }

        let contours = [[0, 0], [1, 1], [2, 0], [3, 3]];
        let position = |[one, other]: [u8; 2]| position("contour", &format!("{one},{other}"));
        let positions = contours.map(position);
        let packed = PackedPositions::Rows { rows: 2, counts: contours.as_flattened() };
        check(&oracle, &packed, &positions);
        assert_eq!(positions[2].pack(), Some(PackedPosition::Rows(vec![2, 0])));
    }
}

#[test]
fn what_is_no_position_of_an_array_is_an_error_with_its_place() {
    let oracle = with_tables();
    let ask = |game: &str, packed: &PackedPositions<'_>| {
        values(&oracle, perfectplay_tests::game(game), packed, &Limits::default())
    };
    let mut masks = vec![0; 5000];
    masks[4321] = 1 << 9;
    let error = ask("number", &PackedPositions::Masks(&masks)).unwrap_err();
    assert_eq!((error.place, error.error.code()), (4321, Code::Position));
    for game in ["tower", "tokens", "stake"] {
        let error = ask(game, &PackedPositions::Masks(&masks[..1])).unwrap_err();
        assert_eq!((error.place, error.error.code()), (0, Code::Usage));
    }
    let reason =
        |game: &str, packed: PackedPositions<'_>| ask(game, &packed).unwrap_err().error.to_string();
    let tower = |counts| reason("tower", PackedPositions::Rows { rows: 3, counts });
    assert!(tower(&[57, 64, 1]).contains("level 2 is 64"));
    assert!(tower(&[57, 1, 1]).contains("level 2 is R.."));
    assert!(tower(&[0, 0, 0]).contains("the tower is empty"));
    let tokens = |size, masks| reason("tokens", PackedPositions::Boards { size, masks: &[masks] });
    assert!(tokens((2, 9), [0, 3]).contains("2 rows and 9 columns"));
    assert!(tokens((2, 2), [0, 5]).contains("row 0, column 2"));
    assert!(tokens((2, 2), [1, 3]).contains("row 0, column 0"));
    assert!(tokens((2, 2), [0, 2]).contains("only one piece"));
    assert!(tokens((2, 2), [0, 0x303]).contains("row 1, column 0: a third piece"));
    let contours = PackedPositions::Rows { rows: 1, counts: &[1] };
    assert!(matches!(ask("contour", &contours).unwrap_err().error, Error::NoBoard));
    // A position beyond the limits is found by its place, too.
    masks[4321] = (1 << 60) - 4;
    let none = Limits::default().with_states(0);
    let known = values(&oracle, game("number"), &PackedPositions::Masks(&masks), &none);
    assert_eq!(known.unwrap().iter().filter(|known| known.is_none()).count(), 1);
    assert!(ask("number", &PackedPositions::Masks(&[])).unwrap().is_empty());
}

#[test]
fn tables_of_all_games_have_indexes_and_values() {
    let tables = Tables::from(TableFolder::new(golden()));
    let oracle = with_tables();
    let mut games = BTreeSet::new();
    for place in tables.places().unwrap() {
        let Ok(table) = OpenTable::at(&place, &built_in(), &tables, Control::SILENT) else {
            continue;
        };
        games.insert(table.header().game.clone());
        if table.position_at(0).is_none() {
            assert_eq!(table.header().encoding, "filters+lines", "{place}");
            continue;
        }
        let states = table.header().states;
        let values = table.values_at(0..states, Control::SILENT).unwrap();
        for index in (0..states).step_by(1 + states as usize / 200) {
            let position = table.position_at(index).unwrap();
            assert_eq!(table.index_of(&position), Some(index), "{place}");
            let stored = table.value(&position, Control::SILENT).unwrap();
            assert_eq!(values[index as usize], stored);
            let wins =
                |value: Value| value.wins().map_or(value.to_string(), |wins| wins.to_string());
            let alone = value(&oracle, &position).map(wins);
            assert_eq!(alone, Some(wins(stored)), "{place} {position}");
        }
        assert_eq!(table.position_at(states), None);
        let past = table.values_at(states - 1..states + 1, Control::SILENT).unwrap_err();
        assert_eq!(past.code(), Code::Beyond);
        let is_chomp = table.header().game == "chomp";
        let foreign = if is_chomp { position("stake", ".") } else { position("chomp", "1") };
        assert_eq!(table.index_of(&foreign), None);
        assert_eq!(table.value(&foreign, Control::SILENT).unwrap_err().code(), Code::Beyond);
        if let Some(entries) = table.entry_array() {
            assert!((entries.bytes.len() as u64).is_multiple_of(states));
        }
    }
    assert_eq!(games.len(), built_in().len());
    let missing = OpenTable::named("number-19", &built_in(), &tables, Control::SILENT).unwrap_err();
    assert_eq!(missing.code(), Code::Missing);
}

/// A server that sends parts of a file this many times, and then stops.
#[derive(Debug)]
struct Failing(Arc<[u8]>, Arc<AtomicUsize>);

impl Fetch for Failing {
    fn fetch(&self, of: &[Range<u64>], _: Control<'_>) -> Result<Vec<Box<[u8]>>, Problem> {
        let Self(bytes, left) = self;
        let part = |range: &Range<u64>| bytes[range.start as usize..range.end as usize].into();
        match left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Ok(of.iter().map(part).collect()),
            Err(_) => Err(io::Error::other("the server is gone").into()),
        }
    }
}

#[test]
fn a_table_of_which_something_cannot_be_read_gives_an_error_and_never_a_hole() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/games/tables/stake-4.table");
    let bytes: Arc<[u8]> = fs::read(path).unwrap().into();
    let (left, length) = (Arc::new(AtomicUsize::new(0)), bytes.len() as u64);
    let table = |parts| {
        left.store(parts, Relaxed);
        let fetched = Arc::new(FetchedBytes::new(length, Failing(bytes.clone(), left.clone())));
        let url = "http://host/stake-4.table";
        let tables = Tables::default().with_remote("stake-4", url, fetched, length);
        OpenTable::named("stake-4", &built_in(), &tables, Control::SILENT)
    };
    let all = |table: &OpenTable| {
        let starts = (0..table.header().states - 64).step_by(1 << 14);
        let parts = starts.map(|first| first..first + 64);
        parts.map(|part| table.values_at(part, Control::SILENT)).collect::<Result<Vec<_>, _>>()
    };
    let whole = all(&table(usize::MAX).unwrap()).unwrap();
    let took = usize::MAX - left.load(Relaxed);
    assert!(took > 10, "it is read part by part");
    for parts in 0..took {
        let read = table(parts).and_then(|table| all(&table));
        assert_eq!(read.unwrap_err().code(), Code::Refused, "after {parts} parts");
    }
    assert_eq!(all(&table(took).unwrap()).unwrap(), whole);
}

#[test]
fn moves_by_the_rules_are_those_of_answers() {
    let oracle = with_tables();
    let named = ["number-12", "tower-2", "stake-3", "tokens-2x3", "chomp-4x5"];
    let positions = named.iter().flat_map(|table| all(table).into_iter().step_by(7));
    let contours = ["0", "2", "2,1", "3,3"].map(|text| position("contour", text));
    for position in positions.chain(contours) {
        let answer = oracle.answer(&Question::new(position.clone())).unwrap();
        let legal = position.legal_moves().unwrap();
        let by_rules = legal.iter().map(|legal| {
            let after = position.after(&legal.step);
            assert_eq!(after.is_none(), legal.captures());
            format!("{} {:?} {after:?}", legal.step, legal.gain)
        });
        let answered = answer.moves.iter();
        let answered =
            answered.map(|reply| format!("{} {:?} {:?}", reply.step, reply.gain, reply.position));
        assert_eq!(by_rules.collect::<BTreeSet<_>>(), answered.collect(), "{position}");
        let ended = legal.is_empty().then(|| answer.value.unwrap().number());
        assert_eq!(position.end_value().map(Value::number), ended, "{position}");
        let have_rolls = legal.iter().all(|legal| legal.roll.is_some());
        assert_eq!(have_rolls, position.game().name() == "tower" || legal.is_empty());
    }
    let named = position("number", "after:90,91");
    assert_eq!((named.legal_moves(), named.pack()), (None, None));
    let foreign = position("tower", "RGB/GRG").legal_moves().unwrap().remove(0).step;
    assert_eq!(position("stake", "01./.0./1..").after(&foreign), None);
}

#[test]
fn the_same_seed_draws_the_same_positions() {
    let oracle = with_tables();
    let draw = |from: &DrawFrom, draw: &Draw| {
        let mut answers: Vec<Answer> = Vec::new();
        let mut take = |answer| {
            answers.push(answer);
            true
        };
        oracle.draw(from, draw, &Limits::default(), &Silent, &mut take).map(|()| answers)
    };
    let stake = DrawFrom::named("stake-3", &built_in()).unwrap();
    let asked = Draw { count: 300, seed: 7, decisive: true };
    let drawn = draw(&stake, &asked).unwrap();
    assert_eq!(drawn, draw(&stake, &asked).unwrap());
    let texts: BTreeSet<String> = drawn.iter().map(|answer| answer.position.to_string()).collect();
    assert_eq!(texts.len(), 300);
    let any = Draw { decisive: false, ..asked };
    let positions: Vec<Position> =
        draw(&stake, &any).unwrap().into_iter().map(|answer| answer.position).collect();
    assert_eq!(stake.positions(300, 7, &oracle, &Silent).unwrap().len(), 300);
    assert_eq!(stake.positions(256, 7, &oracle, &Silent).unwrap(), positions[..256]);
    let said = "300 positions of stake-3, which has 1389, each with the same chance and none twice; seed 7";
    assert_eq!(stake.drawn(&any).to_string(), said);
    let few = draw(&stake, &Draw { count: 2000, ..any });
    refused!(few, DrawError::Few { found: 1389, .. });
    let named = |name| DrawFrom::named(name, &built_in());
    assert!(
        matches!(named("number-40"), Err(DrawError::NoIndex(table)) if table.name() == "number-40")
    );
    assert!(matches!(named("rook"), Err(DrawError::Name(_))));
}
