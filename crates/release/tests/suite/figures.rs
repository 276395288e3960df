//! The figures that docs/tables.md has of tables on a server:
//!
//! ```sh
//! TABLES=DIR cargo test --release -p perfectplay-release --test suite figures -- --ignored --nocapture
//! ```
//!
//! `DIR` has `tower-6`, `tower-8` and `number-50`. The answers that are counted are compared with those of the files.
#![allow(clippy::print_stdout)]

use std::collections::BTreeSet;
use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::{env, io};

use perfectplay_games::number::Layer;
use perfectplay_games::tower::Roll;
use perfectplay_query::{Bytes, Problem, ReadAt, TableFile, read_exact_at};

use crate::common::*;

/// What a server has sent.
#[derive(Default)]
struct Sent {
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Sent {
    fn take(&self) -> (u64, u64) {
        (self.requests.swap(0, Ordering::Relaxed), self.bytes.swap(0, Ordering::Relaxed))
    }
}

/// Serves a table, so much later than asked.
fn server(path: PathBuf, delay: Duration) -> (FileServer, Arc<Sent>) {
    let (sent, file) = (Arc::new(Sent::default()), File::open(path).unwrap());
    let (counts, length) = (sent.clone(), file.metadata().unwrap().len());
    let server = FileServer::start(move |request, stream| {
        thread::sleep(delay);
        let (from, last) = request.part().unwrap();
        let last = last.map_or(length - 1, |last| last as u64);
        let mut part = vec![0; (last + 1 - from as u64).min(1 << 20) as usize];
        read_exact_at(&file, &mut part, from as u64).unwrap();
        counts.requests.fetch_add(1, Ordering::Relaxed);
        counts.bytes.fetch_add(part.len() as u64, Ordering::Relaxed);
        let range = format!("Content-Range: bytes {from}-{last}/{length}");
        let length = format!("Content-Length: {}", last + 1 - from as u64);
        respond(stream, "206 Partial Content", &[range, length], &part);
    });
    (server, sent)
}

fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1e3
}

/// Asks a table for answers, from nothing each time or with what was kept, and prints what that took.
fn measure<T: Probe<Answer: Debug>>(
    folder: &Path,
    name: &str,
    reader: fn(TableFile<Bytes>) -> Result<T, Problem>,
    positions: &[T::Position],
) {
    let whole = TableFolder::new(folder).read(name, reader).unwrap();
    let expected: Vec<String> =
        positions.iter().map(|position| format!("{:?}", whole.answer(position).unwrap())).collect();
    let row = |way: &str, times: &mut [Duration], (requests, bytes): (u64, u64)| {
        let count = times.len() as f64;
        let (requests, bytes) = (requests as f64 / count, bytes as f64 / count / 1e3);
        let (p50, p99) = (percentile(times, 50), percentile(times, 99));
        println!("| `{name}`, {way} | {p50:.2} ms | {p99:.2} ms | {requests:.1} | {bytes:.0} kB |");
    };
    let disk = TableFolder::new(folder).with_access(Access::positioned());
    let mut times = Vec::new();
    for (position, expected) in positions.iter().zip(&expected) {
        let start = Instant::now();
        let table = disk.read(name, reader).unwrap();
        let answer = format!("{:?}", table.answer(position).unwrap());
        times.push(start.elapsed());
        assert_eq!(answer, *expected);
    }
    row("opened on a disk each time", &mut times, (0, 0));
    for delay in [0, 60] {
        let path = folder.join(format!("{name}.table"));
        let (server, sent) = server(path, Duration::from_millis(delay));
        let url = format!("{}/{name}.table", server.url);
        let at = || tables_at(&url, &built_in(), &Client::for_reading(), Control::SILENT).unwrap();
        for keeps in [false, true] {
            let (mut tables, mut times) = (at(), Vec::new());
            let place = tables.place(name);
            let mut table = None;
            sent.take();
            for (position, expected) in positions.iter().zip(&expected) {
                let start = Instant::now();
                if !keeps && table.take().is_some() {
                    tables = at();
                }
                if table.is_none() {
                    let open = || tables.read(name, reader);
                    table = Some(tables.together(&place, Control::SILENT, open).unwrap().unwrap());
                }
                let ask = || table.as_ref().unwrap().answer(position);
                let answer = tables.together(&place, Control::SILENT, ask).unwrap().unwrap();
                times.push(start.elapsed());
                assert_eq!(format!("{answer:?}"), *expected);
            }
            let way = if keeps { "with what was kept" } else { "from nothing" };
            row(&format!("{delay} ms away, {way}"), &mut times, sent.take());
        }
    }
}

/// Notes which bytes are read.
#[derive(Debug)]
struct Noting {
    file: File,
    read: Mutex<BTreeSet<u64>>,
}

