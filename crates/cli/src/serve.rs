//! `serve`: answers over HTTP, and the explorer.

use std::sync::atomic::Ordering;

use perfectplay_server::{Config, ServeError};

use crate::args::Serve;
use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::remark;

pub(crate) fn run(args: &Serve, folder: &ChosenFolder) -> Result<(), Failure> {
    let config = Config::new(args.addr, folder.folder.clone());
    let interrupted = interrupt::watch();
    perfectplay_server::serve(
        config,
        |address| remark(format_args!("listening on http://{address}")),
        || interrupted.load(Ordering::Relaxed),
    )
    .map_err(|error| match error {
        ServeError::Folder(error) => error.into(),
        ServeError::System(error) => Failure::refused(format!("{}: {error}", args.addr)),
        _ => Failure::refused("the server cannot be started"),
    })
}
