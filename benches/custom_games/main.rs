//! Games that somebody describes: solved, written, verified and asked, beside what one would write instead.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench custom_games` prints a line for each of [`GAMES`]; words behind
//! `--` choose those whose names have one of them. [`LARGEST`] is only measured if it is named. Everything is the least
//! of a few fresh processes, so that the memory is that of one thing; each is this program again. OpenSpiel's solver is
//! measured if the Python that `PYTHON` names, or else `python3`, has it.

mod fresh;
mod layers;
#[path = "../../tests/custom_games/positions.rs"]
mod positions;

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use perfectplay_benches::mapped;
use perfectplay_catalogue::{ConnectFour, Jenga, Pig, Scrambled, Sliding, TicTacToe};

use crate::fresh::measured;
use crate::layers::layers;

const GAMES: [&str; 7] = [
    "connect4-4x4",
    "connect4-4x5",
    "scrambled-4x5",
    "tictactoe-4x4",
    "sliding-4x4",
    "jenga-4",
    "pig-100",
];
/// They take minutes, and gigabytes of memory.
const LARGEST: [&str; 2] = ["connect4-5x5", "scrambled-5x5"];

/// The first argument of a fresh process.
const FRESH: &str = "--fresh";
/// How often everything is measured, unless it has taken so long.
const RUNS: usize = 3;
const LONG: Duration = Duration::from_secs(30);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [FRESH, what, game, folder] = *words.iter().map(String::as_str).collect::<Vec<_>>() {
        let folder = Path::new(folder);
        let numbers = match game {
            _ if what == "layers" => layers(game[9..10].parse()?, game[11..].parse()?),
            "connect4-4x4" => measured(ConnectFour { columns: 4, rows: 4 }, what, folder),
            "connect4-4x5" => measured(ConnectFour { columns: 4, rows: 5 }, what, folder),
            "tictactoe-4x4" => measured(TicTacToe { size: 4 }, what, folder),
            "sliding-4x4" => measured(Sliding { size: 4 }, what, folder),
            "jenga-4" => measured(Jenga { levels: 4 }, what, folder),
            "pig-100" => measured(Pig { goal: 100 }, what, folder),
            "scrambled-4x5" => {
                measured(Scrambled(ConnectFour { columns: 4, rows: 5 }), what, folder)
            }
            "connect4-5x5" => measured(ConnectFour { columns: 5, rows: 5 }, what, folder),
            "scrambled-5x5" => {
                measured(Scrambled(ConnectFour { columns: 5, rows: 5 }), what, folder)
            }
            other => return Err(format!("no game is called {other}").into()),
        };
        let numbers: Vec<String> = numbers?.iter().map(f64::to_string).collect();
        println!("{}", numbers.join(" "));
        return Ok(());
    }
    let is_chosen = |game: &&str| words.is_empty() || words.iter().any(|word| game.contains(word));
    let largest = LARGEST.into_iter().filter(|game| words.iter().any(|word| word == game));
    let chosen: Vec<&str> = GAMES.into_iter().filter(is_chosen).chain(largest).collect();
    if !chosen.is_empty() {
        println!(
            "| | positions | solved, µs | written, µs | verified, µs | memory, bytes | file, bits | entropy \
             | asked, ns | … beyond caches | `HashMap`, µs | … bytes | layers, µs | … bytes | OpenSpiel, µs \
             | … bytes |"
        );
        println!("|---|{}", "---|".repeat(15));
    }
    chosen.into_iter().try_for_each(measure)
}

/// Measures a game in fresh processes, and prints its line.
fn measure(game: &str) -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let this = env::current_exe()?;
    let fresh = |what| {
        let mut command = Command::new(&this);
        command.args([FRESH, what, game]).arg(directory.path());
        command
    };
    let [solved, written, memory] = least(&mut fresh("build"))?;
    let [states, verified] = least(&mut fresh("verify"))?;
    let [start, sum, single, beyond, entropy] = least(&mut fresh("ask"))?;
    let file = fs::metadata(mapped(directory.path()).table(game))?.len() as f64;

    let each = |number: f64| number / states;
    let micros = |seconds| format!("{:.2}", each(1e6 * seconds));
    // Where positions repeat, a search that remembers does not end.
    let repeats = game.starts_with("sliding") || game.starts_with("pig");
    let [solved, written] = [solved, written].map(micros);
    let other_way = |what| {
        let [entries, its_start, its_sum, seconds, bytes] = least(&mut fresh(what))?;
        assert_eq!([entries, its_start, its_sum], [states, start, sum], "{game}");
        Ok::<_, Box<dyn Error>>([seconds, bytes])
    };
    let memo = (!repeats).then(|| other_way("remember"));
    let layers = game.starts_with("connect4").then(|| other_way("layers"));
    let open_spiel = open_spiel(game).map(|mut command| {
        let [its_start, seconds, bytes] = least(&mut command)?;
        assert_eq!(its_start, start.clamp(-1.0, 1.0), "{game}");
        Ok::<_, Box<dyn Error>>([seconds, bytes])
    });
    let peers = [memo, layers, open_spiel].map(Option::transpose);
    let peers: Result<Vec<_>, _> = peers.into_iter().collect();
    let peers = peers?.into_iter().map(|peer| match peer {
        Some([seconds, bytes]) => format!("{} | {:.0}", micros(seconds), each(bytes)),
        None => "– | –".to_owned(),
    });
    let peers: Vec<String> = peers.collect();
    println!(
        "| `{game}` | {states} | {solved} | {written} | {} | {:.1} | {:.2} | {entropy:.2} | {single:.1} \
         | {beyond:.0} | {} |",
        micros(verified),
        each(memory),
        each(8.0 * file),
        peers.join(" | "),
    );
    Ok(())
}

/// The numbers that a command prints: of each the least, if it is run some times.
fn least<const N: usize>(command: &mut Command) -> Result<[f64; N], Box<dyn Error>> {
    let (begun, mut least) = (Instant::now(), [f64::INFINITY; N]);
    for _ in 0..RUNS {
        let output = command.output()?;
        let numbers = String::from_utf8(output.stdout)?;
        let numbers: Vec<f64> = numbers.split_whitespace().flat_map(str::parse).collect();
        if !output.status.success() || numbers.len() != N {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{command:?} failed: {}", said.trim()).into());
        }
        least.iter_mut().zip(numbers).for_each(|(least, number)| *least = least.min(number));
        if begun.elapsed() > LONG {
            break;
        }
    }
    Ok(least)
}

/// What measures OpenSpiel's solver: where it is, has the game, and takes less than minutes and gigabytes.
fn open_spiel(game: &str) -> Option<Command> {
    let game = match game {
        "connect4-4x4" => "connect_four(columns=4,rows=4)",
        "connect4-4x5" => "connect_four(columns=4,rows=5)",
        _ => return None,
    };
    let python = env::var_os("PYTHON").unwrap_or("python3".into());
    let is_there = Command::new(&python).args(["-c", "import pyspiel"]).output();
    is_there.is_ok_and(|output| output.status.success()).then(|| {
        let mut command = Command::new(python);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/custom_games/minimax.py")).arg(game);
        command
    })
}
