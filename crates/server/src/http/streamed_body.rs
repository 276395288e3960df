//! Streamed bodies, which are made while they are sent, and bodies that own something until they are sent.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body_util::BodyExt as _;
use hyper::body::Frame;
use tokio::sync::mpsc;

/// Sends the parts of a body; it waits while the client does not take them.
pub(crate) struct BodySender(mpsc::Sender<Bytes>);

impl BodySender {
    /// Sends the next part.
    pub(crate) async fn send(&self, part: impl Into<Bytes>) -> io::Result<()> {
        let sent = self.0.send(part.into()).await;
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The body whose parts `produce` sends. An error closes the connection, so that the client knows that the
/// body is incomplete. When the client leaves, `produce` is dropped.
pub(crate) fn produced<F>(produce: impl FnOnce(BodySender) -> F) -> Body
where
    F: Future<Output = io::Result<()>> + Send + 'static,
{
    // One part is sent while the next one is made.
    let (sender, parts) = mpsc::channel(1);
    let producer = Box::pin(produce(BodySender(sender)));
    Body::new(ProducedBody { producer: Some(producer), parts })
}

struct ProducedBody<F> {
    /// Until it has ended.
    producer: Option<Pin<Box<F>>>,
    parts: mpsc::Receiver<Bytes>,
}

impl<F: Future<Output = io::Result<()>>> hyper::body::Body for ProducedBody<F> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if let Some(producer) = &mut self.producer
            && let Poll::Ready(done) = producer.as_mut().poll(context)
        {
            self.producer = None;
            if let Err(error) = done {
                return Poll::Ready(Some(Err(error)));
            }
        }
        self.parts.poll_recv(context).map(|part| part.map(|part| Ok(Frame::data(part))))
    }
}

/// Something that lives as long as a body.
pub(crate) trait Guard: Send + 'static {
    /// Notes that more bytes are sent.
    fn sent(&mut self, _bytes: usize) {}
}

pub(crate) fn guarded(body: Body, mut guard: impl Guard) -> Body {
    Body::new(body.inspect_frame(move |frame| guard.sent(frame.data_ref().map_or(0, Bytes::len))))
}
