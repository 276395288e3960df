//! The sections of a table: the code of the values, and a static function for each of its bits.

use std::sync::atomic::Ordering::Relaxed;

use perfectplay_core::coded::{Code, CodeWord, CodedValues};
use perfectplay_core::control::Control;
use perfectplay_core::retrieval::{FunctionsBuilder, fingerprint, mix, scale, shards, solve};
use rayon::prelude::*;

use crate::solve::error::SolveError;
use crate::solve::forwards::SolvedPositions;
use crate::solve::positions::SHARDS;
use crate::solve::value::Counts;

/// How many shards of a function are solved before they are appended.
const TOGETHER: usize = 64;

/// The most columns of a function of any table: the zeros behind the shards are always enough for this many.
const MOST_COLUMNS: usize = 7;

/// The code of the values, and its functions.
pub(crate) struct EncodedValues {
    pub(crate) code: Code,
    pub(crate) functions: FunctionsBuilder,
}

/// Encodes the values of all positions, with a filter of all of them of this many bits. That takes less memory than finding them did.
pub(crate) fn encode(
    positions: &SolvedPositions,
    counts: &Counts,
    members: u8,
    control: Control<'_>,
) -> Result<EncodedValues, SolveError> {
    let code = Code::new(counts).with_members(members);
    let mut codes = vec![CodeWord { bits: 0, length: 0 }; usize::from(u16::MAX) + 1];
    for (value, word) in code.words() {
        codes[usize::from(value)] = word;
    }
    let (filter, first) = (code.filter_bits(), code.first());
    let mut functions = FunctionsBuilder::new(MOST_COLUMNS);
    functions.grow(code.functions());
    let source = Source { positions, control };
    let keys_of = |is_key: &dyn Fn(u16) -> bool| {
        counts.iter().filter(|one| is_key(one.0)).map(|one| one.1).sum::<u64>()
    };
    if filter > 0 {
        let keys = keys_of(&|value| value != first);
        let print = |_: &_, hash, value| (value != first).then(|| fingerprint(hash, filter));
        source.append(&mut functions, code.longest(), filter.into(), keys, print)?;
    }
    for function in 0..code.longest() {
        let bit = |value: u16| codes[usize::from(value)].bit(function);
        if function == 0 && filter > 0 {
            let bit = |built: &FunctionsBuilder, hash, value| {
                let passes = CodedValues::over(&code, built.sections()).passes(hash);
                bit(value).filter(|_| passes == Some(true))
            };
            let keys = source.count(|hash, value| bit(&functions, hash, value));
            source.append(&mut functions, function, 1, keys, bit)?;
        } else {
            let keys = keys_of(&|value| bit(value).is_some());
            source.append(&mut functions, function, 1, keys, |_, _, value| bit(value))?;
        }
    }
    if members > 0 {
        let print = |_: &_, hash, _| Some(fingerprint(hash, members));
        let function = code.member_function();
        source.append(&mut functions, function, members.into(), keys_of(&|_| true), print)?;
    }
    Ok(EncodedValues { code, functions })
}

struct Source<'a> {
    positions: &'a SolvedPositions,
    control: Control<'a>,
}

impl Source<'_> {
    /// How many positions `value` returns something for.
    fn count(&self, value: impl Fn(u64, u16) -> Option<u8> + Sync) -> u64 {
        (0..SHARDS).into_par_iter().map(|shard| self.keys_of(shard, &value).count() as u64).sum()
    }

    /// Makes a function of this many keys: those for which `value` returns one, given the functions so far, the hash and
    /// the value.
    fn append(
        &self,
        functions: &mut FunctionsBuilder,
        function: usize,
        columns: usize,
        keys: u64,
        value: impl Fn(&FunctionsBuilder, u64, u16) -> Option<u8> + Sync,
    ) -> Result<(), SolveError> {
        let all = shards(keys);
        for first in (0..all).step_by(TOGETHER) {
            let value = |hash, stored| value(functions, hash, stored);
            let solved: Result<Vec<_>, SolveError> = (first..all.min(first + TOGETHER))
                .into_par_iter()
                .map(|shard| {
                    self.control.check()?;
                    Ok(solve(&self.keys(shard, all, value), columns)?)
                })
                .collect();
            functions.append(function, &solved?)?;
        }
        Ok(())
    }

    /// The keys of a shard of a function that has this many: they are in a few neighbouring shards of the positions, as
    /// both are cut by the high bits of the hash.
    fn keys(
        &self,
        shard: usize,
        all: usize,
        value: impl Fn(u64, u16) -> Option<u8>,
    ) -> Vec<(u64, u8)> {
        let (first, end) = (shard * SHARDS / all, ((shard + 1) * SHARDS).div_ceil(all));
        let mut keys = Vec::with_capacity(1 << 15);
        for positions in first..end {
            let is_of_shard = |hash| scale(hash, all as u64) as usize == shard;
            keys.extend(self.keys_of(positions, &value).filter(|&(hash, _)| is_of_shard(hash)));
        }
        keys
    }

    /// The keys of a shard of the positions.
    fn keys_of(
        &self,
        shard: usize,
        value: impl Fn(u64, u16) -> Option<u8>,
    ) -> impl Iterator<Item = (u64, u8)> {
        let words = self.positions.words[shard].iter().map(|&word| mix(word));
        let stored = words.zip(&self.positions.values.0[shard]);
        stored.filter_map(move |(hash, stored)| Some((hash, value(hash, stored.load(Relaxed))?)))
    }
}
