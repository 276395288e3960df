//! The commands that help: what the libraries' errors leave to the program.

use bytesize::ByteSize;
use perfectplay_oracle::{Beyond, BrokenLimit, Oracle, Reason};
use perfectplay_query::{Family, TableId};

use crate::output::{printable, remark};

/// The command that builds a table that is there, and damaged, anew, in backquotes.
pub(crate) fn rebuild(table: &str) -> String {
    match table.parse::<Family>() {
        Ok(family) => format!("`perfectplay build {family} --force` builds it anew"),
        // Its name has only the board's fingerprint.
        Err(_) => match table.split_once('-') {
            Some((game, _)) => {
                format!("`perfectplay build {game} --board FILE --force` builds it anew")
            }
            None => "`perfectplay list` shows which tables there are".to_owned(),
        },
    }
}

/// Tells of tables that something is wrong with, but that no answer needed.
pub(crate) fn warn(oracle: &Oracle) {
    for warning in oracle.take_warnings() {
        let remedy = rebuild(&warning.table);
        remark(format_args!("warning: {}; {remedy}", printable(&warning.message)));
    }
}

/// What helps where a table is missing.
pub(crate) fn missing(table: &str) -> String {
    match table.parse::<Family>() {
        Ok(family) => format!("`perfectplay build {family}` makes it"),
        Err(_) => "`perfectplay list` shows which there are".to_owned(),
    }
}

/// What helps where a position is beyond tables and limits.
pub(crate) fn beyond(beyond: &Beyond) -> String {
    let mut advice = String::new();
    match &beyond.limit {
        BrokenLimit::States { .. } | BrokenLimit::Searched { .. } => {
            advice.push_str("; --limit raises that");
        }
        BrokenLimit::Memory { .. } => advice.push_str("; --memory raises that"),
        _ => {}
    }
    if let Some(table) = &beyond.table {
        advice.push_str("; ");
        advice.push_str(&build(table));
    }
    advice
}

/// Why it is not known who wins, and what would tell.
pub(crate) fn for_unknown(reason: &Reason) -> String {
    let mut text = reason.to_string();
    if reason.at_limit {
        text.push_str(", which --limit raises");
    }
    if let Some(table) = &reason.table {
        text.push_str("; ");
        text.push_str(&build(table));
    }
    text
}

/// The command that builds the table that has a position, and what it takes.
fn build(table: &TableId) -> String {
    let command = match table {
        TableId::Family(family) => format!("`perfectplay build {family}`"),
        TableId::Instance(instance) => {
            format!("`perfectplay build {} --board FILE`", instance.game())
        }
    };
    let needs = table.needs();
    let (memory, disk) = (ByteSize(needs.memory), ByteSize(needs.disk));
    format!("{command} makes the table that has it, in {memory} of memory and {disk} on disk")
}
