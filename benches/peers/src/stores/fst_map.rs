//! A mapped finite-state transducer of the crate `fst`, with the bytes of keys in their order.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::Result;
use fst::{Map, MapBuilder};
use memmap2::Mmap;

use super::{Store, map, width};
use crate::games::{Key, Value};

pub(crate) struct FstMap(Map<Mmap>);

impl<K: Key, V: Value> Store<K, V> for FstMap {
    const NAME: &'static str = "`fst`";

    fn build(entries: &[(K, V)], file: &Path) -> Result<()> {
        let file = BufWriter::with_capacity(1 << 20, File::create(file)?);
        let mut builder = MapBuilder::new(file)?;
        for (key, value) in entries {
            builder.insert(in_order::<K>(&key.to_bits().to_be_bytes()), value.to_bits())?;
        }
        builder.into_inner()?.into_inner()?;
        Ok(())
    }

    fn open(file: &Path) -> Result<Self> {
        Ok(Self(Map::new(map(file)?)?))
    }

    fn reader(&self) -> Result<impl FnMut(K) -> Option<V>> {
        Ok(|key: K| self.0.get(in_order::<K>(&key.to_bits().to_be_bytes())).map(V::from_bits))
    }
}

/// As many of the bytes as a key has, which are in the order of keys.
fn in_order<K>(bytes: &[u8; 8]) -> &[u8] {
    &bytes[8 - size_of::<K>()..]
}
