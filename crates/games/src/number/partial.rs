//! The search of positions with infinitely many available numbers, or with numbers above
//! [`LARGEST_SEARCHED`], of which only some moves can be tried.
//!
//! A win is found by a move that leads to a position that can be searched, or that a theorem
//! decides.
//!
//! A loss can be proven if all but finitely many moves are known to lose. That is what the quiet end theorem does,
//! see [`theorems`](super::theorems), for named numbers whose greatest common divisor g is prime, if their
//! quotients by g leave a quiet end. The moves that are not known to lose are then the multiples of g and the gaps
//! of the quiet end.

use std::collections::HashMap;

use super::{
    Finding, FoundMove, LARGEST_SEARCHED, NamedNumbers, Position, PositionError, Search, Verdict,
    finite,
};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Interrupted, Stopped};

/// The largest number that is tried if not all moves can be tried.
const LARGEST_TRIED: u64 = Position::MAX_NUMBER as u64;

/// The most positions with infinitely many available numbers that are searched for one question.
const MOST_POSITIONS: usize = 1 << 10;

/// The search of a child may visit 1 / `SHARE` of the positions that the limit still permits.
const SHARE: u64 = 4;

impl<O, P> Search<'_, O, P>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    /// Who wins, and by which moves, as far as can be determined within the limits. `verdict` is what theorems say
    /// about the position.
    ///
    /// # Errors
    /// If the caller stops the search.
    pub fn find(
        &mut self,
        named: &NamedNumbers,
        verdict: Option<&Verdict>,
    ) -> Result<Finding, Interrupted> {
        let found = finite::search(self, named, true);
        found.unwrap_or_else(|| PartialSearch::new(self).find(named, verdict))
    }
}

/// The search of one position of which only some moves can be tried.
#[derive(Debug)]
pub(super) struct PartialSearch<'a, 'v, O, P> {
    visits: &'a mut Search<'v, O, P>,
    /// By generators: positions with infinitely many available numbers, and their outcomes if they were
    /// determined.
    known: HashMap<Vec<u64>, Option<Outcome>>,
}

/// The moves to try.
struct Tries {
    numbers: Vec<u64>,
    /// Whether all others lose.
    others_lose: bool,
}

