//! The pages inside the program, and their headers.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use perfectplay::{GameRef, custom_game};
use perfectplay_tests::Numbers;

use crate::common::*;

const HTML: &str = "text/html; charset=utf-8";

/// The files that a page names, by the start of their names.
fn named<'h>(html: &'h str, start: &str) -> &'h str {
    let mut values = html.split('"').skip(1).step_by(2);
    values.find(|value| value.starts_with(start)).unwrap_or_else(|| panic!("{start}: {html}"))
}

fn assert_cached(reply: &Reply, kept: &str, kind: &str) {
    let headers = (reply.status, reply.header("cache-control"), reply.header("content-type"));
    assert_eq!(headers, (200, Some(kept), Some(kind)));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn pages_in_frames_name_no_addresses() {
    let server = Running::new();
    // In frames addresses are behind `#`.
    let mut plain = server.get("/").text().replacen("<html data-paths", "<html", 1);
    let address = plain.find("<link rel=\"canonical\"").unwrap()..plain.find("</head>").unwrap();
    plain.replace_range(address, "");
    assert_eq!(plain.replace("http://test/", ""), server.get("/embed?lang=en").text());
}

#[test]
fn the_docs_describe_every_path_and_their_links_lead_somewhere() {
    let server = Running::new();
    let page = server.get("/docs");
    assert_cached(&page, "no-cache", HTML);
    let html = page.text();
    let openapi: Value = serde_json::from_str(&server.get("/openapi.json").text()).unwrap();
    for (path, methods) in openapi["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            if method != "parameters" {
                let heading = format!("<h2><code>{} {path}</code></h2>", method.to_uppercase());
                assert!(html.contains(&heading), "{heading}");
                assert!(html.contains(described["summary"].as_str().unwrap()), "{heading}");
            }
        }
    }
    assert!(named(&html, "icon-").ends_with(".svg"));
    let links: Vec<_> = html.split("href=\"").skip(1).collect();
    assert!(links.len() >= 8, "{html}");
    for link in links {
        let path = link.split('"').next().unwrap().trim_start_matches("./");
        assert_eq!(server.get(&format!("/{path}")).status, 200, "{path}");
    }
}

#[test]
fn files_whose_names_have_their_hash_are_kept() {
    let server = Running::new();
    let html = server.get("/").text();
    for (start, kind) in [
        ("main-en-", "text/javascript; charset=utf-8"),
        ("start-", "text/javascript; charset=utf-8"),
        ("style-", "text/css; charset=utf-8"),
        ("icon-", "image/svg+xml"),
        ("figtree-", "font/woff2"),
    ] {
        let path = format!("/{}", named(&html, start));
        let file = server.get(&path);
        assert_cached(&file, "public, max-age=31536000, immutable", kind);
        let policy = file.header("content-security-policy").unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{policy}");
        assert_eq!(server.ask("HEAD", &path, &[], b"").status, 200);
        server.ask("POST", &path, &[], b"").assert_error(405, "usage");
    }
}

/// What is the same for all is compressed once, and so as well as can be.
#[test]
fn files_that_are_kept_are_compressed_well() {
    let server = Running::new();
    let html = server.get("/").text();
    for start in ["main-en-", "main-zh-", "style-"] {
        let path = format!("/{}", named(&html, start));
        let plain = server.get_with(&path, &[("accept-encoding", "gzip;q=0")]);
        assert_eq!(plain.header("content-encoding"), None);
        let packed = server.get_with(&path, &[("accept-encoding", "gzip, deflate, br, zstd")]);
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        assert_eq!(packed.header("vary"), Some("accept-encoding"));
        assert_eq!(packed.header("etag"), plain.header("etag"));
        let mut read = Vec::new();
        GzDecoder::new(packed.body.as_slice()).read_to_end(&mut read).unwrap();
        assert!(read == plain.body, "{path}");
        let mut quickly = GzEncoder::new(Vec::new(), Compression::fast());
        quickly.write_all(&plain.body).unwrap();
        assert!(packed.body.len() < quickly.finish().unwrap().len() * 9 / 10, "{path}");
    }
}

/// Rules that would end the element in which they are, and begin another one.
const HOSTILE: &str = "Take <b>one</b> & \"win\".</script><script>alert(1)</script><!--<script>";

/// A game of the program's own of which nothing but the texts is asked.
fn told() -> GameRef {
    let show = |_| "</script>/..".to_owned();
    let game = Numbers { name: "told-1".to_owned(), rules: HOSTILE, show, ..Numbers::default() };
    custom_game(game, &[]).unwrap()
}

