//! The bar of a long computation, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use perfectplay::{Event, Progress};
use perfectplay_tables::solve::Growth;

use crate::machine::interrupt;
use crate::terminal::{is_quiet, remark};

/// A bar that counts states, or bytes, invisible without a terminal; Ctrl-C stops what reports to it.
pub(crate) struct StatesBar {
    bar: ProgressBar,
    name: String,
    interrupted: &'static AtomicBool,
    /// What was found of a custom game so far, and whether that is all.
    growth: Mutex<Growth>,
    is_whole: AtomicBool,
    /// When to stop, unless all was found before.
    until: Option<Instant>,
}

/// No value has so many plies.
const LONGEST: usize = 1 << 15;

/// The style of a bar that counts states.
fn counting(how_many: &str) -> ProgressStyle {
    ProgressStyle::with_template(&format!("{{msg}} {how_many}"))
        .expect("the template is right")
        .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{:.0}/s", state.per_sec());
        })
}

const OF_ALL: &str = "{wide_bar} {human_pos}/{human_len} states, {rate}, {eta} left";
const SO_FAR: &str = "{human_pos} states so far, {rate}";

impl StatesBar {
    /// From here on the computation has to notice Ctrl-C.
    pub(crate) fn new(name: &str, states: u64) -> Self {
        Self::with_style(name, states, counting(OF_ALL))
    }

    /// A bar that counts bytes.
    #[cfg(feature = "release")]
    pub(crate) fn of_bytes(name: &str, bytes: u64) -> Self {
        let style = ProgressStyle::with_template(
            "{msg} {wide_bar} {binary_bytes}/{binary_total_bytes}, {binary_bytes_per_sec}, {eta} left",
        );
        Self::with_style(name, bytes, style.expect("the template is right"))
    }

    fn with_style(name: &str, length: u64, style: ProgressStyle) -> Self {
        let bar = if is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(length) };
        let bar = bar.with_style(style).with_message(name.to_owned());
        Self::of_bar(bar, name, interrupt::watch())
    }

    /// A line above the bar that is not an answer.
    pub(crate) fn remark(&self, what: impl std::fmt::Display) {
        self.bar.suspend(|| remark(what));
    }

    /// Without a bar, where it would be mixed with the output; Ctrl-C then ends the program at once.
    pub(crate) fn hidden() -> Self {
        Self::of_bar(ProgressBar::hidden(), "", interrupt::flag())
    }

    fn of_bar(bar: ProgressBar, name: &str, interrupted: &'static AtomicBool) -> Self {
        let (growth, is_whole) = (Mutex::default(), AtomicBool::new(false));
        Self { bar, name: name.to_owned(), interrupted, growth, is_whole, until: None }
    }

    /// Of a custom game that is only explored, until it is known or the time is over.
    pub(crate) fn exploring(name: &str, time: Duration) -> Self {
        let mut bar = Self::new(name, 0);
        bar.until = Some(Instant::now() + time);
        bar
    }

    /// Whether all positions of a custom game were found.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole.load(Ordering::Relaxed)
    }

    /// What was found of a custom game so far.
    pub(crate) fn growth(&self) -> MutexGuard<'_, Growth> {
        self.growth.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StatesBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for StatesBar {
    fn set_length(&self, states: u64) {
        self.bar.set_length(states);
    }

    fn advance(&self, states: u64) {
        self.bar.inc(states);
    }

    fn set_position(&self, states: u64) {
        self.bar.set_position(states);
    }

    fn event(&self, event: Event) {
        let table = &self.name;
        match event {
            Event::Phase { name, states } => {
                self.bar.set_message(format!("{table}: {name}"));
                self.bar.set_style(counting(if states.is_some() { OF_ALL } else { SO_FAR }));
                self.is_whole.store(states.is_some(), Ordering::Relaxed);
                match states {
                    Some(states) => self.bar.set_length(states),
                    None => *self.growth() = Growth::default(),
                }
            }
            Event::Level { positions, moves, memory, disk } => {
                let mut growth = self.growth();
                growth.add(positions, moves, memory, disk);
                if growth.levels.len() == LONGEST {
                    self.remark(format_args!(
                        "{table}: there are positions {LONGEST} moves from the start: does something in a position \
                         count for ever?"
                    ));
                }
            }
            Event::Waiting => {
                self.remark(format_args!("{table}: waiting for another program that is building it"));
            }
            Event::Resuming { states } => {
                let all = self.bar.length().filter(|&all| all > states);
                let of_all = all.map(|all| format!(" of {all}")).unwrap_or_default();
                self.remark(format_args!(
                    "{table}: going on from {states}{of_all} states, which an earlier build has completed"
                ));
            }
            Event::StartingOver => self.remark(format_args!(
                "{table}: beginning anew: what an earlier build has left is damaged, or of another version of this program"
            )),
            _ => {}
        }
    }

    fn interrupted(&self) -> bool {
        let is_over = |until| self.is_whole() || Instant::now() >= until;
        self.interrupted.load(Ordering::Relaxed) || self.until.is_some_and(is_over)
    }
}

/// Watches positions being solved: whatever takes long is announced and gets a bar.
#[derive(Default)]
pub(crate) struct Watch {
    bar: OnceLock<StatesBar>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.bar.get().is_some() {
            interrupt::unwatch();
        }
    }
}

impl Progress for Watch {
    fn set_length(&self, states: u64) {
        self.bar.get().inspect(|bar| bar.set_length(states));
    }

    fn advance(&self, states: u64) {
        self.bar.get().inspect(|bar| bar.advance(states));
    }

    fn set_position(&self, states: u64) {
        self.bar.get().inspect(|bar| bar.set_position(states));
    }

    fn event(&self, event: Event) {
        let Event::Solving { states, work } = event else { return };
        if let Some(bar) = self.bar.get() {
            bar.bar.reset();
            bar.set_length(states);
            return;
        }
        remark(format_args!("solving takes at most {work}"));
        self.bar.get_or_init(|| StatesBar::new("solving", states));
    }

    fn interrupted(&self) -> bool {
        self.bar.get().is_some_and(StatesBar::interrupted)
    }
}
