//! The server: starts it, runs it until it is to stop, and looks after its tables.

use std::fmt;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::config::{Config, MOST_BLOCKING, StartError};
use crate::connections::Connections;
use crate::questions::app::App;
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
