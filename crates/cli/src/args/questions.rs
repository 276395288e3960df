//! The arguments of the commands that ask positions: `probe` and `play`.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use bytesize::ByteSize;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use perfectplay::GameRef;

use super::{Threads, count, size};
use crate::games::Games;
use crate::terminal::{guide, printable};

#[derive(Debug, Args)]
pub(crate) struct Probe {
    /// The game.
    #[arg(value_parser = GameParser::default())]
    pub(crate) game: String,

    /// The board of a contour, a case in the contest's format; - is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// The position, a size for its full board (`8x10` of chomp), or - for standard input [default for contour:
    /// the empty board].
    pub(crate) position: Vec<String>,

    /// With -, go on after a line without an answer.
    #[arg(long)]
    pub(crate) keep_going: bool,

    /// Show the value alone; with - a line for each, as text, or as JSON with --json.
    #[arg(long, conflicts_with_all = ["line", "replies", "grundy"])]
    pub(crate) values: bool,

    /// Also show best play to the end, with the position after each move, if the limits allow it
    /// (not for tower).
    #[arg(long)]
    pub(crate) line: bool,

    /// Also show the best replies to each move, if the limits allow it (not for tower).
    #[arg(long)]
    pub(crate) replies: bool,

    /// Also show Grundy values, for sums of bars (chomp only).
    #[arg(long)]
    pub(crate) grundy: bool,

    /// Also compute the number of plies where a table knows only who wins [default: where that
    /// takes milliseconds, and never with -].
    #[arg(long)]
    pub(crate) plies: bool,

    #[command(flatten)]
    pub(crate) solving: SolveLimits,
}

// How much may be done for what no table has. Documentation would be taken for that of the commands.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SolveLimits {
    /// Solve at most N states for a position that no table has [default: as many as take about
    /// ten seconds on two cores].
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) limit: Option<u64>,

    /// Use at most this much memory to solve, as in 512M or 2GiB [default: half of what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// What stands at the end of the help of `probe`: the text, with the positions and examples of the program's games.
pub(super) fn probe_help(games: &Games) -> String {
    let help = include_str!("help/probe.txt");
    let (mut positions, mut examples) = (String::new(), String::new());
    for game in games.listed() {
        let Some(facts) = game.about().facts else { continue };
        let _ = writeln!(positions, "  {game:<8} {}", facts.notation);
        let example = format!("  perfectplay probe {game} {}\n", facts.example);
        if !game.has_board() && !help.contains(&example) {
            examples += &example;
        }
    }
    help.replace("@POSITIONS@\n", &positions).replace("@EXAMPLES@\n", &examples)
}

/// Reads a game's name. Help and completions show the short ones, and any other by which it is known will do. Without games
/// any text will do, until they are known.
#[derive(Clone, Default)]
pub(super) struct GameParser(pub(super) Option<Arc<Games>>);

impl TypedValueParser for GameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_string_lossy();
        let Some(games) = self.0.as_ref().filter(|games| games.named(&text).is_none()) else {
            return Ok(text.into_owned());
        };
        if let Some((game, size)) = text.split_once('-')
            && let Some(game) = games.named(game).filter(|game| game.about().facts.is_some())
        {
            let what = format!(
                "`{}` is no game: a size follows the game's name, as in `{game} {}`\n",
                printable(&text),
                printable(size)
            );
            return Err(clap::Error::raw(ErrorKind::InvalidValue, what));
        }
        if let Some(sizes) = games.sizes(&text) {
            let what = format!("there is no `{}`: {sizes}\n", printable(&text));
            return Err(clap::Error::raw(ErrorKind::InvalidValue, what));
        }
        let names = games.listed().iter().map(|game| game.name().to_owned());
        PossibleValuesParser::new(names).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let Some(games) = &self.0 else {
            // By this clap sees early that help has a long form.
            return Some(Box::new([PossibleValue::new("GAME").help("a game")].into_iter()));
        };
        let value =
            |game: &GameRef| PossibleValue::new(game.name().to_owned()).help(guide::title(game));
        Some(Box::new(games.listed().iter().map(value)))
    }
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/play.txt"))]
pub(crate) struct Play {
    /// The game.
    #[arg(value_parser = GameParser::default())]
    pub(crate) game: String,

    /// The position to begin with, or the size of a full board [default: a small position that you can win, but
    /// not with every move].
    #[arg(value_name = "POSITION", conflicts_with = "random")]
    pub(crate) position: Vec<String>,

    /// The board of a contour, a case in the contest's format [default: a small one].
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    pub(crate) board: Option<PathBuf>,

    /// Begin with a random position that you can win, but not with every move.
    #[arg(long)]
    pub(crate) random: bool,

    /// After a mistake, yours or the oracle's, say what it cost and which move was right.
    #[arg(long)]
    pub(crate) teach: bool,

    /// Let the oracle make the first move.
    #[arg(long)]
    pub(crate) second: bool,

    /// How many of 100 moves of the oracle are mistakes, where it can make one.
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) mistakes: u8,

    /// The seed of random choices: the same N gives the same start, rolls and mistakes
    /// [default: random].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}
