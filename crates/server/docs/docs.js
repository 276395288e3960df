// @ts-check
// Shows openapi.json: the paths, what they take and give, and a form to try each.

/** @typedef {{ [key: string]: any }} Json */

/** @type {Json} */
let description = {};

/**
 * An element with attributes and children; texts become text, never markup.
 * @param {string} name
 * @param {{ [name: string]: string }} [attributes]
 * @param {...(Node | string)} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** What a reference refers to, else the value itself. @param {Json} value @returns {Json} */
function resolved(value) {
  if (!value.$ref) return value;
  return value.$ref.slice(2).split("/").reduce((/** @type {Json} */ at, /** @type {string} */ key) => at[key], description);
}

/** A text with `code` in it. @param {string} text */
function inline(text) {
  return text.split("`").map((part, number) => (number % 2 ? element("code", {}, part) : part));
}

/** Paragraphs and lists. @param {string} [text] */
function prose(text = "") {
  return text.split("\n\n").filter(Boolean).map((part) => {
    if (!part.startsWith("- ")) return element("p", {}, ...inline(part));
    const items = part.split("\n").map((line) => element("li", {}, ...inline(line.slice(2))));
    return element("ul", {}, ...items);
  });
}

/** The name of a schema if it has one, else what it is, in a few words. @param {Json} schema @returns {Node[]} */
function kind(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return [element("a", { href: `#schema-${name}` }, name)];
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    return options.flatMap((/** @type {Json} */ option, /** @type {number} */ number) => [
      document.createTextNode(number ? " or " : ""), ...kind(option),
    ]);
  }
  if (schema.type === "array") return [document.createTextNode("list of "), ...kind(schema.items ?? {})];
  if (schema.enum) return [document.createTextNode(schema.enum.map((/** @type {any} */ one) => JSON.stringify(one)).join(", "))];
  if ("const" in schema) return [document.createTextNode(JSON.stringify(schema.const))];
  if (schema.properties) {
    const names = Object.keys(schema.properties).map((name) => `"${name}"`);
    return [document.createTextNode(`object with ${names.join(", ")}`)];
  }
  return [document.createTextNode([schema.type ?? "anything"].flat().join(" or "))];
}

/** A table. @param {string} caption @param {string[]} heads @param {Node[][][]} rows */
function table(caption, heads, rows) {
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map(([first, ...cells]) => element("tr", {},
    element("th", { scope: "row" }, ...first), ...cells.map((cell) => element("td", {}, ...cell))));
  const made = element("table", { "aria-label": caption }, element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, made);
}

/** @param {string} text */
const code = (text) => element("code", {}, text);

/** @param {string} title @param {any} value */
function example(title, value) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return [element("p", {}, title), element("pre", { tabindex: "0" }, text)];
}

/** A field of a form. @param {string} name @param {Json} schema @param {string} value @param {boolean} required */
function field(name, schema, value, required) {
  const { enum: options, type } = resolved(schema);
  const choices = options ?? (type === "boolean" ? ["", "true", "false"] : null);
  /** @type {HTMLElement} */
  let input;
  if (choices) {
    input = element("select", { name }, ...choices.map((/** @type {string} */ choice) => element("option", {}, choice)));
    /** @type {HTMLSelectElement} */ (input).value = value;
  } else {
    input = element("input", { name, value, autocomplete: "off", spellcheck: "false" });
  }
  if (required) input.setAttribute("required", "");
  return element("label", {}, required ? name : `${name} (may be left out)`, input);
}

/**
 * A form that asks the server.
 * @param {string} path @param {string} method @param {Json[]} parameters @param {Json} operation
 */
function trial(path, method, parameters, operation) {
  const asked = parameters.filter((parameter) => parameter.in !== "header");
  const body = operation.requestBody?.content["application/json"];
  const fields = asked.map((parameter) =>
    field(parameter.name, parameter.schema, parameter.example ?? "", parameter.required));
  const text = element("textarea", { name: " body", rows: "5", spellcheck: "false" });
  if (body) {
    text.textContent = JSON.stringify(body.example);
    fields.push(element("label", {}, "body", text));
  }
  const output = element("div", { role: "status" });
  const form = /** @type {HTMLFormElement} */ (element("form", { "aria-label": `Try ${method} ${path}` },
    ...fields, element("button", { type: "submit" }, "Ask"), output));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = new FormData(form);
    let address = path;
    const query = new URLSearchParams();
    for (const { name, in: place } of asked) {
      const value = String(values.get(name) ?? "");
      if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
      else if (value) query.set(name, value);
    }
    const full = `..${address}${query.size ? `?${query}` : ""}`;
    const options = body
      ? { method, headers: { "Content-Type": "application/json" }, body: String(values.get(" body")) }
      : { method };
    output.replaceChildren("Asking…");
    try {
      const response = await fetch(full, options);
      const json = response.headers.get("content-type") === "application/json";
      const bytes = json ? null : await response.blob();
      const shown = json ? JSON.stringify(await response.json(), null, 2)
        : bytes?.type.includes("text") ? await bytes.text() : `${bytes?.size} bytes`;
      output.replaceChildren(
        element("p", {}, code(`${method} ${address}${query.size ? `?${query}` : ""}`), " ",
          element("span", { class: response.ok ? "good" : "bad" }, `${response.status} ${response.statusText}`)),
        element("pre", { tabindex: "0" }, shown));
    } catch (error) {
      output.replaceChildren(element("p", { class: "bad" }, `The server does not answer: ${error}`));
    }
  });
  return form;
}

