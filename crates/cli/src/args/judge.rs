//! The arguments of `judge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Threads;

#[derive(Debug, Args)]
#[command(after_help = "\
Formats:
  poj1143   a line for each case: n and the n available numbers, 2 to 20; 0 ends
  cf424e    n, 2 to 6, and n levels of three letters, bottom first
  p4363     n and m, 1 to 10, n rows of what A scores, n rows of what B scores
  poj3317   cases of n, 1 to 8, and n rows of 0, 1 and . (empty); 0 ends
  poj2990   cases of m and n, 1 to 8, and m rows of . (empty), # (removed) and P

With --json each case has one line: the answer that `perfectplay probe --json` gives.

Examples:
  perfectplay judge poj1143 input.txt
  printf '2 2 5\\n0\\n' | perfectplay judge poj1143")]
pub(crate) struct Judge {
    /// The contest's format.
    pub(crate) format: Contest,

    /// The input, or - for standard input [default: standard input].
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Contest {
    /// POJ 1143, Number Game.
    Poj1143,
    /// Codeforces 424E, Colored Jenga.
    Cf424e,
    /// Luogu P4363, 一双木棋.
    P4363,
    /// POJ 3317, Stake Your Claim.
    Poj3317,
    /// POJ 2990, Board Game.
    Poj2990,
}
