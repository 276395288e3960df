//! What games and engines share.

mod coded;
mod layers;
mod outcome;
mod random;
mod retrieval;
mod simd;
mod threads;
