//! Work in a thread of its own.

use std::sync::mpsc::channel;
use std::thread;

use crate::common::Stopped;
use perfectplay_tables::testing::{in_own_thread, in_thread};
use perfectplay_tables::{Control, Interrupted};

#[test]
fn an_interrupted_caller_does_not_wait_for_the_work() {
    let (finish, finished) = channel::<()>();
    // The work ends only after the caller has returned.
    assert_eq!(in_own_thread(Control::new(&Stopped), move || finished.recv()), Err(Interrupted));
    drop(finish);
    assert_eq!(in_own_thread(Control::SILENT, || 7), Ok(7));
}

#[test]
fn without_a_thread_the_caller_does_the_work() {
    // No system gives a stack of this size.
    let none = || thread::Builder::new().stack_size(usize::MAX / 2);
    assert!(none().spawn(|| ()).is_err());
    let caller = thread::current().id();
    let by = in_thread(none(), Control::SILENT, || thread::current().id());
    assert_eq!(by, Ok(caller));
    assert_eq!(in_thread(none(), Control::new(&Stopped), || 7), Err(Interrupted));
}

#[test]
#[should_panic(expected = "the work panics")]
fn a_panic_of_the_work_is_the_callers() {
    let _ = in_own_thread(Control::SILENT, || panic!("the work panics"));
}
