//! The bar of a long computation, and how it is stopped.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use bytesize::ByteSize;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use perfectplay_oracle::{Observer, Progress, Work};

use crate::interrupt;
use crate::output::remark;

/// A bar that counts states; invisible without a terminal.
pub(crate) fn states_bar(name: &str, states: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{msg} {wide_bar} {human_pos}/{human_len} states, {rate}, {eta} left",
    )
    .expect("the template is right")
    .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = write!(text, "{:.0}/s", state.per_sec());
    });
    ProgressBar::new(states).with_style(style).with_message(name.to_owned())
}

/// Watches answers being solved: what takes long is announced and gets a bar, and Ctrl-C stops it.
pub(crate) struct Watch {
    bar: OnceLock<ProgressBar>,
    interrupted: &'static AtomicBool,
}

impl Watch {
    pub(crate) fn new() -> Self {
        Self { bar: OnceLock::new(), interrupted: interrupt::flag() }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        interrupt::unwatch();
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Watch {
    fn set_length(&self, states: u64) {
        if let Some(bar) = self.bar.get() {
            bar.set_length(states);
        }
    }

    fn advance(&self, states: u64) {
        if let Some(bar) = self.bar.get() {
            bar.inc(states);
        }
    }

    fn set_position(&self, states: u64) {
        if let Some(bar) = self.bar.get() {
            bar.set_position(states);
        }
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl Observer for Watch {
    fn starting(&self, work: &Work) {
        interrupt::watch();
        let (states, memory) = (work.states, ByteSize(work.memory));
        match &self.bar.get() {
            // A search tells how far it may go, and not how far it has to.
            Some(bar) => bar.reset(),
            None => {
                remark(format_args!("solving at most {states} states in {memory} of memory"));
                let _ = self.bar.set(states_bar("solving", states));
            }
        }
    }
}
