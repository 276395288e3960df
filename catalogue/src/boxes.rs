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

/// The edges that are drawn, and how many points the player to move has more than the opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edges {
    drawn: u32,
    lead: i8,
}

impl Boxes {
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

    fn closed(self, drawn: u32) -> i8 {
        self.boxes().into_iter().filter(|it| drawn & it == *it).count() as i8
    }
}

impl Game for Boxes {
    type Position = Edges;
    type Move = u32;

    fn name(&self) -> String {
        match self {
            Self::Square { columns, rows } => format!("boxes-{columns}x{rows}"),
            Self::Triangle => "triangles-10".to_owned(),
        }
    }

    fn start(&self) -> Edges {
        Edges { drawn: 0, lead: 0 }
    }

    fn pack(&self, Edges { drawn, lead }: Edges) -> u64 {
        u64::from(drawn) << 8 | u64::from(lead as u8)
    }

    fn unpack(&self, word: u64) -> Edges {
        Edges { drawn: (word >> 8) as u32, lead: word as i8 }
    }

    fn moves(&self, Edges { drawn, lead }: Edges, mut each: impl FnMut(u32, Edges)) {
        let before = self.closed(drawn);
        for edge in (0..self.edges()).filter(|edge| drawn >> edge & 1 == 0) {
            let drawn = drawn | 1 << edge;
            let points = self.closed(drawn) - before;
            each(edge, Edges { drawn, lead: if points > 0 { lead + points } else { -lead } });
        }
    }

    fn end(&self, Edges { drawn, lead }: Edges) -> Option<End> {
        (drawn.count_ones() == self.edges()).then_some(End::Score(lead.into()))
    }

    fn same_player(&self, from: Edges, to: Edges) -> bool {
        self.closed(to.drawn) > self.closed(from.drawn)
    }

    fn values(&self) -> Values {
        Values::Score
    }

    /// A digit for each edge, 1 if it is drawn, and the lead of the player to move.
    fn show(&self, Edges { drawn, lead }: Edges) -> String {
        let edges: String =
            (0..self.edges()).map(|it| if drawn >> it & 1 == 1 { '1' } else { '0' }).collect();
        format!("{edges} {lead}")
    }

    fn read(&self, text: &str) -> Result<Edges, ReadError> {
        let (edges, lead) = text.split_once(' ').ok_or("after the edges there is the lead")?;
        if edges.len() != self.edges() as usize {
            return Err(format!("there are {} edges", self.edges()).into());
        }
        let reversed: String = edges.chars().rev().collect();
        Ok(Edges { drawn: u32::from_str_radix(&reversed, 2)?, lead: lead.parse()? })
    }

    fn rules(&self) -> &str {
        "Draw an edge. Who closes a box or triangle gets a point and draws again."
    }
}
