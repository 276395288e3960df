//! `export`, held against the plain rules and read back by others' readers.

use parquet::column::reader::ColumnReader;
use parquet::file::reader::{FileReader, SerializedFileReader};
use perfectplay::{TablePlace, custom_game, open_known, table_named};
use perfectplay_cli::export::{Content, Export, Format};
use perfectplay_games::number::Position;
use perfectplay_tables::solve::{Build, Control, TableFolder};
use perfectplay_tests::Numbers;

use crate::common::*;

/// Rows as texts, the names of the columns first.
type Rows = Vec<Vec<String>>;

fn export(program: &Program, table: &str, what: &str, format: &str) -> (PathBuf, Run) {
    let run = program.run_well(format!("export {table} --what {what} --format {format}"));
    assert_eq!(run.stderr, "");
    (program.path(&format!("{table}-{what}.{format}")), run)
}

fn csv(program: &Program, table: &str, what: &str) -> Rows {
    let (path, _) = export(program, table, what, "csv");
    read_csv(&fs::read(path).unwrap())
}

fn read_csv(bytes: &[u8]) -> Rows {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let records = reader.records().map(Result::unwrap);
    records.map(|record| record.iter().map(str::to_owned).collect()).collect()
}

fn parquet(program: &Program, table: &str, what: &str) -> Rows {
    let (path, _) = export(program, table, what, "parquet");
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names = schema.columns().iter().map(|column| column.name().to_owned()).collect();
    let text = |field: &parquet::record::Field| field.to_string().trim_matches('"').to_owned();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    let rows = rows.map(|row| row.get_column_iter().map(|(_, field)| text(field)).collect());
    std::iter::once(names).chain(rows).collect()
}

/// The rows of a file in NumPy's format, version 1.0, read as its documentation says.
fn npy(program: &Program, table: &str, what: &str) -> Rows {
    let (path, _) = export(program, table, what, "npy");
    let bytes = fs::read(path).unwrap();
    let (magic, rest) = bytes.split_at(8);
    assert_eq!(magic, b"\x93NUMPY\x01\x00");
    let (length, rest) = rest.split_first_chunk().unwrap();
    let (header, mut data) = rest.split_at(u16::from_le_bytes(*length).into());
    assert!((10 + header.len()).is_multiple_of(64) && header.ends_with(b"\n"));
    // As in `{'descr': [('mask', '<u8'), ('losing', '|b1')], 'fortran_order': False, 'shape': (3,), }`.
    let header = std::str::from_utf8(header).unwrap().trim_end();
    let header = header.strip_prefix("{'descr': [(").unwrap();
    let (fields, rest) = header.split_once(")], 'fortran_order': False, 'shape': (").unwrap();
    let length: usize = rest.strip_suffix(",), }").unwrap().parse().unwrap();
    let fields: Vec<(&str, &str)> = fields
        .split("), (")
        .map(|field| field.split_once(", ").unwrap())
        .map(|(name, kind)| (name.trim_matches('\''), kind.trim_matches('\'')))
        .collect();
    let mut rows = vec![fields.iter().map(|(name, _)| (*name).to_owned()).collect()];
    for _ in 0..length {
        let mut next = |length: usize| data.split_off(..length).unwrap();
        let value = |(_, kind): &(&str, &str)| match *kind {
            "<u8" => u64::from_le_bytes(next(8).try_into().unwrap()).to_string(),
            "<i8" => i64::from_le_bytes(next(8).try_into().unwrap()).to_string(),
            "<f8" => f64::from_le_bytes(next(8).try_into().unwrap()).to_string(),
            "<i4" => i32::from_le_bytes(next(4).try_into().unwrap()).to_string(),
            "|u1" => next(1)[0].to_string(),
            "|b1" => (next(1)[0] == 1).to_string(),
            other => panic!("{other}"),
        };
        rows.push(fields.iter().map(value).collect());
    }
    assert!(data.is_empty());
    rows
}

/// All positions up to a bound by the plain rules, in the order of exports.
fn by_rules(bound: u8) -> Vec<(Position, bool, u16)> {
    let mut plain = PlainSolver::new(WithPlies(Number));
    let mut all = Vec::new();
    rules::for_each_position(bound, &mut |available| {
        let position = rules::position(available);
        let value = plain.entry(&position);
        all.push((position, value.outcome == Outcome::Loss, value.plies.expect("plies")));
    });
    all.sort_unstable();
    all
}

/// The unavailable numbers above 1 that are no sum of two such numbers.
fn generators(position: Position) -> Vec<u32> {
    let is_available = |number: u32| number < 64 && position.mask() >> number & 1 == 1;
    let is_sum =
        |number: u32| (2..number - 1).any(|y| !is_available(y) && !is_available(number - y));
    (2..128).filter(|&number| !is_available(number) && !is_sum(number)).collect()
}

