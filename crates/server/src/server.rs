//! The server: starts it, accepts connections, has their requests answered, looks after its tables, and closes all when it
//! is to stop.

use std::future::poll_fn;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tower::Service;

use crate::config::{Config, LONGEST_HEAD, MOST_BLOCKING, StartError};
use crate::http::access_log::Peer;
use crate::http::activity::Activity;
use crate::http::write_timeout::WriteTimeout;
use crate::metrics::GaugeGuard;
use crate::questions::app::App;
use crate::routes::with_app;
use crate::system;

/// How many files may be open beside connections.
const OTHER_FILES: u64 = 64;

/// How often a server checks whether its tables have changed.
const REFRESH: Duration = Duration::from_secs(1);

/// A server that listens. Connections wait until it [runs](Self::run).
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Listens on an address; with port 0 the system chooses one.
    ///
    /// # Errors
    /// If the folder of tables cannot be read, or the system refuses the address or threads.
    pub fn start(address: SocketAddr, mut config: Config) -> Result<Self, StartError> {
        let files = system::allow_open_files().unwrap_or(u64::MAX);
        let connections = files.saturating_sub(OTHER_FILES).max(1).min(config.connections as u64);
        config.connections = connections as usize;
        system::check_threads(config.threads)
            .map_err(|error| StartError::Threads(error.to_string()))?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(config.threads)
            .max_blocking_threads(MOST_BLOCKING)
            .thread_name("http")
            .enable_all()
            .build()
            .map_err(|error| StartError::Threads(error.to_string()))?;
        let refused = |error| StartError::Address { address, error };
        let listener = StdListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let listener = {
            let _runtime = runtime.enter();
            TcpListener::from_std(listener).map_err(refused)?
        };
        let app = Arc::new(App::new(config)?);
        Ok(Self { runtime, listener, address, app })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` returns true. Then it accepts no more connections, and gives open requests a grace
    /// period.
    pub fn run(self, stop: impl Fn() -> bool) {
        let Self { runtime, listener, address, app } = self;
        let memory = app.config.memory();
        tracing::info!(url = format!("http://{address}"), memory, "listening");
        runtime.spawn(watch_tables(app.clone()));
        runtime.block_on(async {
            let connections = Connections::new(app.clone());
            connections.accept(listener, stop).await;
            connections.close().await;
        });
        // Work that is still running ends soon, and nothing waits for it.
        app.ending.store(true, Ordering::Relaxed);
        runtime.shutdown_background();
        tracing::info!("stopped");
    }
}

/// Checks for tables that have been built, replaced or removed, as long as the server runs.
async fn watch_tables(app: Arc<App>) {
    let mut trouble = None;
    loop {
        sleep(REFRESH).await;
        let oracle = app.clone();
        let Ok(refreshed) = spawn_blocking(move || oracle.oracle.refresh()).await else { continue };
        if refreshed.as_ref().is_ok_and(|&is_new| is_new) {
            tracing::info!("the tables have changed");
        }
        let error = refreshed.err().map(|error| error.to_string());
        if let Some(error) = error.as_ref().filter(|_| error != trouble) {
            tracing::error!("{error}");
        }
        trouble = error;
    }
}

/// How often it checks whether the server is to stop.
const TICK: Duration = Duration::from_millis(50);

/// How long work that was told to end may still take.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// How long a connection has to be silent to be idle.
const SILENCE: Duration = Duration::from_millis(250);

/// The connections of a server.
struct Connections {
    app: Arc<App>,
    router: Router,
    open: GracefulShutdown,
    /// Tells them that the server is stopping.
    stopping: watch::Sender<bool>,
}

impl Connections {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let (router, stopping) = (with_app(app.clone()), watch::Sender::new(false));
        Self { app, router, open: GracefulShutdown::new(), stopping }
    }

    /// Accepts connections until `stop` says that the server is to stop.
    pub(crate) async fn accept(&self, listener: TcpListener, stop: impl Fn() -> bool) {
        let places = Arc::new(Semaphore::new(self.app.config.connections));
        let mut place = None;
        while !stop() {
            for warning in self.app.oracle.take_warnings() {
                tracing::warn!(table = warning.place.name(), "{}", warning.message);
            }
            if place.is_none() {
                let free = timeout(TICK, places.clone().acquire_owned()).await;
                place = free.ok().and_then(Result::ok);
            }
            if place.is_none() {
                continue;
            }
            match timeout(TICK, listener.accept()).await {
                Ok(Ok((stream, address))) => self.serve(stream, address, place.take()),
                Ok(Err(error)) if is_of_connection(&error) => {}
                Ok(Err(error)) => {
                    tracing::warn!("cannot accept a connection: {error}");
                    sleep(TICK).await;
                }
                Err(_) => {}
            }
        }
    }

    /// Answers the requests of a connection, in a task of its own.
    fn serve(&self, stream: TcpStream, address: SocketAddr, place: Option<OwnedSemaphorePermit>) {
        // Small answers are sent at once.
        let _ = stream.set_nodelay(true);
        let config = &self.app.config;
        let activity = Arc::new(Activity::default());
        let stream = TokioIo::new(WriteTimeout::new(stream, config.stall_time, activity.clone()));
        let router = self.router.clone();
        let peer = Peer { address, activity: activity.clone() };
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(peer.clone());
            let mut router = router.clone();
            router.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(config.head_time)
            .max_header_size(LONGEST_HEAD)
            .max_buf_size(LONGEST_HEAD + (8 << 10))
            .serve_connection(stream, service);
        let (connection, stopping) = (self.open.watch(connection), self.stopping.subscribe());
        let counted = GaugeGuard::new(&self.app.metrics.connections);
        tokio::spawn(async move {
            let (mut connection, mut ended) = (pin!(connection), pin!(ended(&activity, stopping)));
            poll_fn(|context| match connection.as_mut().poll(context) {
                Poll::Ready(Ok(())) => Poll::Ready(()),
                Poll::Ready(Err(error)) => {
                    // Other errors are its client's business.
                    if error.is_parse() || error.is_timeout() {
                        tracing::info!(client = %address, "no valid request: {error}");
                    }
                    Poll::Ready(())
                }
                Poll::Pending => ended.as_mut().poll(context),
            })
            .await;
            drop((counted, place));
        });
    }

    /// Gives requests their grace period, and closes all connections.
    async fn close(self) {
        let Self { app, open, stopping, .. } = self;
        tracing::info!(connections = open.count(), "stopping");
        stopping.send_replace(true);
        let mut ended = pin!(open.shutdown());
        // The last moment is a part of the grace period.
        if timeout(app.config.grace.saturating_sub(LAST_MOMENT), &mut ended).await.is_err() {
            app.ending.store(true, Ordering::Relaxed);
            if timeout(LAST_MOMENT, &mut ended).await.is_err() {
                tracing::warn!("some requests were cut off");
            }
        }
    }
}

/// Whether an error concerns one connection, and the next one can be accepted at once.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Waits until the server is `stopping`, and then until a connection is idle: at most a part of a request has
/// arrived.
///
/// hyper closes connections that have been silent since the last answer by itself, but waits for the
/// rest of a head.
pub(crate) async fn ended(activity: &Activity, mut stopping: watch::Receiver<bool>) {
    // An error means that the sender is gone.
    let _ = stopping.wait_for(|&stopping| stopping).await;
    loop {
        activity.forget_moves();
        sleep(SILENCE).await;
        if activity.is_silent() {
            return;
        }
    }
}
