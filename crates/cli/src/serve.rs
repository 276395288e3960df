//! `serve`: answers over HTTP, and the explorer.

use std::sync::atomic::Ordering;

use perfectplay_server::{Config, Server, StartError, log_to_stderr};

use crate::args::{LogFormat, Serve};
use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::output::is_quiet;
use crate::{interrupt, memory, threads};

pub(crate) fn run(args: &Serve, folder: &ChosenFolder, json: bool) -> Result<(), Failure> {
    let mut config = Config::new(folder.tables());
    config.limits = memory::limits(args.limit, args.memory);
    config.solve_time = args.solve_time;
    if let Some(threads) = threads::number(args.threads) {
        config.threads = threads.into();
    }
    let server = Server::start(args.addr, config)?;
    let format = args.log.unwrap_or(if json { LogFormat::Json } else { LogFormat::Text });
    let log = log_to_stderr(format.into(), is_quiet());
    let _log =
        log.map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))?;
    if let Some(missing) = folder.why_missing() {
        tracing::warn!("{missing}");
    }
    let interrupted = interrupt::watch();
    server.run(|| interrupted.load(Ordering::Relaxed));
    Ok(())
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Folder(error) => error.into(),
            StartError::Address { .. } => Self::refused(error)
                .with_hint("choose another one with --addr; port 0 lets the system choose"),
            error => Self::refused(error),
        }
    }
}
