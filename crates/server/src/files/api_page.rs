//! `GET /docs`: what `openapi.json` describes, as a page to be read.

use std::fmt::Write as _;

use serde_json::Value;

use crate::files::escaped;

/// Questions that any server answers, by their paths.
const EXAMPLES: &[(&str, &str)] = &[
    ("/v1/{game}", "v1/stake?position=01.1/00../.01./...1"),
    ("/v1/{game}/line", "v1/number/line?position=after:5,6"),
    ("/v1/tables", "v1/tables"),
    ("/v1/health", "v1/health"),
    ("/metrics", "metrics"),
];

/// The page, still without the files of the explorer that it names.
pub(super) fn api_page(openapi: &str) -> String {
    let openapi: Value = serde_json::from_str(openapi).unwrap_or_default();
    let info = &openapi["info"];
    let (mut description, mut paths) = (String::new(), String::new());
    for paragraph in info["description"].as_str().unwrap_or_default().split("\n\n") {
        let _ = writeln!(description, "<p>{}</p>", marked(paragraph));
    }
    for (path, methods) in openapi["paths"].as_object().into_iter().flatten() {
        for (method, described) in methods.as_object().into_iter().flatten() {
            if method != "parameters" {
                section(&mut paths, &openapi, path, &methods["parameters"], method, described);
            }
        }
    }
    include_str!("api-page.html")
        .replace("@VERSION@", &html(&info["version"]))
        .replace("@DESCRIPTION@", &description)
        .replace("@PATHS@", &paths)
}

fn section(
    page: &mut String,
    openapi: &Value,
    path: &str,
    shared: &Value,
    method: &str,
    described: &Value,
) {
    let method = method.to_uppercase();
    let _ = writeln!(page, "<section class=\"card\"><h2><code>{method} {path}</code></h2>");
    for text in ["summary", "description"].iter().filter_map(|key| described[key].as_str()) {
        let _ = writeln!(page, "<p>{}</p>", marked(text));
    }
    let own = described["parameters"].as_array().into_iter().flatten();
    let mut parameters = shared.as_array().into_iter().flatten().chain(own).peekable();
    let list =
        if parameters.peek().is_some() { ["<dl class=\"facts\">", "</dl>\n"] } else { ["", ""] };
    page.push_str(list[0]);
    for parameter in parameters {
        let at = parameter["$ref"].as_str().and_then(|name| openapi.pointer(name.get(1..)?));
        let parameter = at.unwrap_or(parameter);
        let what = marked(parameter["description"].as_str().unwrap_or_default());
        let _ = write!(page, "<dt><code>{}</code></dt><dd>{what}</dd>", html(&parameter["name"]));
    }
    page.push_str(list[1]);
    let example = EXAMPLES.iter().find(|(of, _)| *of == path && method == "GET");
    if let Some((_, example)) = example {
        let _ = write!(page, "<p><a class=\"link\" href=\"{example}\">{example}</a></p>");
    }
    page.push_str("</section>\n");
}

/// A text with what stands between backticks as code.
fn marked(text: &str) -> String {
    let parts = text.split('`').map(|part| html(&part.into())).enumerate();
    parts
        .map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part })
        .collect()
}

fn html(text: &Value) -> String {
    escaped(text.as_str().unwrap_or_default()).replace('\n', "<br>\n")
}
