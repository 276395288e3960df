//! Cat and Mouse on a graph: in turn they walk along an edge. The mouse, which moves first, wins in the hole, point 0, which the
//! cat never enters; the cat wins where the mouse is. Who cannot walk has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{choice, parts};

/// The game. The mouse begins on point 1, the cat on point 2.
#[derive(Clone, Copy, Debug)]
pub struct CatAndMouse {
    /// The points to which edges lead, by point.
    pub graph: &'static [&'static [u8]],
}

/// The points of the mouse and of the cat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chase {
    mouse: u8,
    cat: u8,
    cat_moves: bool,
}

impl CatAndMouse {
    /// Five points, on which the cat wins.
    pub const FIVE: Self = Self { graph: &[&[3], &[4], &[3], &[0, 2, 4], &[1, 3]] };
    /// Three points, where the mouse has to walk into the cat.
    pub const THREE: Self = Self { graph: &[&[2], &[2], &[0, 1]] };
}

impl Game for CatAndMouse {
    type Position = Chase;
    type Move = u8;

    fn name(&self) -> String {
        format!("catmouse-{}", self.graph.len())
    }

    fn start(&self) -> Chase {
        Chase { mouse: 1, cat: 2, cat_moves: false }
    }

    fn pack(&self, Chase { mouse, cat, cat_moves }: Chase) -> u64 {
        u64::from_le_bytes([cat_moves.into(), cat, mouse, 0, 0, 0, 0, 0])
    }

    fn unpack(&self, word: u64) -> Chase {
        let [cat_moves, cat, mouse, ..] = word.to_le_bytes();
        Chase { mouse, cat, cat_moves: cat_moves == 1 }
    }

    fn moves(&self, at: Chase, mut each: impl FnMut(u8, Chase)) {
        if at.cat_moves {
            for &cat in self.graph[usize::from(at.cat)].iter().filter(|&&to| to != 0) {
                each(cat, Chase { cat, cat_moves: false, ..at });
            }
        } else {
            for &mouse in self.graph[usize::from(at.mouse)] {
                each(mouse, Chase { mouse, cat_moves: true, ..at });
            }
        }
    }

    fn end(&self, at: Chase) -> Option<End> {
        let won = |is_won| Some(if is_won { End::Win } else { End::Loss });
        match at.mouse {
            0 => won(!at.cat_moves),
            mouse if mouse == at.cat => won(at.cat_moves),
            _ => None,
        }
    }

    fn show(&self, at: Chase) -> String {
        format!("mouse {} cat {} {}", at.mouse, at.cat, if at.cat_moves { "cat" } else { "mouse" })
    }

    fn read(&self, text: &str) -> Result<Chase, ReadError> {
        let ["mouse", mouse, "cat", cat, mover] = parts(text)? else {
            return Err("it is as in mouse 1 cat 2 mouse".into());
        };
        let cat_moves = choice(&["mouse", "cat"], mover)? == 1;
        let at = Chase { mouse: mouse.parse()?, cat: cat.parse()?, cat_moves };
        let is_on_graph = usize::from(at.mouse.max(at.cat)) < self.graph.len();
        is_on_graph.then_some(at).ok_or_else(|| "the graph has no such point".into())
    }

    fn rules(&self) -> &str {
        "The mouse runs to the hole, point 0. The cat, which cannot enter it, catches the mouse."
    }
}
