//! Accepts connections until the server is to stop.

use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tower::Service;

use crate::app::App;
use crate::config::{Config, LONGEST_HEAD};
use crate::requests::Client;
use crate::routes::with_app;
use crate::stalled::Impatient;
use crate::system;

/// So many files besides connections may be open.
const OTHER_FILES: u64 = 64;

/// How often a server asks whether it is to stop.
const TICK: Duration = Duration::from_millis(50);

/// How long work that was told to end has for that.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// Why a server does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The folder of tables cannot be read.
    #[error("{0}")]
    Folder(#[source] perfectplay_oracle::Error),
    /// The system refuses the address.
    #[error("{address}: cannot be listened on: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no threads.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

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
            .max_blocking_threads(16)
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

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` says that it is to stop. Then no connection is accepted any more, and
    /// requests have some time to be answered.
    pub fn run(self, stop: impl Fn() -> bool) {
        let Self { runtime, listener, address, app } = self;
        let memory = app.config.memory();
        tracing::info!(url = format!("http://{address}"), memory, "listening");
        runtime.block_on(async {
            let connections = GracefulShutdown::new();
            accept(&app, listener, &connections, stop).await;
            tracing::info!(connections = connections.count(), "stopping");
            let ended = connections.shutdown();
            tokio::pin!(ended);
            if timeout(app.config.grace, &mut ended).await.is_err() {
                app.ending.store(true, Ordering::Relaxed);
                if timeout(LAST_MOMENT, &mut ended).await.is_err() {
                    tracing::warn!("requests are not answered to the end");
                }
            }
        });
        // What solves ends soon, and holds up nothing.
        app.ending.store(true, Ordering::Relaxed);
        runtime.shutdown_background();
        tracing::info!("stopped");
    }
}

/// Accepts connections until `stop` says that the server is to stop.
async fn accept(
    app: &Arc<App>,
    listener: TcpListener,
    connections: &GracefulShutdown,
    stop: impl Fn() -> bool,
) {
    let router = with_app(app.clone());
    let open = Arc::new(Semaphore::new(app.config.connections));
    let mut place = None;
    while !stop() {
        for warning in app.oracle.take_warnings() {
            tracing::warn!(table = warning.table, "{}", warning.message);
        }
        if place.is_none() {
            let free = timeout(TICK, open.clone().acquire_owned()).await;
            place = free.ok().and_then(Result::ok);
        }
        if place.is_none() {
            continue;
        }
        match timeout(TICK, listener.accept()).await {
            Ok(Ok((stream, client))) => {
                serve(app, &router, connections, stream, client, place.take());
            }
            Ok(Err(error)) if is_of_connection(&error) => {}
            Ok(Err(error)) => {
                tracing::warn!("a connection cannot be accepted: {error}");
                sleep(TICK).await;
            }
            Err(_) => {}
        }
    }
}

/// Whether an error is about one connection, and others can be accepted at once.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of a connection, in a task of its own.
fn serve(
    app: &Arc<App>,
    router: &Router,
    connections: &GracefulShutdown,
    stream: TcpStream,
    client: SocketAddr,
    place: Option<OwnedSemaphorePermit>,
) {
    // Small answers are sent at once.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Impatient::new(stream, app.config.stall_time));
    let router = router.clone();
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(Client(client));
        let mut router = router.clone();
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head_time)
        .max_header_size(LONGEST_HEAD)
        .max_buf_size(LONGEST_HEAD + (8 << 10))
        .serve_connection(stream, service);
    let connection = connections.watch(connection);
    let counted = app.metrics.connection();
    tokio::spawn(async move {
        // What is wrong with a connection is its client's business.
        let _ = connection.await;
        drop((counted, place));
    });
}
