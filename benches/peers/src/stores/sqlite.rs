//! SQLite: a table whose rowid is the key, which reads faster than one without rowids; mapped, never
//! locked, and with one transaction and one prepared statement for all reads.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use rusqlite::{Connection, OpenFlags};

use super::{Store, width};
use crate::games::{Key, Value};

pub(crate) struct Sqlite(PathBuf);

/// A set has no column of values.
fn has_values<V>() -> bool {
    size_of::<V>() > 0
}

impl<K: Key, V: Value> Store<K, V> for Sqlite {
    const NAME: &'static str = "SQLite";

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        let mut connection = Connection::open(file)?;
        // Whoever builds syncs in the end.
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        let (columns, places) =
            if has_values::<V>() { (", value INTEGER NOT NULL", ", ?2") } else { ("", "") };
        connection
            .execute_batch(&format!("CREATE TABLE map (key INTEGER PRIMARY KEY{columns})"))?;
        let transaction = connection.transaction()?;
        {
            let mut insert =
                transaction.prepare(&format!("INSERT INTO map VALUES (?1{places})"))?;
            for (key, value) in entries {
                insert.raw_bind_parameter(1, key.to_bits().cast_signed())?;
                if has_values::<V>() {
                    insert.raw_bind_parameter(2, value.to_bits().cast_signed())?;
                }
                insert.raw_execute()?;
            }
        }
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error.into())
    }

    fn open(file: &Path) -> Result<Self> {
        Ok(Self(file.to_owned()))
    }

    /// A statement of a connection of its own, as SQLite's connections belong to one thread each. The
    /// connection stays open as long as the program runs.
    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        let path = self.0.to_str().ok_or_else(|| anyhow!("the path is no UTF-8"))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(format!("file:{path}?mode=ro&immutable=1"), flags)?;
        let bytes = std::fs::metadata(&self.0)?.len();
        connection.pragma_update(None, "mmap_size", bytes.next_power_of_two().cast_signed())?;
        // One transaction for all reads.
        connection.execute_batch("BEGIN")?;
        let column = if has_values::<V>() { "value" } else { "key" };
        let connection: &'static Connection = Box::leak(Box::new(connection));
        let mut select = connection.prepare(&format!("SELECT {column} FROM map WHERE key = ?1"))?;
        Ok(move |key: K| {
            select.raw_bind_parameter(1, key.to_bits().cast_signed()).ok()?;
            let mut rows = select.raw_query();
            let value: i64 = rows.next().ok()??.get(0).ok()?;
            Some(V::from_bits(value.cast_unsigned()))
        })
    }
}
