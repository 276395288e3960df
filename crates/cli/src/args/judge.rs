//! The arguments of `judge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Threads;

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/judge.txt"))]
pub(crate) struct Judge {
    /// The contest's format.
    pub(crate) format: Contest,

    /// The input, or - for standard input [default: standard input].
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