fn text(generators: &[u32]) -> String {
    generators.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

fn row(texts: &[&dyn ToString]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

fn split(names: &str) -> Vec<String> {
    names.split(' ').map(str::to_owned).collect()
}

fn expected_position(position: Position, last: &dyn ToString) -> Vec<String> {
    let available = position.mask().count_ones();
    let multiplicity = (2..).find(|&number| position.mask() >> number & 1 == 0).unwrap();
    row(&[&position.mask(), &position.largest(), &available, &multiplicity, last])
}

#[test]
fn positions_are_those_of_the_plain_rules_in_the_order_of_their_masks() {
    let program = Program::with("number-20 number-24");
    let mut expected = vec![split("mask largest available multiplicity losing")];
    let all = by_rules(24);
    expected.extend(all.iter().map(|&(position, losing, _)| expected_position(position, &losing)));
    assert_eq!(expected.len(), 1 + 14_930);
    assert_eq!(csv(&program, "number-24", "positions"), expected);

    let of_20 = all.iter().filter(|(position, ..)| position.largest() <= 20);
    let with_plies = |&(position, losing, plies): &(Position, bool, u16)| {
        [expected_position(position, &losing), row(&[&plies])].concat()
    };
    let mut expected = vec![split("mask largest available multiplicity losing plies")];
    expected.extend(of_20.map(with_plies));
    assert_eq!(expected.len(), 1 + 3_515);
    assert_eq!(csv(&program, "number-20", "positions"), expected);
}

#[test]
fn losing_positions_have_their_generators() {
    let program = Program::with("number-24");
    let mut expected = vec![split("mask largest available multiplicity generators")];
    for (position, ..) in by_rules(24).into_iter().filter(|&(_, losing, _)| losing) {
        expected.push(expected_position(position, &text(&generators(position))));
    }
    assert_eq!(csv(&program, "number-24", "losing"), expected);
}

#[test]
fn all_formats_have_the_same_rows() {
    let program = Program::with("number-20 number-24");
    for table in ["number-20", "number-24"] {
        for what in ["positions", "losing", "counts", "longest", "few-generators"] {
            let mut csv = csv(&program, table, what);
            assert_eq!(parquet(&program, table, what), csv, "{table} {what}");
            let npy = npy(&program, table, what);
            if what == "few-generators" {
                assert_eq!(npy[0], split("g1 g2 g3 largest available"));
                let generators = npy[1..].iter().map(|row| row[..3].join(" ").replace(" 0", ""));
                assert!(generators.eq(csv[1..].iter().map(|row| row[0].clone())));
                continue;
            }
            // NumPy's has no texts.
            if let Some(place) = csv[0].iter().position(|name| name == "generators") {
                csv.iter_mut().for_each(|row| drop(row.remove(place)));
            }
            assert_eq!(npy, csv, "{table} {what}");
        }
    }
}

#[test]
fn more_rows_than_are_written_at_a_time_are_all_there() {
    let program = Program::with("number-37");
    let (path, run) = export(&program, "number-37", "positions", "parquet");
    assert!(run.stdout.starts_with("number-37-positions.parquet  1701871 rows, "), "{run:?}");
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    assert_eq!(reader.metadata().num_row_groups(), 2);
    let mut masks = Vec::new();
    for group in 0..2 {
        let group = reader.get_row_group(group).unwrap();
        let rows = group.metadata().num_rows() as usize;
        let ColumnReader::Int64ColumnReader(mut column) = group.get_column_reader(0).unwrap()
        else {
            panic!("masks have 64 bits");
        };
        column.read_records(rows, None, None, &mut masks).unwrap();
    }
    let masks = masks.into_iter().map(i64::cast_unsigned);
    let layers =
        (2..=37).flat_map(|largest| perfectplay_games::number::Layer::new(largest).ascending());
    assert!(masks.eq(std::iter::once(0).chain(layers.map(Position::mask))));
}

#[test]
fn counts_are_those_of_the_positions_and_of_info() {
    let program = Program::with("number-20 number-24");
    for (table, bound) in [("number-20", 20), ("number-24", 24)] {
        let all = by_rules(bound);
        let mut expected = vec![split("largest available positions losing")];
        let mut by_largest = Vec::new();
        for largest in (0..=bound).filter(|&largest| largest != 1) {
            let of_layer = all.iter().filter(|(position, ..)| position.largest() == largest);
            let of_layer: Vec<_> = of_layer.collect();
            let losing = of_layer.iter().filter(|row| row.1).count();
            let positions = of_layer.len();
            by_largest.push(format!(
                r#"{{"largest":{largest},"positions":{positions},"losing":{losing}}}"#
            ));
            for available in 0..u32::from(bound) {
                let same = |row: &&&(Position, bool, u16)| row.0.mask().count_ones() == available;
                let positions = of_layer.iter().filter(same).count();
                let losing = of_layer.iter().filter(same).filter(|row| row.1).count();
                if positions > 0 {
                    expected.push(row(&[&largest, &available, &positions, &losing]));
                }
            }
        }
        assert_eq!(csv(&program, table, "counts"), expected);
        let info = program.run(format!("info {table} --json")).stdout;
        let expected = format!(r#","by_largest":[{}]}}"#, by_largest.join(","));
        assert!(info.trim_end().ends_with(&expected), "{info}");
    }
    let info = program.run("info number-24").stdout;
    assert!(info.contains("\nlargest number      positions         losing    share\n"), "{info}");
    assert!(info.ends_with("            24           3578            462   0.1291\n"), "{info}");
}

#[test]
fn few_generators_are_all_that_the_plain_rules_find() {
    let program = Program::with("number-24 number-33");
    for most in [2, 3, 5] {
        let mut expected = vec![split("generators largest available")];
        for (position, losing, _) in by_rules(24) {
            let generators = generators(position);
            if losing && generators.len() <= most {
                let available = position.mask().count_ones();
                expected.push(row(&[&text(&generators), &position.largest(), &available]));
            }
        }
        let what = format!("--what few-generators --generators {most}");
        let run = program.run(format!("export number-24 --format csv {what} --output -"));
        assert_eq!(read_csv(run.stdout.as_bytes()), expected);
    }
    let found = csv(&program, "number-33", "few-generators");
    for known in ["2 3", "6 7 16", "5 16 18", "9 10 16"] {
        assert!(found.iter().any(|row| row[0] == known), "{known}");
    }
}

#[test]
fn the_longest_games_are_those_of_the_plain_rules() {
    let program = Program::with("number-22 number-24");
    for (table, bound) in [("number-22", 22), ("number-24", 24)] {
        let mut expected = vec![split("largest losing plies mask generators")];
        let all = by_rules(bound);
        for largest in 0..=bound {
            for losing in [false, true] {
                let rows = all.iter().filter(|row| (row.0.largest(), row.1) == (largest, losing));
                let Some(most) = rows.clone().map(|row| row.2).max() else { continue };
                let first = rows.clone().find(|row| row.2 == most).unwrap().0;
                let generators = text(&generators(first));
                expected.push(row(&[&largest, &losing, &most, &first.mask(), &generators]));
            }
        }
        assert_eq!(csv(&program, table, "longest"), expected);
    }
}

/// What `probe` says of each position is what its row says.
#[test]
fn positions_of_other_games_have_their_values() {
    const TABLES: [&str; 5] = ["tower-2", "stake-3", "tokens-2x4", "chomp-4x5", "contour-daa36c61"];
    let program = Program::with(&TABLES.join(" "));
    program.write("board.txt", "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n");
    for table in TABLES {
        let rows = csv(&program, table, "positions");
        // Whole doubles are written differently as text.
        let alike = |one: &str, other: &str| {
            one == other || one.parse::<f64>().ok() == other.parse::<f64>().ok()
        };
        let there = parquet(&program, table, "positions");
        assert_eq!(there.len(), rows.len(), "{table}");
        for (there, row) in there.iter().zip(&rows) {
            assert!(row[..2] == there[..2] && alike(&row[2], &there[2]), "{row:?} {there:?}");
        }
        let numbers = npy(&program, table, "positions");
        assert_eq!(numbers.len(), rows.len(), "{table}");
        for (number, row) in numbers.iter().zip(&rows) {
            assert!(alike(&number[0], &row[0]) && alike(&number[1], &row[2]), "{number:?} {row:?}");
        }
        let (game, _) = table.split_once('-').unwrap();
        let board = if game == "contour" { "--board board.txt" } else { "" };
        let positions: String = rows[1..].iter().map(|row| row[1].clone() + "\n").collect();
        let values = program.feed(format!("probe {game} - --values {board}"), positions);
        assert_eq!(values.code, 0, "{values:?}");
        let said: Vec<&str> = values.stdout.lines().collect();
        assert_eq!(said.len(), rows.len() - 1, "{table}");
        for (index, (row, said)) in rows[1..].iter().zip(said).enumerate() {
            assert_eq!(row[0], index.to_string());
            let value = match (rows[0][2].as_str(), row[2].as_str()) {
                ("outcome", "1") => "win".to_owned(),
                ("outcome", "-1") => "loss".to_owned(),
                ("score", score) => format!("{:+}", score.parse::<i64>().unwrap()),
                (_, minutes) => minutes.to_owned(),
            };
            assert_eq!(value, said, "{table} {row:?}");
        }
    }
}

#[test]
fn a_text_that_begins_like_a_formula_is_made_harmless() {
    let sums = Numbers {
        name: "sums-1".to_owned(),
        start: 1,
        moves: |number| (0..number).collect(),
        show: |number| format!("=1+{number}"),
        read: |text| text.strip_prefix("=1+")?.parse().ok(),
        ..Numbers::default()
    };
    let (program, games) = (Program::new(), [custom_game(sums, &[]).unwrap()]);
    let folder = TableFolder::new(program.tables());
    let sums = table_named("sums-1", &games).unwrap();
    let built = sums.build(&folder, Build::default()).unwrap();
    let file = folder.file("sums-1").unwrap();
    let table = open_known(file, &TablePlace::File(built.path), &games).unwrap();
    let export = Export::new(&*table, Content::Positions, Format::Csv).unwrap();
    let mut csv = Vec::new();
    export.write_csv(&mut csv, Control::SILENT).unwrap();
    assert_eq!(read_csv(&csv)[1][1], "'=1+0");
}

/// Changes a byte of a section of `number-24`, which opening does not notice; and changes it back.
fn damage(program: &Program, section: &'static str, at: usize) {
    program.change("tables/number-24.table", |bytes| {
        let file = perfectplay_format::TableFile::open(bytes.as_slice()).unwrap();
        let start = file.section(section).unwrap().start as usize;
        bytes[start + at] ^= 0x81;
    });
}

#[test]
fn a_damaged_table_is_not_counted_and_nothing_of_it_is_written() {
    let program = Program::with("number-24");
    damage(&program, "counts", 7);
    let message = "number-24 is damaged; `perfectplay build number-24 --force` builds it anew";
    program.run("info number-24").assert_fails(1, message);
    let export = |what| program.run(format!("export number-24 --format csv --what {what}"));
    export("counts").assert_says(1, "chunk 0, from byte 4096, is damaged");
    // The counts are right again.
    damage(&program, "counts", 7);
    damage(&program, "spans", 24 * 8 * 22 + 4);
    for what in ["positions", "losing", "counts", "few-generators", "longest"] {
        export(what).assert_says(1, "is damaged; `perfectplay build number-24");
    }
    assert_eq!(program.files(""), ["tables"]);
}

/// Windows has devices in every folder.
#[cfg(windows)]
#[test]
fn a_device_is_no_output() {
    let program = Program::with("number-20");
    for device in ["nul", "con"] {
        let run = program.run(format!("export number-20 --format csv --output {device}"));
        assert!([2, 3].contains(&run.code), "{run:?}");
        assert!(run.stderr.starts_with(&format!("error: {device}: ")), "{run:?}");
        assert_eq!(program.files(""), ["tables"]);
    }
}

#[cfg(unix)]
mod unix {
    use super::*;

    #[test]
    fn what_a_killed_export_leaves_the_next_one_removes() {
        let program = Program::with("number-42");
        let export = "export number-42 --format csv --what few-generators --output made.csv";
        let start = || program.spawn(export);
        let partial = || program.files("").into_iter().filter(|name| name.ends_with(".partial"));
        let mut killed = start();
        wait_until(|| partial().count() >= 1);
        killed.kill().unwrap();
        killed.wait().unwrap();
        let dead = partial().next().unwrap();
        // What is not a partial file of this name stays, and so does one at work.
        program.write("made.csv.notes.partial", "mine");
        let mut working = start();
        wait_until(|| partial().all(|name| name != dead));
        let alive = || partial().find(|name| name != "made.csv.notes.partial");
        wait_until(|| alive().is_some());
        let alive = alive().unwrap();
        let mut other = start();
        wait_until(|| partial().count() >= 3);
        assert!(partial().any(|name| name == alive));
        // Whichever ends last finds the name taken.
        let mut codes = [&mut working, &mut other].map(|export| export.wait().unwrap().code());
        codes.sort_unstable();
        assert_eq!(codes, [Some(0), Some(2)]);
        assert_eq!(program.files(""), ["made.csv", "made.csv.notes.partial", "tables"]);
    }

    #[test]
    fn an_interrupted_export_leaves_nothing() {
        let program = Program::with("number-42");
        for (format, what) in [("csv", "positions"), ("npy", "losing"), ("parquet", "longest")] {
            let export = format!("export number-42 --format {format} --what {what}");
            let mut export = program.spawn(export);
            wait_until(|| program.files("").len() >= 2);
            signal(&export, "INT");
            assert_eq!(export.wait().unwrap().code(), Some(130), "{format}");
            assert_eq!(program.files(""), ["tables"]);
        }
    }
}