#[test]
fn the_page_describes_the_games_of_a_program_of_ones_own() {
    let stock = Running::new().get("/");
    let server = Running::changed(|config| {
        config.custom_games = vec![told()];
        config.program = "my-games".to_owned();
    });
    let page = server.get("/");
    assert!(server.get("/embed").text().contains(r#"id="program""#));
    assert_eq!(server.get("/index.html").body, page.body);
    assert_ne!(page.header("etag"), stock.header("etag"));
    assert_eq!(page.header("content-security-policy"), stock.header("content-security-policy"));
    let (page, stock) = (page.text(), stock.text());
    let (before, rest) =
        page.split_once(r#"<script type="application/json" id="program">"#).unwrap();
    let (described, after) = rest.split_once("</script>").unwrap();
    assert_eq!(format!("{before}{after}"), stock);
    let game = json!({ "name": "told-1", "rules": HOSTILE, "start": "</script>/.." });
    let expected = json!({ "name": "my-games", "games": [game] });
    assert_eq!(serde_json::from_str::<Value>(described).unwrap(), expected);
}

/// What previews of a link show: title, description and picture.
fn preview(page: &Reply) -> [String; 3] {
    assert_eq!(page.status, 200);
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'self'"));
    let html = String::from_utf8_lossy(&page.body).into_owned();
    let between = |after: &str, [start, end]: [&str; 2]| {
        let rest = &html[html.find(after).unwrap()..];
        rest.split_once(start).unwrap().1.split_once(end).unwrap().0.to_owned()
    };
    let content = |name: &str| between(name, ["content=\"", "\""]);
    let title = between("<title", [">", "</title>"]);
    assert_eq!(content("\"og:title\""), title);
    [title, content("\"description\""), content("\"og:image\"")]
}

#[test]
fn links_to_positions_say_what_they_show_and_name_one_address() {
    let server = Running::new();
    // The last five cannot be read, so their pages show the game alone.
    let links: Vec<[&str; 4]> = serde_json::from_str(include_str!("pages/links.json")).unwrap();
    for [path, title, told, address] in links {
        let page = server.get(path);
        let [said, description, picture] = preview(&page);
        assert_eq!(said, title, "{path}");
        assert!(description.contains(told), "{path}: {description}");
        let name = picture.strip_prefix("http://test/").unwrap();
        // The picture of a game shows its first position, and that of a position that one.
        let game = match &path[1..path.find(['=', '?']).unwrap_or(path.len())] {
            "" => "preview-",
            game => game,
        };
        let is_first = title.contains(" · ") || path == "/";
        let (place, query) = address.split_once('?').unwrap_or((address, ""));
        let board = query.strip_prefix("board=").map(|text| format!("?board={text}"));
        let drawn = format!("{place}.png{}", board.unwrap_or_default());
        assert!(if is_first { name.starts_with(game) } else { name == drawn }, "{path}: {name}");
        let html = page.text();
        for named in ["rel=\"canonical\" href", "property=\"og:url\" content"] {
            assert!(html.contains(&format!("{named}=\"http://test/{address}\"")), "{html}");
        }
        for named in ["<html data-paths lang=\"zh-CN\"", "content=\"zh_CN\""] {
            assert_eq!(html.contains(named), path.contains("lang=zh"), "{path}");
        }
        let picture = server.get(&format!("/{name}"));
        let cached = if is_first { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_cached(&picture, cached, "image/png");
        assert!(picture.body.starts_with(b"\x89PNG") && picture.body.len() < 200_000, "{path}");
        let etag = page.header("etag").unwrap();
        assert_eq!(server.get_with(path, &[("if-none-match", etag)]).status, 304);
    }
    for path in ["/chess", "/chess=1", "/chomp/", "/=", "/chomp/4,4,1", "/%3Cb%3E/x", "/404.html"] {
        server.get(path).assert_error(404, "missing");
        let page = server.get_with(path, &[("accept", "text/html,*/*;q=0.8")]);
        assert_eq!((page.status, page.header("content-type")), (404, Some(HTML)));
        let html = page.text();
        assert!(html.contains("There is nothing at this address"), "{html}");
        // Its links lead to the games from wherever it is.
        let root = "../".repeat(path.matches('/').count() - 1);
        assert!(html.contains(&format!("href=\"{root}./\"")), "{html}");
        let icon = named(&html, &format!("{root}icon-")).trim_start_matches("../");
        assert_eq!(server.get(&format!("/{icon}")).status, 200, "{path}");
    }
    for path in ["/chomp=4,4,1", "/chomp=4,4,1.png"] {
        server.ask("POST", path, &[], b"").assert_error(405, "usage");
    }
}

#[test]
fn pictures_differ_where_positions_do_and_too_large_ones_have_none() {
    let server = Running::new();
    let picture = |path: &str| server.get(path).body;
    assert_eq!(picture("/chomp=4,4,1.png"), picture("/chomp=4%2C4%2C1.png?lang=zh&moves=1"));
    assert_ne!(picture("/chomp=4,4,1.png"), picture("/chomp.png"));
    assert_ne!(picture("/contour=1.png?board=1+1+5+2"), picture("/contour=0.png?board=1+1+5+2"));
    let tall = format!("/chomp=1{}", ",1".repeat(20));
    assert!(preview(&server.get(&tall))[2].starts_with("http://test/chomp-"));
    for path in [&*format!("{tall}.png"), "/chomp=1,2.png", "/contour=0.png", "/chess.png"] {
        server.get(path).assert_error(404, "missing");
    }
}

#[test]
fn pictures_of_links_are_where_the_server_is() {
    let server = Running::new();
    let picture = |server: &Running, host: &str| {
        let mut connection = server.connect();
        write!(connection, "GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let [_, _, picture] = preview(&Reply::read(&mut connection, false).unwrap());
        picture
    };
    assert!(picture(&server, "[::1]:8080").starts_with("http://[::1]:8080/preview-"));
    for hostile in ["a\"><script>", "a/b", "a'b", "a b", ""] {
        assert!(picture(&server, hostile).starts_with("preview-"), "{hostile}");
    }
    let url = "https://games.example/p/";
    let server = Running::changed(|config| config.public_url = Some(url.to_owned()));
    assert!(picture(&server, "other").starts_with("https://games.example/p/preview-"));
}

#[test]
fn links_to_custom_games_say_what_their_texts_are() {
    let server = Running::changed(|config| config.custom_games = vec![told()]);
    let [title, description, picture] = preview(&server.get("/told-1=x"));
    assert_eq!(title, "told-1 · perfectplay");
    let escaped = "Take &lt;b&gt;one&lt;/b&gt; &amp; &quot;win&quot;.&lt;/script";
    assert!(description.starts_with(escaped), "{description}");
    assert!(picture.starts_with("http://test/preview-"));
}
