//! Tables of solved games: built in a folder, opened, and asked.

use perfectplay_core::Game as BuiltIn;
use perfectplay_core::control::Control;
use perfectplay_format::{Header, Parameter, Quantity, Statistic};
use perfectplay_query::{
    Bytes, CODED_SECTIONS, CodedTable, ProbeError, Problem, TableFolder, TablePlace, game_of_name,
};
use perfectplay_tables::{Build, Built, Contents, Notice, Threads, build_contents, check_bytes};

use crate::encode::encode;
use crate::error::SolveError;
use crate::find::find;
use crate::game::{Game, Values};
use crate::rule::by_rule;
use crate::rules_hash::rules_tag;
use crate::solve::solve;
use crate::value::{Counts, Solved, Stored};
use crate::verify::verify;

/// The header's parameter that says what the values are.
const VALUES: &str = "values";

/// Solves a game, and writes its table into a folder, on the threads of the current rayon pool, or else on its own.
/// A table that exists is kept if it is of the same rules and all its checksums are correct.
///
/// # Errors
/// See [`SolveError`]. In that case no table of the folder has changed.
pub fn build<G: Game>(
    game: &G,
    folder: &TableFolder,
    how: Build,
    control: Control<'_>,
    notify: impl Fn(Notice) + Send + Sync,
) -> Result<Built, SolveError> {
    let name = checked_name(game)?;
    let rules = rules_tag(game)?;
    let is_wanted = |file| CodedTable::new(file).is_ok_and(|table| is_of(&table, game, &rules));
    let make = |memory| {
        let found = find(game, memory, control)?;
        let (states, moves) = (found.states, found.moves);
        let solved = solve(game, found, memory, control)?;
        let counts = solved.counts();
        let encoded = encode(&solved, &counts, control)?;
        let header = Header {
            game: game_of_name(&name).unwrap_or_default().to_owned(),
            name: name.clone(),
            rules: rules.clone(),
            encoding: CodedTable::<Bytes>::ENCODING.to_owned(),
            parameters: vec![Parameter { name: VALUES.to_owned(), value: game.values() as u64 }],
            board: String::new(),
            states,
            sections: Vec::new(),
            checksums: 0,
            statistics: statistics(game.values(), moves, &counts),
        };
        let functions = encoded.functions.sections().map(<[u8]>::to_vec);
        let bytes = std::iter::once(encoded.code.to_bytes()).chain(functions);
        Ok(Contents { header, sections: CODED_SECTIONS.into_iter().zip(bytes).collect() })
    };
    let build = || build_contents(&name, folder, how, control, notify, is_wanted, make);
    Threads::default().install(build)?
}

/// The game's name, which must not be a path, and not that of a game that is built in.
fn checked_name<G: Game>(game: &G) -> Result<String, SolveError> {
    let name = game.name();
    match game_of_name(&name) {
        None => Err(SolveError::Name { name }),
        Some(family) if family.parse::<BuiltIn>().is_ok() => {
            Err(SolveError::BuiltIn { name: family.to_owned() })
        }
        Some(_) => Ok(name),
    }
}

fn is_of<G: Game>(table: &CodedTable<Bytes>, game: &G, rules: &str) -> bool {
    table.kind() == game.values() as u8 && table.header().rules == rules
}

/// How many moves all positions have, and how often there are values of some kinds.
fn statistics(values: Values, moves: u64, counts: &Counts) -> Vec<Statistic> {
    let statistic = |name: &str, value| Statistic { name: name.to_owned(), value };
    let mut statistics = vec![statistic("moves", Quantity::Count(moves))];
    let solved =
        || counts.iter().map(|&(value, count)| (Stored(value.cast_signed()).solved(values), count));
    match values {
        Values::Outcome | Values::Misere => {
            let sum = |is: fn(&Solved) -> bool| {
                Quantity::Count(
                    solved().filter(|(value, _)| is(value)).map(|(_, count)| count).sum(),
                )
            };
            statistics.push(statistic("winning", sum(Solved::is_win)));
            statistics.push(statistic("drawn", sum(|value| *value == Solved::Draw)));
            statistics.push(statistic("losing", sum(Solved::is_loss)));
            let longest = solved().filter_map(|(value, _)| value.plies()).max().unwrap_or_default();
            statistics.push(statistic("longest_game_plies", Quantity::Count(longest.into())));
        }
        Values::Score | Values::Grundy => {
            let numbers = || counts.iter().map(|&(value, _)| i64::from(value.cast_signed()));
            let quantity = |number: Option<i64>| Quantity::Integer(number.unwrap_or_default());
            statistics.push(statistic("lowest_value", quantity(numbers().min())));
            statistics.push(statistic("highest_value", quantity(numbers().max())));
        }
    }
    statistics
}

