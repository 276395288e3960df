//! The endgame of king and rook against king on a chess board, from every legal position. It is White's who has the rook.

use perfectplay_tables::solve::{End, Game, ReadError};

/// The endgame.
#[derive(Clone, Copy, Debug)]
pub struct RookEndgame;

/// Cells from 0 for a1 to 63 for h8. A rook that was taken is where the black king is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces {
    king: u8,
    rook: u8,
    black: u8,
    is_white: bool,
}

const fn distance(one: u8, other: u8) -> u8 {
    let (columns, rows) = ((one % 8).abs_diff(other % 8), (one / 8).abs_diff(other / 8));
    if columns > rows { columns } else { rows }
}

fn beside(cell: u8) -> impl Iterator<Item = u8> {
    (0..64).filter(move |&other| distance(cell, other) == 1)
}

impl Pieces {
    /// Whether nothing is between the rook and a cell in its row or column but perhaps the black king.
    fn attacks(self, cell: u8) -> bool {
        let Self { king, rook, .. } = self;
        let is_between = |a: u8, b: u8, c: u8| a.min(c) < b && b < a.max(c);
        let by_row =
            rook / 8 == cell / 8 && !(king / 8 == rook / 8 && is_between(rook, king, cell));
        let by_column =
            rook % 8 == cell % 8 && !(king % 8 == rook % 8 && is_between(rook, king, cell));
        rook != cell && (by_row || by_column)
    }

    const fn is_taken(self) -> bool {
        self.rook == self.black
    }

    /// Whether no king could be taken by whoever moves.
    fn is_legal(self) -> bool {
        let apart = distance(self.king, self.black) > 1 && self.king != self.rook;
        apart && (self.is_taken() || !self.is_white || !self.attacks(self.black))
    }

    fn map(self, map: impl Fn(u8) -> u8) -> Self {
        Self { king: map(self.king), rook: map(self.rook), black: map(self.black), ..self }
    }
}

fn cell(cell: u8) -> String {
    crate::boards::name((cell % 8).into(), (cell / 8).into())
}

impl Game for RookEndgame {
    type Position = Pieces;
    type Move = String;

    fn name(&self) -> String {
        "rook-8x8".to_owned()
    }

    fn start(&self) -> Pieces {
        Pieces { king: 4, rook: 0, black: 60, is_white: true }
    }

    fn starts(&self, mut each: impl FnMut(Pieces)) {
        for word in 0..1 << 19 {
            let position = self.unpack(word);
            if position.is_legal() && !position.is_taken() {
                each(position);
            }
        }
    }

    fn pack(&self, Pieces { king, rook, black, is_white }: Pieces) -> u64 {
        let cells = u64::from(king) << 12 | u64::from(rook) << 6 | u64::from(black);
        cells << 1 | u64::from(is_white)
    }

    fn unpack(&self, word: u64) -> Pieces {
        let cell = |place: u32| (word >> (1 + 6 * place)) as u8 & 63;
        Pieces { king: cell(2), rook: cell(1), black: cell(0), is_white: word & 1 == 1 }
    }

    fn moves(&self, from: Pieces, mut each: impl FnMut(String, Pieces)) {
        let mut legal = |text: String, after: Pieces| {
            let after = Pieces { is_white: !from.is_white, ..after };
            if after.is_legal() {
                each(text, after);
            }
        };
        if !from.is_white {
            for to in beside(from.black) {
                let after = Pieces { black: to, ..from };
                legal(cell(to), after);
            }
            return;
        }
        beside(from.king)
            .for_each(|to| legal(format!("K{}", cell(to)), Pieces { king: to, ..from }));
        for to in (0..64).filter(|&to| from.attacks(to) && to != from.king && to != from.black) {
            let passes = Pieces { king: from.black, ..from }.attacks(to);
            if passes {
                legal(format!("R{}", cell(to)), Pieces { rook: to, ..from });
            }
        }
    }

    /// A king that cannot move and is not attacked is stalemated.
    fn end(&self, from: Pieces) -> Option<End> {
        let can_move =
            || beside(from.black).any(|to| Pieces { black: to, is_white: true, ..from }.is_legal());
        let is_stalemate = !from.is_white && !from.attacks(from.black) && !can_move();
        (from.is_taken() || is_stalemate).then_some(End::Draw)
    }

    fn canonical(&self, from: Pieces) -> Pieces {
        let symmetry = |number: u8| {
            from.map(|cell| {
                let (column, row) = (cell % 8, cell / 8);
                let (column, row) = if number & 1 == 0 { (column, row) } else { (7 - column, row) };
                let (column, row) = if number & 2 == 0 { (column, row) } else { (column, 7 - row) };
                if number & 4 == 0 { column + 8 * row } else { row + 8 * column }
            })
        };
        (0..8).map(symmetry).min_by_key(|&it| self.pack(it)).expect("there are some")
    }

    fn show(&self, from: Pieces) -> String {
        let (king, rook, black) = (cell(from.king), cell(from.rook), cell(from.black));
        format!("K{king} R{rook} k{black} {}", if from.is_white { "white" } else { "black" })
    }

    fn read(&self, text: &str) -> Result<Pieces, ReadError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [king, rook, black, mover] = parts[..] else {
            return Err("it is as in Ke1 Ra1 ke8 white".into());
        };
        let cell = |text: &str, letter: char| {
            let (column, row) = text.strip_prefix(letter)?.as_bytes().split_first()?;
            let (column, row) = (column.wrapping_sub(b'a'), row.first()?.wrapping_sub(b'1'));
            (column < 8 && row < 8).then_some(8 * row + column)
        };
        let cells = (cell(king, 'K'), cell(rook, 'R'), cell(black, 'k'));
        let (Some(king), Some(rook), Some(black)) = cells else {
            return Err("cells are a1 to h8".into());
        };
        Ok(Pieces { king, rook, black, is_white: mover == "white" })
    }
}
