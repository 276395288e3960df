//! `pack` and `unpack`: what they print, how they end, and what is left when they are stopped.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use crate::common::{Program, copy};
use assert_cmd::cargo::cargo_bin;

/// A program with tables, and some of them packed in `release`.
fn packed() -> Program {
    // Packed once, and copied for every test: that takes longer than building them.
    static PACKED: LazyLock<Program> = LazyLock::new(|| {
        let program = Program::with_tables();
        let run = program.run(&["pack", "--out", "release", "number-20", "number-40", "stake-4"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        program
    });
    let program = Program::with_tables();
    copy(&PACKED.path("release"), &program.path("release"));
    program
}

impl Program {
    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The files of a folder but for locks, sorted; none if it does not exist.
    fn files_but_locks(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| !name.ends_with(".lock")).collect();
        names.sort_unstable();
        names
    }

    fn assert_same_table(&self, folder: &str, table: &str) {
        let file = format!("{table}.table");
        let read = |folder: &Path| fs::read(folder.join(&file)).unwrap();
        assert!(read(&self.path(folder)) == read(&self.tables()));
    }

    /// `unpack` into `new`, in an environment without proxies.
    fn unpack(&self, arguments: &[&str]) -> Command {
        let mut command = self.command();
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            command.env_remove(name).env_remove(name.to_uppercase());
        }
        command.args(["unpack", "--tables", "new"]).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

#[test]
fn what_is_packed_is_unpacked_and_then_there_already() {
    let program = packed();
    let files = ["README.md", "SHA256SUMS", "manifest.toml"];
    let tables = ["number-20.table.zst", "number-40.table.zst", "stake-4.table.zst"];
    assert_eq!(program.files_but_locks("release"), [&files[..], &tables].concat());
    let run = program.run(&["unpack", "--from", "release", "--tables", "new"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.stderr, "3 tables to unpack: 1.8 MiB on disk, in new\n");
    assert!(run.stdout.starts_with("number-20        28680 bytes, unpacked in "), "{run:?}");
    assert!(run.stdout.ends_with(" s\nin new (given by --tables)\n"), "{run:?}");
    for table in ["number-20", "number-40", "stake-4"] {
        program.assert_same_table("new", table);
    }
    assert_eq!(program.files_but_locks("new").len(), 3);
    let again = program.run(&["unpack", "--from", "release", "--tables", "new", "number-20"]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
    assert!(again.stdout.starts_with("number-20        28680 bytes, is there already\n"));
    let forced =
        program.run(&["unpack", "release/stake-4.table.zst", "--tables", "new", "--force"]);
    assert!(forced.stdout.starts_with("stake-4          1519808 bytes, unpacked in "));
    assert_eq!(forced.stderr, "1 table to unpack: 1.4 MiB on disk, in new\n");
    let quiet = program.run(&["unpack", "--from", "release", "--tables", "other", "--quiet"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    assert_eq!(program.run(&["verify", "--quick", "--tables", "other"]).code, 0);
}

#[test]
fn json_says_the_same() {
    let program = packed();
    let run = program.run(&["pack", "number-20", "--out", "one", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["folder"], &report["bytes"]), (&"one".into(), &28680.into()));
    assert_eq!(report["tables"][0]["table"], "number-20");
    assert_eq!(report["packed_bytes"], report["tables"][0]["packed_bytes"]);

    fs::remove_file(program.path("release/number-40.table.zst")).unwrap();
    let run = program.run(&["unpack", "--from", "release", "--tables", "new", "--json"]);
    assert_eq!(run.code, 3);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["tables"][0]["unpacked"], true);
    assert_eq!(report["tables"][1]["table"], "number-40");
    assert_eq!(report["tables"][1]["error"]["code"], "missing");
    // The others are unpacked all the same.
    let file = Path::new("new").join("stake-4.table");
    assert_eq!(report["tables"][2]["file"].as_str(), file.to_str());
}

#[test]
fn a_release_without_tables_and_a_folder_that_cannot_be_are_one_error() {
    let program = packed();
    fs::create_dir(program.path("empty")).unwrap();
    fs::write(program.path("empty/manifest.toml"), "").unwrap();
    // The hash of no bytes.
    let sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  manifest.toml\n";
    fs::write(program.path("empty/SHA256SUMS"), sum).unwrap();
    let run = program.run(&["unpack", "--from", "empty"]);
    let message = "error: empty: the manifest.toml of this release lists no table\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, message));
    fs::write(program.path("file"), "").unwrap();
    let run = program.run(&["unpack", "--from", "release", "--tables", "file"]);
    let errors = run.stderr.lines().filter(|line| line.starts_with("error: ")).count();
    assert_eq!((run.code, errors), (3, 1), "{run:?}");
}

#[test]
fn what_cannot_be_packed_or_unpacked_is_said_with_its_exit_code() {
    let program = packed();
    for (arguments, code, message) in [
        (
            &["pack", "number-19"][..],
            3,
            "tables/number-19.table: there is no such table; `perfectplay build number-19` makes it",
        ),
        (
            &["pack", "../x"],
            2,
            "no table is called `../x`; `perfectplay list` shows which tables there are",
        ),
        (
            &["pack", "number-20", "--out", "release"],
            2,
            "release/number-40.table.zst is not one of the tables to be packed; remove it, or choose \
             another folder with --out",
        ),
        (
            &["unpack", "number-20"],
            2,
            "number-20: a packed table is called NAME.table.zst, after a table; --from DIR or URL \
             takes tables by name",
        ),
        (&["unpack", "--from", "nowhere"], 3, "nowhere: there is no such file or folder"),
        (&["unpack", "--from", "release", "tower-6"], 3, "release has no table tower-6"),
        (
            &["unpack", "--from", "ftp://example.org"],
            2,
            "`ftp://example.org` is not an address of a release: http:// and https:// are understood",
        ),
    ] {
        let output = program.command().env("PERFECTPLAY_TABLES", "tables").args(arguments).output();
        let output = output.unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        // Paths of Windows.
        let stderr = stderr.replace('\\', "/");
        assert_eq!(stderr, format!("error: {message}\n"));
        assert_eq!(output.status.code(), Some(code));
    }
    let file = program.path("release/stake-4.table.zst");
    let mut bytes = fs::read(&file).unwrap();
    bytes.truncate(100_000);
    fs::write(&file, bytes).unwrap();
    let run = program.run(&["unpack", "release/stake-4.table.zst", "--tables", "new"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.ends_with("error: release/stake-4.table.zst: it was cut off\n"), "{run:?}");
    assert_eq!(program.files_but_locks("new"), [""; 0]);
    assert_eq!(program.run(&["unpack"]).code, 2);
}

/// The targets that a server was asked for, and from which byte on.
type Asked = Mutex<Vec<(String, Option<usize>)>>;

/// A file server on loopback with ranges. It is silent after `most` bytes of a packed table.
struct Server {
    url: String,
    asked: Arc<Asked>,
}

impl Server {
    fn start(folder: PathBuf, most: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/tables", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (folder, seen) = (folder.clone(), Arc::clone(&seen));
                thread::spawn(move || answer(stream.unwrap(), &folder, most, &seen));
            }
        });
        Self { url, asked }
    }

    fn ranges(&self, file: &str) -> Vec<Option<usize>> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|(target, _)| target.ends_with(file)).map(|&(_, from)| from).collect()
    }
}

fn answer(mut stream: TcpStream, folder: &Path, most: usize, asked: &Asked) {
    let lines: Vec<String> = BufReader::new(&stream)
        .lines()
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
        .collect();
    let Some(target) = lines.first().and_then(|line| line.split(' ').nth(1)) else { return };
    let from = lines.iter().find_map(|line| {
        let range = line.to_ascii_lowercase();
        range.strip_prefix("range: bytes=")?.strip_suffix('-')?.parse::<usize>().ok()
    });
    asked.lock().unwrap().push((target.to_owned(), from));
    let bytes = fs::read(folder.join(target.rsplit('/').next().unwrap())).unwrap_or_default();
    let body = &bytes[from.unwrap_or(0)..];
    let status = if from.is_some() { "206 Partial Content" } else { "200 OK" };
    let range = match from {
        Some(from) => {
            format!("Content-Range: bytes {from}-{}/{}\r\n", bytes.len() - 1, bytes.len())
        }
        None => String::new(),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nETag: \"1\"\r\n{range}Connection: close\r\n\r\n",
        body.len()
    );
    let sent = if target.ends_with(".zst") { body.len().min(most) } else { body.len() };
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body[..sent]));
    if sent < body.len() {
        thread::sleep(Duration::from_secs(60));
    }
}

