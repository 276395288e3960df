//! The static files inside the program: the explorer at `/`, and the description of all paths.

use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use perfectplay::{Code, GameRef};
use serde_json::json;

use crate::config::Config;
use crate::files::api_page::api_page;
use crate::files::escaped;
use crate::http::compression::is_accepted;
use crate::http::conditional_requests::{etag_of, is_known};
use crate::http::failure::Failure;
use crate::http::json::NO_STORE;

/// The explorer's files: names and bytes. `npm run bundle` makes them of the page.
const EXPLORER: &[(&str, &[u8])] = include!("../../bundled/files.in");

/// The file of the explorer that is its page.
const PAGE: &str = "index.html";

/// The description of all paths, in the format OpenAPI.
const OPENAPI: &str = include_str!("../openapi.json");

/// Nothing is loaded from elsewhere, and no other page may show these in a frame.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'",
);

/// The policy of what any other page may show in a frame.
const POLICY_IN_FRAMES: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; \
     frame-ancestors *",
);

/// What may change at the same address is revalidated.
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// What has the hash of its content in its name is cached.
const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The page of the explorer. If the program has custom games, the page's head describes them.
pub(crate) fn page(config: &Config) -> Bytes {
    let bytes = bytes_of(PAGE).unwrap_or_default();
    if config.custom_games.is_empty() {
        return Bytes::from_static(bytes);
    }
    let described = |game: &GameRef| {
        let about = game.about();
        json!({ "name": about.name, "rules": about.rules, "start": about.start })
    };
    let games: Vec<_> = config.custom_games.iter().map(described).collect();
    let program = json!({ "name": config.program, "games": games }).to_string();
    // No text can end the element: within JSON these letters are in strings alone.
    let program = program.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    let element = format!("<script type=\"application/json\" id=\"program\">{program}</script>");
    String::from_utf8_lossy(bytes).replacen("</head>", &(element + "</head>"), 1).into()
}

fn bytes_of(name: &str) -> Option<&'static [u8]> {
    EXPLORER.iter().find(|(file, _)| *file == name).map(|&(_, bytes)| bytes)
}

/// A file of the explorer as small as gzip makes it, which takes too long to do it for each request: it is kept.
fn compressed(name: &str) -> Option<Bytes> {
    static COMPRESSED: [OnceLock<Option<Bytes>>; EXPLORER.len()] =
        [const { OnceLock::new() }; EXPLORER.len()];
    let found = EXPLORER.iter().position(|(file, _)| *file == name)?;
    let compress = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(EXPLORER[found].1).ok()?;
        encoder.finish().ok().map(Bytes::from)
    };
    COMPRESSED[found].get_or_init(compress).clone()
}

/// `GET /docs`: the description of all paths, to be read.
pub(crate) async fn docs(headers: HeaderMap) -> Response {
    static DOCS: LazyLock<String> = LazyLock::new(|| with_files(&api_page(OPENAPI)));
    file(&headers, "docs.html", Bytes::from_static(DOCS.as_bytes()), REVALIDATED)
}

/// `GET /openapi.json`.
pub(crate) async fn openapi(headers: HeaderMap) -> Response {
    file(&headers, "openapi.json", Bytes::from_static(OPENAPI.as_bytes()), REVALIDATED)
}

/// What previews of a link to a game or a position show.
pub(crate) struct Head {
    /// The address of what is shown, without that of the server and without how it is shown.
    pub(crate) address: String,
    /// The name of the game, which has a picture of its first position.
    pub(crate) game: String,
    /// Whether its address with `.png` behind is that of a picture.
    pub(crate) has_picture: bool,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) is_chinese: bool,
}

/// What a game is called in Chinese, and its rule.
pub(crate) fn chinese(game: &str) -> Option<(&'static str, &'static str)> {
    const FACTS: &[(&str, &str, &str)] = include!("../../bundled/chinese.in");
    FACTS.iter().find(|(name, ..)| *name == game).map(|&(_, title, rule)| (title, rule))
}

/// Whether a path without its first slash is that of the page.
pub(crate) fn is_page(path: &str) -> bool {
    path.is_empty() || path == PAGE
}

/// The page for addresses with positions in their paths, which it is told to write, too. Its picture for previews has an
/// absolute address if that of the server, with a slash at its end, is known.
pub(crate) fn addressed(
    page: &Bytes,
    head: Option<&Head>,
    base: &str,
    method: Method,
    headers: &HeaderMap,
) -> Response {
    if let Some(refused) = refusal(&method) {
        return refused;
    }
    let mut html = String::from_utf8_lossy(page).replacen("<html", "<html data-paths", 1);
    if let Some(head) = head {
        let [title, description] = [&head.title, &head.description].map(|text| escaped(text));
        html = replaced(&html, "<title", [">", "<"], &title);
        html = replaced(&html, "\"og:title\"", CONTENT, &title);
        html = replaced(&html, "\"description\"", CONTENT, &description);
        html = replaced(&html, "\"og:description\"", CONTENT, &description);
        if head.is_chinese {
            html = replaced(&html, "<html", ["lang=\"", "\""], "zh-CN");
            html = replaced(&html, "\"og:locale\"", CONTENT, "zh_CN");
        }
    }
    let usual = || hashed("preview", ".png").unwrap_or_default();
    let picture = match head {
        Some(head) if head.has_picture => picture_of(&head.address),
        head => head.and_then(|head| hashed(&head.game, ".png")).unwrap_or_else(usual).to_owned(),
    };
    html = replaced(&html, "\"og:image\"", CONTENT, &escaped(&format!("{base}{picture}")));
    if !base.is_empty() {
        let address = escaped(&format!("{base}{}", head.map_or("", |head| &head.address)));
        let links = format!(
            "<link rel=\"canonical\" href=\"{address}\" />\n    \
             <meta property=\"og:url\" content=\"{address}\" />\n  </head>"
        );
        html = html.replacen("</head>", &links, 1);
    }
    file(headers, PAGE, html.into(), REVALIDATED)
}

