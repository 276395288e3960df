//! The activity of a connection, which tells a stopping server whether it is idle.

use super::sync::{Arc, AtomicU8, Ordering};

/// A request has arrived whose answer is not complete.
const ANSWERING: u8 = 1;

/// The client has not taken all that was sent.
const SENDING: u8 = 2;

/// Something has arrived, or was sent.
const MOVED: u8 = 4;

/// What is in progress on a connection, as bits of one number: nobody sees a change without those before it.
#[derive(Default)]
pub(crate) struct Activity(AtomicU8);

/// An answer is being made until this is dropped.
pub(crate) struct Answering(Arc<Activity>);

impl Answering {
    /// Marks that an answer is being made.
    pub(crate) fn on(activity: Arc<Activity>) -> Self {
        activity.set(ANSWERING);
        Self(activity)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.note_move();
        self.0.clear(ANSWERING);
    }
}

impl Activity {
    /// Sets whether the client has not taken all that was sent.
    pub(crate) fn set_sending(&self, is_sending: bool) {
        if is_sending {
            self.set(SENDING);
        } else {
            self.clear(SENDING);
        }
    }

    /// Notes that something has arrived, or was sent.
    pub(crate) fn note_move(&self) {
        self.set(MOVED);
    }

    /// Whether nothing is in progress, and nothing has moved since the last call of [`forget_moves`](Self::forget_moves).
    pub(crate) fn is_silent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    /// What has moved so far no longer counts as a sign of life.
    pub(crate) fn forget_moves(&self) {
        self.clear(MOVED);
    }

    fn set(&self, sign: u8) {
        self.0.fetch_or(sign, Ordering::Relaxed);
    }

    fn clear(&self, sign: u8) {
        self.0.fetch_and(!sign, Ordering::Relaxed);
    }
}
