//! The activity of a connection, by which the server knows at its end which ones are idle.

use super::sync::{Arc, AtomicU8, Ordering};

/// A request has arrived of whose answer not all is made.
const ANSWERING: u8 = 1;

/// The client has yet to take what is sent.
const SENDING: u8 = 2;

/// Something has arrived, or was taken.
const MOVED: u8 = 4;

/// What is under way on a connection, in one number: nobody sees a change of it without those before.
#[derive(Default)]
pub(crate) struct Activity(AtomicU8);

/// As long as it lives an answer is being made.
pub(crate) struct Answering(Arc<Activity>);

impl Answering {
    /// An answer is being made from now on.
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
    /// Whether the client has yet to take what is sent.
    pub(crate) fn set_sending(&self, is_sending: bool) {
        if is_sending {
            self.set(SENDING);
        } else {
            self.clear(SENDING);
        }
    }

    /// Something has arrived, or was taken.
    pub(crate) fn note_move(&self) {
        self.set(MOVED);
    }

    /// Whether nothing is under way, and nothing has moved since the last call of [`forget_moves`](Self::forget_moves).
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