const FILE: &str = "number-40.table.zst";

#[test]
#[cfg(unix)]
fn a_download_goes_on_after_a_kill_and_after_an_interrupt() {
    let program = packed();
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        let silent = Server::start(program.path("release"), 100_000);
        let mut child = program.unpack(&["--from", &silent.url, "number-40"]).spawn().unwrap();
        let download = program.path("new").join(format!("{FILE}.download"));
        let length = || fs::metadata(&download).map_or(0, |metadata| metadata.len());
        for _ in 0..1000 {
            if length() == 100_000 {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(length(), 100_000);
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), code);
        let kept = [format!("{FILE}.download"), format!("{FILE}.download.toml")];
        assert_eq!(program.files_but_locks("new"), kept);

        let server = Server::start(program.path("release"), usize::MAX);
        let run = program.unpack(&["--from", &server.url, "number-40"]).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        assert_eq!(server.ranges(FILE), [Some(100_000)]);
        program.assert_same_table("new", "number-40");
        assert_eq!(program.files_but_locks("new"), ["number-40.table"]);
        // A run that ended before it had removed them leaves the files of a download to the next one.
        for left in kept {
            fs::write(program.path("new").join(left), "of no use").unwrap();
        }
        let run = program.unpack(&["--from", &server.url, "number-40"]).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        assert_eq!(program.files_but_locks("new"), ["number-40.table"]);
        fs::remove_file(program.path("new/number-40.table")).unwrap();
    }
}

