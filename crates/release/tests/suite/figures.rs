//! The figures that docs/tables.md has of tables on a server:
//!
//! ```sh
//! TABLES=DIR cargo test --release -p perfectplay-release --test suite figures -- --ignored --nocapture
//! ```
//!
//! `DIR` has `tower-6` and `number-50`. The answers that are counted are compared with those of the files.
#![allow(clippy::print_stdout)]

use std::env;
use std::fs::File;
use std::path::PathBuf;

use perfectplay_games::number::Layer;
use perfectplay_query::{Bytes, Problem, TableFile, read_exact_at};

use crate::common::*;

/// Serves a table, this much later than asked.
fn server(path: PathBuf, delay: Duration) -> FileServer {
    let file = File::open(path).unwrap();
    let length = file.metadata().unwrap().len();
    FileServer::start(move |request, stream| {
        thread::sleep(delay);
        let (from, last) = request.part().unwrap();
        let last = last.map_or(length - 1, |last| last as u64);
        let mut part = vec![0; (last + 1 - from as u64).min(1 << 20) as usize];
        read_exact_at(&file, &mut part, from as u64).unwrap();
        let range = format!("Content-Range: bytes {from}-{last}/{length}");
        respond(stream, PARTIAL, &[range, content_length(part.len())], &part);
    })
}

/// How many requests a server has had since it was last asked, and how many bytes of them were wanted.
fn take_traffic(server: &FileServer) -> (usize, usize) {
    let requests = std::mem::take(&mut *server.requests.lock().unwrap());
    let parts = requests.iter().map(|request| request.part().unwrap());
    let bytes = parts.map(|(from, last)| last.map_or(0, |last| last + 1 - from)).sum();
    (requests.len(), bytes)
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
    let row = |way: &str, times: &mut [Duration], (requests, bytes): (usize, usize)| {
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
        let server = server(path, Duration::from_millis(delay));
        let url = format!("{}/{name}.table", server.url);
        let at = || tables_at(&url, &built_in(), &Client::for_reading(), Control::SILENT).unwrap();
        for keeps in [false, true] {
            let (mut tables, mut times) = (at(), Vec::new());
            let place = tables.place(name);
            let mut table = None;
            take_traffic(&server);
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
            row(&format!("{delay} ms away, {way}"), &mut times, take_traffic(&server));
        }
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
}
