//! The board of a question about contours: rows, a text, or the fingerprint of a table.

use std::sync::Arc;

use perfectplay_oracle::{Budget, Effort, Silent};
use perfectplay_query::TableBoard as _;
use perfectplay_query::games::contour::Board;

use crate::http::failure::Failure;
use crate::questions::app::App;
use crate::questions::batch_request::BoardField;

/// The board of a batch.
pub(crate) async fn read_field(app: &Arc<App>, field: &BoardField) -> Result<Arc<Board>, Failure> {
    let (a, b, fingerprint) = match field {
        BoardField::Text(text) => return read_text(app, text).await,
        BoardField::Rows { a, b, fingerprint } => (a, b, fingerprint),
    };
    let board = Board::new(a, b).map_err(|error| Failure::board(error.to_string()))?;
    let found = board.fingerprint();
    if let Some(said) = fingerprint
        && *said != found
    {
        let what = format!("`fingerprint` is {said:?}, but that of the rows is {found}");
        return Err(Failure::board(what).with_hint("leave `fingerprint` out"));
    }
    Ok(Arc::new(board))
}

/// A board of contours: the fingerprint of a table that the server has, or the contest's text.
pub(crate) async fn read_text(app: &Arc<App>, text: &str) -> Result<Arc<Board>, Failure> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 8 && text.bytes().all(is_digit) {
        let find = |app: &App, budget: &Budget<'_>| {
            app.ask(budget, |oracle| oracle.try_contour_board(text, budget))
        };
        let (found, waits_for) = {
            let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent).without_waiting();
            (find(app, &budget).transpose(), budget.would_wait())
        };
        let found = match found {
            Some(found) => found,
            None => {
                let (shared, fingerprint) = (app.clone(), text.to_owned());
                let find = move || {
                    let budget = Budget::of(&shared.config.limits, Effort::AtOnce, &Silent);
                    let found =
                        shared.ask(&budget, |oracle| oracle.contour_board(&fingerprint).map(Some));
                    found.map(Option::flatten)
                };
                app.readers.read(waits_for.unwrap_or_else(|| text.into()), find).await?
            }
        };
        return found.map_err(|error| Failure::of(&error))?.ok_or_else(|| {
            let what = format!("this server has no table of a board with the fingerprint {text}");
            Failure::board(what)
        });
    }
    Board::from_text(text).map(Arc::new).map_err(|error| Failure::board(error.to_string()))
}
