#![doc = include_str!("theorems.md")]

use perfectplay_core::control::{Control, Stopped};
use perfectplay_core::{Outcome, Theorem};

use super::primes::{STEPS_FOR_PRIME, is_prime, prime_factors_above_3, steps_to_factor};
use super::{NamedNumbers, PositionError};

const WINNING_WAYS: &str =
    "Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays, chapter 18";
const SICHERMAN: &str = "Sicherman, Some P-positions with g > 1, sicherman.net/sylver/ppos.html";
const BLOK: &str = "Winning Ways, chapter 18, and Blok, Sylver Coinage positions with g=2 (2021)";

/// The theorem by which a [`Search`](super::Search) decides that all but finitely many of
/// infinitely many moves lose.
pub(crate) fn quiet_end() -> Theorem {
    let statement = "the quiet end theorem: if the named numbers, divided by a prime that divides \
                     them all, leave a quiet end, all moves lose but multiples of the prime and \
                     gaps of the end; those were searched, or are decided by other theorems";
    Theorem::new(statement, WINNING_WAYS)
}

/// The outcome of a position by a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// Some of the moves that win, ascending; none of them if the position is won and the theorem
    /// does not say by which move.
    pub winning: Vec<u64>,
    /// The theorem.
    pub theorem: Theorem,
}

impl Verdict {
    /// The outcome after naming these numbers, if a theorem decides it. It spends steps of `control`, for
    /// each number that is tried.
    ///
    /// # Errors
    /// [`Stopped`] if these are not enough, or if it is stopped.
    pub fn of(named: &NamedNumbers, control: Control<'_>) -> Result<Option<Self>, Stopped> {
        if let Some(theorem) = lost(named, control)? {
            return Ok(Some(Self { outcome: Outcome::Loss, winning: Vec::new(), theorem }));
        }
        Ok(won_by_known_moves(named, control)?.or_else(|| won_by_an_unknown_move(named)))
    }
}

/// The theorem that a position is lost, if there is one.
fn lost(named: &NamedNumbers, control: Control<'_>) -> Result<Option<Theorem>, Stopped> {
    control.spend(STEPS_FOR_PRIME.max(named.generators().len() as u64))?;
    Ok(match *named.generators() {
        [2, 3] => Some(Theorem::new("after 2 and 3 nothing is left", WINNING_WAYS)),
        [prime] if prime >= 5 && is_prime(prime) => Some(Theorem::new(
            format!(
                "a prime from 5 on, here {prime}, as the only named number is lost (Hutchings)"
            ),
            WINNING_WAYS,
        )),
        [4, 6] | [6, 9] => Some(Theorem::new(
            "{4, 6} and {6, 9} are lost: 2 and 3 are the replies to each other, and every other move \
             leaves an end, which is won",
            WINNING_WAYS,
        )),
        [8, 10, 22] => Some(Theorem::new("{8, 10, 22} is lost", SICHERMAN)),
        _ if is_in_pairs(named) => Some(Theorem::new(
            "with 8, 12 and complete pairs named, the reply to each number is its partner: \
             2 and 3, 4 and 6, 4j+1 and 4j+3, 8j+2 and 8j+6",
            BLOK,
        )),
        _ => None,
    })
}

/// Whether 8 and 12 are sums and the named numbers complete pairs, see the module's text.
fn is_in_pairs(named: &NamedNumbers) -> bool {
    let is_sum = |number| !named.allows(number);
    let mut others = named.generators().iter().filter(|&&number| ![8, 12].contains(&number));
    is_sum(8) && is_sum(12) && others.all(|&number| is_sum(partner(number)))
}

/// The partner of a number that is not a multiple of 4 above 4.
fn partner(number: u64) -> u64 {
    match number {
        2 | 3 => number ^ 1,
        4 | 6 => 10 - number,
        _ if number % 2 == 1 => number ^ 2,
        _ => number ^ 4,
    }
}

/// The largest least number of a lost position with more than one: 8 is a sum in all that are known.
const LARGEST_LEAST: u64 = 8;

/// The moves to positions that are known to be lost. Either the number named is a prime that divides all others,
/// or a number up to [`LARGEST_LEAST`] is among those then named. So no move is tried whose sums would take more
/// than that many residues, however large the named numbers are.
fn won_by_known_moves(
    named: &NamedNumbers,
    control: Control<'_>,
) -> Result<Option<Verdict>, Stopped> {
    let generators = named.generators();
    let is_small = generators.first().is_some_and(|&least| least <= LARGEST_LEAST);
    control.spend(steps_to_factor(named.common_factor()) + generators.len() as u64)?;
    let mut numbers = prime_factors_above_3(named.common_factor());
    if generators.is_empty() {
        numbers.push(5);
    }
    numbers.extend([2, 3, 4, 6, 8]);
    if is_small {
        numbers.extend([9, 10, 12, 22]);
    }
    let partners = generators.iter().filter(|&n| n % 4 != 0 || *n == 4).map(|&n| partner(n));
    numbers.extend(partners.filter(|&partner| is_small || partner <= LARGEST_LEAST));
    numbers.sort_unstable();
    numbers.dedup();
    let mut reasons = Vec::new();
    for number in numbers {
        let left = match named.name(number, control) {
            Ok(left) => left,
            Err(PositionError::Stopped(stopped)) => return Err(stopped),
            Err(_) => continue,
        };
        if let Some(reason) = lost(&left, control)? {
            reasons.push((number, reason));
        }
    }
    let won = reasons.first().map(|(number, reason)| Verdict {
        outcome: Outcome::Win,
        winning: reasons.iter().map(|&(number, _)| number).collect(),
        theorem: Theorem::new(format!("naming {number} wins: {}", reason.statement), reason.source),
    });
    Ok(won)
}

fn won_by_an_unknown_move(named: &NamedNumbers) -> Option<Verdict> {
    let (largest, count) = (named.largest()?, named.count()?);
    let statement = match *named.generators() {
        [m, n] => format!(
            "two numbers without a common factor, here {m} and {n}, are won unless they are 2 and 3 \
             (Hutchings); the proof does not say by which move"
        ),
        _ if largest > 1 && count == largest / 2 => format!(
            "this is an end: after any move {largest} cannot be named any more; an end is \
             won, and the proof does not say by which move"
        ),
        _ => return None,
    };
    let theorem = Theorem::new(statement, WINNING_WAYS);
    Some(Verdict { outcome: Outcome::Win, winning: Vec::new(), theorem })
}
