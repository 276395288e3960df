//! Threads that are handed over.
#![cfg(feature = "rayon")]

use std::num::NonZeroUsize;

use perfectplay_core::threads::Threads;

#[test]
fn work_runs_on_the_threads_that_are_handed_over_and_stays_on_those_of_its_caller() {
    let (two, three) = (NonZeroUsize::new(2), NonZeroUsize::new(3));
    let (outer, inner) = (Threads::new(two), Threads::new(three));
    assert_eq!(inner.number(), 3);
    assert_eq!(rayon::current_thread_index(), None);
    let counts = outer.install(|| {
        let own = rayon::current_num_threads();
        (own, inner.install(rayon::current_num_threads), inner.number())
    });
    assert_eq!(counts, Ok((2, Ok(2), 2)));
}
