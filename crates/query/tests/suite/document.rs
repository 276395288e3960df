//! What FORMAT.md says of the committed tables is what is in them.

use crate::golden_folder;
use crate::independent::{
    ChompLosing1, ContourG, File, NumberFiltersFunction, NumberTrieEntry32, StakeLead8,
    StakePatternsScore8, TokensLosing1, TokensLosing1Steps8, TowerF64,
};

const DOCUMENT: &str = include_str!("../../../format/FORMAT.md");

fn golden(table: &str) -> Vec<u8> {
    std::fs::read(golden_folder().join(format!("{table}.table"))).unwrap()
}

/// The committed tables, of all encodings.
const TABLES: [&str; 11] = [
    "number-12",
    "number-17",
    "number-30",
    "tower-2",
    "contour-daa36c61",
    "contour-c42ebed6",
    "stake-3",
    "stake-71354c83",
    "tokens-2x3",
    "tokens-56e2dff9",
    "chomp-3x4",
];

/// The rows of the table of examples from a committed table: a position, and what is said of it.
fn examples(table: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let start = format!("From `{table}`");
    let after = DOCUMENT.split(&start).nth(1).or_else(|| {
        let start = start.to_lowercase();
        DOCUMENT.split(&start).nth(1)
    });
    let lines = after.unwrap().lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let position = cells.next().unwrap().trim_matches('`');
        (position, cells.collect())
    })
    .collect()
}

/// What the readers written from the document say of a position.
fn row(table: &str, file: &[u8], position: &str) -> Vec<String> {
    match (table.split('-').next().unwrap(), File::open(file).encoding) {
        ("number", "trie+entry32") => NumberTrieEntry32::open(file).row(position),
        ("number", _) => NumberFiltersFunction::open(file).row(position),
        ("tower", _) => TowerF64::open(file).row(position),
        ("contour", _) => ContourG::open(file).row(position),
        ("stake", "patterns+score8") => StakePatternsScore8::open(file).row(position),
        ("stake", _) => StakeLead8::open(file).row(position),
        ("tokens", "losing1") => TokensLosing1::open(file).row(position),
        ("tokens", _) => TokensLosing1Steps8::open(file).row(position),
        ("chomp", _) => ChompLosing1::open(file).row(position),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_documents_examples_are_entries_of_the_committed_tables() {
    for table in TABLES {
        let file = golden(table);
        let examples = examples(table);
        assert!(examples.len() >= 3, "{table}");
        for (position, expected) in examples {
            assert_eq!(row(table, &file, position), expected, "{table}, {position}");
        }
    }
}

#[test]
fn the_documents_sections_and_boards_are_those_of_the_committed_tables() {
    // NAME SECTION: bytes, in lines that are indented behind the first. Or NAME board: lines.
    let mut shown = 0;
    let mut lines = DOCUMENT.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((head, bytes)) = line.split_once(':') else { continue };
        let Some((table, section)) = head.split_once(' ') else { continue };
        if !TABLES.contains(&table) {
            continue;
        }
        let file = golden(table);
        let file = File::open(&file);
        shown += 1;
        if section == "board" {
            let mut board = String::new();
            while let Some(line) = lines.next_if(|line| !line.is_empty() && *line != "```") {
                board += &format!("{line}\n");
            }
            assert_eq!(file.board, board, "{head}");
            continue;
        }
        let mut bytes = bytes.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("    ")) {
            bytes.push_str(more);
        }
        let bytes: Vec<u8> = bytes
            .split_ascii_whitespace()
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
        let found = file.sections.iter().find(|(name, _)| *name == section).unwrap();
        assert_eq!(found.1, bytes, "{head}");
    }
    assert!(shown >= 10, "{shown} sections and boards");
}

#[test]
fn the_documents_dump_is_the_start_of_a_committed_table() {
    let file = golden("number-12");
    let dump = DOCUMENT.split("\n## An example\n").nth(1).unwrap();
    let mut end = 0;
    for line in dump.lines().filter(|line| line.ends_with('|')) {
        let (offset, rest) = line.split_once("  ").unwrap();
        assert_eq!(usize::from_str_radix(offset, 16).unwrap(), end);
        let bytes: Vec<u8> = rest
            .split('|')
            .next()
            .unwrap()
            .split_ascii_whitespace()
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
        assert_eq!(file[end..][..bytes.len()], bytes);
        end += bytes.len();
    }
    assert!(end > 256);
}

#[test]
fn the_committed_tables_are_what_a_verifier_expects() {
    for table in TABLES {
        let file = golden(table);
        crate::independent::verify(&file);
        let opened = File::open(&file);
        assert_eq!(opened.name, table);
        // The encoding's section names the statistics, and the table of encodings the parameters
        // and the sections.
        let statistics: Vec<&str> = opened.statistics.iter().map(|(name, _)| *name).collect();
        assert_eq!(documented_statistics(opened.game, opened.encoding), statistics, "{table}");
        let joined = |names: Vec<&str>| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let parameters = joined(opened.parameters.iter().map(|&(name, _)| name).collect());
        let sections = joined(opened.sections.iter().map(|&(name, _)| name).collect());
        let row = |line: &&str| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            cells.len() == 5
                && cells[0] == format!("`{}`", opened.game)
                && cells[1].starts_with("one board") == parameters.is_empty()
                && cells[2] == format!("`{}`", opened.encoding)
                && cells[3] == parameters
                && cells[4] == sections
        };
        assert_eq!(DOCUMENT.lines().filter(row).count(), 1, "{table}");
    }
}

/// The names in the paragraph about the statistics of an encoding's tables.
fn documented_statistics(game: &str, encoding: &str) -> Vec<&'static str> {
    let game = DOCUMENT.split(&format!("\n## `{game}`\n")).nth(1).unwrap();
    let is_heading =
        |line: &&str| line.starts_with("### ") && line.contains(&format!("`{encoding}`"));
    let lines = game.lines().skip_while(|line| !is_heading(line));
    let lines = lines.skip_while(|line| !line.starts_with("**Statistics.**"));
    let words = lines
        .take_while(|line| !line.is_empty())
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    words.collect()
}
