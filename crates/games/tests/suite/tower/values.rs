//! The solver's values, to the last bit against the plain rules.

use perfectplay_core::PlainSolver;
use perfectplay_core::control::Control;
use perfectplay_core::layers::{LayeredGame, pieces, solve_all};
use perfectplay_games::tower::rules::representative;
use perfectplay_games::tower::{Answer, Solver};

use super::*;
use crate::layers::by_tasks;

fn solved(levels: usize) -> (Index, Vec<f64>) {
    let index = Index::new(levels).expect("1 to 12 levels");
    let entries = solve_all(&Solver::new(&index), Control::SILENT).expect("memory");
    (index, entries)
}

fn value(table: &(Index, Vec<f64>), tower: &Position) -> f64 {
    let (index, entries) = table;
    let entry = index.index_of(tower).unwrap_or_else(|| panic!("{tower} is in the table"));
    entries[usize::try_from(entry).expect("memory holds it")]
}

fn tower(text: &str) -> Position {
    text.parse().expect("a tower")
}

/// All complete levels; of mirror images only one.
fn complete_levels() -> Vec<Level> {
    let colors = Color::ALL.map(Some);
    let complete = |n: usize| Level::new(colors[n / 9], colors[n / 3 % 3], colors[n % 3]);
    (0..27).map(complete).filter(|level| *level <= level.mirrored()).collect()
}

/// All full towers of `levels` levels; of mirror images only one.
fn full_towers(levels: usize) -> Vec<Position> {
    let kinds = complete_levels();
    assert_eq!(kinds.len(), 18);
    let mut towers = vec![Vec::new()];
    for _ in 0..levels {
        let grow = |tower: &Vec<Level>| {
            kinds.iter().map(|&top| [&tower[..], &[top]].concat()).collect::<Vec<_>>()
        };
        towers = towers.iter().flat_map(grow).collect();
    }
    towers.into_iter().map(|levels| Position::new(levels).expect("full")).collect()
}

#[test]
fn every_raw_state_of_up_to_four_levels_has_its_value_to_the_bit() {
    let mut raw = PlainSolver::with_representative(Tower, representative);
    for levels in 1..=4 {
        for tower in full_towers(levels) {
            raw.entry(&tower);
        }
        let table = solved(levels);
        assert_eq!(raw.solved().count() as u64, table.0.raw_len(), "{levels} levels");
        let mut reached = vec![false; table.1.len()];
        for (tower, plain) in raw.solved() {
            assert_eq!(value(&table, tower).to_bits(), plain.to_bits(), "{tower}");
            reached[table.0.index_of(tower).expect("in the table") as usize] = true;
        }
        assert!(reached.iter().all(|&reached| reached), "no entry is unreachable");
    }
}

#[test]
fn towers_with_dead_and_mirrored_levels_have_the_value_of_their_state() {
    let table = solved(4);
    let mut plain = PlainSolver::new(Tower);
    // All full towers of two levels, and a few of more, with all that play from them reaches.
    let letters = ["R", "G", "B"];
    let level =
        |code: usize| [code / 9, code / 3 % 3, code % 3].map(|color| letters[color]).concat();
    let levels: Vec<String> = (0..27).map(level).collect();
    for lower in &levels {
        for upper in &levels {
            plain.entry(&tower(&format!("{lower}/{upper}")));
        }
    }
    for text in ["RGB/GRG/BBR", "GGR/RBG/RRB", "BGG/GBR/RRR", "R.G/GR./RGB/BG."] {
        plain.entry(&tower(text));
    }
    for (tower, plain) in plain.solved() {
        assert_eq!(value(&table, tower).to_bits(), plain.to_bits(), "{tower}");
    }
    assert!(plain.solved().count() > 20_000);
}

