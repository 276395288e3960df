//! Allocations that grow with a table, which fail with an error if the system refuses the memory: an ordinary
//! allocation would end the program.

use perfectplay_core::layers::OutOfMemory;

/// Makes room for this many more items.
pub fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    vec.try_reserve(more).map_err(|_| out_of::<T>(vec.len().saturating_add(more)))
}

/// An empty vector with room for exactly this many items.
pub fn with_room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(len).map_err(|_| out_of::<T>(len))?;
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

/// The error that the system refuses the memory for this many items.
pub fn out_of<T>(len: usize) -> OutOfMemory {
    OutOfMemory { bytes: (len as u64).saturating_mul(size_of::<T>() as u64) }
}
