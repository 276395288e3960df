//! The board of a question about contours: rows, a text, or the fingerprint of a table.

use std::sync::Arc;

use perfectplay::{Budget, Effort, GameRef, GivenBoard, Oracle, Silent};

use crate::http::failure::Failure;
use crate::questions::app::App;
use crate::questions::batch_request::BoardField;

/// A game on the board of a batch.
pub(crate) async fn read_field(
    app: &Arc<App>,
    game: &GameRef,
    field: &BoardField,
) -> Result<GameRef, Failure> {
    let (rows, fingerprint) = match field {
        BoardField::Text(text) => return read_text(app, game, text).await,
        BoardField::Rows { rows, fingerprint } => (rows, fingerprint),
    };
    let game = on(game, GivenBoard::Rows(rows))?;
    let found = game.board().map(|board| &board.fingerprint);
    if let (Some(said), Some(found)) = (fingerprint, found)
        && said != found
    {
        let what = format!("`fingerprint` is {said:?}, but that of the rows is {found}");
        return Err(Failure::board(what).with_hint("leave `fingerprint` out"));
    }
    Ok(game)
}

fn on(game: &GameRef, board: GivenBoard<'_>) -> Result<GameRef, Failure> {
    let on = game.shared().on_board(board);
    on.map_err(|error| Failure::board(error.to_string()))
}

/// A game on a board: the fingerprint of a table that the server has, or the contest's text.
pub(crate) async fn read_text(
    app: &Arc<App>,
    game: &GameRef,
    text: &str,
) -> Result<GameRef, Failure> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 8 && text.bytes().all(is_digit) {
        let (asked, fingerprint) = (game.clone(), text.to_owned());
        let find = move |app: &App, budget: &Budget<'_>| {
            let find =
                |oracle: &Oracle| oracle.within(budget).try_board_named(&asked, &fingerprint);
            app.ask(budget, find)
        };
        let (found, waits_for) = {
            let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent).without_waiting();
            (find(app, &budget).transpose(), budget.would_wait())
        };
        let found = match found {
            Some(found) => found,
            None => {
                let shared = app.clone();
                let find = move || {
                    let budget = Budget::of(&shared.config.limits, Effort::AtOnce, &Silent);
                    find(&shared, &budget).map(Option::flatten)
                };
                app.readers.read(waits_for.unwrap_or_else(|| text.into()), find).await?
            }
        };
        return found.map_err(|error| Failure::of(&error))?.ok_or_else(|| {
            let what = format!("this server has no table of a board with the fingerprint {text}");
            Failure::board(what)
        });
    }
    on(game, text.into())
}
