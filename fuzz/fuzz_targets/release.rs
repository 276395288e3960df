//! Releases from outside: packed tables, their lists of checksums and manifests, and what servers answer.
//! Nothing but a sound table gets a table's name; and whatever a server has sent, the next good one brings
//! the table.
#![no_main]

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_files::Unfinished;
use perfectplay_fuzz::SOUND;
use perfectplay_query::{TableFile, TableFolder, TableName};
use perfectplay_release::{Client, ClientConfig, Release, Source, UnpackError};
use perfectplay_tables::{Control, Manifest, ManifestEntry};
use ring::digest::{SHA256, digest};
use tempfile::TempDir;
use zstd::stream::write::Encoder;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    /// A packed table that was changed.
    Packed(Change<'a>),
    /// The packed table that was changed.
    Changed { place: u16, byte: u8, fit: bool },
    /// A folder whose descriptions were changed.
    Folder { sums: Change<'a>, manifest: Change<'a>, fit: bool },
    /// A server, which answers like this, and then as it should.
    Server { answers: Vec<Answer<'a>>, descriptions: bool },
}

/// How a file is changed.
#[derive(Arbitrary, Debug)]
struct Change<'a> {
    bytes: Vec<(u16, u8)>,
    length: Option<u16>,
    rest: &'a [u8],
    /// Instead of all.
    whole: Option<&'a [u8]>,
}

#[derive(Arbitrary, Debug)]
enum Answer<'a> {
    /// As it should be, up to so many bytes of the body.
    Good(Option<u16>),
    /// Anything.
    Bytes(&'a [u8]),
    Made {
        status: u8,
        headers: Vec<Header<'a>>,
        body: Body<'a>,
    },
}

#[derive(Arbitrary, Debug)]
enum Header<'a> {
    Length(u64),
    /// The right length, and so much more or less.
    AboutLength(i8),
    /// Of the whole.
    Part {
        from: u16,
        last: u16,
        whole: Option<u16>,
    },
    /// From where it should be to the end.
    GoodPart,
    Etag(&'a str),
    Modified(&'a str),
    Chunked,
    Location(&'a str),
    Any(&'a str, &'a str),
}

#[derive(Arbitrary, Debug)]
enum Body<'a> {
    /// The file, from a byte to another.
    File {
        from: u16,
        to: u16,
    },
    /// The same, and one byte is wrong.
    Wrong {
        from: u16,
        to: u16,
        place: u16,
    },
    Any(&'a [u8]),
}

const STATUS: [&str; 10] = [
    "200 OK",
    "206 Partial Content",
    "416 Range Not Satisfiable",
    "404 Not Found",
    "500 Internal Server Error",
    "503 Service Unavailable",
    "429 Too Many Requests",
    "302 Found",
    "204 No Content",
    "304 Not Modified",
];

/// A release with one small table that no manifest of this program knows.
struct Made {
    name: TableName,
    table: Vec<u8>,
    packed: Vec<u8>,
    sums: String,
    manifest: String,
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let parts = SOUND.iter().find(|parts| parts.header.name == "number-9").expect("it is there");
    let table = parts.file().expect("a short header");
    let packed = packed(&table);
    let entry = ManifestEntry {
        states: parts.header.states,
        bytes: table.len() as u64,
        blake3: blake3::hash(&table),
    };
    let manifest: Manifest = [("number-9".to_owned(), entry)].into_iter().collect();
    let manifest = manifest.to_toml();
    let sums = sums(&packed, manifest.as_bytes());
    Made { name: "number-9".parse().expect("a name"), table, packed, sums, manifest }
});

fn packed(table: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), 19).expect("an encoder");
    encoder.include_checksum(true).expect("an option");
    encoder.set_pledged_src_size(Some(table.len() as u64)).expect("an option");
    encoder.write_all(table).expect("memory");
    encoder.finish().expect("memory")
}

fn sums(packed: &[u8], manifest: &[u8]) -> String {
    let line = |bytes: &[u8], name: &str| -> String {
        let hash = digest(&SHA256, bytes);
        let hash: String = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hash}  {name}\n")
    };
    line(manifest, "manifest.toml") + &line(packed, "number-9.table.zst")
}

/// In memory, where there is such a folder.
fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder")
}

