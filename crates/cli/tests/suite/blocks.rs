//! `block` and `merge`, by many processes some of which are killed.

use crate::common::*;

/// The blocks that each block of a plan reads.
fn reads(plan: &Value) -> Vec<Vec<usize>> {
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let runs = |block: &Value| {
        let runs = block["reads"].as_array().unwrap().iter();
        runs.flat_map(|run| number(&run[0])..=number(&run[1])).collect()
    };
    plan["blocks"].as_array().unwrap().iter().map(runs).collect()
}

/// A process that computes a block, and when it is to be killed.
struct Worker {
    block: usize,
    process: Child,
    started: Instant,
    doomed: Option<Instant>,
    was_killed: bool,
}

#[test]
fn workers_that_are_killed_at_any_moment_make_the_table_that_a_build_makes() {
    let program = Program::new();
    let table = "tower-6";
    let plan = program.run_well(format!("plan {table} --block 512KiB --json")).json();
    let reads = reads(&plan);
    assert!(reads.len() > 30, "{} blocks", reads.len());
    let mut random = fastrand::Rng::with_seed(5);
    let (mut done, mut workers) = (vec![false; reads.len()], Vec::<Worker>::new());
    let (mut killed, mut twice) = (0, 0);
    // How long a block took that was not killed.
    let mut usual = Duration::from_millis(10);
    while done.contains(&false) {
        while workers.len() < 4 {
            let is_ready = |&block: &usize| !done[block] && reads[block].iter().all(|&r| done[r]);
            let ready: Vec<usize> = (0..reads.len()).filter(is_ready).collect();
            // Now and then two compute the same block.
            let block = ready[random.usize(..ready.len())];
            twice += usize::from(workers.iter().any(|worker| worker.block == block));
            let doomed =
                (random.u8(..3) == 0).then(|| Instant::now() + usual.mul_f64(random.f64()));
            let options = "--store store --block 512KiB --threads 1 --quiet";
            let process = program.spawn(format!("block {table} {block} {options}"));
            let started = Instant::now();
            workers.push(Worker { block, process, started, doomed, was_killed: false });
        }
        workers.retain_mut(|worker| {
            if worker.doomed.is_some_and(|doomed| Instant::now() > doomed) {
                worker.process.kill().unwrap();
                worker.doomed = None;
                worker.was_killed = true;
            }
            let Some(status) = worker.process.try_wait().unwrap() else { return true };
            match status.code() {
                Some(0) => {
                    done[worker.block] = true;
                    usual = worker.started.elapsed();
                }
                // Windows gives those an exit code, too.
                _ if worker.was_killed => killed += 1,
                _ => panic!("block {} ended with {status}", worker.block),
            }
            false
        });
        thread::sleep(Duration::from_millis(1));
    }
    for mut worker in workers {
        worker.process.wait().unwrap();
    }
    assert!(killed > 5 && twice > 0, "{killed} killed, {twice} blocks twice at once");
    let merge = || program.run_well(format!("merge {table} --store store --json")).json();
    assert_eq!(merge()["built"], true);
    let verified = program.run(format!("verify --quick {table}"));
    assert!(verified.stdout.contains("as in the manifest"), "{verified:?}");
    assert_eq!(merge()["built"], false);
}

#[test]
fn a_block_ends_with_its_parent_and_leaves_nothing() {
    let program = Program::new();
    let options = "--block 2GiB --threads 1 --end-with-parent --quiet";
    let mut worker = program.spawn(format!("block tower-9 0 --store store {options}"));
    let files = || program.files("store/tower-9");
    wait_until(|| files().iter().any(|name| name.starts_with("block-")));
    // What comes there does not matter, only its end.
    worker.stdin.as_mut().unwrap().write_all(b"still here\n").unwrap();
    thread::sleep(Duration::from_millis(50));
    assert!(worker.try_wait().unwrap().is_none());
    drop(worker.stdin.take());
    let started = Instant::now();
    assert_eq!(worker.wait().unwrap().code(), Some(130));
    assert!(started.elapsed() < Duration::from_secs(60));
    assert_eq!(files(), ["plan.toml"]);
}
