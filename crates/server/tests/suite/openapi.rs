//! The description of the paths is true.

use crate::common::*;

/// The description, and the requests that were compared with it.
struct OpenApi {
    server: Running,
    document: Value,
}

impl OpenApi {
    fn new() -> Self {
        Self::of(Running::new())
    }

    fn of(server: Running) -> Self {
        let document = server.get("/openapi.json").json();
        Self { server, document }
    }

    /// What a reference refers to, else the value itself.
    fn resolved<'v>(&'v self, value: &'v Value) -> &'v Value {
        match value.get("$ref") {
            Some(reference) => {
                let pointer = reference.as_str().unwrap().strip_prefix('#').unwrap();
                let found = self.document.pointer(pointer);
                found.unwrap_or_else(|| panic!("{reference} refers to nothing"))
            }
            None => value,
        }
    }

    /// Asserts that a reply is one that the description has for a path and a method.
    fn assert_described(&self, path: &str, method: &str, reply: &Reply) {
        let responses = &self.document["paths"][path][method]["responses"];
        let response = responses.get(reply.status.to_string());
        let response = response.unwrap_or_else(|| panic!("{method} {path}: {reply:?}"));
        let response = self.resolved(response);
        for header in response["headers"].as_object().into_iter().flatten() {
            assert!(reply.header(&header.0.to_lowercase()).is_some(), "{header:?}: {reply:?}");
        }
        let Some(content) = response["content"].as_object() else {
            assert!(reply.body.is_empty(), "{reply:?}");
            return;
        };
        let kind = reply.header("content-type").unwrap().split(';').next().unwrap();
        let content = content.get(kind).unwrap_or_else(|| panic!("{kind}: {reply:?}"));
        if kind == "application/json"
            && let Err(why) = self.check(&content["schema"], &reply.json())
        {
            panic!("{method} {path}: {why}\n{}", reply.text());
        }
    }

    /// Asks with GET, and asserts that the reply is described for this path.
    fn get(&self, described: &str, path: &str) -> Reply {
        let reply = self.server.get(path);
        self.assert_described(described, "get", &reply);
        reply
    }

    /// Checks a value against a schema. A keyword that is not known here is a mistake.
    fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = self.resolved(schema).as_object().expect("a schema");
        for (keyword, expected) in schema {
            let fits = match keyword.as_str() {
                "description" | "default" | "required" => true,
                "type" => match expected {
                    Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
                    kind => is_of(kind, value),
                },
                "const" => value == expected,
                "enum" => expected.as_array().unwrap().contains(value),
                "minimum" => value.as_f64().is_none_or(|n| n >= expected.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|n| n <= expected.as_f64().unwrap()),
                "minItems" => items(value).is_none_or(|n| n >= expected.as_u64().unwrap()),
                "maxItems" => items(value).is_none_or(|n| n <= expected.as_u64().unwrap()),
                // All patterns are of what other tests compare.
                "pattern" => value.is_string(),
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.check(expected, item)?;
                    }
                    true
                }
                "properties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if let Some(schema) = expected.get(name) {
                            self.check(schema, field).map_err(|why| format!("{name}: {why}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    assert_eq!(*expected, json!(false));
                    let known = schema["properties"].as_object().unwrap();
                    let mut names = value.as_object().into_iter().flatten();
                    names.all(|(name, _)| known.contains_key(name))
                }
                "anyOf" => self.count(expected, value) >= 1,
                "oneOf" => self.count(expected, value) == 1,
                keyword => panic!("the keyword {keyword} is not known"),
            };
            if !fits {
                return Err(format!("{value} does not fit {keyword} {expected}"));
            }
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in required {
            if value.is_object() && value.get(name.as_str().unwrap()).is_none() {
                return Err(format!("{value} has no {name}"));
            }
        }
        Ok(())
    }

    fn count(&self, schemas: &Value, value: &Value) -> usize {
        let schemas = schemas.as_array().unwrap().iter();
        schemas.filter(|schema| self.check(schema, value).is_ok()).count()
    }
}

fn items(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        kind => panic!("the type {kind} is not known"),
    }
}

