//! Tables on a slow disk: what is elsewhere is answered all the same.

use std::io;
use std::sync::RwLock;

use perfectplay::ReadAt;

use crate::common::*;

/// A table on a disk from which nothing comes while somebody holds the gate.
#[derive(Debug)]
struct Slow {
    bytes: Vec<u8>,
    gate: RwLock<()>,
}

impl ReadAt for Slow {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let _is_open = self.gate.read().unwrap();
        self.bytes.read_exact_at(bytes, offset)
    }
}

#[test]
fn a_table_on_a_slow_disk_holds_up_no_answers_of_others() {
    let folder = folder(&["number-12"]);
    let slow = Arc::new(Slow { bytes: golden_table("stake-3"), gate: RwLock::new(()) });
    let gate = slow.gate.write().unwrap();
    let length = slow.bytes.len() as u64;
    let tables = Tables::from(TableFolder::new(folder.path()));
    let mut config = Config::new(&built_in(), tables.with_reader("stake-3", slow.clone(), length));
    config.threads = 2;
    let server = Running::with(config);
    // More than there are threads of any kind, and not open yet.
    let single = |_| server.send(&question("stake", "01/.."));
    let mut singles: Vec<TcpStream> = (0..60).map(single).collect();
    let boards = json!({"positions": vec!["01/.."; 100], "moves": false});
    let batch = |_| server.send_batch("/v1/stake", &boards);
    let mut batches: Vec<TcpStream> = (0..20).map(batch).collect();

    let numbers = json!({"positions": vec!["2 3 4 5 6"; 1_000]});
    for _ in 0..10 {
        assert_eq!(server.answer("number", "2 3 4 5 6").json()["table"], "number-12");
        let reply = server.post("/v1/number", &numbers).json();
        assert_eq!(reply["answers"].as_array().unwrap().len(), 1_000);
        // And what is solved.
        assert_eq!(server.answer("chomp", "9,9,9,9,9,9").status, 200);
    }

    drop(gate);
    let is_stored = |answer: &Value| answer["table"] == "stake-3";
    for connection in &mut singles {
        assert!(is_stored(&Reply::read(connection, false).unwrap().json()));
    }
    for connection in &mut batches {
        let reply = Reply::read(connection, false).unwrap().json();
        let answers = reply["answers"].as_array().unwrap();
        assert!(answers.len() == 100 && answers.iter().all(is_stored), "{reply}");
    }
}
