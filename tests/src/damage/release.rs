//! Releases from outside: packed tables, their lists of hashes and manifests, and what servers answer. Only the
//! right table gets the table's name, or else `verify` says what is wrong with it; and whatever a server has sent,
//! the next good one delivers the table.

use std::collections::VecDeque;
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Duration;

use perfectplay_games::{TowerTable, tower};
use perfectplay_query::TableName;
use perfectplay_release::{
    Client, ClientConfig, LIST, PackedFile, Release, UnpackError, pack, tables_at,
};
use perfectplay_tables::BuildError;
use perfectplay_tables::files::UnfinishedTable;

use crate::damage::prelude::*;
use crate::server::{FileServer, Manner, Request, serve};
use crate::{files_in, hashed};

/// A table that no manifest of the program knows, so that its own checksums decide, and one that a manifest knows.
const TABLES: [&str; 2] = ["tower-1", "number-20"];

/// A release of the table.
struct PackedRelease {
    name: TableName,
    table: Vec<u8>,
    packed: Vec<u8>,
    sums: String,
    manifest: String,
}

static MADE: LazyLock<[PackedRelease; 2]> = LazyLock::new(|| {
    TABLES.map(|name| {
        let (directory, release) = (directory(), directory());
        let folder = TableFolder::new(directory.path());
        let built = build(&planned(name), &folder);
        let packed = release.path().join(format!("{name}.table.zst"));
        let name: TableName = name.parse().unwrap();
        pack(slice::from_ref(&name), &built_in(), &folder, release.path(), Control::SILENT)
            .unwrap();
        let text = |file: &str| fs::read_to_string(release.path().join(file)).unwrap();
        PackedRelease {
            table: fs::read(built.path).unwrap(),
            packed: fs::read(packed).unwrap(),
            sums: text("SHA256SUMS"),
            manifest: text("manifest.toml"),
            name,
        }
    })
});

