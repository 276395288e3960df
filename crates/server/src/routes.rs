//! Routes: which path leads where, and what happens to every request.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Method, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};

use crate::config::{Config, MOST_COMPRESSED, StartError};
use crate::files::{pages, table_files};
use crate::http::failure::Failure;
use crate::http::{access_log, compression};
use crate::questions::app::App;
use crate::questions::{batch, preview, single};
use crate::status;

/// Everything that a [`Server`](crate::Server) answers, as a service of `axum` without a listener.
///
/// # Errors
/// If the folder of tables cannot be read, or the system gives no threads.
pub fn router(config: Config) -> Result<Router, StartError> {
    Ok(with_app(Arc::new(App::new(config)?)))
}

pub(crate) fn with_app(app: Arc<App>) -> Router {
    let tables = Arc::new(app.config.tables.clone());
    let page = pages::page(&app.config);
    let embedded = page.clone();
    let compressed = Arc::new(Semaphore::new(MOST_COMPRESSED));
    Router::new()
        .route("/v1/{game}", get(single::answer::<false>).merge(post(batch::answers)))
        .route("/v1/{game}/line", get(single::answer::<true>))
        .route("/v1/tables", get(status::tables))
        .route("/v1/health", get(status::health))
        .route("/metrics", get(status::metrics))
        .route("/openapi.json", get(pages::openapi))
        .route("/docs", get(pages::docs))
        .route("/embed", get(|headers| pages::embed(embedded, headers)))
        // For programs that ask these tables where they are.
        .route("/tables/tables.json", get(status::tables))
        .route("/tables/{file}", get(table_files::file).with_state(tables))
        .method_not_allowed_fallback(async || Failure::method())
        .fallback(|app, method, uri, headers| preview::page(app, page, method, uri, headers))
        .layer(CatchPanicLayer::custom(|_| Failure::internal().into_response()))
        .layer(compression::layer())
        .layer(from_fn_with_state(compressed, compression::limit))
        .layer(cors())
        .layer(from_fn_with_state(app.metrics.clone(), access_log::observe))
        .with_state(app)
}

fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers([
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            header::IF_RANGE,
            header::RANGE,
        ])
        .expose_headers([
            header::ETAG,
            header::ACCEPT_RANGES,
            header::CONTENT_RANGE,
            header::RETRY_AFTER,
        ])
        .max_age(Duration::from_secs(24 * 60 * 60))
}
