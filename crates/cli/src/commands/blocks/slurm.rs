//! A plan as jobs of Slurm.
//!
//! Consecutive blocks that do not read one another form one job array, which starts when the previous array has
//! succeeded. A block that is there already takes a moment, so after a failure the same script continues.

use std::fmt::Write;

use perfectplay_tables::Plan;

/// How many tasks a job array may have everywhere: by default Slurm numbers them 0 to 1000.
const ARRAY: usize = 1000;

/// A shell script that submits all blocks, and the merge into a table.
pub(super) fn script(plan: &Plan) -> String {
    let mut submitted = String::new();
    for (first, last) in stages(plan) {
        writeln!(submitted, "blocks {first} {last}").expect("a text grows");
    }
    include_str!("slurm.sh.in")
        .replace("@TABLE@", plan.table())
        .replace("@BLOCKS@", &plan.blocks().len().to_string())
        .replace("@SIZE@", &plan.block_size().to_string())
        .replace("@HASH@", &plan.hash().to_string())
        .replace("@STAGES@", &submitted)
}

/// The first and the last block of each job array.
fn stages(plan: &Plan) -> Vec<(usize, usize)> {
    let mut stages: Vec<(usize, usize)> = Vec::new();
    for (number, block) in plan.blocks().iter().enumerate() {
        match stages.last_mut() {
            Some((first, last))
                if block.reads.iter().all(|reads| reads.end <= *first)
                    && number - *first < ARRAY =>
            {
                *last = number;
            }
            _ => stages.push((number, number)),
        }
    }
    stages
}
