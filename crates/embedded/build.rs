//! Builds the tables that are to be inside the program, and compares them with the manifest.
#![allow(clippy::print_stdout, reason = "what a build script prints is for cargo")]

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use perfectplay_query::{Access, Family, TableFolder};
use perfectplay_tables::{Build, Control, Depth, build, verify};

/// The default families whose tables are small.
const FAMILIES: [Family; 5] = [
    Family::Number { bound: 20 },
    Family::Number { bound: 40 },
    Family::Stake { size: 4 },
    Family::Tokens { rows: 4, columns: 4 },
    Family::Chomp { rows: 10, columns: 10 },
];

fn main() -> ExitCode {
    // What the tables are made by is compiled into this script.
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var_os("OUT_DIR").expect("cargo says where to write");
    match make_all(Path::new(&out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error={error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes the tables, and the expression that `TABLES` is.
fn make_all(out: &Path) -> Result<(), Box<dyn Error>> {
    let folder = TableFolder::new(out);
    let mut tables = String::from("[\n");
    for family in FAMILIES {
        make(family, &folder).map_err(|error| format!("{family} cannot be embedded: {error}"))?;
        let file = format!("concat!(env!(\"OUT_DIR\"), \"/{family}.table\")");
        writeln!(tables, "(\"{family}\", &Page(*include_bytes!({file})).0),")?;
    }
    tables.push_str("]\n");
    Ok(fs::write(out.join("tables.rs"), tables)?)
}

/// Makes a table, unless an earlier run of this script has left the one that the manifest has.
fn make(family: Family, folder: &TableFolder) -> Result<(), Box<dyn Error>> {
    if !is_in_manifest(family, folder).unwrap_or(false) {
        let how = Build { force: true, memory: None };
        build(&family.into(), folder, how, Control::SILENT, |_| {})?;
        if !is_in_manifest(family, folder)? {
            return Err("the manifest does not have it".into());
        }
    }
    Ok(())
}

/// Whether the folder's table is the one that the manifest has; an error if it is another, or damaged.
fn is_in_manifest(family: Family, folder: &TableFolder) -> Result<bool, Box<dyn Error>> {
    let path = folder.table(&family.to_string());
    Ok(verify(&path, Access::read(), Depth::Bytes, Control::SILENT)?.in_manifest)
}