/// The file of the explorer that has a hash between its name and its ending.
fn hashed(name: &str, ending: &str) -> Option<&'static str> {
    let stem =
        |file: &'static str| file.strip_suffix(ending)?.rsplit_once('-').map(|(stem, _)| stem);
    EXPLORER.iter().map(|&(file, _)| file).find(|&file| stem(file) == Some(name))
}

/// The address of the picture of a position, of the address of that.
fn picture_of(address: &str) -> String {
    let (path, query) =
        address.split_once('?').map_or((address, ""), |(path, query)| (path, query));
    let board = query.split('&').find(|field| field.starts_with("board="));
    [path, ".png", if board.is_some() { "?" } else { "" }, board.unwrap_or_default()].concat()
}

/// The picture of a position.
pub(crate) fn picture(headers: &HeaderMap, png: Vec<u8>) -> Response {
    file(headers, ".png", png.into(), REVALIDATED)
}

/// What is around the text of an element of the head.
const CONTENT: [&str; 2] = ["content=\"", "\""];

/// The page with another text between two marks behind that of an element.
fn replaced(html: &str, element: &str, [start, end]: [&str; 2], text: &str) -> String {
    let at = html.find(element).expect("the page has the element");
    let from = at + html[at..].find(start).expect("it has a text") + start.len();
    let to = from + html[from..].find(end).expect("the text ends");
    format!("{}{text}{}", &html[..from], &html[to..])
}

/// Why a method is refused, if it is.
pub(crate) fn refusal(method: &Method) -> Option<Response> {
    let allowed = [(header::ALLOW, HeaderValue::from_static("GET,HEAD"))];
    let is_good = method == Method::GET || method == Method::HEAD;
    (!is_good).then(|| (allowed, Failure::method()).into_response())
}

/// Files of the explorer, for all paths without another route.
pub(crate) fn explorer(method: Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path();
    let name = path.strip_prefix('/').unwrap_or(path);
    let found = bytes_of(name).filter(|_| !name.ends_with(".html"));
    let Some(bytes) = found.map(Bytes::from_static) else {
        let what = format!("there is nothing at `{}`", path.escape_debug());
        let mut accepted = headers.get_all(header::ACCEPT).iter();
        let is_read = accepted.any(|types| types.as_bytes().windows(9).any(|t| t == b"text/html"));
        if !is_read || refusal(&method).is_some() {
            return Failure::no_path(what).into_response();
        }
        let mut response = file(headers, PAGE, nothing_at(path).into(), NO_STORE.1);
        *response.status_mut() = StatusCode::NOT_FOUND;
        response.headers_mut().remove(header::ETAG);
        response.extensions_mut().insert(Code::Missing);
        return response;
    };
    if let Some(refused) = refusal(&method) {
        return refused;
    }
    let mut response = file(headers, name, bytes, CACHED);
    let is_text = [".js", ".css"].iter().any(|ending| name.ends_with(ending));
    let is_wanted = is_text && response.status() == StatusCode::OK;
    if is_wanted
        && is_accepted(headers, &["gzip"])
        && let Some(compressed) = compressed(name)
    {
        *response.body_mut() = compressed.into();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// What somebody reads who follows a mistyped link, in the languages of the page.
fn nothing_at(path: &str) -> String {
    let root = "../".repeat(path.matches('/').count().saturating_sub(1));
    let page = String::from_utf8_lossy(bytes_of("404.html").unwrap_or_default());
    page.replace("href=\"", &format!("href=\"{root}"))
}

/// A page with the icon and the style sheet of the explorer.
fn with_files(page: &str) -> String {
    let [icon, style] = [("icon", ".svg"), ("style", ".css")]
        .map(|(name, ending)| hashed(name, ending).unwrap_or_default());
    page.replace("@ICON@", icon).replace("@STYLE@", style)
}

/// `GET /embed`: the explorer for the frames of other pages.
pub(crate) async fn embed(page: Bytes, headers: HeaderMap) -> Response {
    let mut page = file(&headers, PAGE, page, REVALIDATED);
    page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY_IN_FRAMES);
    page
}

fn file(headers: &HeaderMap, name: &str, bytes: Bytes, cache_control: HeaderValue) -> Response {
    let etag = etag_of(&bytes);
    let response = if is_known(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, content_type(name))], Body::from(bytes)).into_response()
    };
    let headers = [
        (header::ETAG, etag),
        (header::CACHE_CONTROL, cache_control),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (headers, response).into_response()
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    })
}
