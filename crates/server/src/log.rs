//! The log: a line for each event on standard error, as text or as JSON.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;
use std::{iter, thread};

use tracing::Level;

/// How lines of the log are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogFormat {
    /// For people.
    Text,
    /// An object on each line.
    Json,
}

/// How many lines may wait to be written. If standard error does not keep up, lines are lost, and requests are
/// not held up.
const WAITING: usize = 8192;

/// About how many bytes are written at a time.
const LONGEST_WRITE: usize = 64 << 10;

/// The log; pending lines are written when this is dropped.
#[derive(Debug)]
pub struct Log {
    lines: SyncSender<Entry>,
}

enum Entry {
    Line(Vec<u8>),
    /// Asks for a message when everything before it is written.
    Flush(SyncSender<()>),
}

/// Writes the events of this process to standard error from now on; if `quiet`, only warnings and errors.
///
/// # Errors
/// If the system refuses a thread for it.
pub fn log_to_stderr(format: LogFormat, quiet: bool) -> io::Result<Log> {
    let (lines, entries) = sync_channel(WAITING);
    let lost = Arc::new(AtomicU64::new(0));
    let lost_lines = lost.clone();
    thread::Builder::new()
        .name("log".to_owned())
        .spawn(move || write_all(&entries, &lost_lines))?;
    let level = if quiet { Level::WARN } else { Level::INFO };
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_target(false)
        .with_ansi(false)
        .with_writer(Arc::new(Lines { lines: lines.clone(), lost }));
    // A log that was set before stays in use.
    let _ = match format {
        LogFormat::Text => tracing::subscriber::set_global_default(subscriber.finish()),
        LogFormat::Json => {
            tracing::subscriber::set_global_default(subscriber.json().flatten_event(true).finish())
        }
    };
    Ok(Log { lines })
}

impl Drop for Log {
    fn drop(&mut self) {
        // The program ends even if standard error takes nothing.
        let (done, written) = sync_channel(1);
        if self.lines.try_send(Entry::Flush(done)).is_ok() {
            let _ = written.recv_timeout(Duration::from_secs(1));
        }
    }
}

/// What lines are written to, each at once.
struct Lines {
    lines: SyncSender<Entry>,
    lost: Arc<AtomicU64>,
}

impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.lines.try_send(Entry::Line(line.to_vec())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes as many lines at a time as there are.
fn write_all(entries: &Receiver<Entry>, lost: &AtomicU64) {
    let mut text = Vec::new();
    while let Ok(entry) = entries.recv() {
        let mut flushed = None;
        let more = iter::from_fn(|| entries.try_recv().ok());
        for entry in iter::once(entry).chain(more) {
            match entry {
                Entry::Line(line) => text.extend_from_slice(&line),
                Entry::Flush(done) => flushed = Some(done),
            }
            if text.len() >= LONGEST_WRITE || flushed.is_some() {
                break;
            }
        }
        // If standard error is closed, nothing can be done.
        let _ = io::stderr().write_all(&text);
        text.clear();
        match lost.swap(0, Ordering::Relaxed) {
            0 => {}
            lost => tracing::warn!(lost, "lines of the log were lost"),
        }
        if let Some(done) = flushed {
            let _ = done.send(());
        }
    }
}
