//! Counts and values that others have published, or that an obvious solver finds.

use std::collections::HashMap;

use crate::*;

/// How many positions a game has, and the value of its start. With a ceiling for the memory of the build it is not verified.
fn solution(game: impl Game) -> (u64, Value) {
    let (_directory, folder) = folder();
    let ceiling =
        std::env::var("PERFECTPLAY_MEMORY").map(|bytes| bytes.parse::<u64>().expect("bytes"));
    let how = ceiling.iter().fold(Build::default(), |how, &bytes| how.memory(bytes));
    how.solve(&game, &folder).expect("a table");
    let table = SolvedTable::open(game, &folder).expect("a table");
    if ceiling.is_err() {
        assert_eq!(table.verify().expect("a table"), table.header().states);
    }
    let start = table.game().start();
    let value = value(&table, start);
    assert_eq!(table.answer(start).expect("an answer").value, value);
    (table.header().states, value)
}

#[test]
fn tic_tac_toe() {
    assert_eq!(solution(TicTacToe { size: 3 }), (5_478, Value::Draw));
}

/// J. Tromp, "John's Connect Four Playground".
#[test]
fn connect_four() {
    assert_eq!(solution(ConnectFour { columns: 4, rows: 4 }), (161_029, Value::Draw));
}

/// Larger ones, which take longer.
#[test]
#[ignore = "`.ci/extra custom-games` runs it, optimised"]
fn larger_games() {
    assert_eq!(solution(ConnectFour { columns: 4, rows: 5 }), (1_706_255, Value::Draw));
    assert_eq!(solution(ConnectFour { columns: 5, rows: 4 }), (3_945_711, Value::Draw));
    assert_eq!(solution(TicTacToe { size: 4 }), (9_722_011, Value::Draw));
    assert_eq!(solution(domineering::<5>()).1.outcome(), Some(Outcome::Loss));
}

/// One that takes minutes.
#[test]
#[ignore = "`.ci/extra --nightly custom-games` runs it, optimised"]
fn largest_game() {
    assert_eq!(solution(ConnectFour { columns: 5, rows: 5 }), (69_763_700, Value::Draw));
}

/// R. K. Guy, C. A. B. Smith, "The G-values of various games", 1956.
#[test]
fn grundy_values() {
    /// The values of rows of pins, from the shortest on that play reaches.
    fn check(game: Kayles, values: &[u16; 24], step: usize) {
        let (first, (_folder, table)) = (game.pins as usize % step, solved(game));
        for (pins, &expected) in values.iter().enumerate().skip(first).step_by(step) {
            let found = value(&table, (1 << pins) - 1);
            assert_eq!(found, Value::Grundy(expected), "{pins} pins");
        }
    }
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
    check(Kayles { pins: 23, takes_one: true }, &kayles, 1);
    let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1];
    // Play takes two at a time.
    for pins in [22, 23] {
        check(Kayles { pins, takes_one: false }, &dawson, 2);
    }
}

/// Domineering: one player places dominoes upright, the other one flat; who cannot place one has lost. A number has the
/// cells that are covered as bits, and in the lowest bit whether the player to move places dominoes flat.
fn domineering<const SIZE: u32>() -> Numbers {
    Numbers {
        name: format!("domineering-{SIZE}x{SIZE}"),
        moves: |number| {
            let (cells, is_flat) = (number >> 1, number & 1 == 1);
            let (step, last) = if is_flat { (1, SIZE - 1) } else { (SIZE, SIZE) };
            let fits = |cell: &u32| cell % SIZE < last && cell + step < SIZE * SIZE;
            let dominoes = (0..SIZE * SIZE).filter(fits).map(|cell| 1 << cell | 1 << (cell + step));
            let free = dominoes.filter(|domino| cells & domino == 0);
            free.map(|domino| (cells | domino) << 1 | u64::from(!is_flat)).collect()
        },
        ..Numbers::default()
    }
}

/// The first player wins. D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Solving 8×8 Domineering", 2000.
#[test]
fn small_boards_of_domineering() {
    for game in [domineering::<2>(), domineering::<3>(), domineering::<4>()] {
        let (name, value) = (game.name.clone(), solution(game).1);
        assert_eq!(value.outcome(), Some(Outcome::Win), "{name}: {value}");
    }
}

/// The sides of each of 2 × 2 boxes: six lines across, row by row, and six down.
const BOXES: [u64; 4] = [0b000011_000101, 0b000110_001010, 0b011000_010100, 0b110000_101000];

/// The lines that are drawn, and how many more boxes the player to move owns.
fn drawn(number: u64) -> (u64, i16) {
    (number >> 16, (number as u16).cast_signed())
}

/// How many boxes the last line of those that are drawn has completed.
fn made(before: u64, lines: u64) -> i16 {
    BOXES.iter().filter(|&sides| lines & sides == *sides && before & sides != *sides).count() as i16
}