impl PackedRelease {
    fn one(choices: &mut Choices<'_>) -> &'static Self {
        &MADE[choices.below(MADE.len())]
    }

    fn file_name(&self) -> String {
        format!("{}.table.zst", self.name)
    }

    /// The packed table, the list of hashes and the manifest.
    fn files(&self) -> [Vec<u8>; 3] {
        [self.packed.clone(), self.sums.clone().into(), self.manifest.clone().into()]
    }

    /// The list of the hashes of a packed table and a manifest.
    fn sums_of(&self, packed: &[u8], manifest: &[u8]) -> Vec<u8> {
        let lines = [hashed(manifest, "manifest.toml"), hashed(packed, &self.file_name())];
        (lines.join("\n") + "\n").into_bytes()
    }

    /// Writes the files of a release.
    fn write(&self, folder: &Path, files: &[Vec<u8>; 3]) {
        for (name, bytes) in [&*self.file_name(), "SHA256SUMS", "manifest.toml"].iter().zip(files) {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }

    /// The release of these files; or the packed table alone.
    fn case(&'static self, files: [Vec<u8>; 3], how: String, is_alone: bool) -> Case {
        let how = format!("{}, {how}, alone: {is_alone}", self.name);
        let length = files.iter().map(Vec::len).sum();
        let judge = move || {
            let directory = directory();
            self.write(directory.path(), &files);
            let folder = tables_in(&directory);
            let source = || match is_alone {
                true => PackedFile::of_file(&directory.path().join(self.file_name())),
                false => {
                    let release = Release::in_folder(directory.path())?;
                    assert!(release.names().count() < 1_000);
                    release.table(&self.name)
                }
            };
            let unpack = |source: PackedFile| {
                source.unpack(&built_in(), &folder, false, Control::SILENT, || {})
            };
            let fate = self.fate(source().and_then(unpack).map(drop), &folder, is_alone);
            assert!(fate == Fate::Same || files != self.files());
            let is_unlisted = files[0] != self.packed && files[1] == self.sums.as_bytes();
            assert!(is_alone || !is_unlisted || fate == Fate::Refused, "another packed table");
            fate
        };
        Case { how, length, judge: Box::new(judge) }
    }

    /// What becomes of a table that was unpacked, or not.
    fn fate(
        &self,
        unpacked: Result<(), UnpackError>,
        folder: &TableFolder,
        is_alone: bool,
    ) -> Fate {
        let path = folder.table(self.name.as_str());
        match unpacked {
            Ok(()) if fs::read(&path).unwrap() == self.table => Fate::Same,
            Ok(()) => {
                assert!(is_alone && self.name.as_str() == MADE[0].name.as_str(), "a wrong table");
                let (tables, place) = (Tables::default(), TablePlace::File(path));
                verify(&tables, &place, Depth::Bytes).unwrap();
                verify(&tables, &place, Depth::Entries).unwrap_err();
                Fate::Denounced
            }
            Err(error) => {
                // A refusal by the system is not damage.
                assert!(!matches!(error, UnpackError::System(BuildError::Io(_))), "{error}");
                assert_is_message(&error.to_string(), 2_000);
                for name in files_in(folder.path()) {
                    assert!(name.ends_with(".lock"), "{name:?}");
                }
                Fate::Refused
            }
        }
    }
}

fn tables_in(directory: &TempDir) -> TableFolder {
    TableFolder::new(directory.path().join("tables"))
}

fn compress(table: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(table, 3).unwrap()
}

/// A damaged packed table, alone or in a release, which may list its hash.
pub(crate) fn packed(choices: &mut Choices<'_>) -> Case {
    let made = PackedRelease::one(choices);
    let DamagedFile { bytes, how, .. } = match choices.below(10) {
        0 => frame(choices, made),
        1 => forged(choices, made),
        _ => {
            let others = [made.table.clone(), compress(&made.table), vec![0; 20_000]];
            let marks = [4, 5, 6, 9, 14, made.packed.len() - 4];
            in_any_way(choices, &made.packed, &marks, &others)
        }
    };
    let [_, mut list, manifest] = made.files();
    let kind = choices.below(4);
    if kind == 3 {
        list = made.sums_of(&bytes, &manifest);
    }
    made.case([bytes, list, manifest], how, kind < 2)
}

/// A release whose list of hashes is damaged.
pub(crate) fn list_of_hashes(choices: &mut Choices<'_>) -> Case {
    let made = PackedRelease::one(choices);
    let [packed, _, manifest] = made.files();
    let DamagedFile { bytes, how, .. } = in_words(choices, &made.sums, &others(&made.sums));
    made.case([packed, bytes, manifest], how, false)
}

/// A release whose manifest is damaged; its list of hashes may match that, and may be damaged as well.
pub(crate) fn manifest(choices: &mut Choices<'_>) -> Case {
    let made = PackedRelease::one(choices);
    let [packed, mut list, _] = made.files();
    let DamagedFile { bytes, mut how, .. } =
        in_words(choices, &made.manifest, &others(&made.manifest));
    match choices.below(8) {
        0 => {}
        1 => {
            let damaged = in_words(choices, &made.sums, &others(&made.sums));
            (list, how) = (damaged.bytes, format!("{how}; list: {}", damaged.how));
        }
        _ => list = made.sums_of(&packed, &bytes),
    }
    made.case([packed, list, bytes], how, false)
}

fn others(sound: &str) -> [Vec<u8>; 3] {
    [b"[\"a\"]\n".to_vec(), vec![0; 2_000], sound.repeat(3).into_bytes()]
}

/// A frame whose first bytes promise something else.
fn frame(choices: &mut Choices<'_>, made: &PackedRelease) -> DamagedFile {
    let length = choices.extreme(made.table.len() as u64);
    let descriptor: u8 = choices.one_of(&[0xc0, 0xe0, 0xc4, 0xc3]);
    let window = choices.byte();
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, descriptor];
    if descriptor & 0x20 == 0 {
        bytes.push(window);
    }
    bytes.extend_from_slice(&length.to_le_bytes());
    // Its blocks, after the same start with another length.
    bytes.extend_from_slice(&compress(&made.table)[7..]);
    let how = format!("a frame of {length} bytes, {descriptor:#x}, window {window}");
    DamagedFile { bytes, how, sealed: false }
}

/// Another table, whose checksums are right or wrong.
fn forged(choices: &mut Choices<'_>, made: &PackedRelease) -> DamagedFile {
    let mut bytes = made.table.clone();
    let sealed = choices.coin();
    let entries = TableFile::open(&bytes[..]).unwrap().section("entries").unwrap();
    let (start, end) = if sealed { (entries.start, entries.end) } else { (0, bytes.len() as u64) };
    let place = start as usize + choices.below((end - start) as usize);
    bytes[place] ^= choices.mask();
    if sealed {
        seal(&mut bytes);
    }
    let how = format!("another byte {place}, sealed: {sealed}, packed");
    DamagedFile { bytes: compress(&bytes), how, sealed }
}

const STATUS: &str = "200 OK|206 Partial Content|416 Range Not Satisfiable|404 Not Found|\
    500 Internal Server Error|503 Service Unavailable|429 Too Many Requests|302 Found|204 No Content|304 Not Modified";

const HEADERS: &str =
    "Content-Length|Content-Length|Content-Range|ETag|Last-Modified|Transfer-Encoding|Location";

/// An answer of a server.
#[derive(Clone, Debug)]
enum Reply {
    /// As it should be, up to this many bytes of the body.
    Good(usize),
    /// A head, some of which still depends on the request and is replaced later, and what follows it.
    Odd(String, Vec<u8>),
}

/// What the server does next.
#[derive(Debug)]
struct Script {
    replies: VecDeque<Reply>,
    /// Whether this includes descriptions.
    descriptions: bool,
    /// The folder of the release.
    folder: PathBuf,
}

static SCRIPT: Mutex<Option<Script>> = Mutex::new(None);

/// One case at a time has the server.
static TURN: Mutex<()> = Mutex::new(());

static SERVER: LazyLock<FileServer> = LazyLock::new(|| FileServer::start(answer));

/// A server that first answers like this, and then correctly.
pub(crate) fn odd_server(choices: &mut Choices<'_>) -> Case {
    let made = &MADE[0];
    let replies: VecDeque<Reply> = (0..choices.below(9)).map(|_| reply(choices)).collect();
    let descriptions = choices.coin();
    let how = format!("{replies:?}, descriptions: {descriptions}");
    let judge = move || {
        let _turn = TURN.lock().unwrap();
        let directory = directory();
        let (release, folder) = (directory.path().to_owned(), tables_in(&directory));
        made.write(&release, &made.files());
        let say = |replies| {
            let script = Script { replies, descriptions, folder: release.clone() };
            *SCRIPT.lock().unwrap() = Some(script);
        };
        say(replies);
        let first = from_server(&folder);
        let table = || fs::read(folder.table(made.name.as_str()));
        assert_eq!(first.is_ok(), table().is_ok());
        assert!(table().is_ok_and(|table| table == made.table) || first.is_err(), "a wrong table");
        say(VecDeque::new());
        // A length that a server has made up may be held against other servers, until the user removes the record.
        if let Err(error) = from_server(&folder) {
            assert!(matches!(error, UnpackError::Unfinished { .. }), "a good server: {error}");
            for unfinished in UnfinishedTable::in_folder(&folder).unwrap() {
                assert!(unfinished.remove(&folder).unwrap());
            }
            from_server(&folder).expect("a good server, and nothing else");
        }
        assert!(table().unwrap() == made.table, "a wrong table");
        if first.is_ok() { Fate::Same } else { Fate::Refused }
    };
    Case { how, length: 1 << 16, judge: Box::new(judge) }
}

/// A table that is fetched in parts.
const LARGE: &str = "tower-5";

/// Its file, a position, and the answer for that.
static ASKED: LazyLock<(Vec<u8>, tower::Position, String)> = LazyLock::new(|| {
    let bytes = built_bytes(&planned(LARGE));
    let position: tower::Position = "RGB/GRG/RGB/GRR".parse().unwrap();
    let tables = Tables::default().with_bytes(LARGE, bytes.clone());
    let answer = answer_of(&tables, &position).unwrap();
    (bytes, position, answer)
});

fn answer_of(tables: &Tables, position: &tower::Position) -> Result<String, String> {
    let place = tables.place(LARGE);
    let open = || tables.read(LARGE, TowerTable::new);
    let opened = tables.together(&place, Control::SILENT, open).map_err(|error| error.to_string());
    let table = opened?.map_err(|error| error.to_string())?;
    let answer = tables.together(&place, Control::SILENT, || table.answer(position));
    let answer = answer.map_err(|error| error.to_string())?;
    Ok(format!("{:?}", answer.map_err(|error| error.to_string())?))
}

/// A server of a table that stays there, which first answers like this, and then correctly.
pub(crate) fn odd_server_of_tables(choices: &mut Choices<'_>) -> Case {
    let replies: VecDeque<Reply> = (0..choices.below(9)).map(|_| reply(choices)).collect();
    let (descriptions, is_single) = (choices.coin(), choices.coin());
    let how = format!("{replies:?}, descriptions: {descriptions}, alone: {is_single}");
    let judge = move || {
        let _turn = TURN.lock().unwrap();
        let directory = directory();
        let folder = directory.path().to_owned();
        let (bytes, position, expected) = &*ASKED;
        fs::write(folder.join(format!("{LARGE}.table")), bytes).unwrap();
        let list = format!(r#"{{"tables":[{{"table":"{LARGE}","bytes":{}}}]}}"#, bytes.len());
        fs::write(folder.join(LIST), list).unwrap();
        let ask = |replies| {
            let script = Script { replies, descriptions, folder: folder.clone() };
            *SCRIPT.lock().unwrap() = Some(script);
            let url = match is_single {
                true => format!("{}/{LARGE}.table", SERVER.url),
                false => SERVER.url.clone(),
            };
            let tables = tables_at(&url, &built_in(), &client(), Control::SILENT);
            answer_of(&tables.map_err(|error| error.to_string())?, position)
        };
        let fate = match ask(replies) {
            Ok(answer) => {
                assert_eq!(answer, *expected, "a wrong answer");
                Fate::Same
            }
            Err(error) => {
                assert_is_message(&error, 2_000);
                Fate::Refused
            }
        };
        assert_eq!(ask(VecDeque::new()).as_ref(), Ok(expected), "a good server");
        fate
    };
    Case { how, length: 1 << 16, judge: Box::new(judge) }
}

fn client() -> Client {
    let timeout = Duration::from_secs(1);
    Client::new(ClientConfig { timeout, retries: 4, pause: Duration::ZERO })
}

fn from_server(folder: &TableFolder) -> Result<(), UnpackError> {
    let release = Release::at_url(&SERVER.url, client(), Control::SILENT)?;
    let packed = release.table(&MADE[0].name)?;
    packed.unpack(&built_in(), folder, false, Control::SILENT, || {}).map(drop)
}

fn reply(choices: &mut Choices<'_>) -> Reply {
    let packed = &MADE[0].packed;
    let length = packed.len();
    match choices.below(8) {
        0 => return Reply::Good(usize::MAX),
        1 => return Reply::Good(choices.below(length)),
        2 => return Reply::Odd(String::new(), choices.bytes(1 << 8)),
        _ => {}
    }
    let status: Vec<&str> = STATUS.split('|').collect();
    let mut head = format!("HTTP/1.1 {}\r\n", choices.one_of(&status));
    let word = |choices: &mut Choices<'_>| choices.extreme(length as u64);
    for _ in 0..choices.below(5) {
        let name = HEADERS.split('|').nth(choices.below(8));
        let name = name.map_or_else(|| choices.text(20), str::to_owned);
        let value = match choices.below(7) {
            0 => "REST".to_owned(),
            1 => "bytes FROM-LAST/WHOLE".to_owned(),
            2 => format!("bytes {}-{}/{}", word(choices), word(choices), word(choices)),
            3 => format!("bytes {}-{}/*", word(choices), word(choices)),
            4 => "chunked".to_owned(),
            5 => word(choices).to_string(),
            _ => choices.text(20),
        };
        head += &format!("{name}: {value}\r\n");
    }
    let mut body = packed.clone();
    if choices.coin() {
        body[choices.below(length)] ^= 1;
    }
    let (from, to) = (choices.below(length + 1), choices.below(length + 1));
    let body = match choices.below(3) {
        0 => body,
        1 => body[from.min(to)..from.max(to)].to_vec(),
        _ => choices.bytes(1 << 8),
    };
    Reply::Odd(head + "\r\n", body)
}

/// Answers as [`SCRIPT`] says.
fn answer(request: &Request, stream: &mut TcpStream) {
    let name = request.target.rsplit('/').next().unwrap_or_default();
    let (next, folder) = {
        let mut script = SCRIPT.lock().unwrap();
        let script = script.as_mut().unwrap();
        let is_odd = name.ends_with(".zst") || name.ends_with(".table") || script.descriptions;
        (is_odd.then(|| script.replies.pop_front()).flatten(), script.folder.clone())
    };
    let (head, body) = match next {
        Some(Reply::Odd(head, body)) => (head, body),
        Some(Reply::Good(drops_after)) => {
            return serve(&folder, Manner { drops_after, ..Manner::GOOD }, request, stream);
        }
        None => return serve(&folder, Manner::GOOD, request, stream),
    };
    let whole = fs::metadata(folder.join(name)).map_or(0, |file| file.len() as usize);
    let from = request.from().filter(|&from| from < whole).unwrap_or(0);
    let numbers = [
        ("REST", whole - from),
        ("FROM", from),
        ("LAST", whole.saturating_sub(1)),
        ("WHOLE", whole),
    ];
    let head =
        numbers.iter().fold(head, |head, (word, number)| head.replace(word, &number.to_string()));
    let bytes = [head.into_bytes(), body].concat();
    // No client is sent to another server.
    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
    if !(text.contains("location") && text.contains("//")) {
        let _ = stream.write_all(&bytes);
    }
}
