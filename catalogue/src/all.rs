//! The list of all games at their sizes.

use std::sync::LazyLock;

use perfectplay_tables::solve::Game;

use crate::any_game::AnyGame;
use crate::boards::{Grid, Sides};
use crate::{
    AcePoints, Boxes, Breakthrough, CatAndMouse, Colouring, ConnectFour, Cram, Dao, Dobutsu,
    Dodgem, Domineering, Drawn, Fanorona, FoxAndHounds, GoingRound, GraphChomp, Hexapawn, Hounds,
    Kalah, Kayles, KnightWalk, LGame, MuTorere, Nim, NodeKayles, Picaria, Pig, PongHauKi, Quoridor,
    RookEndgame, RowOfPins, RoyalUr, Runs, SixMensMorris, StoneGame, Subtraction, Teeko,
    ThreeInARow, TicTacToe,
};

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What people call the game, at all of its sizes.
    pub title: &'static str,
    /// Whether solving it takes a minute or more, and much memory; others take seconds.
    pub is_large: bool,
    /// The game at one size.
    pub game: AnyGame,
}

/// Sizes or variants of a game that are solved in seconds.
fn small<G: Game>(title: &'static str, games: impl IntoIterator<Item = G>) -> Vec<Entry> {
    let games = games.into_iter().map(AnyGame::new);
    games.map(|game| Entry { title, is_large: false, game }).collect()
}

/// Those that take longer.
fn large<G: Game>(title: &'static str, games: impl IntoIterator<Item = G>) -> Vec<Entry> {
    let entries = small(title, games).into_iter();
    entries.map(|entry| Entry { is_large: true, ..entry }).collect()
}

/// Boards of these columns and rows.
fn grids<const BOARDS: usize>(sizes: [(u32, u32); BOARDS]) -> [Grid; BOARDS] {
    sizes.map(|(width, height)| Grid::new(width, height))
}

/// All games, small ones first. They are made once.
#[must_use]
pub fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(made);
    &ALL
}

/// Entries by their names, what is before the size in these, or the titles of games, in the order of the list; all if nothing
/// is named. What is named with its size need not be wanted.
///
/// # Errors
/// The first name that is none of any.
pub fn named(names: &[String], is_wanted: impl Fn(&Entry) -> bool) -> Result<Vec<Entry>, &str> {
    let is_one = |entry: &Entry, name: &String| {
        let full = entry.game.name();
        let word = full.split('-').next().unwrap_or_default();
        let is_of_several = [word, entry.title].iter().any(|it| it.eq_ignore_ascii_case(name));
        full.eq_ignore_ascii_case(name) || is_of_several && is_wanted(entry)
    };
    if let Some(unknown) = names.iter().find(|name| !all().iter().any(|it| is_one(it, name))) {
        return Err(unknown);
    }
    let is_named = |entry: &&Entry| match names {
        [] => is_wanted(entry),
        names => names.iter().any(|name| is_one(entry, name)),
    };
    Ok(all().iter().filter(is_named).copied().collect())
}

