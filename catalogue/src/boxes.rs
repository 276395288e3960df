//! Dots and Boxes, and Triangle War: players draw edges in turn. Who closes a box, or a triangle, gets a point and draws again.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

/// One of the games.
#[derive(Clone, Copy, Debug)]
pub enum Boxes {
    /// Boxes in columns and rows.
    Square {
        /// How many columns there are.
        columns: u32,
        /// How many rows there are.
        rows: u32,
    },
    /// A triangle of ten dots and nine triangles.
    Triangle,
}

impl Boxes {
    /// Boxes in so many columns and rows.
    #[must_use]
    pub const fn square((columns, rows): (u32, u32)) -> Self {
        Self::Square { columns, rows }
    }

    const fn edges(self) -> u32 {
        match self {
            Self::Square { columns, rows } => columns * (rows + 1) + (columns + 1) * rows,
            Self::Triangle => 18,
        }
    }

    /// The edges of each box.
    fn boxes(self) -> Vec<u32> {
        let set = |edges: &[u32]| edges.iter().fold(0, |set, edge| set | 1 << edge);
        match self {
            // Edges that lie come first, row by row.
            Self::Square { columns, rows } => (0..rows * columns)
                .map(|it| {
                    let (column, row) = (it % columns, it / columns);
                    let left = columns * (rows + 1) + row * (columns + 1) + column;
                    set(&[it, it + columns, left, left + 1])
                })
                .collect(),
            // Triangles that point up have three edges of their own: left, right and below; others one of each neighbour.
            Self::Triangle => {
                let up = (0..6).map(|it| set(&[3 * it, 3 * it + 1, 3 * it + 2]));
                let down = [(0, 1, 2), (1, 3, 4), (2, 4, 5)];
                let between =
                    down.map(|(above, left, right)| set(&[3 * above + 2, 3 * left + 1, 3 * right]));
                up.chain(between).collect()
            }
        }
    }

    /// How many boxes are closed.
    fn closed(self, drawn: u32) -> i16 {
        self.boxes().into_iter().filter(|it| drawn & it == *it).count() as i16
    }
}

impl Game for Boxes {
    /// The edges that are drawn.
    type Position = u32;
    type Move = u32;

    fn name(&self) -> String {
        match self {
            Self::Square { columns, rows } => format!("boxes-{columns}x{rows}"),
            Self::Triangle => "triangles-10".to_owned(),
        }
    }

    fn start(&self) -> u32 {
        0
    }

    fn pack(&self, drawn: u32) -> u64 {
        drawn.into()
    }

    fn unpack(&self, word: u64) -> u32 {
        word as u32
    }

    fn moves(&self, drawn: u32, mut each: impl FnMut(u32, u32)) {
        let free = (0..self.edges()).filter(|edge| drawn >> edge & 1 == 0);
        free.for_each(|edge| each(edge, drawn | 1 << edge));
    }

    fn end(&self, drawn: u32) -> Option<End> {
        (drawn.count_ones() == self.edges()).then_some(End::Score(0))
    }

    fn gain(&self, from: u32, to: u32) -> i16 {
        self.closed(to) - self.closed(from)
    }

    fn same_player(&self, from: u32, to: u32) -> bool {
        self.gain(from, to) > 0
    }

    fn values(&self) -> Values {
        Values::Score
    }

    /// A digit for each edge, 1 if it is drawn.
    fn show(&self, drawn: u32) -> String {
        (0..self.edges()).map(|it| if drawn >> it & 1 == 1 { '1' } else { '0' }).collect()
    }

    fn read(&self, edges: &str) -> Result<u32, ReadError> {
        if edges.len() != self.edges() as usize {
            return Err(format!("there are {} edges", self.edges()).into());
        }
        let reversed: String = edges.chars().rev().collect();
        Ok(u32::from_str_radix(&reversed, 2)?)
    }

    fn rules(&self) -> &str {
        "Draw an edge. Who closes a box or triangle gets a point and draws again."
    }
}
