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
    let (table, size, hash) = (plan.table(), plan.block_size(), plan.hash());
    let blocks = plan.blocks().len();
    let mut script = format!(
        r#"#!/bin/sh
# Computes {table} in {blocks} blocks of at most {size} bytes, plan {hash}.
#
#   STORE=/shared/store TABLES=/shared/tables sh THIS_SCRIPT
#
# STORE is the folder of blocks, TABLES the one for the table, both shared by all nodes. PERFECTPLAY
# is the program, OPTIONS what sbatch is given besides, as in "--cpus-per-task=8 --mem=16G".
# Run it again after a failure: blocks that are there are not computed again.
set -eu
: "${{STORE:?the folder of blocks}}" "${{TABLES:?the folder for the table}}"
after=

# $1 as a word of the shell.
word() {{
    printf "'%s'" "$(printf '%s\n' "$1" | sed "s/'/'\\\\''/g")"
}}
program=$(word "${{PERFECTPLAY:-perfectplay}}")
store=$(word "$STORE")
tables=$(word "$TABLES")
# Slurm does not everywhere keep a job to its processors. This is for the shell of the job:
# shellcheck disable=SC2016
threads='${{SLURM_CPUS_ON_NODE:+--threads "$SLURM_CPUS_ON_NODE"}}'

# Submits blocks $1 to $2, which start when all that was submitted before has ended well.
blocks() {{
    # shellcheck disable=SC2086 # OPTIONS are several words
    after=$(sbatch --parsable ${{OPTIONS:-}} ${{after:+--dependency=afterok:$after}} \
        --kill-on-invalid-dep=yes --requeue --job-name="{table} $1-$2" --array="0-$(($2 - $1))" \
        --wrap="exec $program block {table} \$(($1 + SLURM_ARRAY_TASK_ID)) --store $store \
            --block {size} $threads")
    after=${{after%%;*}}
}}

"#
    );
    for (first, last) in stages(plan) {
        writeln!(script, "blocks {first} {last}").expect("a text grows");
    }
    write!(
        script,
        r#"
# shellcheck disable=SC2086
sbatch ${{OPTIONS:-}} --dependency="afterok:$after" --kill-on-invalid-dep=yes --job-name="{table}" \
    --wrap="exec $program merge {table} --store $store --tables $tables $threads"
"#
    )
    .expect("a text grows");
    script
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
