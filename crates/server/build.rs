//! Joins the files of the explorer into the few that a browser asks for, which `pages.rs` embeds.
//! It reads lines as Prettier writes them, and refuses what it does not know. A module becomes a
//! function that is called at once, and what it exports an entry of the object `$modules`.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, error, fs};

const ALLOWED: &str = "allowed are `import { a, b as c } from './x.js';` without circles, \
    `import('./x.js')` in code, `export` of `const`, `function`, `async function`, `class` or `{}`, \
    `@import './x.css';`, `await` in functions, templates and ends of comments within a line";

type Result<T> = std::result::Result<T, Box<dyn error::Error>>;
/// The names that each file exports; none while it is read.
type Exports = BTreeMap<String, String>;

/// Modules, style sheets or a script, with all that they import.
struct Bundle<'f> {
    folder: &'f Path,
    /// Empty if they are no modules.
    language: &'f str,
    exports: Exports,
    code: String,
    /// Modules that are loaded when they are needed.
    loads: Vec<String>,
}

fn main() {
    let page = page(Path::new(""));
    println!("cargo::rerun-if-changed={}", page.display());
    let target = Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("explorer");
    let linked = link(&page, &target).and_then(|()| embed(&target));
    if let Err(error) = linked.and_then(|()| facts(&page, &target.with_file_name("facts.rs"))) {
        println!("cargo::error={}/{error}", page.display());
    }
}

/// The page's folder. In this crate's package it is `explorer`, in the repository a link of that name leads to it,
/// and systems without links have a file there.
pub(crate) fn page(package: &Path) -> PathBuf {
    let page = package.join("explorer");
    if page.is_dir() { page } else { package.join("../../explorer/page") }
}

/// Writes a list of the linked files beside their folder, for the server to include.
fn embed(target: &Path) -> Result<()> {
    let list = stems(target, "").into_iter().map(|name| {
        let path = target.join(&name);
        format!("({name:?}, include_bytes!({path:?}))")
    });
    let list = format!("&[\n{}\n]\n", list.collect::<Vec<_>>().join(",\n"));
    Ok(fs::write(target.with_extension("rs"), list)?)
}

/// Writes what each game is called in Chinese, and its rule, for those who preview links: a line of its texts for each.
fn facts(page: &Path, target: &Path) -> Result<()> {
    let mut facts = String::new();
    for path in texts(page, "games/") {
        let text = fs::read_to_string(page.join(path.replace("/en.js", "/zh.js")))?;
        let fact = |name: &str| {
            let mut found = text.lines().filter_map(|line| line.trim().strip_prefix(name));
            found.find_map(|fact| fact.strip_prefix(": '")?.strip_suffix("',"))
        };
        if let (Some(title), Some(rule)) = (fact("title"), fact("rule")) {
            facts += &format!("({:?}, {title:?}, {rule:?}),", path.split('/').nth(1));
        }
    }
    Ok(fs::write(target, format!("&[{facts}]"))?)
}

/// Links the pages of a folder into another one, or says which file and line cannot be linked.
pub(crate) fn link(folder: &Path, target: &Path) -> Result<()> {
    // Nothing of an earlier build stays.
    fs::remove_dir_all(target).ok();
    fs::create_dir(target)?;
    let mut languages = stems(&folder.join("texts"), ".js");
    languages.insert("en".to_owned());
    // Every bundle has all texts, so that chunks are the same in all languages.
    let mut roots = texts(folder, "");
    roots.push("main.js".to_owned());
    let bundles = languages.iter().map(|name| Bundle::new(folder, name, Exports::new(), &roots));
    let bundles = bundles.collect::<Result<Vec<_>>>()?;
    let head = chunks(folder, &bundles, target)?;
    let mut names = Vec::new();
    for Bundle { language, code, .. } in &bundles {
        let name = write(target, &format!("main-{language}.js"), head.clone() + code)?;
        names.push((format!("data-{language}=\"main.js\""), format!("data-{language}=\"{name}\"")));
    }
    // Previews of links to games show these, which no page names.
    for picture in stems(&folder.join("pictures"), "") {
        asset(folder, &format!("pictures/{picture}"), target)?;
    }
    for page in stems(folder, ".html").iter().map(|stem| format!("{stem}.html")) {
        let html = fs::read_to_string(folder.join(&page))?;
        let html = names.iter().fold(html, |html, (name, linked)| html.replace(name, linked));
        let mut linked = String::new();
        for part in html.split('"') {
            let is_file = linked.ends_with("=\"") && folder.join(part).is_file();
            let is_asset = is_file && !part.ends_with(".html");
            let name = if is_asset { asset(folder, part, target)? } else { part.to_owned() };
            linked = linked + &name + "\"";
        }
        fs::write(target.join(page), linked.trim_end_matches('"'))?;
    }
    Ok(())
}

