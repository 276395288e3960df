//! `judge`: contest input in, contest output out.

mod cf424e;
mod input;
mod p4363;
mod poj1143;
mod poj2990;
mod poj3317;

pub(crate) use poj3317::read_board as read_stake_board;

use perfectplay_oracle::Oracle;

use crate::args::{Format, Judge};
use crate::failure::Failure;
use crate::output::Output;
use crate::tables_folder::TablesFolder;
use crate::{advice, lines};

pub(crate) fn run(args: &Judge, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    let file = args.file.as_deref();
    // With the folder's tables; what is wrong with some that no answer needed is told.
    let with_tables = |judge: &mut dyn FnMut(&Oracle) -> Result<(), Failure>| {
        let oracle = Oracle::new(folder.folder.clone())?;
        let done = judge(&oracle);
        advice::warn(&oracle);
        done
    };
    match args.format {
        Format::Poj1143 => {
            with_tables(&mut |oracle| poj1143::run(lines::open(file)?, oracle, output))
        }
        Format::Cf424e => {
            with_tables(&mut |oracle| cf424e::run(lines::open(file)?, oracle, output))
        }
        // Solving is as quick as asking a table.
        Format::Poj3317 => poj3317::run(lines::open(file)?, output),
        Format::Poj2990 => poj2990::run(lines::open(file)?, output),
        Format::P4363 => p4363::run(file, output),
    }
}
