//! Tables inside a program, and what is wrong with bytes that are none.

use crate::common::*;

static NUMBER: &[u8] = include_bytes!("../../golden/v1/number-12.table");

fn tables() -> Tables {
    Tables::default().with_embedded(&[
        ("number-12", NUMBER),
        ("number-12", b"hidden by the one before it"),
        ("number-13", NUMBER),
        ("stake-3", include_bytes!("../../golden/v1/stake-3.table").split_at(5000).0),
        ("tower-2", b"no table"),
    ])
}

#[test]
fn a_table_inside_the_program_is_read_where_it_is() {
    let tables = tables();
    let names = ["number-12", "number-12", "number-13", "stake-3", "tower-2"];
    assert_eq!(tables.places().unwrap(), names.map(|name| TablePlace::Program(name.to_owned())));
    let file = tables.file(&tables.place("number-12")).unwrap();
    assert!(std::ptr::eq(file.source().in_memory().unwrap(), NUMBER));
    assert_eq!(tables.read("number-12", Table::new).unwrap().header().name, "number-12");
}

#[test]
fn what_is_no_table_is_refused_with_its_name_and_the_reason() {
    let problem = |name: &str| {
        let error = tables().read(name, Table::new).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{name} inside the program: ")), "{error}");
        error.problem
    };
    assert!(matches!(problem("number-20"), Problem::Missing));
    assert!(matches!(problem("number-13"), Problem::OtherName(found) if found == "number-12"));
    let cut = problem("stake-3");
    assert!(matches!(cut, Problem::Format(FormatError::WrongLength { found: 5000, .. })), "{cut}");
    assert!(matches!(problem("tower-2"), Problem::Format(FormatError::NotATable)));
    let other = tables().read("number-12", StakeTable::new).unwrap_err().problem;
    assert!(matches!(other, Problem::OtherGame { .. }), "{other}");
    let none = Tables::default();
    assert!(none.places().unwrap().is_empty() && none.read("number-12", Table::new).is_err());
}
