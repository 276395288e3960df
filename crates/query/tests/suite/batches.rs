//! Many positions at once have the values that they have one by one.

use std::fmt::Debug;

use crate::golden_folder;
use perfectplay_core::number::Layer;
use perfectplay_core::{chomp, contour, number, stake, tokens, tower};
use perfectplay_query::{
    Entries, NumberTable, Probe, ProbeError, Table, TableFolder, TokensContents,
};

/// Asks for the positions, and for one that the table does not have at every 23rd place, in batches
/// of all lengths.
fn compare<P: Clone, V: Copy + Debug + PartialEq>(
    positions: impl Iterator<Item = P>,
    beyond: &P,
    value: impl Fn(&P) -> Result<V, ProbeError>,
    values: impl Fn(&[P], &mut [Option<V>]),
) -> usize {
    let mut positions: Vec<P> = positions.collect();
    for place in (0..positions.len()).step_by(23) {
        positions.insert(place, beyond.clone());
    }
    let (mut rest, mut asked, mut length) = (&positions[..], 0, 0);
    loop {
        let (batch, others) = rest.split_at(length.min(rest.len()));
        let mut found = vec![None; batch.len()];
        values(batch, &mut found);
        for (position, found) in batch.iter().zip(found) {
            assert_eq!(found, value(position).ok());
            asked += usize::from(found.is_some());
        }
        if others.is_empty() && length > 0 {
            return asked;
        }
        (rest, length) = (others, (length + 1) % 40);
    }
}

fn entries<T: Entries>(
    table: &T,
) -> impl Iterator<Item = <T::Rules as perfectplay_core::Rules>::Position> {
    (0..table.header().states).map(|index| table.position(index).unwrap())
}

#[test]
fn many_positions_at_once_have_the_values_of_one_after_the_other() {
    let folder = golden_folder();
    let folder = TableFolder::new(folder);
    for name in folder.names().unwrap() {
        let states = folder.file(&name).unwrap().header().states;
        let asked = match folder.read(&name, Table::new).unwrap() {
            Table::Number(table) => {
                let positions = (2..=table.bound()).flat_map(|f| Layer::new(f).ascending());
                let beyond = number::Position::full(number::Position::MAX_NUMBER);
                let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                // The list lacks the position without numbers.
                if let NumberTable::Outcomes(table) = &table {
                    let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                    compare(positions.clone(), &beyond, |p| table.value(p), many);
                }
                1 + compare(positions, &beyond, |p| table.value(p), many)
            }
            Table::Tower(table) => {
                let beyond: tower::Position = ["RGB"; 40].join("/").parse().unwrap();
                let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                compare(entries(&table), &beyond, |p| table.value(p), many)
            }
            Table::Contour(table) => {
                let beyond: contour::Position = "16,16".parse().unwrap();
                let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                compare(entries(&table), &beyond, |p| table.value(p), many)
            }
            Table::Stake(table) => {
                let beyond = stake::Position::empty(8).unwrap();
                let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                compare(entries(&table), &beyond, |p| table.value(p), many)
            }
            Table::Chomp(table) => {
                let beyond: chomp::Position = "16,16,16".parse().unwrap();
                let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                compare(entries(&table), &beyond, |p| table.value(p), many)
            }
            Table::Tokens(table) => {
                let beyond: tokens::Position = "P......P".parse().unwrap();
                let positions: Vec<tokens::Position> = match table.contents() {
                    TokensContents::Family(family) => {
                        (0..states).map(|index| family.position(index).unwrap()).collect()
                    }
                    TokensContents::Board(reader, _) => {
                        let board = reader.board();
                        let pairs = tokens::Index::new(board);
                        (0..pairs.len())
                            .map(|pair| pairs.pair(pair).unwrap())
                            .map(|pair| tokens::Position::new(board.clone(), pair).unwrap())
                            .collect()
                    }
                };
                let many = |ps: &[_], vs: &mut [_]| table.values(ps, vs);
                compare(positions.into_iter(), &beyond, |p| table.value(p), many)
            }
        };
        assert_eq!(asked as u64, states, "{name}");
    }
}
