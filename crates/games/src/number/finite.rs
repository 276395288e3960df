//! The search of positions with finitely many numbers, none above [`LARGEST_SEARCHED`].
//!
//! # Depth first, with a memory
//!
//! A position is won if one of its moves leads to a lost position. The outcome of a child is
//! known at once if the caller has it (from a table), if it was visited before, or
//! if the child is an *end*, see below. The other children are searched, those with the smallest
//! largest number first, for they are nearest to known outcomes.
//!
//! # Ends
//!
//! Let t be the largest available number. If naming any other number makes t unavailable, too, the
//! position is an *end*, and won: if naming t leaves a lost position, t wins. Else some number x
//! wins after t. Naming x at once leads to the same position, since it makes t unavailable, so x
//! wins. (This is a strategy-stealing argument, which does not find the winning number: Winning
//! Ways, chapter 18; the term *end* is Sicherman's.)
//!
//! Ends are recognised by counting. Of x and t − x, for 1 ≤ x < t, at least one is a gap, as
//! t is one. So there are at least ⌊t/2⌋ + 1 gaps, 1 and t among them, and exactly as many
//! if no two different gaps add up to t. Then the position is an end: when x is named, t − x is a
//! sum, or x = t − x, so t becomes a sum. Conversely, if the gaps x > t/2 and t − x add up to t,
//! naming x does not make t unavailable, for t − x is not a sum and
//! 2x > t. (Such semigroups are called irreducible: Rosales and Branco, "Irreducible
//! numerical semigroups", 2003.) So **a position with t above 1 is an end if and only if
//! ⌊t/2⌋ numbers are available**.
//!
//! # One reply, two moves
//!
//! To show that a position is lost, each move x needs a winning reply y. After y the reply x
//! leads to the same lost position, so y needs no search of its own: if x can still be named
//! after y, y loses as well; if y makes x unavailable, naming y leads to that lost
//! position at once, and the position is won.

use super::large::Large;
use super::memo::{Memo, Win};
use super::{NamedNumbers, Position, Search};
use perfectplay_core::Outcome;
use perfectplay_core::control::{Interrupted, Stopped};

/// The largest number in a position that is searched with all its moves.
pub const LARGEST_SEARCHED: usize = 64 * 16 - 1;

/// The most steps that a [`Search`](super::Search) takes for a position with finitely many numbers that it
/// visits: as many as it has numbers, times its words.
pub const MOST_STEPS_PER_VISIT: u64 = (LARGEST_SEARCHED as u64 + 1) * 16;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Who wins, seen by the player to move; `None` if that was not determined.
    pub outcome: Option<Outcome>,
    /// Moves, ascending: all of them if no number above [`LARGEST_SEARCHED`] is available, else
    /// those that were found to win.
    pub moves: Vec<FoundMove>,
}

/// A move of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundMove {
    /// The number that is named.
    pub number: u64,
    /// Who wins the position that it leads to, seen by the player to move there; `None` if that was not
    /// determined.
    pub outcome: Option<Outcome>,
}

/// Who wins, and with `all_moves` by which moves, as far as the search can tell within its limit; `None` if a number
/// above [`LARGEST_SEARCHED`] is available.
pub(super) fn search<O, P>(
    visits: &mut Search<'_, O, P>,
    named: &NamedNumbers,
    all_moves: bool,
) -> Option<Result<Finding, Interrupted>>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    Some(match searchable_largest(named)? / 64 {
        0 => FullSearch::<'_, '_, O, P, 1>::new(visits).find(named, all_moves),
        1 => FullSearch::<'_, '_, O, P, 2>::new(visits).find(named, all_moves),
        2..4 => FullSearch::<'_, '_, O, P, 4>::new(visits).find(named, all_moves),
        4..8 => FullSearch::<'_, '_, O, P, 8>::new(visits).find(named, all_moves),
        _ => FullSearch::<'_, '_, O, P, 16>::new(visits).find(named, all_moves),
    })
}

/// The largest available number, if it is not above [`LARGEST_SEARCHED`].
fn searchable_largest(named: &NamedNumbers) -> Option<usize> {
    let largest = usize::try_from(named.largest()?).ok()?;
    (largest <= LARGEST_SEARCHED).then_some(largest)
}

/// A search of positions with numbers below 64 · `WORDS`.
struct FullSearch<'a, 'v, O, P, const WORDS: usize> {
    visits: &'a mut Search<'v, O, P>,
    memo: Memo<WORDS>,
}

