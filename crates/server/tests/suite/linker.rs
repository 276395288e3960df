//! The build script's linker: what it makes of small pages, and what it refuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::build::{link, page};

type LinkedFiles = BTreeMap<String, String>;

/// A page's files: their paths and texts.
type PageFiles<'t> = Vec<(&'t str, &'t str)>;

/// The pages of a text, each with what becomes of it: a word or a place, and the lines that follow.
fn pages(text: &str) -> Vec<(PageFiles<'_>, &str, &str)> {
    let (mut pages, mut files) = (Vec::new(), Vec::new());
    for part in text.split("== ").skip(1) {
        let (name, text) = part.split_once('\n').unwrap();
        match name.strip_prefix("-> ") {
            Some(outcome) => pages.push((std::mem::take(&mut files), outcome, text)),
            None => files.push((name, text)),
        }
    }
    pages
}

/// The one page of a text, and the lines that follow.
fn page_of(text: &str) -> (PageFiles<'_>, &str) {
    let (files, _, after) = pages(text).remove(0);
    (files, after)
}

/// A page with a tool that is loaded later, and the code of the tool.
fn tools() -> (PageFiles<'static>, &'static str) {
    page_of(include_str!("linker/tools.txt"))
}

/// Links a page of these files.
fn try_link(files: &[(&str, &str)]) -> Result<LinkedFiles, String> {
    let temporary = tempfile::tempdir().unwrap();
    let (folder, target) = (temporary.path().join("page"), temporary.path().join("linked"));
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    link(&folder, &target).map_err(|error| error.to_string())?;
    Ok(read(&target))
}

fn linked(files: &[(&str, &str)]) -> LinkedFiles {
    try_link(files).unwrap()
}

fn read(folder: &Path) -> LinkedFiles {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    // Pictures are no text.
    let text = |path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    entries.map(|entry| (entry.file_name().into_string().unwrap(), text(entry.path()))).collect()
}

/// The one file whose name begins so, and goes on with a hash.
fn find<'l>(linked: &'l LinkedFiles, start: &str) -> (&'l str, &'l str) {
    let is_wanted = |name: &str| {
        let rest = name.strip_prefix(start).and_then(|rest| rest.strip_prefix('-'));
        let hash = rest.and_then(|rest| rest.split_once('.')).map_or("", |(hash, _)| hash);
        hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
    };
    let mut found = linked.iter().filter(|(name, _)| is_wanted(name));
    let (name, text) = found.next().unwrap_or_else(|| panic!("{start}: {linked:?}"));
    assert_eq!(found.next(), None);
    (name, text)
}

#[test]
fn modules_become_functions_and_comments_are_left_out_where_they_are_whole_lines() {
    for (files, _, expected) in pages(include_str!("linker/modules.txt")) {
        assert_eq!(find(&linked(&files), "main-en").1, expected);
    }
}

#[test]
fn what_is_loaded_later_is_given_the_modules_that_are_there() {
    let (files, expected) = tools();
    let linked = linked(&files);
    let (tool, code) = find(&linked, "tool");
    assert_eq!(code, expected);
    // What both need and main does not is in both.
    let (other, code) = find(&linked, "other");
    assert!(code.contains("$modules['ui/b.js'] ??="), "{code}");
    for language in ["en", "zh"] {
        let (_, code) = find(&linked, &format!("main-{language}"));
        for (path, name) in [("ui/tool.js", tool), ("ui/other.js", other)] {
            let load = format!("$modules['load {path}'] = () => import('./{name}')");
            let load = load + ".then(({ default: link }) => link($modules));\n";
            assert!(code.contains(&load), "{code}");
        }
        assert!(code.contains("const open = () => $modules['load ui/tool.js']();\n"), "{code}");
        assert!(!code.contains("ui/b.js"), "{code}");
    }
}

#[test]
fn each_language_has_a_bundle_with_its_texts() {
    let linked = linked(&tools().0);
    let ((en, english), (zh, chinese)) = (find(&linked, "main-en"), find(&linked, "main-zh"));
    let texts = "$modules['texts/en.js'] ??= (() => {\nconst texts = { yes: 'yes' };";
    assert!(english.contains(texts), "{english}");
    assert_eq!(chinese, english.replace("'yes'", "'是'"));
    let page = format!("<script data-zh=\"{zh}\" data-en=\"{en}\"></script>\n");
    assert_eq!(linked["index.html"], page);
    assert_eq!(linked.len(), 5);
}

/// Texts may be in any folder, also those of what is loaded later.
#[test]
fn texts_of_a_folder_are_in_each_bundle_and_in_no_chunk() {
    let mut files = tools().0;
    files.extend(page_of(include_str!("linker/deep-texts.txt")).0);
    let linked = linked(&files);
    let (_, other) = find(&linked, "other");
    assert!(other.contains("const { words } = $modules['ui/deep/texts/en.js'];"), "{other}");
    assert!(!other.contains("const words") && !other.contains("ui/deep/one.js"), "{other}");
    for (language, name, other) in [("en", "one", "two"), ("zh", "two", "one")] {
        let (_, code) = find(&linked, &format!("main-{language}"));
        let texts = format!(
            "$modules['ui/deep/texts/en.js'] ??= (() => {{
const {{ {name} }} = $modules['ui/deep/{name}.js'];
const words = {name};
"
        );
        assert!(code.contains(&texts), "{code}");
        assert!(!code.contains(&format!("ui/deep/{other}.js")), "{code}");
    }
    assert_eq!(linked.len(), 5);
    files.retain(|(path, _)| *path != "ui/deep/texts/zh.js");
    let error = try_link(&files).unwrap_err();
    assert!(error.starts_with("ui/deep/texts/zh.js: "), "{error}");
}

