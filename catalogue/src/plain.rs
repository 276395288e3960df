//! A plain solver that shares nothing with the engine: all positions of a game without symmetries, decided ply by ply.

use std::collections::{HashMap, HashSet};

use perfectplay_tables::solve::{End, Game, SolvedTable, Value, Values};

use crate::AnyGame;

/// All positions, found and solved without the engine and without symmetries.
#[derive(Debug)]
pub struct Plain {
    /// Their words.
    pub positions: Vec<u64>,
    /// The value of each: a score, a Grundy value, or an outcome as [`WIN`] has it.
    pub numbers: Vec<i32>,
}

/// A position as the plain solver sees it.
struct Node {
    end: Option<End>,
    /// Where moves lead, whether the same player moves there, and what they score.
    moves: Vec<(usize, bool, i32)>,
}

/// Outcomes are numbers as well: a win in p plies is `WIN` − p, a loss p − `WIN`, a draw 0.
pub const WIN: i32 = 1_000_000;

impl Plain {
    /// Whether it solves games with such values.
    pub fn solves(values: Values) -> bool {
        !matches!(values, Values::Expected | Values::NoRepeat)
    }

    /// Finds and solves all positions of a game.
    pub fn solve(game: AnyGame) -> Self {
        let (mut positions, mut places, mut nodes) =
            (Vec::new(), HashMap::new(), Vec::<Node>::new());
        game.starts(|start| {
            if places.insert(start, positions.len()).is_none() {
                positions.push(start);
            }
        });
        while let Some(&position) = positions.get(nodes.len()) {
            let (end, mut moves) = (game.end(position), Vec::new());
            if end.is_none() {
                game.moves(position, |_, to| {
                    let place = *places.entry(to).or_insert_with(|| {
                        positions.push(to);
                        positions.len() - 1
                    });
                    let (again, gain) = (game.same_player(position, to), game.gain(position, to));
                    moves.push((place, again, gain.into()));
                });
            }
            nodes.push(Node { end, moves });
        }
        let numbers = match game.values() {
            Values::Outcome => by_plies(&nodes, -WIN),
            Values::Misere => by_plies(&nodes, WIN),
            values => by_sweeps(&nodes, values),
        };
        Self { positions, numbers }
    }

    /// Compares every position with a table.
    ///
    /// # Errors
    /// What differs first: the number of positions, or the value of one of them.
    pub fn compare(&self, table: &SolvedTable<AnyGame>) -> Result<(), String> {
        let (game, states) = (table.game(), table.header().states);
        let words: HashSet<u64> = self.positions.iter().map(|&it| game.canonical(it)).collect();
        if words.len() as u64 != states {
            return Err(format!("the plain solver finds {} positions, not {states}", words.len()));
        }
        for (&position, &value) in self.positions.iter().zip(&self.numbers) {
            let found = table.unchecked_value(position).map_err(|error| error.to_string())?;
            if number(found) != value {
                let what = format!("{}: the plain solver has {value}", game.show(position));
                return Err(format!("{what}, the table {found}"));
            }
        }
        Ok(())
    }
}

/// Decides positions ply by ply, until none is decided any more. The rest are draws.
fn by_plies(nodes: &[Node], without_moves: i32) -> Vec<i32> {
    let mut numbers: Vec<Option<i32>> = nodes
        .iter()
        .map(|node| match node.end {
            Some(End::Win) => Some(WIN),
            Some(End::Loss) => Some(-WIN),
            Some(_) => Some(0),
            None => node.moves.is_empty().then_some(without_moves),
        })
        .collect();
    let mut open: Vec<usize> = (0..nodes.len()).filter(|&it| numbers[it].is_none()).collect();
    for ply in 1.. {
        let result = |&(to, same_player, _): &(usize, bool, i32)| {
            numbers[to].map(|number| if same_player { number } else { -number })
        };
        let mut decided = Vec::new();
        open.retain(|&it| {
            let mut results = nodes[it].moves.iter().map(result);
            let number = if results.clone().any(|result| result.is_some_and(|it| it > 0)) {
                WIN - ply
            } else if results.all(|result| result.is_some_and(|it| it < 0)) {
                ply - WIN
            } else {
                return true;
            };
            decided.push((it, number));
            false
        });
        if decided.is_empty() {
            break;
        }
        decided.into_iter().for_each(|(it, number)| numbers[it] = Some(number));
    }
    numbers.into_iter().map(Option::unwrap_or_default).collect()
}

/// Decides positions whose moves all lead to decided ones, until all are.
fn by_sweeps(nodes: &[Node], values: Values) -> Vec<i32> {
    let mut numbers: Vec<Option<i32>> = vec![None; nodes.len()];
    while numbers.contains(&None) {
        let before = numbers.iter().flatten().count();
        for (it, node) in nodes
            .iter()
            .enumerate()
            .rev()
            .filter(|(it, _)| numbers[*it].is_none())
            .collect::<Vec<_>>()
        {
            let results: Option<Vec<i32>> = node
                .moves
                .iter()
                .map(|&(to, same_player, gain)| {
                    numbers[to].map(|number| {
                        gain + if same_player || values == Values::Grundy {
                            number
                        } else {
                            -number
                        }
                    })
                })
                .collect();
            numbers[it] = match (node.end, results) {
                (Some(End::Score(score)), _) => Some(score.into()),
                (_, Some(results)) if values == Values::Grundy => {
                    (0..).find(|number| !results.contains(number))
                }
                (_, results) => results.and_then(|results| results.into_iter().max()),
            };
        }
        assert!(numbers.iter().flatten().count() > before, "play comes back");
    }
    numbers.into_iter().flatten().collect()
}

/// A value as the plain solver has it.
fn number(value: Value) -> i32 {
    match (value, value.plies()) {
        (_, Some(plies)) if value.wins() == Some(true) => WIN - i32::from(plies),
        (_, Some(plies)) => i32::from(plies) - WIN,
        _ => value.number() as i32,
    }
}