impl ReadAt for Noting {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.read.lock().unwrap().extend([offset, offset + bytes.len() as u64 - 1]);
        read_exact_at(&self.file, bytes, offset)
    }
}

/// How long requests take at 60 ms and 4 Mbit/s, six at a time: that each of them begins after one before it, and
/// that all bytes go through the same line.
fn seconds(requests: u64, bytes: u64) -> f64 {
    requests.div_ceil(6) as f64 * 0.06 + bytes as f64 * 8.0 / 4e6
}

/// What answers take if the table were cut otherwise: of single positions, and of whole games.
fn measure_chunks(folder: &Path, name: &str) {
    let file = File::open(folder.join(format!("{name}.table"))).unwrap();
    let length = file.metadata().unwrap().len();
    let noting = Arc::new(Noting { file, read: Mutex::default() });
    let tables = Tables::default().with_reader(name, noting.clone(), length);
    let table = tables.read(name, TowerTable::new).unwrap();
    let states = table.header().states;
    let mut random = fastrand::Rng::with_seed(7);
    let reads = |position: &_| {
        noting.read.lock().unwrap().clear();
        let answer = table.answer(position).unwrap();
        (answer, noting.read.lock().unwrap().clone())
    };
    let singles: Vec<_> =
        (0..100).map(|_| reads(&table.position_at(random.u64(0..states)).unwrap()).1).collect();
    let mut games = Vec::new();
    for _ in 0..5 {
        let levels = table.levels();
        let colors = ["RGB", "GRG", "BRB", "RBG", "GBR", "BGR", "RRG", "BBG"];
        let mut position = colors[..levels].join("/").parse().unwrap();
        let mut game = Vec::new();
        loop {
            let (answer, read) = reads(&position);
            game.push(read);
            if answer.rolls.iter().all(|roll| roll.moves.is_empty()) {
                break;
            }
            let roll = answer.rolls[random.usize(0..Roll::ALL.len())].clone();
            if let Some(best) = roll.moves.first() {
                position = best.position.clone();
            }
        }
        games.push(game);
    }
    for size in [32u64, 64, 128].map(|size| size << 10) {
        let chunks = |read: &BTreeSet<u64>| -> BTreeSet<u64> {
            read.iter().map(|&place| place.saturating_sub(4096) / size).collect()
        };
        let count = singles.iter().map(|read| chunks(read).len() as u64).sum::<u64>();
        let mean = count as f64 / singles.len() as f64;
        let mut all: Vec<f64> = singles
            .iter()
            .map(|read| chunks(read).len() as u64)
            .map(|count| seconds(count, count * size))
            .collect();
        all.sort_by(f64::total_cmp);
        let (mut of_games, mut in_games) = (0, 0.0);
        for game in &games {
            let mut kept = BTreeSet::new();
            for read in game {
                let new = chunks(read).difference(&kept).copied().collect::<Vec<_>>();
                in_games += seconds(new.len() as u64, new.len() as u64 * size);
                of_games += new.len() as u64;
                kept.extend(new);
            }
        }
        let moves = games.iter().map(Vec::len).sum::<usize>() as f64 / 5.0;
        println!(
            "| `{name}`, {} KiB | {} | {mean:.1} | {:.2} MB | {:.1} s | {moves:.0} | {:.0} | {:.1} MB | {:.0} s |",
            size >> 10,
            (length - 4096).div_ceil(size) + 2,
            mean * size as f64 / 1e6,
            all[all.len() / 2],
            of_games as f64 / 5.0,
            of_games as f64 / 5.0 * size as f64 / 1e6,
            in_games / 5.0,
        );
    }
}

#[test]
#[ignore = "it prints what takes minutes to measure"]
fn figures_of_tables_on_a_server() {
    let folder = PathBuf::from(env::var_os("TABLES").expect("TABLES names a folder of tables"));
    let mut random = fastrand::Rng::with_seed(7);
    let tower = TableFolder::new(&folder).read("tower-6", TowerTable::new).unwrap();
    let towers: Vec<_> = (0..100)
        .map(|_| tower.position_at(random.u64(0..tower.header().states)).unwrap())
        .collect();
    let all: Vec<_> = Layer::new(50).ascending().step_by(104_729).collect();
    let numbers: Vec<_> = (0..100).map(|_| all[random.usize(0..all.len())]).collect();
    println!("| answers | median | 99 % | requests | bytes |\n|---|---|---|---|---|");
    measure(&folder, "tower-6", TowerTable::new, &towers);
    measure(&folder, "number-50", NumberTable::new, &numbers);
    println!(
        "| cut into | files | requests | bytes | median | a game's steps | its requests | its bytes | its time |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    measure_chunks(&folder, "tower-6");
    measure_chunks(&folder, "tower-8");
}
