//! Damage to the files that this crate reads: it is noticed, and never does harm.

mod blocks;
mod messages;
mod records;
#[cfg(target_os = "linux")]
mod special;
mod survive;
mod tables;