#[test]
fn a_silent_server_ends_in_what_is_missing_and_what_helps() {
    let program = packed();
    let silent = Server::start(program.path("release"), 100_000);
    let arguments = ["--from", &silent.url, "number-40", "--timeout", "1", "--retries", "0"];
    // The first 100,000 bytes are progress; what then comes is none.
    let whole = fs::metadata(program.path("release").join(FILE)).unwrap().len();
    let run = program.unpack(&[&arguments[..], &["--json"]].concat()).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    // 100,000 bytes each time make a whole after all.
    assert_eq!(silent.ranges(FILE).len() as u64, whole.div_ceil(100_000));

    let empty = Server::start(program.path("release"), 0);
    let arguments = ["--from", &empty.url, "number-40", "--timeout", "1", "--retries", "0"];
    let run = program.unpack(&[&arguments[..], &["--force"]].concat()).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(stderr.contains("/tables/number-40.table.zst: the connection was lost: "), "{stderr}");
    assert_eq!(program.files_but_locks("new"), ["number-40.table"]);
}

/// A proxy on loopback that connects whatever is asked for to one address, and remembers it.
fn proxy(target: String) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut client, mut line) = (stream.unwrap(), Vec::new());
            let mut byte = [0];
            while !line.ends_with(b"\r\n\r\n") && client.read(&mut byte).unwrap_or(0) == 1 {
                line.push(byte[0]);
            }
            let text = String::from_utf8(line).unwrap();
            seen.lock().unwrap().push(text.lines().next().unwrap_or_default().to_owned());
            let mut server = TcpStream::connect(&target).unwrap();
            client.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").unwrap();
            let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            thread::spawn(move || std::io::copy(&mut from, &mut to));
            thread::spawn(move || {
                let _ = std::io::copy(&mut server, &mut client);
                let _ = client.shutdown(std::net::Shutdown::Both);
            });
        }
    });
    (address, asked)
}

