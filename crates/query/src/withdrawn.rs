//! Tables of releases that were withdrawn, as a correction has found wrong values in them. They are not opened any more.

use perfectplay_format::Header;

use crate::error::Problem;

/// Below a line of titles, a line for each table: its name, `checksums` of its header in 16 hexadecimal digits, and what is
/// wrong with it, with tabs between.
pub const WITHDRAWN: &str = include_str!("../withdrawn.tsv");

/// Checks that a table is not on such a list.
///
/// # Errors
/// [`Problem::Withdrawn`] with what is wrong with it.
pub fn check_withdrawn(list: &str, header: &Header) -> Result<(), Problem> {
    let checksums = format!("{:016x}", header.checksums);
    let withdrawn = format!("{}\t{checksums}\t", header.name);
    match list.lines().skip(1).find_map(|line| line.strip_prefix(&withdrawn)) {
        Some(why) => Err(Problem::Withdrawn(why.to_owned())),
        None => Ok(()),
    }
}
