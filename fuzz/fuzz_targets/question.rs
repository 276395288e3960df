//! Whatever is asked of any game, on whatever board, and whatever contest's input is read, the time that it
//! takes has been spent from its budget, in steps or states.
#![no_main]

use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay::{
    Attempt, Budget, Effort, GameRef, Limits, Oracle, Plies, Question, Silent, Threads,
};
use perfectplay_fuzz::cases;
use perfectplay_games::built_in;
use rustix::time::{ClockId, clock_gettime};

#[derive(Debug, Arbitrary)]
struct Input<'a> {
    asked: Query<'a>,
    plies: u8,
    line: bool,
    replies: bool,
    grundy: bool,
    /// Whether the value alone is asked for.
    value: bool,
    /// Below 16 with quick effort, which takes long.
    effort: u8,
}

/// What is asked.
#[derive(Debug, Arbitrary)]
enum Query<'a> {
    /// A text for one of the games, and of a board.
    Text { game: u8, text: &'a str, board: Option<&'a str> },
    /// A long list of named numbers: the first, and what each has more than the one before.
    Named { first: u32, steps: &'a [u8] },
    /// The input of a contest.
    Contest { which: u8, text: &'a str },
    /// The levels of a tower, by their blocks.
    Tower { levels: &'a [u8] },
    /// A board of this many rows and columns, with these scores again and again.
    Contour { rows: u8, columns: u8, scores: &'a [u8] },
    /// A board of this many rows, with these cells again and again.
    Stake { size: u8, cells: &'a [u8] },
    /// A board of this many rows and columns, with these cells again and again, and the pairs that were
    /// visited: how far each is from the one before.
    Tokens { rows: u8, columns: u8, cells: &'a [u8], visited: &'a [u8] },
    /// What each row has less than the one above.
    Chomp { first: u8, steps: &'a [u8] },
}

/// The longest text of a list.
const LONGEST: usize = 32 << 10;

static ORACLE: LazyLock<Oracle> = LazyLock::new(|| {
    Oracle::without_tables(&built_in()).on(Threads::new(Some(std::num::NonZeroUsize::MIN)))
});

fuzz_target!(|input: Input<'_>| {
    let limits = Limits::at_most(1_000, 8 << 20);
    let effort = if input.effort < 16 { Effort::Quick } else { Effort::AtOnce };
    let budget = Budget::of(&limits, effort, &Silent);
    let all = budget.steps();
    // Outside of what is timed.
    let made = input.asked.text();
    let start = clock_gettime(ClockId::ThreadCPUTime);
    let question = match (&input.asked, &made) {
        (_, Some((game, text, board))) => {
            let on = |board: &str| game.shared().on_board(board.into()).ok();
            let game = &board.as_deref().and_then(on).unwrap_or_else(|| game.clone());
            let read = |budget: &Budget<'_>| Question::read(game, text, budget);
            Attempt::default().read_within(&budget, read).ok().flatten().cloned()
        }
        (Query::Contest { which, text }, _) => {
            let (mut found, wrong) = cases(*which, text);
            found.pop().filter(|_| wrong.is_none()).map(Question::new)
        }
        _ => None,
    };
    if let Some(question) = question {
        let plies = [Plies::IfStored, Plies::IfQuick, Plies::Always][usize::from(input.plies % 3)];
        let question = question.with_plies(plies).with_line(input.line);
        let question = question.with_replies(input.replies).with_grundy(input.grundy);
        if input.value {
            let _ = ORACLE.within(&budget).try_value(&question);
        } else {
            let _ = ORACLE.within(&budget).try_answer(&question);
        }
    }
    let taken = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime) - start);
    let spent = all - budget.steps();
    // Debug assertions make each step several times as long.
    let free = Duration::from_millis(if effort == Effort::Quick { 500 } else { 100 });
    let most = free + Duration::from_nanos(200 * spent);
    assert!(taken.is_ok_and(|taken| taken < most), "{taken:?} with {spent} steps");
});

impl Query<'_> {
    /// The text that is read: its game, and the text of its board.
    fn text(&self) -> Option<(GameRef, String, Option<String>)> {
        let again = |bytes: &[u8], at: usize| {
            bytes.get(at.checked_rem(bytes.len()).unwrap_or(0)).copied().unwrap_or_default()
        };
        let letter = |letters: &str, byte: u8| {
            char::from(letters.as_bytes()[usize::from(byte) % letters.len()])
        };
        let (game, text, board) = match self {
            Self::Text { game, text, board } => {
                let games = built_in();
                let game = games[usize::from(*game) % games.len()].clone();
                return Some((game, (*text).to_owned(), board.map(str::to_owned)));
            }
            Self::Named { first, steps } => ("number", named(*first, steps), None),
            Self::Contest { .. } => return None,
            Self::Tower { levels } => {
                let block = |at: usize| letter("RGB.", levels[at / 3] >> (2 * (at % 3)));
                ("tower", grid(levels.len().min(2_000), 3, block), None)
            }
            Self::Contour { rows, columns, scores } => {
                let (rows, columns) = (rows % 17, columns % 17);
                let mut board = format!("{rows} {columns}\n");
                for at in 0..2 * usize::from(rows) * usize::from(columns) {
                    board += &format!("{} ", u32::from(again(scores, at)) << (at % 24));
                }
                ("contour", "0".to_owned(), Some(board))
            }
            Self::Stake { size, cells } => {
                let size = usize::from(size % 10);
                ("stake", grid(size, size, |at| letter("01.", again(cells, at))), None)
            }
            Self::Tokens { rows, columns, cells, visited } => {
                let (rows, columns) = (usize::from(rows % 66), usize::from(columns % 66));
                let mut text = grid(rows, columns, |at| match at {
                    0 | 1 => 'P',
                    _ => letter("...#", again(cells, at)),
                });
                let mut at = 2;
                for (number, &step) in visited.iter().enumerate() {
                    at += 1 + usize::from(step);
                    let (row, column) = (at / columns.max(1), at % columns.max(1));
                    text += if number == 0 { " history:" } else { ";" };
                    text += &format!("0,0+{row},{column}");
                }
                ("tokens", text, None)
            }
            Self::Chomp { first, steps } => {
                let mut left = *first % 65;
                let mut text = left.to_string();
                for &step in steps.iter().take(64) {
                    left = left.saturating_sub(step % 8);
                    text += &format!(",{left}");
                }
                ("chomp", text, None)
            }
        };
        Some((ORACLE.game(game)?, text, board))
    }
}

fn grid(rows: usize, columns: usize, cell: impl Fn(usize) -> char) -> String {
    let row = |row| (row * columns..(row + 1) * columns).map(&cell).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

/// Numbers up to twice the first: none is a sum of others.
fn named(first: u32, steps: &[u8]) -> String {
    let mut text = format!("after:{first}");
    let mut number = u64::from(first);
    for &step in steps.iter().filter(|&&step| step > 0).cycle() {
        number += u64::from(step);
        if number >= 2 * u64::from(first) || text.len() > LONGEST {
            break;
        }
        text += &format!(",{number}");
    }
    text
}