#[test]
fn values_of_larger_towers_follow_from_their_moves_to_the_bit() {
    let table = solved(7);
    let (index, entries) = &table;
    for number in 0..20_000 {
        let entry = (number * 7_919 * 9_973) % index.len();
        let tower = Position::from(&index.state(entry).expect("an entry"));
        let stored = |tower: &Position| Some(entries[index.index_of(tower)? as usize]);
        let expected = stored(&tower).expect("in the table");
        let by_rules = Tower.entry_by_rules(&tower, |child| stored(child).ok_or(()));
        assert_eq!(by_rules.map(f64::to_bits), Ok(expected.to_bits()), "{tower}");
        let answer = Answer::new(&tower, stored).expect("in the table");
        assert_eq!(answer.value.to_bits(), expected.to_bits(), "{tower}");
    }
}

#[test]
fn moves_are_sorted_by_result_and_then_as_text() {
    let (index, entries) = solved(4);
    let tower = tower(&["GRB/.G./R.R/.B.", "GRB/.G./R.R/.B.", "R.B/.G./RGR/RG."].join("/"));
    let stored = |tower: &Position| Some(entries[index.index_of(tower)? as usize]);
    let answer = Answer::new(&tower, stored).expect("in the table");
    assert!(answer.rolls.iter().any(|roll| roll.moves.iter().any(|reply| reply.step.level > 9)));
    for roll in &answer.rolls {
        for pair in roll.moves.windows(2) {
            let texts = (pair[0].to_string(), pair[1].to_string());
            let (one, other) = (pair[0].result, pair[1].result);
            assert!(one < other || (one.to_bits() == other.to_bits() && texts.0 < texts.1));
            assert!(pair[0].best || !pair[1].best);
        }
    }
}

#[test]
fn a_red_tower_takes_six_minutes_a_move() {
    fn fewest(complete: usize, two: usize, blocks: usize) -> usize {
        let [complete_now, blocks] =
            if blocks == 3 { [complete + 1, 1] } else { [complete, blocks + 1] };
        let mut counts = Vec::new();
        if complete > 0 {
            counts.push(fewest(complete_now - 1, two, blocks));
            counts.push(fewest(complete_now - 1, two + 1, blocks));
        }
        if two > 0 {
            counts.push(fewest(complete_now, two - 1, blocks));
        }
        counts.into_iter().min().map_or(0, |fewest| fewest + 1)
    }
    let table = solved(6);
    for levels in 1..=6 {
        let minutes = value(&table, &tower(&vec!["RRR"; levels].join("/")));
        assert_eq!(minutes, 6.0 * fewest(levels - 1, 0, 3) as f64);
    }
}

#[test]
fn entries_do_not_depend_on_how_layers_are_cut() {
    let bits = |entries: &[f64]| entries.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let (index, whole) = solved(5);
    for size in [1, 100, 4_097] {
        let entries = by_tasks(&Solver::new(&index), size, f64::NAN);
        assert!(bits(&entries) == bits(&whole), "tasks of {size} entries");
    }
}

#[test]
fn states_read_no_entries_but_those_that_they_say() {
    let (index, whole) = solved(5);
    let solver = Solver::new(&index);
    let mut space = Vec::new();
    for layer in 0..index.layers() {
        let (all, reads) = (solver.layer(layer), solver.reads(layer));
        for states in [all.clone(), all.start..all.start + 1, all.end - 1..all.end] {
            // Not a number wherever they do not say that they read.
            let mut lower = vec![f64::NAN; (reads.end - reads.start) as usize];
            for read in solver.reads_of(layer, &states) {
                assert!(reads.start <= read.start && read.end <= reads.end);
                let place = (read.start - reads.start) as usize;
                let entries = &whole[read.start as usize..read.end as usize];
                lower[place..place + entries.len()].copy_from_slice(entries);
            }
            for piece in pieces(&solver, layer, states, 1000) {
                let found = piece.fill(&solver, &lower, &mut space).expect("memory");
                let wanted = piece.states();
                assert!(*found == whole[wanted.start as usize..wanted.end as usize]);
            }
        }
    }
}