/// Dots and boxes: who draws the last side of a box owns it, and moves again.
fn dots_and_boxes() -> Numbers {
    Numbers {
        name: "dots-2x2".to_owned(),
        moves: |number| {
            let (before, lead) = drawn(number);
            let draw = |line: u64| {
                let made = made(before, before | 1 << line);
                let lead = if made > 0 { lead + made } else { -lead };
                (before | 1 << line) << 16 | u64::from(lead.cast_unsigned())
            };
            (0..12).filter(|line| before >> line & 1 == 0).map(draw).collect()
        },
        end: |number| {
            let (lines, lead) = drawn(number);
            (lines == 0xfff).then_some(End::Score(lead))
        },
        same_player: |from, to| made(drawn(from).0, drawn(to).0) > 0,
        values: Values::Score,
        ..Numbers::default()
    }
}

/// What the player to move still gets more than the opponent, by the number of drawn sides of each box.
fn margin(lines: u64, memo: &mut HashMap<u64, i16>) -> i16 {
    if let Some(&margin) = memo.get(&lines) {
        return margin;
    }
    let sides = |lines: u64| {
        let of_box = |(row, column): (u32, u32)| {
            let (across, down) = (2 * row + column, 6 + 3 * row + column);
            [across, across + 2, down, down + 1].iter().all(|line| lines >> line & 1 == 1)
        };
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter(|&it| of_box(it)).count() as i16
    };
    let mut best = None;
    for line in (0..12).filter(|line| lines >> line & 1 == 0) {
        let made = sides(lines | 1 << line) - sides(lines);
        let rest = margin(lines | 1 << line, memo);
        best = best.max(Some(if made > 0 { made + rest } else { -rest }));
    }
    let best = best.unwrap_or(0);
    memo.insert(lines, best);
    best
}

/// A player may move again, and what was won before counts.
#[test]
fn margins_of_dots_and_boxes() {
    let (_folder, table) = solved(dots_and_boxes());
    let mut memo = HashMap::new();
    for board in all_positions(table.game()) {
        let (lines, lead) = drawn(board);
        let expected = lead + margin(lines, &mut memo);
        assert_eq!(value(&table, board), Value::Score(expected.into()), "{board:#x}");
    }
    assert_eq!(memo.len(), 1 << 12);
}

/// Positions repeat, and some are drawn, won and lost. The laws that are verified prove values with plies.
#[test]
fn sliding() {
    let (_folder, table) = solved(Sliding { size: 3 });
    let count = |outcome| {
        let positions = all_positions(table.game()).into_iter();
        positions.filter(|&position| value(&table, position).outcome() == outcome).count()
    };
    let counts = [Some(Outcome::Win), None, Some(Outcome::Loss)].map(count);
    assert_eq!(counts.iter().sum::<usize>() as u64, table.header().states);
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// Steps down a stair, by one or by seven. Play can repeat the steps from 5 to 8, and no others, so that it goes from
/// positions that it cannot repeat to those that it can.
#[test]
fn ledge() {
    let moves = |step: u64| {
        let (far, up) = (if step > 8 { 7 } else { 2 }, (5..8).contains(&step));
        let down = [1, far].into_iter().filter_map(|by| step.checked_sub(by));
        down.chain(up.then_some(step + 1)).collect()
    };
    let ledge = Numbers { name: "ledge-20".to_owned(), start: 20, moves, ..Numbers::default() };
    let (_folder, table) = solved(ledge);
    let values = [
        (3, "loss in 2"),
        (5, "win in 3"),
        (6, "draw"),
        (8, "draw"),
        (10, "win in 3"),
        (11, "loss in 4"),
        (12, "win in 5"),
        (13, "draw"),
        (18, "win in 5"),
    ];
    for (step, expected) in values {
        assert_eq!(value(&table, step).to_string(), expected, "{step}");
    }
}

/// King and rook against king, with Black to move: how many positions are drawn, and how many lost in 0, 1, … moves of White,
/// as in the data set *Chess (King-Rook vs. King)* of the UCI Machine Learning Repository (Bain and van Hoff, 1994).
#[test]
fn an_endgame_from_all_placements() {
    let table = solved(RookEndgame).1;
    let mut found = [0; 18];
    for word in table.words(u64::MAX, Control::SILENT).expect("memory") {
        let position @ [_, rook, black, white] = table.game().unpack(word);
        if white == 0 && rook != black {
            let lost = table.unchecked_value(position).expect("a value");
            found[lost.plies().map_or(0, |plies| 1 + usize::from(plies) / 2)] += 1;
        }
    }
    let known = [
        2_796, 27, 78, 246, 81, 198, 471, 592, 683, 1_433, 1_712, 1_985, 2_854, 3_597, 4_194,
        4_553, 2_166, 390,
    ];
    assert_eq!((found, found.iter().sum::<u64>()), (known, 28_056));
}
