//! Which path leads where, and what happens to every request.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Method, header};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{Any, CorsLayer};

use crate::app::App;
use crate::config::Config;
use crate::failure::Failure;
use crate::start_error::StartError;
use crate::{access_log, answers, batch, pages, status, table_files};

/// Everything that a [`Server`](crate::Server) answers, as a service of `axum` without a listener.
///
/// # Errors
/// If the folder of tables cannot be read, or the system gives no threads.
pub fn router(config: Config) -> Result<Router, StartError> {
    Ok(with_app(Arc::new(App::new(config)?)))
}

pub(crate) fn with_app(app: Arc<App>) -> Router {
    Router::new()
        .route("/v1/{game}", get(answers::answer::<false>).merge(post(batch::answers)))
        .route("/v1/{game}/line", get(answers::answer::<true>))
        .route("/v1/tables", get(status::tables))
        .route("/v1/health", get(status::health))
        .route("/metrics", get(status::metrics))
        .route("/openapi.json", get(pages::openapi))
        .route("/docs", get(pages::to_openapi))
        .route("/embed", get(pages::embed))
        .route("/tables/{file}", get(table_files::file))
        .method_not_allowed_fallback(async || Failure::method())
        .fallback(pages::explorer)
        .layer(CatchPanicLayer::custom(|_| Failure::internal().into_response()))
        .layer(compression())
        .layer(cors())
        .layer(from_fn_with_state(app.clone(), access_log::observe))
        .with_state(app)
}

/// Answers of tables are sent within microseconds, so compression must be quick, too.
fn compression() -> CompressionLayer<impl Predicate> {
    let octets = NotForContentType::const_new("application/octet-stream");
    let images = NotForContentType::IMAGES;
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(512).and(octets).and(images))
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
