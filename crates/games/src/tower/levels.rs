//! The levels of a tower, kept in the position itself.

use std::cmp::Ordering;
use std::ops::{Deref, DerefMut};

use super::level::Level;

/// How many levels are kept in the position itself: at least the 36 that play from the towers of tables can reach,
/// so that a probe reads one place of memory, and a move allocates nothing.
pub const FEW: usize = 40;

/// How many levels are counted at a time.
pub(super) const GROUP: usize = 8;

/// A list of levels.
///
/// The last level is followed by empty ones. So a probe can look at groups of levels, of which most towers have
/// one or two, instead of at as many levels as there happen to be, which cannot be predicted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Levels {
    few: [Level; FEW],
    /// How many of `few` are levels.
    count: u8,
    /// All levels, if there are too many for `few`, which are then empty.
    many: Option<Box<[Level]>>,
}

impl Levels {
    /// These levels.
    pub fn from_slice(levels: &[Level]) -> Self {
        let mut few = [Level::default(); FEW];
        match few.get_mut(..levels.len()) {
            Some(places) => {
                places.copy_from_slice(levels);
                Self { few, count: levels.len() as u8, many: None }
            }
            None => Self { few, count: 0, many: Some(levels.into()) },
        }
    }

    /// Adds a level at the end.
    pub fn push(&mut self, level: Level) {
        match self.few.get_mut(usize::from(self.count)) {
            Some(place) if self.many.is_none() => {
                *place = level;
                self.count += 1;
            }
            _ => {
                let all: Vec<Level> = self.iter().copied().chain([level]).collect();
                *self = Self::from_slice(&all);
            }
        }
    }

    /// All levels in groups, with empty levels at the end.
    #[inline]
    pub fn groups(&self) -> &[[Level; GROUP]] {
        let groups = self.few.as_chunks().0;
        &groups[..usize::from(self.count).div_ceil(GROUP).min(groups.len())]
    }

    /// The levels, if they are not in [`groups`](Self::groups).
    #[inline]
    pub fn many(&self) -> &[Level] {
        self.many.as_deref().unwrap_or(&[])
    }
}

impl Deref for Levels {
    type Target = [Level];

    #[inline]
    fn deref(&self) -> &[Level] {
        match &self.many {
            Some(many) => many,
            None => &self.few[..usize::from(self.count).min(FEW)],
        }
    }
}

impl DerefMut for Levels {
    fn deref_mut(&mut self) -> &mut [Level] {
        match &mut self.many {
            Some(many) => many,
            None => &mut self.few[..usize::from(self.count).min(FEW)],
        }
    }
}

impl FromIterator<Level> for Levels {
    fn from_iter<I: IntoIterator<Item = Level>>(levels: I) -> Self {
        let mut all = Self::from_slice(&[]);
        levels.into_iter().for_each(|level| all.push(level));
        all
    }
}

impl PartialOrd for Levels {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Levels {
    fn cmp(&self, other: &Self) -> Ordering {
        self[..].cmp(other)
    }
}