#[test]
fn proxies_are_those_of_the_environment() {
    let program = packed();
    let server = Server::start(program.path("release"), usize::MAX);
    let target = server.url.strip_prefix("http://").unwrap().strip_suffix("/tables").unwrap();
    let (address, asked) = proxy(target.to_owned());
    let url = "http://tables.invalid/tables";
    for variable in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
        let mut command = program.unpack(&["--from", url, "number-20", "--force", "--quiet"]);
        let run = command.env(variable, format!("http://user:word@{address}")).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        program.assert_same_table("new", "number-20");
        let lines = std::mem::take(&mut *asked.lock().unwrap());
        assert_eq!(lines, ["CONNECT tables.invalid:80 HTTP/1.1"; 3], "{variable}");
    }
    for (variable, odd) in [("ALL_PROXY", "socks5://127.0.0.1:9"), ("http_proxy", "http://[")] {
        let mut command = program.unpack(&["--from", url, "number-20", "--force"]);
        let run = command.env(variable, odd).output().unwrap();
        let expected = format!("${variable}, {odd}: this is no HTTP proxy's address\n");
        // Names of variables have no case on Windows.
        let stderr = String::from_utf8(run.stderr).unwrap().to_lowercase();
        assert!(stderr.ends_with(&expected.to_lowercase()), "{stderr}");
        assert_eq!(run.status.code(), Some(3));
    }
    // Not this one's, and not for this server.
    for (variable, exception) in [("https_proxy", ""), ("http_proxy", "example.org, 127.0.0.1")] {
        let mut command = program.unpack(&["--from", &server.url, "number-20", "--force"]);
        command.env(variable, format!("http://{address}")).env("NO_PROXY", exception);
        assert!(command.output().unwrap().status.success());
        assert_eq!(asked.lock().unwrap().len(), 0, "{variable}");
    }
}

#[test]
fn https_is_not_spoken_with_a_server_that_does_not() {
    let program = packed();
    let server = Server::start(program.path("release"), usize::MAX);
    let url = server.url.replace("http:", "https:");
    let arguments = ["--from", &url, "--timeout", "2", "--retries", "0"];
    let run = program.unpack(&arguments).env_remove("SSL_CERT_FILE").output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    let run =
        program.unpack(&arguments).env("SSL_CERT_FILE", "release/README.md").output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{run:?}");
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(stderr.ends_with("$SSL_CERT_FILE, release/README.md: it has no certificates\n"));
    assert_eq!(program.files_but_locks("new"), [""; 0]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_file_sizes_ends_in_an_exit_code_and_leaves_what_was_received() {
    let program = packed();
    let server = Server::start(program.path("release"), usize::MAX);
    // Of 1,024 bytes each: less than the table, and less than the download.
    for (limit, from) in [(500, "release"), (300, &server.url), (100, &server.url)] {
        let script = format!("ulimit -f {limit}; exec \"$PROGRAM\" unpack --from {from} stake-4");
        let run = Command::new("bash")
            .args(["-c", &script])
            .current_dir(program.directory.path())
            .env("PROGRAM", cargo_bin!("perfectplay"))
            .env("PERFECTPLAY_TABLES", "new")
            .env("NO_PROXY", "127.0.0.1")
            .output()
            .unwrap();
        assert_eq!(run.status.code(), Some(3), "{run:?}");
        assert!(String::from_utf8(run.stderr).unwrap().contains("File too large"));
        let received = ["stake-4.table.zst.download", "stake-4.table.zst.download.toml"];
        let left = if from == "release" { &[][..] } else { &received };
        assert_eq!(program.files_but_locks("new"), left, "{limit}");
    }
    let run = program.unpack(&["--from", &server.url, "stake-4"]).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    program.assert_same_table("new", "stake-4");
}

#[test]
#[cfg(unix)]
fn a_killed_pack_leaves_no_file_under_its_name() {
    let program = Program::with_tables();
    let mut command = program.command();
    command.args(["pack", "number-20", "tower-6", "--out", "release", "--quiet"]);
    let mut child = command.spawn().unwrap();
    for _ in 0..1000 {
        if program.files_but_locks("release").len() > 1 {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = program.files_but_locks("release");
    assert!(!left.is_empty() && left.iter().all(|name| name.ends_with(".partial")), "{left:?}");
    assert_eq!(program.run(&["pack", "number-20", "--out", "release"]).code, 0);
    let files = ["README.md", "SHA256SUMS", "manifest.toml", "number-20.table.zst"];
    assert_eq!(program.files_but_locks("release"), files);
}
