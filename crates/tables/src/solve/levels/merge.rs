//! Merges all levels in the order of their words.

use rayon::prelude::*;

use super::solve::{SolvedBlock, SolvedLevels};
use crate::solve::encode::RangeWriter;
use crate::solve::error::SolveError;

/// How many blocks' words are merged at a time, on each thread.
const BLOCKS: usize = 16;

impl SolvedLevels {
    /// Writes all positions; `None` if one is in several levels.
    pub(crate) fn write(
        self,
        mut writer: RangeWriter<'_>,
    ) -> Result<Option<[Vec<u8>; 5]>, SolveError> {
        let mut firsts: Vec<u64> =
            self.runs.iter().flatten().map(|block| block.words.first).collect();
        firsts.sort_unstable();
        let mut starts: Vec<u64> = firsts.into_iter().step_by(BLOCKS).collect();
        starts.dedup();
        let numbers: Vec<usize> = (0..starts.len()).collect();
        for numbers in numbers.chunks(rayon::current_num_threads()) {
            let part = |&number: &usize| self.part(starts[number], starts.get(number + 1).copied());
            let parts: Result<Vec<_>, SolveError> = numbers.par_iter().map(part).collect();
            for part in parts? {
                if part.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                    return Ok(None);
                }
                writer.add(&part)?;
            }
        }
        // They take more memory than what is still to be done.
        drop(self.runs);
        writer.finish().map(Some)
    }

    /// All positions with words from `start` to `end`.
    fn part(&self, start: u64, end: Option<u64>) -> Result<Vec<(u64, u16)>, SolveError> {
        let is_before_end = |word: u64| end.is_none_or(|end| word < end);
        let mut positions = Vec::new();
        for run in &self.runs {
            let first = |block: &SolvedBlock| block.words.first;
            // The block before may reach into the part.
            let from = run.partition_point(|block| first(block) <= start).saturating_sub(1);
            let to = run.partition_point(|block| is_before_end(first(block)));
            let begin = positions.len();
            run[from.min(to)..to].iter().try_for_each(|block| block.read(&mut positions))?;
            let (low, high) = {
                let own = &positions[begin..];
                (
                    own.partition_point(|it| it.0 < start),
                    own.partition_point(|it| is_before_end(it.0)),
                )
            };
            positions.truncate(begin + high);
            positions.drain(begin..begin + low);
        }
        // The runs are sorted, which a stable sort makes use of.
        positions.sort_by_key(|&(word, _)| word);
        Ok(positions)
    }
}
