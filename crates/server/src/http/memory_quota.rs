//! The memory quota of bodies: how much those of requests and answers may take together.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::failure::Failure;
use crate::http::streamed_body::guarded;

/// The unit of the quota, in bytes.
const UNIT: usize = 1 << 10;

/// Bodies and answers up to this size are not counted: there are no more of them than connections.
pub(crate) const SMALL: usize = 8 << 10;

/// The memory that bodies and answers may take.
pub(crate) struct MemoryQuota {
    free: Arc<Semaphore>,
    /// Large bodies are parsed one at a time.
    pub(crate) parsing: Semaphore,
}

impl MemoryQuota {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(bytes / UNIT)), parsing: Semaphore::new(1) }
    }

    /// A reservation of nothing yet.
    pub(crate) fn reserve(&self) -> Reservation {
        let nothing = self.free.clone().try_acquire_many_owned(0);
        Reservation(nothing.expect("the semaphore is never closed"))
    }
}

/// Memory that a body or an answer reserves until this is dropped.
pub(crate) struct Reservation(OwnedSemaphorePermit);

impl Reservation {
    /// Grows or shrinks it to this number of bytes.
    ///
    /// # Errors
    /// If others have reserved too much. What was reserved before stays reserved.
    pub(crate) fn fit(&mut self, bytes: usize) -> Result<(), Failure> {
        let needed = bytes.saturating_sub(SMALL).div_ceil(UNIT);
        let held = self.0.num_permits();
        if let Some(less) = held.checked_sub(needed) {
            drop(self.0.split(less));
            return Ok(());
        }
        let busy = || Failure::busy("other requests and answers take up the server's memory");
        let more = u32::try_from(needed - held).map_err(|_| busy())?;
        let free = self.0.semaphore().clone();
        self.0.merge(free.try_acquire_many_owned(more).map_err(|_| busy())?);
        Ok(())
    }

    /// An answer as a body that holds the reservation until it has been sent.
    ///
    /// # Errors
    /// If others have reserved too much.
    pub(crate) fn body(mut self, answer: Bytes) -> Result<Body, Failure> {
        self.fit(answer.len())?;
        let body = answer.into();
        Ok(if self.0.num_permits() == 0 { body } else { guarded(body, self.0) })
    }
}
