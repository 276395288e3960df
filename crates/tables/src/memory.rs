//! Allocations that grow with a table, which fail with an error if the system refuses the memory: an ordinary
//! allocation would end the program.

use perfectplay_core::layers::{OutOfMemory, reserve_exact};

pub use perfectplay_core::layers::{out_of, reserve};

/// An empty vector with room for exactly this many items.
pub fn with_room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    reserve_exact(&mut vec, len)?;
    Ok(vec)
}

/// All items of an iterator that knows how many it has at most.
pub fn collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let most = items.size_hint().1;
    let mut vec = with_room(most.expect("only of iterators that know how many they have at most"))?;
    vec.extend(items);
    Ok(vec)
}

/// All items of an iterator that does not know how many it has.
pub fn collect_all<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    for item in items {
        reserve(&mut vec, 1)?;
        vec.push(item);
    }
    Ok(vec)
}
