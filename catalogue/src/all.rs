//! All games at their sizes.

use perfectplay_tables::solve::Game;

use crate::{
    AcePoints, Boxes, Breakthrough, CatAndMouse, ConnectFour, Cram, Dao, Dobutsu, Domineering,
    Fanorona, GoingRound, Hexapawn, Hounds, Kalah, Kayles, KnightWalk, LGame, MuTorere, Pig,
    Quoridor, RookEndgame, RoyalUr, Runs, SixMensMorris, StoneGame, Subtraction, ThreeInARow,
    TicTacToe,
};

/// What to do with a game.
pub trait Visitor {
    /// Does it; `title` is what people call the game.
    fn visit<G: Game>(&mut self, title: &str, game: G);
}

/// Visits the games that are solved in seconds.
pub fn visit_small(visitor: &mut impl Visitor) {
    for game in ThreeInARow::ALL {
        visitor.visit(game.title(), game);
    }
    for shut_in in [false, true] {
        visitor.visit("Dao", Dao { shut_in });
    }
    for (hare_first, in_centre) in [(false, false), (true, false), (true, true)] {
        visitor.visit("Hare and Hounds", Hounds { hare_first, in_centre });
    }
    visitor.visit("L game", LGame);
    for free_centre in [false, true] {
        visitor.visit("Mū tōrere", MuTorere { free_centre });
    }
    for (width, height) in [(3, 3), (4, 3), (4, 4)] {
        visitor.visit("Hexapawn", Hexapawn { width, height });
    }
    for (width, height) in [(3, 4), (3, 5), (4, 4)] {
        visitor.visit("Breakthrough", Breakthrough { width, height });
    }
    for game in Fanorona::ALL {
        visitor.visit("Fanorona", game);
    }
    for (width, height, most) in [(3, 3, 2), (2, 3, 2), (4, 3, 3)] {
        for walls in 0..=most {
            visitor.visit("Quoridor", Quoridor { width, height, walls });
        }
    }
    for (columns, rows) in [(1, 1), (2, 1), (3, 1), (2, 2)] {
        visitor.visit("Dots and Boxes", Boxes::Square { columns, rows });
    }
    for (houses, most) in [(1, 6), (2, 6), (3, 3)] {
        for seeds in 1..=most {
            for takes_alone in [false, true] {
                visitor.visit("Kalah", Kalah { houses, seeds, takes_alone });
            }
        }
    }
    (2..=4).for_each(|size| visitor.visit("Runs", Runs { size }));
    for takes in Subtraction::SETS {
        visitor.visit("Subtraction", Subtraction { stones: 100, takes });
    }
    for game in StoneGame::ALL {
        visitor.visit(if game.at_ends { "Stone Game" } else { "Stone Game II" }, game);
    }
    visitor.visit("Cat and Mouse", CatAndMouse::FIVE);
    visitor.visit("Cat and Mouse", CatAndMouse::THREE);
    for (points, has_exit) in [(1, false), (1, true), (3, true)] {
        visitor.visit("Going round", GoingRound { points, has_exit });
    }
    for (width, height) in [(3, 3), (4, 3), (4, 4)] {
        visitor.visit("Cram", Cram { width, height });
        visitor.visit("Domineering", Domineering { width, height });
    }
    visitor.visit("Kayles", Kayles { pins: 20, takes_one: true });
    visitor.visit("Tic-tac-toe", TicTacToe { size: 3 });
    visitor.visit("Connect Four", ConnectFour { columns: 4, rows: 4 });
    for (width, height) in [(4, 3), (5, 3), (5, 5), (8, 8)] {
        visitor.visit("Knight's Walk", KnightWalk { width, height });
    }
    visitor.visit("King and rook against king", RookEndgame);
    visitor.visit("Ace points of backgammon", AcePoints { pieces: 15 });
    visitor.visit("Royal Game of Ur, small", RoyalUr { squares: 6 });
    visitor.visit("Pig", Pig { goal: 20 });
}

/// Visits the games that take a minute or more, and much memory.
pub fn visit_large(visitor: &mut impl Visitor) {
    visitor.visit("Breakthrough", Breakthrough { width: 4, height: 5 });
    visitor.visit("Dots and Boxes", Boxes::Square { columns: 3, rows: 2 });
    visitor.visit("Triangle War", Boxes::Triangle);
    for (houses, seeds) in [(3, 4), (4, 2), (4, 3)] {
        visitor.visit("Kalah", Kalah { houses, seeds, takes_alone: false });
    }
    visitor.visit("Kalah", Kalah { houses: 3, seeds: 4, takes_alone: true });
    visitor.visit("Connect Four", ConnectFour { columns: 4, rows: 5 });
    visitor.visit("Dobutsu Shogi", Dobutsu);
    visitor.visit("Six Men's Morris", SixMensMorris);
    visitor.visit("Pig", Pig { goal: 100 });
}