/// The table of a solved game, which answers any number of threads at once.
#[derive(Debug)]
pub struct SolvedTable<G> {
    game: G,
    table: CodedTable<Bytes>,
    place: TablePlace,
}

/// A position's value, and its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<P> {
    /// The value.
    pub value: Solved,
    /// The moves, best first, and those that are equally good in the order of the description; none if the game has
    /// ended.
    pub moves: Vec<MoveAnswer<P>>,
}

/// A move, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnswer<P> {
    /// The move's text.
    pub text: String,
    /// The position that it leads to.
    pub position: P,
    /// The value of that position, for the player who moves there.
    pub value: Solved,
    /// What the move is worth to the player who makes it; where values are Grundy values, that of the position.
    pub result: Solved,
    /// Whether no move is better.
    pub best: bool,
}

impl<G: Game> SolvedTable<G> {
    /// Opens the table of a game in a folder.
    ///
    /// # Errors
    /// If it is not there, is damaged, or was built with other rules; or the description has a mistake that is seen
    /// in the first positions.
    pub fn open(game: G, folder: &TableFolder) -> Result<Self, SolveError> {
        let name = checked_name(&game)?;
        let rules = rules_tag(&game)?;
        let table = folder.read(&name, |file| {
            let table = CodedTable::new(file)?;
            if is_of(&table, &game, &rules) { Ok(table) } else { Err(Problem::ChangedRules) }
        })?;
        Ok(Self { game, table, place: TablePlace::File(folder.table(&name)) })
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.table.header()
    }

    /// The value of a position that play reaches from the start. Any value for others, see
    /// [`answer`](Self::answer).
    ///
    /// # Errors
    /// If the table is damaged.
    #[inline]
    pub fn value(&self, position: G::Position) -> Result<Solved, ProbeError> {
        let word = self.game.pack(self.game.canonical(position));
        let value = self.table.values().value(word).ok_or_else(|| self.damaged())?;
        Ok(Stored(value.cast_signed()).solved(self.game.values()))
    }

    /// The value of a position, and its moves.
    ///
    /// # Errors
    /// [`ProbeError::Beyond`] if the value does not follow from those of the moves. That shows most positions that
    /// play does not reach from the start: the table has no entries for them. It does not show all.
    pub fn answer(&self, position: G::Position) -> Result<Answer<G::Position>, ProbeError> {
        let (game, end) = (&self.game, self.game.end(position));
        let value = self.value(position)?;
        let (mut moves, mut children, mut result) = (Vec::new(), Vec::new(), Ok(()));
        if end.is_none() {
            game.moves(position, |step, child| match self.value(child) {
                Ok(value) => {
                    let same_player = game.same_player(position, child);
                    children.push((value, same_player));
                    let (text, result) = (step.to_string(), value.result(same_player));
                    moves.push(MoveAnswer { text, position: child, value, result, best: false });
                }
                Err(error) => result = Err(error),
            });
        }
        result?;
        if by_rule(game.values(), end, &children) != Some(value) {
            let reach = "it has the positions that play reaches from the start".to_owned();
            return Err(ProbeError::Beyond { table: self.header().name.clone(), reach });
        }
        moves.sort_by_key(|it| std::cmp::Reverse(it.result.rank()));
        let best = moves.first().map(|it| it.result.rank());
        moves.iter_mut().for_each(|it| it.best = Some(it.result.rank()) == best);
        Ok(Answer { value, moves })
    }

    /// Verifies the table: every byte, every entry by the plain rule from those of the positions that its moves lead
    /// to, that no position is missing, and that the description agrees with itself. Finds the positions anew, in at
    /// most `memory` bytes, on the threads of the current rayon pool, or else on its own. Returns how many there are.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, memory: u64, control: Control<'_>) -> Result<u64, SolveError> {
        let verified = || {
            check_bytes(self.table.file(), control)?
                .map_err(|problem| problem.at(self.place.clone()))?;
            verify(&self.game, self.table.values(), memory, control)
        };
        let found = Threads::default().install(verified)??;
        let header = self.header();
        let statistics = statistics(self.game.values(), found.moves, &found.counts);
        if header.states != found.states || header.statistics != statistics {
            return Err(Problem::Inconsistent {
                reason: "its statistics are not those of its entries".to_owned(),
            }
            .at(self.place.clone())
            .into());
        }
        Ok(found.states)
    }

    fn damaged(&self) -> ProbeError {
        ProbeError::Damaged { table: self.header().name.clone() }
    }
}