fuzz_target!(|input: Input<'_>| {
    let directory = directory();
    let (release, tables) = (directory.path().join("release"), directory.path().join("tables"));
    fs::create_dir(&release).expect("a folder");
    let folder = TableFolder::new(&tables);
    match input {
        Input::Packed(change) => {
            let mut packed = MADE.packed.clone();
            change.make(&mut packed);
            unpack_file(&release, &packed, &folder);
        }
        Input::Changed { place, byte, fit } => {
            let mut table = MADE.table.clone();
            let place = usize::from(place) % table.len();
            table[place] = byte;
            unpack_file(&release, &packed(&table), &folder);
            if fit {
                let packed = packed(&table);
                let sums = sums(&packed, MADE.manifest.as_bytes());
                unpack_folder(
                    &release,
                    &packed,
                    sums.as_bytes(),
                    MADE.manifest.as_bytes(),
                    &folder,
                );
            }
        }
        Input::Folder { sums: of_sums, manifest: of_manifest, fit } => {
            let mut manifest = MADE.manifest.clone().into_bytes();
            of_manifest.make(&mut manifest);
            let mut sums =
                if fit { sums(&MADE.packed, &manifest) } else { MADE.sums.clone() }.into_bytes();
            of_sums.make(&mut sums);
            unpack_folder(&release, &MADE.packed, &sums, &manifest, &folder);
        }
        Input::Server { answers, descriptions } => {
            let answers: VecDeque<Vec<Step>> = answers.iter().take(8).map(Answer::steps).collect();
            SERVER.set(answers, descriptions);
            let result = from_server(&folder);
            check(&folder, result.is_ok());
            SERVER.set(VecDeque::new(), false);
            // A length that a server has made up may be held against others, until the user has it removed.
            if let Err(error) = from_server(&folder) {
                assert!(matches!(error, UnpackError::Unfinished { .. }), "a good server: {error}");
                for unfinished in Unfinished::in_folder(&folder).expect("a folder") {
                    assert!(unfinished.remove(&folder).expect("nobody has it"));
                }
                from_server(&folder).expect("a good server, and nothing else");
            }
            check(&folder, true);
        }
    }
});

/// Unpacks a single file, which is judged by its own checksums.
fn unpack_file(release: &Path, packed: &[u8], folder: &TableFolder) {
    let path = release.join("number-9.table.zst");
    fs::write(&path, packed).expect("a file");
    let unpack = || {
        let source = Source::of_file(&path)?;
        source.unpack(folder, false, Control::SILENT, || {})
    };
    let result = unpack();
    assert!(result.is_ok() || packed != MADE.packed, "{result:?}");
    let table = fs::read(folder.table("number-9"));
    match (result, table) {
        (Ok(_), table) => {
            let table = table.expect("a table");
            let file = TableFile::open(&table[..]).expect("a sound header");
            file.verify_bytes(|_| true).expect("sound bytes");
            assert_eq!(file.header().name, "number-9");
        }
        (Err(error), table) => assert!(table.is_err() && one_line(&error), "{error}"),
    }
}

fn unpack_folder(
    release: &Path,
    packed: &[u8],
    sums: &[u8],
    manifest: &[u8],
    folder: &TableFolder,
) {
    fs::write(release.join("number-9.table.zst"), packed).expect("a file");
    fs::write(release.join("SHA256SUMS"), sums).expect("a file");
    fs::write(release.join("manifest.toml"), manifest).expect("a file");
    let unpack = || {
        let release = Release::in_folder(release)?;
        release.table(&MADE.name)?.unpack(folder, false, Control::SILENT, || {})
    };
    let result = unpack();
    if let Err(error) = &result {
        assert!(one_line(error), "{error}");
    }
    check(folder, result.is_ok());
}

fn one_line(error: &UnpackError) -> bool {
    !error.to_string().contains(char::is_control)
}

/// Checks that the table is the sound one if it is there.
fn check(folder: &TableFolder, is_there: bool) {
    let table = fs::read(folder.table("number-9"));
    assert_eq!(table.is_ok(), is_there);
    assert!(table.is_err() || table.is_ok_and(|table| table == MADE.table), "a wrong table");
}

impl Change<'_> {
    fn make(&self, file: &mut Vec<u8>) {
        for &(at, byte) in &self.bytes {
            let at = usize::from(at) % file.len();
            file[at] = byte;
        }
        if let Some(length) = self.length {
            file.truncate(length.into());
        }
        file.extend_from_slice(self.rest);
        if let Some(whole) = self.whole {
            *file = whole.to_vec();
        }
    }
}

/// What a server does for an answer, which it knows once it knows the request.
#[derive(Clone, Debug)]
enum Step {
    Good(usize),
    Bytes(Vec<u8>),
    /// A head whose last header says from where on the file is sent.
    GoodPart,
    AboutLength(i8),
}

