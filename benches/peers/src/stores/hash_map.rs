//! A `HashMap` in memory with the hash function of rustc, loaded from a file of bincode.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use anyhow::Result;
use rustc_hash::FxHashMap;

use super::{Store, width};
use crate::games::{Key, Value};

pub(crate) struct HashMapStore<K, V>(FxHashMap<K, V>);

const BUFFER: usize = 1 << 20;

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_fixed_int_encoding()
}

impl<K: Key, V: Value> Store<K, V> for HashMapStore<K, V> {
    const NAME: &'static str = "`HashMap`";
    const IS_ON_DISK: bool = false;

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        let mut file = BufWriter::with_capacity(BUFFER, File::create(file)?);
        // To bincode a map is a list of pairs.
        bincode::encode_into_std_write(entries, &mut file, config())?;
        file.into_inner()?;
        Ok(())
    }

    fn open(file: &Path) -> Result<Self> {
        let mut file = BufReader::with_capacity(BUFFER, File::open(file)?);
        Ok(Self(bincode::decode_from_std_read(&mut file, config())?))
    }

    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        Ok(|key| self.0.get(&key).copied())
    }
}
