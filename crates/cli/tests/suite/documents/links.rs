//! Links between the documents of the repository.

use std::collections::HashMap;

use super::*;

/// The documents that hosts of repositories and registries show.
fn documents() -> Vec<PathBuf> {
    let crates = fs::read_dir(repository().join("crates")).unwrap();
    let mut folders: Vec<_> = crates.map(|entry| entry.unwrap().path()).collect();
    folders.extend(
        [".", "docs", "explorer", "benches", "cluster", "npm", "python"].map(PathBuf::from),
    );
    let folders: Vec<_> = folders.iter().map(|folder| folder.to_str().unwrap()).collect();
    documents_in(&folders)
}

/// The lines that are text, and not within a block of code.
fn prose(document: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    document.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// Where a document's links lead.
fn targets(document: &str) -> Vec<String> {
    let text: Vec<&str> = prose(document).collect();
    let text = text.join("\n");
    // What is code is no link.
    let text: Vec<&str> = text.split('`').step_by(2).collect();
    let text = text.join("`");
    let ends = text.split("](").skip(1);
    ends.map(|end| end.split_once(')').unwrap().0.to_owned()).collect()
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(document: &str) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let headings = prose(document).filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        let kept = |letter: &char| letter.is_alphanumeric() || "-_".contains(*letter);
        let anchor: String = heading.chars().filter(kept).collect();
        let before = seen.entry(anchor.clone()).or_insert(0);
        *before += 1;
        if *before == 1 { anchor } else { format!("{anchor}-{}", *before - 1) }
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_within_the_repository_leads_somewhere() {
    let mut links = 0;
    for path in documents() {
        for target in targets(&fs::read_to_string(&path).unwrap()) {
            if target.contains("://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let place = path.display();
            assert!(file.exists(), "{place} links to {target}, which does not exist");
            if !anchor.is_empty() {
                let anchors = anchors(&fs::read_to_string(&file).unwrap());
                let exists = anchors.iter().any(|found| found == anchor);
                assert!(exists, "{place} links to {target}, and the headings are {anchors:?}");
            }
            links += 1;
        }
    }
    assert!(links >= 40);
}

#[test]
fn lines_that_rustdoc_hides_are_in_no_document() {
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        let blocks = text.split("```rust").skip(1).map(|rest| rest.split("\n```").next().unwrap());
        for line in blocks.flat_map(str::lines) {
            assert!(!line.starts_with("# "), "{}: other hosts show `{line}`", path.display());
        }
    }
}

#[test]
fn a_paragraph_of_chinese_is_one_line() {
    let document = fs::read_to_string(repository().join("README.zh-CN.md")).unwrap();
    let lines: Vec<&str> = prose(&document).collect();
    for pair in lines.windows(2).filter(|pair| !pair.contains(&"")) {
        let begins = pair[1].trim_start().starts_with(['-', '<', '|']);
        assert!(begins, "hosts show a space between `{}` and `{}`", pair[0], pair[1]);
    }
}

#[test]
fn the_readme_links_to_every_page() {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let targets = targets(&readme);
    for page in documents_in(&["docs"]) {
        let name = format!("docs/{}", page.file_name().unwrap().to_str().unwrap());
        assert!(targets.contains(&name), "README.md does not link to {name}");
    }
}

#[test]
fn every_game_has_its_page_and_its_sections() {
    let text = |path: &str| fs::read_to_string(repository().join(path)).unwrap();
    let (readme, format) = (text("README.md"), text("crates/format/FORMAT.md"));
    for game in built_in() {
        assert!(readme.contains(&format!("](docs/{game}.md)** (`{game}`")), "{game}");
        assert!(format.contains(&format!("\n## `{game}`\n")), "{game}");
        assert!(repository().join(format!("docs/{game}.md")).exists(), "{game}");
    }
}

/// Every file in `folder`, as a path below it.
fn files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}/{}", entry.file_name().to_str().unwrap());
        match entry.file_type().unwrap().is_dir() {
            true => files(&entry.path(), &name, found),
            false => found.push(name),
        }
    }
}

#[test]
fn every_file_and_folder_that_architecture_names_exists() {
    let mut found = Vec::new();
    for folder in
        ["crates", "benches", "fuzz/fuzz_targets", "python/src", "tables", "docs", "explorer"]
    {
        files(&repository().join(folder), &format!("/{folder}"), &mut found);
    }
    let document = fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let spans = document.split('`').skip(1).step_by(2);
    let names = spans.clone().filter(|span| span.ends_with(".rs") || span.ends_with(".toml"));
    let mut count = 0;
    for name in names {
        let exists = found.iter().any(|file| file.ends_with(&format!("/{name}")));
        assert!(exists, "ARCHITECTURE.md names {name}, which does not exist");
        count += 1;
    }
    assert!(count >= 25);
    let folders: Vec<&str> = spans.filter(|span| span.ends_with('/')).collect();
    for name in &folders {
        let has_files = found.iter().any(|file| file.contains(&format!("/{name}")));
        assert!(has_files || repository().join(name).is_dir(), "there is no folder {name}");
    }
    assert!(folders.len() >= 25);
}
