//! `new`: writes a crate with a custom game.

use std::fs;
use std::io;

use crate::args::New;
use crate::prelude::*;

/// The files of the crate, which are written as a crate called `my-games`.
const FILES: [(&str, &str); 3] = [
    ("Cargo.toml", include_str!("Cargo.toml.in")),
    ("src/main.rs", include_str!("main.rs.in")),
    (".gitignore", "/target\n/tables\n"),
];

#[derive(Serialize)]
struct NewReport {
    folder: String,
    /// What to do with it.
    next: [String; 5],
}

pub(crate) fn run(args: &New, output: &mut Output) -> Result<()> {
    let name = args.folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if !is_crate_name(name) {
        let what = format!("`{}` does not end in a name for a crate", args.folder.display());
        let hint = "a name has letters, digits, `-` and `_`, and begins with a letter";
        return Err(Failure::usage(what).with_hint(hint));
    }
    let library = library(args.path.as_deref())?;
    if args.folder.exists() {
        let what = format!("{} exists already", args.folder.display());
        return Err(Failure::usage(what).with_hint("choose another folder"));
    }
    let write = || -> io::Result<()> {
        fs::create_dir_all(args.folder.join("src"))?;
        for (file, text) in FILES {
            let text = text.replace("my-games", name).replace("@PATH@", &library);
            fs::write(args.folder.join(file), text)?;
        }
        Ok(())
    };
    write().map_err(|error| {
        // It was not there before.
        let _ = fs::remove_dir_all(&args.folder);
        Failure::cannot("be written", &args.folder, &error)
    })?;
    let folder = args.folder.display().to_string();
    let program = format!("target/release/{name}");
    let next = [
        format!("cd {folder}"),
        "cargo test".to_owned(),
        "cargo build --release".to_owned(),
        format!("{program} build"),
        format!("{program} play pile-21"),
    ];
    output.report(&NewReport { folder, next }, |report, output| {
        output.line(format_args!("{} has a crate with a game. Next:\n", report.folder))?;
        report.next.iter().try_for_each(|command| output.line(format_args!("  {command}")))
    })
}

/// Whether cargo takes this for the name of a crate with a program.
fn is_crate_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(is_plain)
        && name != "test"
}

/// The path of the library in a checkout, as text in TOML.
fn library(checkout: Option<&Path>) -> Result<String> {
    let library: PathBuf = checkout.unwrap_or(Path::new(".")).join("crates/cli");
    let found = library.join("Cargo.toml").is_file().then(|| library.canonicalize().ok());
    let text = found.flatten().and_then(|path| path.to_str().map(str::to_owned));
    let text = text.filter(|path| !path.contains(['"', '\n']));
    text.map(|path| path.replace('\\', "/")).ok_or_else(|| {
        let what = format!("{} is not there", library.join("Cargo.toml").display());
        Failure::usage(what)
            .with_hint("--path is a checkout of perfectplay, by default the current folder")
    })
}
