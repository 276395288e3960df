//! `block` and `merge`, by many processes some of which are killed.

use crate::common::*;

#[test]
fn workers_that_are_killed_at_any_moment_make_the_table_that_a_build_makes() {
    let (program, table) = (Program::new(), "tower-6");
    let worker =
        || program.spawn(format!("block {table} --store store --block 512KiB --threads 1 --quiet"));
    let mut random = fastrand::Rng::with_seed(5);
    let last = [worker(), worker()];
    let mut killed = 0;
    // Beside them a third one, which is killed and started again.
    for _ in 0..20 {
        let mut victim = worker();
        thread::sleep(Duration::from_millis(random.u64(..50)));
        killed += usize::from(victim.try_wait().unwrap().is_none());
        let _ = victim.kill();
        victim.wait().unwrap();
    }
    assert!(last.into_iter().all(|mut worker| worker.wait().unwrap().success()));
    assert!(killed > 5);
    let merge = || program.run_well(format!("merge {table} --store store --json")).json();
    assert_eq!(merge()["built"], true);
    let verified = program.run(format!("verify --quick {table}"));
    assert!(verified.stdout.contains("as in the manifest"), "{verified:?}");
    assert_eq!(merge()["built"], false);
}

#[test]
fn a_block_that_is_damaged_is_computed_again_by_whoever_reads_it() {
    let program = Program::new();
    let plan = program.run_well("plan tower-5 --block 64KiB --json").json();
    let blocks = plan["blocks"].as_array().unwrap();
    let work = || program.run_well("block tower-5 --store store --block 64KiB --json").json();
    assert_eq!(work()["computed"], blocks.len());
    let file = |number: usize| program.path(&format!("store/tower-5/block-{number:05}"));
    let last = blocks.len() - 1;
    let run = &blocks[last]["reads"].as_array().unwrap().last().unwrap();
    let read = run[1].as_u64().unwrap() as usize;
    let mut bytes = fs::read(file(read)).unwrap();
    bytes.iter_mut().skip(5000).step_by(1000).for_each(|byte| *byte ^= 1);
    fs::write(file(read), bytes).unwrap();
    fs::remove_file(file(last)).unwrap();
    assert_eq!(work()["computed"], 2);
    assert_eq!(work()["computed"], 0);
    program.run_well("merge tower-5 --store store");
    assert_eq!(program.run("verify tower-5").code, 0);
}
