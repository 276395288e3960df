//! The oracle as a WebAssembly module: bytes in, JSON out.
//!
//! A program that loads the module calls [`alloc`], writes a request to the place in the module's memory that it
//! returns, and calls [`ask`] (or [`add_table`] with a table), which returns the length of the answer; [`out`] is where
//! the answer is. A request and its answer are those of the HTTP interface's batches, with the game beside the
//! positions; see [`asked::Request`]. Nothing here waits or has threads: a worker calls it, and ends a long question
//! by ending the worker.
//!
//! The module imports one function, `env.progress(done, all)`, which is called now and then during long work.

mod answering;
mod asked;
mod progress;

use std::cell::RefCell;

use answering::{Answering, Failure};

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// What lives from one call to the next.
#[derive(Default)]
struct State {
    input: Vec<u8>,
    output: Vec<u8>,
    answering: Answering,
}

/// Makes room for this many bytes of input, and returns where it is; null if there is no memory for it.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|State { input, .. }| {
        input.clear();
        if input.try_reserve_exact(length).is_err() {
            return std::ptr::null_mut();
        }
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Has the input answered, and returns the answer's length.
fn answered(answer: impl FnOnce(&mut Answering, Vec<u8>, &mut Vec<u8>)) -> usize {
    STATE.with_borrow_mut(|State { input, output, answering }| {
        output.clear();
        answer(answering, std::mem::take(input), output);
        output.len()
    })
}

/// Has the input taken. The answer is an empty object, or an error.
fn taken(take: impl FnOnce(&mut Answering, Vec<u8>) -> Result<(), Failure>) -> usize {
    answered(|answering, input, output| match take(answering, input) {
        Ok(()) => output.extend(b"{}"),
        Err(failure) => failure.append_json(output),
    })
}

/// Answers the request in the input, and returns the answer's length.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    answered(|answering, input, output| answering.ask(&input, output))
}

/// Takes the table in the input, whose name is the input's last bytes, this many. Returns the length of an answer: an
/// empty object, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn add_table(name_length: usize) -> usize {
    taken(|answering, input| answering.add_table(input, name_length))
}

/// Takes a table of this length that is elsewhere, whose name is the input. An answer that needs bytes of it is
/// `{"needs":[{"table":…,"start":…,"end":…}]}` until they are [supplied](supply).
#[unsafe(no_mangle)]
pub extern "C" fn add_remote_table(length: f64) -> usize {
    taken(|answering, input| {
        answering.add_remote_table(&input, length as u64);
        Ok(())
    })
}

/// Takes the bytes of a table elsewhere, from a place in its file on; the input is the bytes, and its name, of this many
/// bytes. They are checked, and refused if they are not those of the table.
#[unsafe(no_mangle)]
pub extern "C" fn supply(name_length: usize, start: f64) -> usize {
    taken(|answering, input| answering.supply(input, name_length, start as u64))
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn out() -> *const u8 {
    STATE.with_borrow(|State { output, .. }| output.as_ptr())
}

/// Gives the memory of input and output back.
#[unsafe(no_mangle)]
pub extern "C" fn free() {
    STATE.with_borrow_mut(|State { input, output, .. }| {
        (*input, *output) = (Vec::new(), Vec::new());
    });
}
