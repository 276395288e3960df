//! Tables that were withdrawn are not opened.

use perfectplay_games::SMALL_TABLES;
use perfectplay_query::{Header, Problem, Tables, WITHDRAWN, check_withdrawn};

fn header(name: &str, checksums: u64) -> Header {
    let tables = Tables::default().with_embedded(SMALL_TABLES);
    let file = tables.file(&tables.place("number-20")).expect("it is in the program");
    Header { name: name.to_owned(), checksums, ..file.header().clone() }
}

#[test]
fn a_table_on_the_list_is_refused_and_no_other_one() {
    let list = "table\tchecksums\twhat is wrong\n\
                number-20\t00000000000000ab\t2 5 is a win\nstake-3\t00000000000000ff\tall of it\n";
    let refused = check_withdrawn(list, &header("number-20", 0xab));
    assert!(matches!(refused, Err(Problem::Withdrawn(why)) if why == "2 5 is a win"));
    assert!(check_withdrawn(list, &header("stake-3", 0xff)).is_err());
    for (name, checksums) in [("number-20", 0xff), ("number-2", 0xab), ("stake-3", 0xab)] {
        assert!(check_withdrawn(list, &header(name, checksums)).is_ok(), "{name} {checksums}");
    }
}

#[test]
fn the_list_has_names_checksums_and_reasons() {
    for line in WITHDRAWN.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, checksums, why] = fields[..] else { panic!("{line}") };
        assert!(!name.is_empty() && !why.is_empty(), "{line}");
        assert_eq!(checksums.len(), 16, "{line}");
        assert!(u64::from_str_radix(checksums, 16).is_ok(), "{line}");
    }
}
