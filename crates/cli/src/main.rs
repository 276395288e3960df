//! `perfectplay`: exact answers for combinatorial games.

mod advice;
mod args;
mod bar;
mod boards;
mod build;
mod drawing;
mod export;
mod failure;
mod games;
mod info;
mod interrupt;
mod judge;
mod lines;
mod list;
mod memory;
mod number_counts;
mod output;
mod probe;
mod table_argument;
mod tables_folder;
mod threads;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use failure::Failure;
use output::Output;
use tables_folder::TablesFolder;

fn main() -> ExitCode {
    interrupt::install();
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if failure.is_news() {
                output::complain(&failure);
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let folder = TablesFolder::choose(arguments.tables)?;
    let mut output = Output::new(arguments.json);
    let done = match arguments.command {
        Command::Build(build) => build::run(&build, &folder, &mut output),
        Command::List => list::run(&folder, &mut output),
        Command::Info(info) => info::run(&info, &folder, &mut output),
        Command::Verify(verify) => verify::run(&verify, &folder, &mut output),
        Command::Probe(probe) => probe::run(&probe, &folder, &mut output),
        Command::Judge(judge) => judge::run(&judge, &folder, &mut output),
        Command::Export(export) => export::run(&export, &folder, &mut output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "perfectplay", &mut script);
            output.write(&script)
        }
    };
    // What was answered before a failure stays printed.
    let flushed = output.flush();
    done.and(flushed)
}
