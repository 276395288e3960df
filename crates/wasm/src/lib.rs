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

use answering::Answering;

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

/// Answers the request in the input, and returns the answer's length.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    STATE.with_borrow_mut(|State { input, output, answering }| {
        output.clear();
        answering.ask(input, output);
        output.len()
    })
}

/// Takes the table in the input, whose name is the input's last bytes, this many. Returns the length of an answer: an
/// empty object, or an error.
#[unsafe(no_mangle)]
pub extern "C" fn add_table(name_length: usize) -> usize {
    STATE.with_borrow_mut(|State { input, output, answering }| {
        output.clear();
        answering.add_table(std::mem::take(input), name_length, output);
        output.len()
    })
}

/// Takes a table of this length that is elsewhere, whose name is the input. An answer that needs bytes of it is
/// `{"needs":[{"table":…,"start":…,"end":…}]}` until they are [supplied](supply).
#[unsafe(no_mangle)]
pub extern "C" fn add_remote_table(length: f64) -> usize {
    STATE.with_borrow_mut(|State { input, output, answering }| {
        output.clear();
        answering.add_remote_table(std::mem::take(input), length as u64, output);
        output.len()
    })
}

/// Takes the bytes of a table elsewhere, from a place in its file on; the input is the bytes, and its name, of this many
/// bytes. They are checked, and refused if they are not those of the table.
#[unsafe(no_mangle)]
pub extern "C" fn supply(name_length: usize, start: f64) -> usize {
    STATE.with_borrow_mut(|State { input, output, answering }| {
        output.clear();
        answering.supply(std::mem::take(input), name_length, start as u64, output);
        output.len()
    })
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
