//! Random probes over whole tables, to be counted by `benches/instructions`, which runs this under
//! valgrind: instructions do not depend on what else the machine does.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench instructions -- FOLDER TABLE` builds the table in the
//! folder, if it is not there, and asks it for random positions in one function; with `batch` as a
//! third word for many at once.

use std::error::Error;
use std::hint::black_box;

use perfectplay_benches::probes::{How, Probes, probes};
use perfectplay_benches::{build, mapped, planned};

/// How many positions are asked.
const ASKED: usize = 1 << 12;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let (Some(folder), Some(name)) = (words.next(), words.next()) else {
        // Somebody runs all benchmarks.
        return Ok(());
    };
    let folder = mapped(&folder);
    if !folder.table(&name).exists() {
        build(&planned(&name), &folder);
    }
    let how = if words.next().is_some() { How::Batch } else { How::Single };
    let mut probes = probes(&name, &folder, ASKED, how)?;
    black_box(counted(&mut probes));
    println!("{ASKED}");
    Ok(())
}

/// The only function whose instructions are counted.
#[inline(never)]
fn counted(probes: &mut Probes) -> u64 {
    probes(0..ASKED)
}