#[test]
fn answers_of_all_games_are_as_described() {
    let described = OpenApi::new();
    let server = &described.server;
    for &(game, position) in ASKED {
        let path = question(game, position);
        described.get("/v1/{game}", &format!("{path}&moves=false"));
        described.get("/v1/{game}", &format!("{path}&replies=true"));
        described.get("/v1/{game}/line", &path.replacen('?', "/line?", 1));
        let answer = described.get("/v1/{game}", &path);
        let etag = answer.header("etag").unwrap();
        let known = server.get_with(&path, &[("if-none-match", etag)]);
        described.assert_described("/v1/{game}", "get", &known);
        for moves in [true, false] {
            let mut body = json!({"positions": [position, "?"], "moves": moves, "replies": moves});
            if game == "contour" {
                body["board"] = BOARD.into();
            }
            let batch = server.post(&format!("/v1/{game}"), &body);
            described.assert_described("/v1/{game}", "post", &batch);
        }
    }
    for position in ["after:62,63", "after:16,24", "after:11,16,58", "after:8", "none", "after:5,7"]
    {
        described.get("/v1/{game}", &question("number", position));
    }
    let limited = OpenApi::of(Running::changed(|config| config.limits.states = Some(1000)));
    let path = question("number", "after:16");
    let answer = limited.get("/v1/{game}", &path).json();
    let alone = limited.get("/v1/{game}", &format!("{path}&moves=false")).json();
    assert!(alone["value"].is_null() && alone["reason"].is_string(), "{alone}");
    assert_eq!(alone["reason"], answer["reason"]);
}

#[test]
fn errors_are_as_described() {
    let described = OpenApi::new();
    let server = &described.server;
    for path in [
        "/v1/number",
        "/v1/number?position=2+9",
        "/v1/nim?position=2",
        "/v1/contour?position=0",
        "/v1/stake?position=......./......./......./......./......./......./.......",
    ] {
        described.get("/v1/{game}", path);
    }
    described.get("/v1/{game}/line", "/v1/tower/line?position=RGB");
    let post = |kind: &str, body: &str| {
        let reply = server.ask("POST", "/v1/number", &[("content-type", kind)], body.as_bytes());
        described.assert_described("/v1/{game}", "post", &reply);
    };
    post("application/json", "{");
    post("text/plain", "2 3");
    let many = server.post("/v1/number", &json!({"positions": vec![""; 10_001]}));
    described.assert_described("/v1/{game}", "post", &many);
    let full = OpenApi::of(Running::changed(|config| config.buffers = 0));
    let large = full.server.post("/v1/number", &json!({"positions": vec!["2 3"; 10_000]}));
    assert_eq!(large.status, 503);
    full.assert_described("/v1/{game}", "post", &large);
    assert_eq!(described.document["security"], json!([]));
}

#[test]
fn other_paths_are_as_described() {
    let described = OpenApi::new();
    assert_eq!(described.document["info"]["version"], env!("CARGO_PKG_VERSION"));
    for path in ["/v1/tables", "/v1/health", "/metrics"] {
        described.get(path, path);
    }
    for range in ["bytes=0-9", "bytes=99999999-", "none"] {
        let headers = [("range", range)];
        let reply = described.server.get_with("/tables/stake-3.table", &headers);
        described.assert_described("/tables/{name}.table", "get", &reply);
    }
    described.get("/tables/{name}.table", "/tables/none.table");
}

#[test]
fn examples_are_as_described_and_answered() {
    let described = OpenApi::new();
    for (path, item) in described.document["paths"].as_object().unwrap() {
        for method in ["get", "post"] {
            let Some(operation) = item.get(method) else { continue };
            let bodies = operation["responses"].as_object().unwrap().values();
            for body in bodies.chain(operation.get("requestBody")) {
                let content = &described.resolved(body)["content"]["application/json"];
                if let Some(example) = content.get("example") {
                    let checked = described.check(&content["schema"], example);
                    checked.unwrap_or_else(|why| panic!("{method} {path}: {why}"));
                }
            }
        }
    }
    let example = |name: &str| {
        let parameter = &described.document["components"]["parameters"][name];
        parameter["example"].as_str().unwrap().to_owned()
    };
    let path = format!("/v1/{}?position={}", example("game"), escape(&example("position")));
    assert_eq!(described.server.get(&path).status, 200);
    for game in built_in() {
        let path = question(game.name(), game.about().facts.unwrap().example);
        assert_eq!(described.get("/v1/{game}", &path).status, 200, "{path}");
    }
}
