//! Internals for this crate's tests, which are separate programs, so that nobody has to compile the library twice.
//! Nothing here is promised to anybody.

pub use crate::combinatorics::{bits, choose, gathered, spread};
pub use crate::contour::schedule::{Group, LOW, MAX_MID, Schedule};
pub use crate::number::large::Large;
pub use crate::number::memo::{FEWEST, Memo, Win};
pub use crate::number::primes::{is_prime, prime_factors_above_3};
pub use crate::symmetry::{Images, image, symmetries};
pub use crate::tower::levels::{FEW, Levels};

#[cfg(feature = "build")]
pub use crate::number::making::outcomes::{
    finished::{FinishedLayers, shards_at_once},
    sample::{draw, shares},
};
#[cfg(feature = "build")]
pub use crate::stake::making::{StakeStatistics, expected_lines};
