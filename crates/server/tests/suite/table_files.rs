//! The tables as files.

use std::fs;

use perfectplay_format::{Layout, Prelude, TableFile};

use crate::common::*;

const PATH: &str = "/tables/stake-3.table";

fn bytes() -> Vec<u8> {
    golden_table("stake-3")
}

/// A server that has sent the first byte of an answer with a large table: the folder and the bytes of the table, and
/// the whole answer.
fn large_table_begun() -> (TempDir, Vec<u8>, Running, impl Read) {
    let folder = folder(&[]);
    let mut header = TableFile::open(bytes()).unwrap().header().clone();
    // Not all of it is sent at once.
    header.sections.last_mut().unwrap().length = 32 << 20;
    let encoded = header.encode().unwrap();
    let mut bytes = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    let layout = Layout::check(bytes.len() as u64, &header.sections).unwrap();
    bytes.resize(layout.file_length() as usize, 1);
    fs::write(folder.path().join("stake-3.table"), &bytes).unwrap();
    let server = Running::of_folder(folder.path());
    let mut connection = server.send(PATH);
    connection.read_exact(&mut [0; 1]).unwrap();
    (folder, bytes, server, b"H".as_slice().chain(connection))
}

#[test]
fn a_table_that_is_replaced_while_it_is_sent_is_not_mixed_with_the_new_one() {
    let (folder, old, _server, mut answer) = large_table_begun();
    fs::write(folder.path().join("new"), vec![2; old.len()]).unwrap();
    fs::rename(folder.path().join("new"), folder.path().join("stake-3.table")).unwrap();
    let reply = Reply::read(&mut answer, false).unwrap();
    assert!(reply.body == old, "all bytes are of the table that was there first");
}

#[test]
fn a_table_that_becomes_shorter_ends_the_connection() {
    let (folder, bytes, server, mut answer) = large_table_begun();
    let file = fs::File::options().write(true).open(folder.path().join("stake-3.table")).unwrap();
    file.set_len(bytes.len() as u64 / 2).unwrap();
    assert!(Reply::read(&mut answer, false).is_err());
    // Other requests are answered as before.
    assert_eq!(server.get("/v1/health").status, 200);
}

#[test]
fn tables_inside_the_program_are_used_listed_and_sent_where_the_folder_has_none() {
    let inside = ["stake-3", "number-12"].map(|name| (name, &*golden_table(name).leak()));
    let folder = folder(&["stake-3"]);
    let tables = Tables::from(TableFolder::new(folder.path())).with_embedded(&inside);
    let server = Running::with(Config::new(&built_in(), tables));
    assert_eq!(server.get("/v1/number?position=2+3").json()["table"], "number-12");
    let tables = server.get("/v1/tables").json()["tables"].clone();
    assert_eq!((&tables[0]["table"], tables[0].get("embedded")), (&"stake-3".into(), None));
    assert_eq!((&tables[1]["table"], &tables[1]["embedded"]), (&"number-12".into(), &true.into()));
    let whole = server.get("/tables/number-12.table");
    assert_eq!((whole.status, whole.body.as_slice()), (200, inside[1].1));
    let part = server.get_with("/tables/number-12.table", &[("range", "bytes=10-99")]);
    assert_eq!((part.status, part.body.as_slice()), (206, &inside[1].1[10..100]));
    let in_folder = Running::new().get("/tables/number-12.table");
    assert_eq!(whole.header("etag"), in_folder.header("etag"));
}
