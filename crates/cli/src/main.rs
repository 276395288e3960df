//! `perfectplay`: exact answers for combinatorial games.

use std::process::ExitCode;

fn main() -> ExitCode {
    perfectplay_cli::main()
}