impl<'a, 'v, O, P> PartialSearch<'a, 'v, O, P>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    pub(super) fn new(visits: &'a mut Search<'v, O, P>) -> Self {
        Self { visits, known: HashMap::new() }
    }

    /// What can be determined about the position, about which theorems say `verdict`.
    pub(super) fn find(
        &mut self,
        named: &NamedNumbers,
        verdict: Option<&Verdict>,
    ) -> Result<Finding, Interrupted> {
        let mut winning = verdict.map_or(Vec::new(), |verdict| verdict.winning.clone());
        let mut outcome = verdict.map(|verdict| verdict.outcome);
        if outcome != Some(Outcome::Loss) {
            for number in tries(named).numbers {
                let Some(left) = self.after(named, number)? else { continue };
                if self.known_at_once(&left)? == Some(Outcome::Loss) {
                    winning.push(number);
                }
            }
        }
        if outcome.is_none() && winning.is_empty() {
            let (found, by) = self.try_all(named)?;
            outcome = found;
            winning.extend(by);
        }
        winning.sort_unstable();
        winning.dedup();
        if !winning.is_empty() {
            outcome = Some(Outcome::Win);
        }
        let won = |number| FoundMove { number, outcome: Some(Outcome::Loss) };
        Ok(Finding { outcome, moves: winning.into_iter().map(won).collect() })
    }

    /// The position after naming one more number. Those that are too large for their sums to be computed stay
    /// open, and so do all positions once no steps are left.
    fn after(
        &self,
        named: &NamedNumbers,
        number: u64,
    ) -> Result<Option<NamedNumbers>, Interrupted> {
        match named.name(number, self.visits.control) {
            Ok(left) => Ok(Some(left)),
            Err(PositionError::Stopped(stopped)) => stopped.or_open(),
            Err(_) => Ok(None),
        }
    }

    /// The outcome, if the caller knows it or by a theorem.
    fn known_at_once(&self, named: &NamedNumbers) -> Result<Option<Outcome>, Interrupted> {
        if let Some(outcome) = named.position().and_then(|position| self.visits.ask(position)) {
            return Ok(Some(outcome));
        }
        let verdict = Verdict::of(named, self.visits.control).or_else(Stopped::or_open)?;
        Ok(verdict.map(|verdict| verdict.outcome))
    }

    /// Who wins, and a winning move, by trying moves: first those whose outcome is known at once,
    /// then those that leave finitely many numbers, then the others.
    fn try_all(
        &mut self,
        named: &NamedNumbers,
    ) -> Result<(Option<Outcome>, Option<u64>), Interrupted> {
        let tries = tries(named);
        let mut open = Vec::new();
        for number in tries.numbers {
            if let Err(stopped) = self.visits.visit(1) {
                return stopped.or_open().map(|open| (open, None));
            }
            let left = self.after(named, number)?;
            match left.as_ref().map_or(Ok(None), |left| self.known_at_once(left))? {
                Some(Outcome::Loss) => return Ok((Some(Outcome::Win), Some(number))),
                Some(Outcome::Win) => {}
                None => open.push((number, left)),
            }
        }
        open.sort_by_key(|(_, left)| left.as_ref().map_or(u128::MAX, order));
        let mut all_known = true;
        for (number, left) in open {
            match left.map_or(Ok(None), |left| self.outcome_of_any(&left))? {
                Some(Outcome::Loss) => return Ok((Some(Outcome::Win), Some(number))),
                Some(Outcome::Win) => {}
                None => all_known = false,
            }
        }
        Ok(((all_known && tries.others_lose).then_some(Outcome::Loss), None))
    }

    /// Who wins a position that is not known at once.
    fn outcome_of_any(&mut self, named: &NamedNumbers) -> Result<Option<Outcome>, Interrupted> {
        if named.largest().is_some() {
            let (limit, visited) = (self.visits.limit, self.visits.count);
            self.visits.limit = visited + (limit - visited).div_ceil(SHARE);
            let found = finite::search(self.visits, named, false);
            self.visits.limit = limit;
            return found.map_or(Ok(None), |found| Ok(found?.outcome));
        }
        if let Some(&outcome) = self.known.get(named.generators()) {
            return Ok(outcome);
        }
        if self.known.len() >= MOST_POSITIONS || self.visits.count >= self.visits.limit {
            return Ok(None);
        }
        // No outcome while it is searched; its moves do not lead back to it.
        self.known.insert(named.generators().to_vec(), None);
        let (outcome, _) = self.try_all(named)?;
        self.known.insert(named.generators().to_vec(), outcome);
        Ok(outcome)
    }
}

/// Sorts positions by their largest number, those with infinitely many numbers last.
fn order(named: &NamedNumbers) -> u128 {
    named.largest().unwrap_or(u128::MAX)
}

/// The moves to try in a position in which not all moves can be tried.
fn tries(named: &NamedNumbers) -> Tries {
    let up_to = |largest: u64| (2..=largest).filter(|&number| named.allows(number));
    let factor = named.common_factor();
    let gaps = named.reduced_gaps().filter(|gaps| gaps.largest <= LARGEST_SEARCHED as u128);
    let (Some(gaps), true) = (gaps, [2, 3].contains(&factor)) else {
        return Tries { numbers: up_to(LARGEST_TRIED).collect(), others_lose: false };
    };
    let is_gap = |number: u64| named.allows(number * factor);
    let is_quiet_end = gaps.count * 2 == gaps.largest + 1;
    let is_tried = |&number: &u64| {
        number.is_multiple_of(factor)
            || if is_quiet_end { is_gap(number) } else { number <= LARGEST_TRIED }
    };
    // The largest gap, times the factor, is the largest multiple that is left.
    let largest = (gaps.largest as u64 * factor).max(LARGEST_TRIED);
    Tries { numbers: up_to(largest).filter(is_tried).collect(), others_lose: is_quiet_end }
}
