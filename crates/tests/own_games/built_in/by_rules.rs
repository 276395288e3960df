//! Games that are built in, described by their plain rules, with which their own solvers share no code.

use std::array;
use std::fmt::Display;

use perfectplay_core::Rules;
use perfectplay_games::chomp::Chomp;
use perfectplay_games::number::Number;
use perfectplay_games::stake::{Stake, rules};
use perfectplay_games::{chomp, number, stake};
use perfectplay_tables::solve::{End, Game, Values};

/// A built-in game, and what a description has besides the rules.
pub(super) struct ByRules<R: Rules> {
    rules: R,
    name: String,
    start: R::Position,
    values: Values,
    pack: fn(R::Position) -> u64,
    unpack: fn(u64) -> R::Position,
    canonical: fn(R::Position) -> R::Position,
    end: fn(R::Position) -> Option<End>,
}

impl<R: Rules<Position: Copy, Move: Display> + Send + Sync + 'static> Game for ByRules<R> {
    type Position = R::Position;
    type Move = R::Move;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> R::Position {
        self.start
    }

    fn pack(&self, position: R::Position) -> u64 {
        (self.pack)(position)
    }

    fn unpack(&self, word: u64) -> R::Position {
        (self.unpack)(word)
    }

    fn moves(&self, position: R::Position, mut each: impl FnMut(R::Move, R::Position)) {
        self.rules.moves(&position).into_iter().for_each(|(step, after)| each(step, after));
    }

    fn end(&self, position: R::Position) -> Option<End> {
        (self.end)(position)
    }

    fn canonical(&self, position: R::Position) -> R::Position {
        (self.canonical)(position)
    }

    fn values(&self) -> Values {
        self.values
    }
}

/// The Number Game with numbers up to a bound, as bits.
pub(super) fn numbers(bound: u8) -> ByRules<Number> {
    ByRules {
        rules: Number,
        name: format!("numbers-{bound}"),
        start: number::Position::full(bound),
        values: Values::Outcome,
        pack: number::Position::mask,
        unpack: |word| number::Position::from_mask(word).expect("a position"),
        canonical: |position| position,
        end: |_| None,
    }
}

/// Chomp: the rows in four bits each. Who takes the last cell has lost: with none left the player to move has won.
pub(super) fn bar(rows: usize, columns: usize) -> ByRules<Chomp> {
    ByRules {
        rules: Chomp,
        name: format!("bar-{rows}x{columns}"),
        start: chomp::Position::bar(rows, columns).expect("a bar"),
        values: Values::Misere,
        pack: |bar| bar.left()[..16].iter().rfold(0, |word, &cells| word << 4 | u64::from(cells)),
        unpack: |word| {
            let rows: [u8; 16] = array::from_fn(|row| (word >> (4 * row) & 15) as u8);
            chomp::Position::new(&rows).expect("a position")
        },
        canonical: if rows == columns { |bar| bar.min(bar.transposed()) } else { |bar| bar },
        end: |_| None,
    }
}

/// Stake Your Claim on 3 × 3 cells: those of the digits 0 and 1 as bits.
pub(super) fn claims() -> ByRules<Stake> {
    ByRules {
        rules: Stake,
        name: "claims-3x3".to_owned(),
        start: stake::Position::empty(3).expect("a size"),
        values: Values::Score,
        pack: |board| board.filled()[0] << 32 | board.filled()[1],
        unpack: |word| {
            stake::Position::from_masks(3, [word >> 32, word & 0xffff_ffff]).expect("a board")
        },
        canonical: |board| board,
        end: |board| {
            let score = || End::Score(rules::final_score(&rules::grid(&board)).into());
            (board.empty_cells() == 0).then(score)
        },
    }
}