fn made() -> Vec<Entry> {
    use ThreeInARow as Three;
    let boards = grids([(3, 3), (4, 3), (4, 4)]);
    [
        small("Achi", [Three::ACHI, Three::ACHI_PLACED, Three::ACHI_STUCK].map(Sides)),
        small(
            "Three Men's Morris",
            [Three::MORRIS, Three::MORRIS_STRAIGHT, Three::MORRIS_ROWS].map(Sides),
        ),
        small("Tant Fant", Three::TANT_FANT_VARIANTS.map(Sides)),
        small("Picaria", Picaria::ALL.map(Sides)),
        small("Dao", Dao::VARIANTS.map(Sides)),
        small("Hare and Hounds", Hounds::VARIANTS),
        small("Fox and Hounds", [FoxAndHounds]),
        small("L game", [Sides(LGame)]),
        small("Mū tōrere", MuTorere::VARIANTS.map(Sides)),
        small("Pong Hau K'i", [Sides(PongHauKi)]),
        small("Teeko, small", [Sides(Teeko { size: 4, ..Teeko::STANDARD })]),
        small("Dodgem", [3, 4].map(|size| Sides(Dodgem { size, blocked_loses: false }))),
        small("Dodgem", [3, 4].map(|size| Sides(Dodgem { size, blocked_loses: true }))),
        small("Hexapawn", boards.map(|grid| Sides(Hexapawn { grid }))),
        small(
            "Breakthrough",
            grids([(3, 4), (3, 5), (4, 4)]).map(|grid| Sides(Breakthrough { grid })),
        ),
        small("Fanorona", Fanorona::ALL.map(Sides)),
        small("Quoridor", (0..=2).map(|walls| Sides(Quoridor { grid: Grid::new(3, 3), walls }))),
        small("Quoridor", (0..=2).map(|walls| Sides(Quoridor { grid: Grid::new(2, 3), walls }))),
        small("Quoridor", (0..=3).map(|walls| Sides(Quoridor { grid: Grid::new(4, 3), walls }))),
        small("Dots and Boxes", [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2)].map(Boxes::square)),
        small("Triangle War", [Boxes::Triangle]),
        small("Kalah", (1..=6).flat_map(|seeds| Kalah::variants(1, seeds))),
        small("Kalah", (1..=6).flat_map(|seeds| Kalah::variants(2, seeds))),
        small("Kalah", (1..=4).flat_map(|seeds| Kalah::variants(3, seeds))),
        small("Kalah", [2, 3].map(|seeds| Kalah { houses: 4, seeds, takes_alone: false })),
        small("Runs", grids([(2, 2), (3, 3), (4, 4)]).map(|grid| Runs { grid })),
        small("Subtraction", Subtraction::SETS.map(|takes| Subtraction { stones: 100, takes })),
        small("Stone Game II", [StoneGame::FROM_LEFT]),
        small("Stone Game", StoneGame::AT_ENDS),
        small("Cat and Mouse", [CatAndMouse::FIVE, CatAndMouse::THREE]),
        small("Going round", GoingRound::ALL),
        small("Cram", boards.map(|grid| Cram { grid })),
        small("Domineering", boards.map(|grid| Domineering { grid })),
        small("Col", boards.map(|grid| Colouring { grid, is_snort: false })),
        small("Snort", boards.map(|grid| Colouring { grid, is_snort: true })),
        small("Kayles", [RowOfPins(Kayles { pins: 20, takes_one: true })]),
        small("Dawson's Kayles", [RowOfPins(Kayles { pins: 20, takes_one: false })]),
        small("Node Kayles", grids([(5, 3), (6, 3), (4, 4)]).map(|grid| NodeKayles { grid })),
        small("Nim", [Nim::THREE, Nim::MARIENBAD]),
        small("Chomp on graphs", GraphChomp::ALL),
        small("Tic-tac-toe", [Drawn(TicTacToe { size: 3 })]),
        small("Connect Four", [4, 5].map(|rows| Drawn(ConnectFour { columns: 4, rows }))),
        small("Knight's Walk", [(4, 3), (5, 3), (5, 5), (8, 8)].map(KnightWalk::new)),
        small("King and rook against king", [RookEndgame]),
        small("Ace points of backgammon", [Sides(AcePoints { pieces: 15 })]),
        small("Royal Game of Ur, small", [Sides(RoyalUr { squares: 6 })]),
        small("Pig", [Sides(Pig { goal: 20 })]),
        large("Breakthrough", [Sides(Breakthrough { grid: Grid::new(4, 5) })]),
        large("Tic-tac-toe", [Drawn(TicTacToe { size: 4 })]),
        large("Teeko", [Teeko::STANDARD, Teeko::ADVANCED, Teeko::ADVANCED_CENTRE].map(Sides)),
        large("Dobutsu Shogi", [Sides(Dobutsu)]),
        large("Six Men's Morris", [Sides(SixMensMorris)]),
        large("Pig", [Sides(Pig { goal: 100 })]),
    ]
    .concat()
}
