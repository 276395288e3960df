//! Files of other crates that hold what threads share, compiled with loom's locks and atomics. Its tests run
//! them in every order in which events of a few threads can happen, and with every value that the memory
//! model lets a thread read.

#[cfg(test)]
#[path = "../../crates/server/src/http/activity.rs"]
mod activity;
#[cfg(test)]
#[path = "../../crates/protocol/src/cache.rs"]
mod cache;

/// What those files take instead of the standard library's.
#[cfg(test)]
mod sync {
    pub(crate) use std::sync::PoisonError;

    pub(crate) use loom::sync::atomic::{AtomicU8, Ordering};
    pub(crate) use loom::sync::{Arc, Mutex, MutexGuard};
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::thread;

    use crate::activity::{Activity, Answering};
    use crate::cache::Cache;

    /// Whatever two threads keep, take and share, all that is kept stays within the memory.
    #[test]
    fn what_is_kept_stays_within_the_memory() {
        loom::model(|| {
            let kept = Arc::new(Cache::default());
            kept.keep(Arc::new(1_u32), 2, 4);
            let shared = kept.clone();
            let other = thread::spawn(move || {
                shared.keep(Arc::new(2_u32), 3, 4);
                assert!(shared.bytes() <= 4, "{} bytes", shared.bytes());
            });
            kept.keep(Arc::new(3_u32), 3, 4);
            assert!(kept.bytes() <= 4, "{} bytes", kept.bytes());
            other.join().expect("the other thread ends well");
            assert_eq!(kept.bytes(), 3, "one of the two that were kept last is there");
        });
    }

    /// What two threads share is there for both, whenever they look for it.
    #[test]
    fn what_is_shared_is_never_missing() {
        loom::model(|| {
            let kept = Arc::new(Cache::default());
            kept.keep(Arc::new(7_u32), 1, 4);
            let shared = kept.clone();
            let other = thread::spawn(move || {
                assert!(shared.share(|&number: &u32| number == 7).is_some(), "it is kept");
            });
            assert!(kept.share(|&number: &u32| number == 7).is_some(), "it is kept");
            other.join().expect("the other thread ends well");
        });
    }

    /// Only one of two threads takes a thing.
    #[test]
    fn one_thread_takes_a_thing() {
        loom::model(|| {
            let kept = Arc::new(Cache::default());
            kept.keep(7_u32, 1, 4);
            let shared = kept.clone();
            let other = thread::spawn(move || shared.take(|_: &u32| true).is_some());
            let one = kept.take(|_: &u32| true).is_some();
            let two = other.join().expect("the other thread ends well");
            assert!(one != two, "taken by {}", u8::from(one) + u8::from(two));
        });
    }

    /// A connection whose answer has just been made is not silent: something has moved.
    #[test]
    fn a_connection_is_not_silent_when_its_answer_is_made() {
        loom::model(|| {
            let activity = Arc::new(Activity::default());
            let answering = Answering::on(activity.clone());
            activity.forget_moves();
            let other = thread::spawn(move || drop(answering));
            assert!(!activity.is_silent(), "it would be closed");
            other.join().expect("the other thread ends well");
            activity.forget_moves();
            assert!(activity.is_silent(), "it would never be closed");
        });
    }
}
