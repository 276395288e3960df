//! Accepts connections until the server is to stop.

use std::future::{Future, poll_fn};
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

use crate::access_log::Client;
use crate::activity::Activity;
use crate::app::App;
use crate::config::{Config, LONGEST_HEAD, MOST_BLOCKING};
use crate::connection::{Impatient, ended};
use crate::metrics::Counted;
use crate::routes::with_app;
use crate::start_error::StartError;
use crate::system;

/// So many files besides connections may be open.
const OTHER_FILES: u64 = 64;

/// How often a server asks whether it is to stop.
const TICK: Duration = Duration::from_millis(50);

/// How often a server looks whether its tables have changed.
const REFRESH: Duration = Duration::from_secs(1);

/// How long work that was told to end has for that.
const LAST_MOMENT: Duration = Duration::from_secs(1);

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
        runtime.spawn(watch_tables(app.clone()));
        runtime.block_on(async {
            let open =
                Connections { all: GracefulShutdown::new(), stopping: watch::Sender::new(false) };
            accept(&app, listener, &open, stop).await;
            let Connections { all, stopping } = open;
            tracing::info!(connections = all.count(), "stopping");
            stopping.send_replace(true);
            let ended = all.shutdown();
            tokio::pin!(ended);
            // The last moment is one of the time that they have.
            if timeout(app.config.grace.saturating_sub(LAST_MOMENT), &mut ended).await.is_err() {
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

/// The connections that are open.
struct Connections {
    all: GracefulShutdown,
    /// Tells them that the server is stopping.
    stopping: watch::Sender<bool>,
}

/// Looks whether tables have been built, replaced or removed, as long as the server runs.
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

/// Accepts connections until `stop` says that the server is to stop.
async fn accept(
    app: &Arc<App>,
    listener: TcpListener,
    connections: &Connections,
    stop: impl Fn() -> bool,
) {
    let router = with_app(app.clone());
    let open = Arc::new(Semaphore::new(app.config.connections));
    let mut place = None;
    while !stop() {
        for warning in app.oracle.take_warnings() {
            tracing::warn!(table = warning.place.name(), "{}", warning.message);
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
    connections: &Connections,
    stream: TcpStream,
    address: SocketAddr,
    place: Option<OwnedSemaphorePermit>,
) {
    // Small answers are sent at once.
    let _ = stream.set_nodelay(true);
    let activity = Arc::new(Activity::default());
    let stream = TokioIo::new(Impatient::new(stream, app.config.stall_time, activity.clone()));
    let router = router.clone();
    let client = Client { address, activity: activity.clone() };
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(client.clone());
        let mut router = router.clone();
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head_time)
        .max_header_size(LONGEST_HEAD)
        .max_buf_size(LONGEST_HEAD + (8 << 10))
        .serve_connection(stream, service);
    let (connection, stopping) =
        (connections.all.watch(connection), connections.stopping.subscribe());
    let counted = Counted::new(&app.metrics.connections);
    tokio::spawn(async move {
        let (mut connection, mut ended) = (pin!(connection), pin!(ended(&activity, stopping)));
        poll_fn(|context| match connection.as_mut().poll(context) {
            Poll::Ready(Ok(())) => Poll::Ready(()),
            Poll::Ready(Err(error)) => {
                // What else is wrong with a connection is its client's business.
                if error.is_parse() || error.is_timeout() {
                    tracing::info!(client = %address, "no request: {error}");
                }
                Poll::Ready(())
            }
            Poll::Pending => ended.as_mut().poll(context),
        })
        .await;
        drop((counted, place));
    });
}
