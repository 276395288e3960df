//! Chomp on graphs (graph take-away): take an edge, or a point with its edges. Who takes the last point has won.

use perfectplay_tables::solve::{Game, ReadError, Values};

use crate::boards::{self, set};

/// The game, of which Grundy values are known.
#[derive(Clone, Copy, Debug)]
pub struct GraphChomp {
    /// What the graph is called, in letters and digits.
    pub name: &'static str,
    /// The points, each a character.
    pub points: &'static str,
    /// The edges, each both of its points, with blanks between them.
    pub edges: &'static str,
}

impl GraphChomp {
    /// Complete graphs, and the one of Petersen.
    pub const ALL: [Self; 5] = [
        Self { name: "k3", points: "123", edges: "12 13 23" },
        Self { name: "k4", points: "1234", edges: "12 13 23 14 24 34" },
        Self { name: "k5", points: "12345", edges: "12 13 23 14 24 34 15 25 35 45" },
        Self {
            name: "k6",
            points: "123456",
            edges: "12 13 23 14 24 34 15 25 35 45 16 26 36 46 56",
        },
        Self {
            name: "petersen",
            points: "0123456789",
            edges: "01 12 23 34 04 05 16 27 38 49 57 79 69 68 58",
        },
    ];

    fn edges(&self) -> impl Iterator<Item = &'static str> {
        self.edges.split(' ')
    }

    fn points(&self) -> impl Iterator<Item = &'static str> {
        (0..self.points.len()).map(|point| &self.points[point..=point])
    }
}

/// The numbers of the names that are such, as a set.
fn set_of(names: impl Iterator<Item = &'static str>, is_such: impl Fn(&str) -> bool) -> u32 {
    set((0..).zip(names).filter(|(_, name)| is_such(name)).map(|(number, _)| number))
}

/// The names of a set, with their numbers.
fn names_of(
    set: u32,
    names: impl Iterator<Item = &'static str>,
) -> impl Iterator<Item = (u32, &'static str)> {
    (0..).zip(names).filter(move |(number, _)| set >> number & 1 == 1)
}

impl Game for GraphChomp {
    /// The points and the edges that are left.
    type Position = [u32; 2];
    type Move = &'static str;
    boards::packed!();

    fn name(&self) -> String {
        format!("graphchomp-{}", self.name)
    }

    fn start(&self) -> [u32; 2] {
        [set_of(self.points(), |_| true), set_of(self.edges(), |_| true)]
    }

    fn moves(&self, [points, edges]: [u32; 2], mut each: impl FnMut(&'static str, [u32; 2])) {
        for (number, point) in names_of(points, self.points()) {
            let left = set_of(self.edges(), |edge| !edge.contains(point));
            each(point, [points & !(1 << number), edges & left]);
        }
        for (number, edge) in names_of(edges, self.edges()) {
            each(edge, [points, edges & !(1 << number)]);
        }
    }

    fn values(&self) -> Values {
        Values::Grundy
    }

    /// The points, or `none`, then the edges.
    fn show(&self, [points, edges]: [u32; 2]) -> String {
        if points == 0 {
            return "none".to_owned();
        }
        let points: String = names_of(points, self.points()).map(|(_, name)| name).collect();
        names_of(edges, self.edges()).fold(points, |text, (_, name)| text + " " + name)
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        let (points, edges) = text.split_once(' ').unwrap_or((text, ""));
        let has_edge = |edge: &str| edges.split(' ').any(|it| it == edge);
        Ok([set_of(self.points(), |it| points.contains(it)), set_of(self.edges(), has_edge)])
    }

    fn rules(&self) -> &str {
        "Take an edge, or a point with its edges. Who takes the last point has won."
    }
}
