//! The write timeout: a connection fails if its client accepts nothing for some time.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::http::activity::Activity;

/// A connection that fails when its client has accepted nothing for some time.
pub(crate) struct WriteTimeout<C> {
    connection: C,
    time: Duration,
    activity: Arc<Activity>,
    /// When it fails; set while it waits for the client.
    end: Option<Pin<Box<Sleep>>>,
}

impl<C> WriteTimeout<C> {
    pub(crate) fn new(connection: C, time: Duration, activity: Arc<Activity>) -> Self {
        Self { connection, time, activity, end: None }
    }

    /// Notes an attempt to read or to write.
    fn note<T>(&self, attempt: &Poll<io::Result<T>>) {
        if attempt.is_ready() {
            self.activity.note_move();
        }
    }

    /// The result of an attempt to send something, or a timeout.
    fn checked<T>(
        &mut self,
        context: &mut Context<'_>,
        attempt: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        self.activity.set_sending(attempt.is_pending());
        if attempt.is_ready() {
            self.end = None;
            return attempt;
        }
        let time = self.time;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(time)));
        end.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<C> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.connection).poll_write(context, bytes);
        self.note(&attempt);
        self.checked(context, attempt)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.connection).poll_write_vectored(context, parts);
        self.note(&attempt);
        self.checked(context, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.connection).poll_flush(context);
        self.checked(context, attempt)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.connection).poll_shutdown(context);
        self.checked(context, attempt)
    }
}

impl<C: AsyncRead + Unpin> AsyncRead for WriteTimeout<C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.connection).poll_read(context, into);
        self.note(&attempt);
        attempt
    }
}