impl Answer<'_> {
    fn steps(&self) -> Vec<Step> {
        let (status, headers, body) = match self {
            Self::Good(most) => return vec![Step::Good(most.map_or(usize::MAX, usize::from))],
            Self::Bytes(bytes) => return vec![Step::Bytes(bytes.to_vec())],
            Self::Made { status, headers, body } => (status, headers, body),
        };
        let status = STATUS[usize::from(*status) % STATUS.len()];
        let mut steps = vec![Step::Bytes(format!("HTTP/1.1 {status}\r\n").into_bytes())];
        for header in headers {
            let text = match header {
                Header::Length(length) => format!("Content-Length: {length}\r\n"),
                Header::AboutLength(more) => {
                    steps.push(Step::AboutLength(*more));
                    continue;
                }
                Header::Part { from, last, whole } => {
                    let whole = whole.map_or("*".to_owned(), |whole| whole.to_string());
                    format!("Content-Range: bytes {from}-{last}/{whole}\r\n")
                }
                Header::GoodPart => {
                    steps.push(Step::GoodPart);
                    continue;
                }
                Header::Etag(text) => format!("ETag: {text}\r\n"),
                Header::Modified(text) => format!("Last-Modified: {text}\r\n"),
                Header::Chunked => "Transfer-Encoding: chunked\r\n".to_owned(),
                Header::Location(text) => format!("Location: {text}\r\n"),
                Header::Any(name, value) => format!("{name}: {value}\r\n"),
            };
            steps.push(Step::Bytes(text.into_bytes()));
        }
        let part = |from: u16, to: u16| {
            let length = MADE.packed.len();
            let (from, to) = (usize::from(from) % (length + 1), usize::from(to) % (length + 1));
            MADE.packed[from.min(to)..from.max(to)].to_vec()
        };
        let body = match *body {
            Body::File { from, to } => part(from, to),
            Body::Wrong { from, to, place } => {
                let mut part = part(from, to);
                let at = usize::from(place).checked_rem(part.len());
                at.into_iter().for_each(|at| part[at] ^= 1);
                part
            }
            Body::Any(bytes) => bytes.to_vec(),
        };
        steps.push(Step::Bytes(b"\r\n".to_vec()));
        steps.push(Step::Bytes(body));
        steps
    }
}

/// A server on loopback, for one request after another.
struct Server {
    url: String,
    /// The answers that come next, and whether they are for descriptions, too.
    script: Mutex<(VecDeque<Vec<Step>>, bool)>,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = SERVER.answer(&stream);
        }
    });
    Server { url, script: Mutex::default() }
});

impl Server {
    fn set(&self, answers: VecDeque<Vec<Step>>, descriptions: bool) {
        *self.script.lock().expect("no panic") = (answers, descriptions);
    }

    fn answer(&self, mut stream: &TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        stream.set_nodelay(true)?;
        let (mut target, mut from) = (String::new(), None);
        for line in BufReader::new(stream).lines() {
            let line = line?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(range) = line.strip_prefix("range: bytes=") {
                from = range.trim_end_matches('-').parse::<usize>().ok();
            }
            if target.is_empty() {
                target = line.split(' ').nth(1).unwrap_or_default().to_owned();
            }
        }
        let file = match target.rsplit('/').next() {
            Some("sha256sums") => MADE.sums.as_bytes(),
            Some("manifest.toml") => MADE.manifest.as_bytes(),
            _ => &MADE.packed,
        };
        let is_packed = file == MADE.packed;
        let next = {
            let mut script = self.script.lock().expect("no panic");
            if is_packed || script.1 { script.0.pop_front() } else { None }
        };
        let from = from.filter(|&from| from < file.len());
        let mut bytes = Vec::new();
        for step in next.unwrap_or_else(|| vec![Step::Good(usize::MAX)]) {
            match step {
                Step::Bytes(more) => bytes.extend(more),
                Step::GoodPart => {
                    let (from, last) = (from.unwrap_or(0), file.len() - 1);
                    let part = format!("Content-Range: bytes {from}-{last}/{}\r\n", file.len());
                    bytes.extend(part.into_bytes());
                }
                Step::AboutLength(more) => {
                    let length = (file.len() - from.unwrap_or(0)) as i64 + i64::from(more);
                    bytes.extend(format!("Content-Length: {length}\r\n").into_bytes());
                }
                Step::Good(most) => {
                    let (whole, last) = (file.len(), file.len() - 1);
                    let head = match from {
                        None => format!("HTTP/1.1 200 OK\r\nContent-Length: {whole}\r\n"),
                        Some(from) => format!(
                            "HTTP/1.1 206 Partial Content\r\nContent-Length: {}\r\nContent-Range: bytes {from}-{last}/{whole}\r\n",
                            whole - from
                        ),
                    };
                    let body = &file[from.unwrap_or(0)..];
                    bytes.extend(head.into_bytes());
                    bytes.extend(b"Connection: close\r\nETag: \"good\"\r\n\r\n");
                    bytes.extend(&body[..most.min(body.len())]);
                }
            }
        }
        // No client is sent to another server.
        let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let is_away = text.contains("location") && text.contains("//");
        if is_away { Ok(()) } else { stream.write_all(&bytes) }
    }
}

fn from_server(folder: &TableFolder) -> Result<(), UnpackError> {
    let client = Client::new(ClientConfig {
        timeout: Duration::from_secs(1),
        retries: 4,
        pause: Duration::ZERO,
    });
    let release = Release::at_url(&SERVER.url, client, Control::SILENT)?;
    let source = release.table(&MADE.name)?;
    source.unpack(folder, false, Control::SILENT, || {}).map(drop)
}
