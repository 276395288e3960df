//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::state::State;
use crate::{api, explorer};

pub(crate) fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/v1/{game}", get(api::answer).post(api::batch))
        .route("/v1/{game}/line", get(api::line))
        .route("/v1/tables", get(api::tables))
        .route("/v1/health", get(api::health))
        .fallback(explorer::file)
        .with_state(state)
}
