//! Traits that no other crate implements.

/// Prevents other crates from implementing a trait to which methods may be added.
pub trait Sealed {}
