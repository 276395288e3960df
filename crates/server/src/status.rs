//! `GET /v1/tables`, `/v1/health` and `/metrics`: what this server has, and has done.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use perfectplay_oracle::Listing;
use serde::Serialize;

use crate::app::App;
use crate::failure::{Failure, json};

/// `GET /v1/tables`: the tables, and the default ones that are missing.
pub(crate) async fn tables(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let listing = tokio::task::spawn_blocking(move || Listing::of(&app.config.tables)).await;
    match listing {
        Ok(Ok(listing)) => Ok(fresh(json(&listing))),
        Ok(Err(error)) => {
            tracing::error!("{error}");
            Err(Failure::refused("the folder of tables cannot be read"))
        }
        Err(_) => Err(Failure::internal()),
    }
}

/// `GET /v1/health`: that this server answers.
pub(crate) async fn health() -> Response {
    #[derive(Serialize)]
    struct Health {
        status: &'static str,
        version: &'static str,
    }
    fresh(json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") }))
}

/// A response that must not be kept.
fn fresh(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// `GET /metrics`: figures in the format of Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    const OPENMETRICS: HeaderValue =
        HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    let mut response = fresh(Response::new(app.metrics.text().into()));
    response.headers_mut().insert(header::CONTENT_TYPE, OPENMETRICS);
    response
}