impl<'a, 'v, O, P, const WORDS: usize> FullSearch<'a, 'v, O, P, WORDS>
where
    O: Fn(Position) -> Option<Outcome>,
    P: FnMut(u64) -> bool,
{
    fn new(visits: &'a mut Search<'v, O, P>) -> Self {
        let memo = Memo::new(visits.memory);
        Self { visits, memo }
    }

    fn find(&mut self, named: &NamedNumbers, all_moves: bool) -> Result<Finding, Interrupted> {
        let position = Large::after_all(named);
        let mut outcome = self.outcome_of(&position)?;
        if !all_moves {
            return Ok(Finding { outcome, moves: Vec::new() });
        }
        let moves = position.numbers().map(|number| (number, position.after(number)));
        let mut open: Vec<_> = moves.collect();
        open.sort_by_cached_key(nearness);
        let mut moves = Vec::new();
        for (number, child) in open {
            let of_child = self.outcome_of(&child)?;
            if of_child == Some(Outcome::Loss) {
                outcome = Some(Outcome::Win);
            }
            moves.push(FoundMove { number: number as u64, outcome: of_child });
        }
        moves.sort_unstable_by_key(|found| found.number);
        Ok(Finding { outcome, moves })
    }

    fn outcome_of(&mut self, position: &Large<WORDS>) -> Result<Option<Outcome>, Interrupted> {
        match self.solve(position) {
            Ok(Some(_)) => Ok(Some(Outcome::Win)),
            Ok(None) => Ok(Some(Outcome::Loss)),
            Err(stopped) => stopped.or_open(),
        }
    }

    /// How a position is won; `None` if it is lost. The recursion is at most as deep as the
    /// position has numbers, which is less than 1024.
    fn solve(&mut self, position: &Large<WORDS>) -> Result<Option<Win>, Stopped> {
        if let Some(known) = self.known(position) {
            return Ok(known);
        }
        self.visits.visit((position.count() * WORDS) as u64)?;
        let won = self.try_moves(position)?;
        self.memo.insert(*position, won);
        Ok(won)
    }

    /// Who wins, where that is known without a search.
    fn known(&self, position: &Large<WORDS>) -> Option<Option<Win>> {
        let small = position.position();
        if let Some(outcome) = small.and_then(|position| self.visits.ask(position)) {
            return Some((outcome == Outcome::Win).then_some(Win::ByUnknownMove));
        }
        let largest = position.largest();
        if largest == 0 {
            return Some(None);
        }
        if position.count() == largest / 2 {
            return Some(Some(Win::ByUnknownMove));
        }
        self.memo.get(position)
    }

    fn try_moves(&mut self, position: &Large<WORDS>) -> Result<Option<Win>, Stopped> {
        let mut refuted = Large::NONE;
        let mut open = Vec::new();
        for number in position.numbers() {
            let child = position.after(number);
            match self.known(&child) {
                None => open.push((number, child)),
                Some(won) => {
                    if let Some(by) = judge(position, number, won, &mut refuted) {
                        return Ok(Some(by));
                    }
                }
            }
        }
        open.sort_by_cached_key(nearness);
        for (number, child) in open {
            if refuted.allows(number) {
                continue;
            }
            let won = self.solve(&child)?;
            if let Some(by) = judge(position, number, won, &mut refuted) {
                return Ok(Some(by));
            }
        }
        Ok(None)
    }
}

/// A move by which the position is won, if the opponent's result after `number` shows one: `number`
/// itself, or the opponent's reply. Else the reply, if it is known, is added to the `refuted` moves.
fn judge<const WORDS: usize>(
    position: &Large<WORDS>,
    number: usize,
    opponent: Option<Win>,
    refuted: &mut Large<WORDS>,
) -> Option<Win> {
    match opponent {
        None => Some(Win::ByNaming(number as u16)),
        Some(Win::ByUnknownMove) => None,
        Some(Win::ByNaming(reply)) => {
            let is_taken_away = !position.after(reply.into()).allows(number);
            refuted.insert(reply.into());
            is_taken_away.then_some(Win::ByNaming(reply))
        }
    }
}

/// Sorts children so that those nearest to known outcomes come first.
fn nearness<const WORDS: usize>((_, child): &(usize, Large<WORDS>)) -> (usize, usize) {
    (child.largest(), child.count())
}
