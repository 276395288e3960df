//! Accepts connections until it is told to stop.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;

use crate::Config;
use crate::routes::router;
use crate::state::State;

/// Why a server does not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The folder of tables cannot be read.
    Folder(perfectplay_oracle::Error),
    /// The system refuses the address, or threads.
    System(io::Error),
}

/// Serves until `stop` says so. `ready` is told the address as soon as connections are accepted.
///
/// # Errors
/// If the server cannot be started.
pub fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Fn() -> bool,
) -> Result<(), ServeError> {
    let state = Arc::new(State::new(config.folder).map_err(ServeError::Folder)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(ServeError::System)?.block_on(async move {
        let listener = tokio::net::TcpListener::bind(config.address).await;
        let listener = listener.map_err(ServeError::System)?;
        ready(listener.local_addr().map_err(ServeError::System)?);
        let router = router(state);
        while !stop() {
            let accepted = tokio::time::timeout(Duration::from_millis(50), listener.accept());
            let Ok(Ok((stream, _))) = accepted.await else { continue };
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(router.clone());
            tokio::spawn(async move {
                let mut http = hyper::server::conn::http1::Builder::new();
                let _ = http
                    .timer(TokioTimer::new())
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
        }
        Ok(())
    })
}