/** @param {string} path @param {string} method @param {Json} item @param {Json} operation */
function section(path, method, item, operation) {
  const upper = method.toUpperCase();
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved);
  const parts = [
    element("h2", { id: operation.operationId }, element("span", { class: "method" }, upper), " ", code(path)),
    ...prose(operation.summary), ...prose(operation.description),
  ];
  if (parameters.length) {
    const rows = parameters.map((parameter) => [
      [code(parameter.name)], [document.createTextNode(parameter.in)],
      [document.createTextNode(parameter.required ? "yes" : "no")], kind(parameter.schema), prose(parameter.description),
    ]);
    parts.push(element("h3", {}, "Parameters"),
      table(`Parameters of ${upper} ${path}`, ["name", "in", "required", "type", "meaning"], rows));
  }
  const body = operation.requestBody?.content["application/json"];
  if (body) {
    parts.push(element("h3", {}, "Body"), element("p", {}, "JSON: ", ...kind(body.schema)),
      ...example("For example:", body.example));
  }
  const responses = Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]);
  const rows = responses.map(([status, response]) => {
    const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
    const what = type ? [code(type), ...(content.schema ? [document.createTextNode(": "), ...kind(content.schema)] : [])] : [];
    return [[code(status)], prose(response.description), what];
  });
  parts.push(element("h3", {}, "Responses"), table(`Responses of ${upper} ${path}`, ["status", "meaning", "content"], rows));
  const shown = operation.responses["200"]?.content?.["application/json"]?.example;
  if (shown) parts.push(...example("For example:", shown));
  parts.push(element("h3", {}, "Try it"), trial(path, upper, parameters, operation));
  return element("section", { "aria-labelledby": operation.operationId }, ...parts);
}

/** @param {string} name @param {Json} schema */
function type(name, schema) {
  const id = `schema-${name}`;
  const parts = [element("h3", { id }, name), ...prose(schema.description)];
  const options = schema.oneOf ?? [schema];
  for (const option of options) {
    if (!option.properties) {
      parts.push(element("p", {}, ...kind(option)));
      continue;
    }
    const required = new Set(option.required);
    const rows = Object.entries(option.properties).map(([field, property]) => [
      [code(field)], [document.createTextNode(required.has(field) ? "always" : "sometimes")],
      kind(property), prose(property.description),
    ]);
    parts.push(table(`Fields of ${name}`, ["field", "there", "type", "meaning"], rows));
  }
  return element("section", { "aria-labelledby": id }, ...parts);
}

async function show() {
  const main = /** @type {HTMLElement} */ (document.getElementById("content"));
  const contents = /** @type {HTMLElement} */ (document.getElementById("contents"));
  const response = await fetch("../openapi.json");
  description = await response.json();
  const { info, paths, components } = description;
  const heading = /** @type {HTMLElement} */ (document.getElementById("title"));
  heading.textContent = `${info.title} ${info.version}: the HTTP API`;
  const sections = [];
  const links = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const method of ["get", "post"]) {
      const operation = item[method];
      if (!operation) continue;
      sections.push(section(path, method, item, operation));
      links.push(element("li", {}, element("a", { href: `#${operation.operationId}` }, `${method.toUpperCase()} ${path}`)));
    }
  }
  const types = Object.entries(components.schemas);
  contents.replaceChildren(element("ul", {}, ...links),
    element("ul", {}, element("li", {}, element("a", { href: "#types" }, "Types"))));
  main.replaceChildren(...prose(`${info.summary}\n\n${info.description}`), ...sections,
    element("h2", { id: "types" }, "Types"), ...types.map(([name, schema]) => type(name, schema)));
  // The part that the address names did not exist before.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch((error) => {
  const status = document.getElementById("status");
  if (status) status.textContent = `The description cannot be shown: ${error}`;
});
