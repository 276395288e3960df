//! Requests of any kind to a server: none makes it panic, and what it refuses it refuses with an
//! error as described.
#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Uri};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_games::built_in;
use perfectplay_query::TableFolder;
use perfectplay_server::{Config, router};
use perfectplay_tests::server::escape;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// A request, most of it likely to be understood.
#[derive(Arbitrary, Debug)]
struct Attempt<'a> {
    /// Which of [`METHODS`].
    method: u8,
    path: Path<'a>,
    query: Query<'a>,
    content_type: &'a str,
    /// `Range`, `If-Range` and `If-None-Match`.
    headers: [Option<&'a str>; 3],
    body: BodyText<'a>,
}

#[derive(Arbitrary, Debug)]
enum Path<'a> {
    Game(u8),
    Line(u8),
    Table(&'a str),
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
enum Query<'a> {
    Question {
        position: &'a str,
        board: Option<&'a str>,
        moves: Option<bool>,
        replies: Option<bool>,
    },
    Any(&'a str),
}

#[derive(Arbitrary, Debug)]
enum BodyText<'a> {
    Batch { positions: Vec<&'a str>, board: Option<&'a str>, moves: bool },
    Any(&'a [u8]),
}

const METHODS: [&str; 4] = ["GET", "HEAD", "POST", "PUT"];

/// The name of a game, or of none.
fn game(number: u8) -> &'static str {
    let all = ["number", "tower", "contour", "stake", "tokens", "chomp", "nim"];
    all[usize::from(number) % all.len()]
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("there are threads")
});

static ROUTER: LazyLock<Router> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/v1");
    let mut config = Config::new(&built_in(), TableFolder::new(folder));
    config.limits.states = Some(1000);
    config.limits.memory = 1 << 20;
    config.threads = 1;
    config.solve_time = Duration::from_secs(1);
    router(config).expect("the tables are there")
});

impl Attempt<'_> {
    fn request(&self) -> Option<Request<Body>> {
        let method = METHODS[usize::from(self.method) % METHODS.len()];
        let path = match self.path {
            Path::Game(number) => format!("/v1/{}", game(number)),
            Path::Line(number) => format!("/v1/{}/line", game(number)),
            Path::Table(name) => format!("/tables/{}", escape(name)),
            Path::Any(path) => format!("/{path}"),
        };
        let query = match self.query {
            Query::Question { position, board, moves, replies } => {
                let board = board.map(|board| format!("&board={}", escape(board)));
                let moves = moves.map(|moves| format!("&moves={moves}"));
                let replies = replies.map(|replies| format!("&replies={replies}"));
                let others = [board, moves, replies].into_iter().flatten().collect::<String>();
                format!("position={}{others}", escape(position))
            }
            Query::Any(query) => query.to_owned(),
        };
        let uri = Uri::try_from(format!("{path}?{query}")).ok()?;
        let mut request = Request::builder().method(method).uri(uri);
        for (name, value) in ["range", "if-range", "if-none-match"].iter().zip(self.headers) {
            if let Some(value) = value {
                request = request.header(*name, value);
            }
        }
        let (kind, body) = match &self.body {
            BodyText::Any(bytes) => (self.content_type, bytes.to_vec()),
            BodyText::Batch { positions, board, moves } => {
                let batch = json!({ "positions": positions, "board": board, "moves": moves });
                ("application/json", serde_json::to_vec(&batch).ok()?)
            }
        };
        request.header("content-type", kind).body(Body::from(body)).ok()
    }
}

fuzz_target!(|asked: Attempt<'_>| {
    let Some(request) = asked.request() else { return };
    let is_head = request.method() == "HEAD";
    RUNTIME.block_on(async {
        let response = ROUTER.clone().oneshot(request).await.expect("it always responds");
        let status = response.status();
        assert_ne!(status, 500);
        let kind = response.headers().get("content-type").cloned();
        let body = to_bytes(response.into_body(), usize::MAX).await.expect("the body is whole");
        if (status.is_client_error() || status.is_server_error()) && !is_head {
            let error: Value = serde_json::from_slice(&body).expect("errors are JSON");
            assert!(error["error"]["code"].is_string(), "{error}");
        } else if kind.is_some_and(|kind| kind == "application/json") && !body.is_empty() {
            let _: Value = serde_json::from_slice(&body).expect("answers are JSON");
        }
    });
});
