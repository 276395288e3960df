//! Status, `GET /v1/tables`, `/v1/health` and `/metrics`: what this server has, and has done.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use perfectplay::Listing;
use serde_json::json;

use crate::http::failure::Failure;
use crate::http::json::{NO_STORE, json};
use crate::questions::app::App;

/// `GET /v1/tables`: the tables, and the default ones that are missing.
pub(crate) async fn tables(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let list = move || {
        let (config, games) = (&app.config, app.oracle.known_games());
        let custom = &config.custom_games;
        let by_default = if custom.is_empty() { &config.games } else { custom };
        Listing::of(&config.tables, games, by_default)
    };
    let listing = tokio::task::spawn_blocking(list).await;
    match listing {
        Ok(Ok(listing)) => Ok(([NO_STORE], json(&listing)).into_response()),
        Ok(Err(error)) => {
            tracing::error!("{error}");
            Err(Failure::refused("the folder of tables cannot be read"))
        }
        Err(_) => Err(Failure::internal()),
    }
}

/// `GET /v1/health`: that this server answers.
pub(crate) async fn health() -> impl IntoResponse {
    let version = env!("CARGO_PKG_VERSION");
    let health = json!({ "status": "ok", "version": version, "server": "perfectplay" });
    ([NO_STORE], json(&health))
}

/// `GET /metrics`: metrics in the format of Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    const OPENMETRICS: HeaderValue =
        HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([NO_STORE, (header::CONTENT_TYPE, OPENMETRICS)], app.metrics.text())
}