/// Writes a file that a page names, with all that it imports, and returns its new name.
fn asset(folder: &Path, path: &str, target: &Path) -> Result<String> {
    if path.ends_with(".css") || path.ends_with(".js") {
        let text = Bundle::new(folder, "", Exports::new(), &[path])?.code;
        return write(target, &path.replace("/main.", "."), text);
    }
    write(target, path, fs::read(folder.join(path))?)
}

/// Writes the chunks that bundles load, and says how they do. Chunks name no file, so that no hash
/// depends on itself. What several need and a bundle has not is in each, and runs once.
fn chunks(folder: &Path, bundles: &[Bundle<'_>], target: &Path) -> Result<String> {
    let mut shared = bundles[0].exports.clone();
    shared.retain(|path, _| bundles.iter().all(|bundle| bundle.exports.contains_key(path)));
    let mut head = "const $modules = {};\n".to_owned();
    let mut loads: Vec<String> = bundles.iter().flat_map(|bundle| bundle.loads.clone()).collect();
    while let Some(path) = loads.pop() {
        let load = format!("$modules['load {path}'] = () => import('./");
        if !head.contains(&load) {
            let chunk = Bundle::new(folder, "en", shared.clone(), &[&path])?;
            let code = chunk.code + "return $modules['" + &path + "'];\n";
            let name =
                write(target, &path, format!("export default ($modules) => {{\n{code}}};\n"))?;
            head = head + &load + &name + "').then(({ default: link }) => link($modules));\n";
            loads.extend(chunk.loads);
        }
    }
    Ok(head)
}

impl<'f> Bundle<'f> {
    /// Adds files, and all that they import and `exports` does not have.
    fn new(
        folder: &'f Path,
        language: &'f str,
        exports: Exports,
        roots: &[impl AsRef<str>],
    ) -> Result<Self> {
        let mut bundle = Self { folder, language, exports, code: String::new(), loads: Vec::new() };
        roots.iter().try_for_each(|root| bundle.add(root.as_ref()))?;
        Ok(bundle)
    }

    /// Adds a file behind those that it imports.
    fn add(&mut self, path: &str) -> Result<()> {
        let Entry::Vacant(entry) = self.exports.entry(path.to_owned()) else { return Ok(()) };
        entry.insert(String::new());
        let (mut imports, mut code, mut exports) = <(String, String, String)>::default();
        let file = path.replace("texts/en.js", &format!("texts/{}.js", self.language));
        for (number, line) in lines(self.folder, &file)? {
            let refused = || format!("{file}:{number}: `{line}` cannot be linked; {ALLOWED}");
            let import = line.replace("@import ", "import {} from ");
            let inner = import.strip_prefix("import {").and_then(|rest| rest.strip_suffix("';"));
            if let Some((names, from)) = inner.and_then(|inner| inner.split_once("} from '")) {
                let from = resolve(self.folder, &file, from).ok_or_else(refused)?;
                self.add(&from)?;
                let mut words = names.split(',').filter_map(|name| name.split_whitespace().next());
                let is_known = words.all(|name| self.exports[&from].contains(&format!(" {name},")));
                is_known.then_some(()).ok_or_else(refused)?;
                let names = names.replace(" as ", ": ");
                imports += &format!("const {{{names}}} = $modules['{from}'];\n");
            } else {
                code += &self.linked(&import, &file, &mut exports).ok_or_else(refused)?;
            }
        }
        if !self.language.is_empty() {
            code = format!("{imports}{code}return {{{exports} }};\n");
            code = format!("$modules['{path}'] ??= (() => {{\n{code}}})();\n");
            self.exports.insert(path.to_owned(), exports);
        }
        self.code += &code;
        Ok(())
    }

    /// A line without the word `export`, which loads modules by the head of a bundle.
    fn linked(&mut self, line: &str, file: &str, exports: &mut String) -> Option<String> {
        let declaration = line.strip_prefix("export ");
        if let Some(declaration) = declaration {
            let kinds = ["const ", "function ", "async function ", "class "];
            let name = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
            let end = name.find(|letter: char| !letter.is_alphanumeric() && !"_$".contains(letter));
            *exports += &format!(" {},", &name[..end.filter(|&end| end > 0)?]);
        }
        let mut parts = declaration.unwrap_or(line).trim_start().split("import(");
        let mut code = parts.next().filter(|start| !start.starts_with("import "))?.to_owned();
        for part in parts {
            let (path, rest) = part.strip_prefix('\'')?.split_once("')")?;
            let path = resolve(self.folder, file, path)?;
            code = code + "$modules['load " + &path + "']()" + rest;
            self.loads.push(path);
        }
        // Templates of several lines would lose their indentation.
        let awaits = !line.starts_with(' ') && line.contains("await ") && !line.contains("async");
        let open = line.matches('`').count() % 2 == 1 || line.contains("*/") & !line.contains("/*");
        (!awaits && !open && !line.contains("{import(")).then_some(code + "\n")
    }
}

/// The lines of a file without comments, with their numbers. An import is in one line.
fn lines(folder: &Path, path: &str) -> Result<Vec<(usize, String)>> {
    let text = fs::read_to_string(folder.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let (mut lines, mut in_comment) = (Vec::<(usize, String)>::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let (code, ends) = (line.trim(), line.contains("*/"));
        in_comment |= code.starts_with("/*");
        let is_comment = in_comment && (!ends || code.ends_with("*/")) || code.starts_with("//");
        in_comment &= !ends;
        match lines.last_mut() {
            _ if is_comment || code.is_empty() || code == "export {};" => {}
            Some((_, last)) if last.starts_with("import ") && !last.ends_with(';') => *last += code,
            _ => lines.push((number, line.trim_end().to_owned())),
        }
    }
    Ok(lines)
}

/// The path in the folder of a file that another names from where it is itself.
fn resolve(folder: &Path, from: &str, written: &str) -> Option<String> {
    let found = folder.join(from).with_file_name(written).canonicalize().ok()?;
    let path = found.strip_prefix(folder.canonicalize().ok()?).ok()?;
    written.starts_with('.').then_some(path.to_str()?.replace('\\', "/"))
}

/// The English texts in a folder and in those within it. Each stands for that of the page's language.
fn texts(folder: &Path, within: &str) -> Vec<String> {
    let paths = stems(&folder.join(within), "").into_iter().map(|name| format!("{within}{name}"));
    let found = paths.map(|path| {
        let is_text = path.ends_with("texts/en.js");
        if is_text { vec![path] } else { texts(folder, &(path + "/")) }
    });
    found.flatten().collect()
}

/// Writes a file with the hash of its content in its name, and returns the name.
fn write(target: &Path, path: &str, content: impl AsRef<[u8]>) -> Result<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "bin"));
    let mut hasher = DefaultHasher::new();
    hasher.write(content.as_ref());
    let name = format!("{stem}-{:016x}.{ending}", hasher.finish());
    Ok(fs::write(target.join(&name), content).map(|()| name)?)
}

/// The names of files in a folder that end so, without their ending.
fn stems(folder: &Path, ending: &str) -> BTreeSet<String> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| Some(name.to_str()?.strip_suffix(ending)?.to_owned())).collect()
}