#[test]
fn files_that_a_page_names_have_their_hash_in_their_names() {
    let (files, _) = page_of(include_str!("linker/named-files.txt"));
    let linked = linked(&files);
    let (style, rules) = find(&linked, "style");
    assert_eq!(rules, "b {\ncolor: red; /* Kept. */\n}\na {\ncolor: blue;\n}\n");
    let (start, code) = find(&linked, "start");
    assert_eq!(code, "{\nconst theme = 1;\n}\n");
    let (icon, _) = find(&linked, "icon");
    let (main, _) = find(&linked, "main-en");
    let page = files[0].1.replace("src=\"start.js", &format!("src=\"{start}"));
    let page = page.replace("images/icon.svg", icon).replace("style/main.css", style);
    assert_eq!(linked["index.html"], page.replace("main.js", main));
    assert_eq!(linked["other.html"], format!("<img src=\"{icon}\" alt=\"\">\n"));
    assert_eq!(linked.len(), 6);
}

#[test]
fn names_change_only_with_contents() {
    let names = |changed: &str, text: &str| {
        let mut files = tools().0;
        files.push(("style/main.css", "a {\n}\n"));
        files.push(("other.html", "<link href=\"style/main.css\">\n"));
        if let Some((_, old)) = files.iter_mut().find(|(path, _)| *path == changed) {
            *old = text;
        }
        let linked = linked(&files);
        assert_eq!(linked, self::linked(&files));
        ["main-en", "main-zh", "tool", "other", "style"]
            .map(|name| find(&linked, name).0.to_owned())
    };
    let before = names("", "");
    for (path, text, changed) in [
        ("ui/b.js", "// Two.\nexport const b =\n  2;\n", [true, true, true, true, false]),
        ("ui/b.js", "// Two.\n\nexport const b = 2;\n", [false; 5]),
        ("ui/other.js", "export const other = 3;\n", [true, true, false, true, false]),
        (
            "texts/zh.js",
            "export const texts = { yes: '好' };\n",
            [false, true, false, false, false],
        ),
        ("a.js", "export const a = (...all) => all;\n", [true, true, false, false, false]),
        ("style/main.css", "b {\n}\n", [false, false, false, false, true]),
        ("index.html", "<p>No script</p>\n", [false; 5]),
    ] {
        let after = names(path, text);
        for ((before, after), changed) in before.iter().zip(&after).zip(changed) {
            assert_eq!(before != after, changed, "{path}: {before}, {after}");
        }
    }
}

/// Asserts that a page is not linked, and that the error names the place and what is allowed.
fn assert_refused(at: &str, files: &[(&str, &str)]) {
    let error = try_link(files).unwrap_err();
    assert!(error.starts_with(at), "{at}: {error}");
    assert!(error.contains("` cannot be linked; allowed are `import {"), "{error}");
    // Cargo prints one line.
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn other_imports_and_exports_are_refused() {
    for line in include_str!("linker/refused.txt").lines() {
        let comment = if line.starts_with("two") { "/* one" } else { "// One." };
        let text = format!("{comment}\n{line}\nconst z = 1;\n");
        let at = format!("main.js:2: `{}", line.trim_end_matches(';'));
        assert_refused(&at, &[("main.js", &text), ("x.js", "export const x = 1;\n")]);
    }
}

#[test]
fn errors_name_the_file_with_the_line() {
    for (files, at, _) in pages(include_str!("linker/refused-pages.txt")) {
        assert_refused(at, &files);
    }
}

#[test]
fn modules_may_load_each_other_later() {
    let load = |name: &str| format!("export const x = () => import('./{name}.js');\n");
    let (a, b) = (load("b"), load("a"));
    let linked = linked(&[("main.js", "import('./a.js');\n"), ("a.js", &a), ("b.js", &b)]);
    assert!(find(&linked, "a").1.contains("const x = () => $modules['load b.js']();"));
    assert!(find(&linked, "b").1.contains("const x = () => $modules['load a.js']();"));
}

#[test]
fn style_sheets_and_pages_are_checked() {
    let main = ("main.js", "export {};\n");
    let page = ("index.html", "<link href=\"style/main.css\">\n");
    for line in include_str!("linker/refused-sheets.txt").lines() {
        let (text, at) = (format!("/* All. */\n{line}\n"), format!("style/main.css:2: `{line}`"));
        assert_refused(&at, &[main, page, ("style/main.css", &text)]);
    }
    let error = try_link(&[("index.html", "<p></p>\n")]).unwrap_err();
    assert!(error.starts_with("main.js: "), "{error}");
}

#[test]
fn the_explorer_is_linked_in_the_same_way_each_time() {
    let temporary = tempfile::tempdir().unwrap();
    let explorer = page(Path::new(env!("CARGO_MANIFEST_DIR")));
    let target = temporary.path().join("linked");
    link(&explorer, &target).unwrap();
    let linked = read(&target);
    // In the place of the first.
    link(&explorer, &target).unwrap();
    assert_eq!(read(&target), linked);
    assert_eq!(read(&Path::new(env!("OUT_DIR")).join("explorer")), linked);
}
