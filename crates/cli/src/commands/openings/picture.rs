//! The picture of openings: how many winning moves each bar has, and where.

use std::fmt::Write;

use super::Bar;

/// The side of a bar's square, in pixels.
const SQUARE: usize = 30;
/// The room for numbers beside the squares.
const MARGIN: usize = 34;
/// What the titles take.
const WIDTH: usize = 560;
/// The room for the titles.
const TITLE: usize = 58;

/// Colours for 0, 1, 2, 3 and more winning moves, and for the frequency of places, which can be told apart without
/// colour vision. Text on the last two is white.
const COUNTS: [&str; 5] = ["none", "#e3e9f2", "#f2b134", "#b5322a", "#5c0f0f"];

/// Two squares of squares: bars by rows and columns, each with the number of its winning moves and, on
/// pointing at it, the moves; and cells by row and column, by how many of these bars each wins.
pub(super) fn svg(bars: &[Bar<'_>]) -> String {
    let rows = bars.iter().map(|bar| bar.rows).max().unwrap_or(0);
    let columns = bars.iter().map(|bar| bar.columns).max().unwrap_or(0);
    let width = (MARGIN + columns * SQUARE + MARGIN / 2).max(WIDTH);
    let panel = TITLE + MARGIN + rows * SQUARE;
    let several = bars.iter().filter(|bar| bar.moves.len() > 1).count();
    let title = format!(
        "Winning first moves of the {} bars of Chomp up to {rows} x {columns}, of which {several} have several",
        bars.len()
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        2 * panel + MARGIN
    );
    let mut heading = |top: usize, text: &str, note: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{}\" text-anchor=\"start\" font-size=\"16\">{text}</text>\n\
             <text x=\"{MARGIN}\" y=\"{}\" text-anchor=\"start\" fill=\"#555\">{note}</text>",
            top + 22,
            top + 42
        );
        // Bars begin at 1, and cells at 0.
        let first = usize::from(top == 0);
        for column in 0..columns {
            let (x, y) = (center(column), top + TITLE + MARGIN - 8);
            let _ =
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"#555\">{}</text>", column + first);
        }
        for row in 0..rows {
            let y = top + TITLE + center(row) + 4;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\" fill=\"#555\">{}</text>",
                MARGIN - 6,
                row + first
            );
        }
    };
    heading(0, "How many moves win", "a bar's rows downwards, its columns to the right");
    heading(
        panel,
        "Where they are",
        "for how many of these bars a cell is a winning move, by row and column from 0",
    );
    for bar in bars {
        let what = format!("{} x {}: {}", bar.rows, bar.columns, bar.moves());
        let count = bar.moves.len();
        let shade = COUNTS[count.min(4)];
        let dark = count > 2;
        square(&mut svg, 0, (bar.rows - 1, bar.columns - 1), (shade, dark), count, &what);
    }
    let mut places = vec![0usize; rows * columns];
    for (row, column) in bars.iter().flat_map(|bar| &bar.moves) {
        places[row * columns + column] += 1;
    }
    for (place, &count) in places.iter().enumerate().filter(|&(_, &count)| count > 0) {
        let (row, column) = (place / columns, place % columns);
        let what = format!("{row},{column}: {count}");
        // Each doubling of a number is one step of colour.
        let level = (count.ilog2() as usize + 1).min(4);
        square(&mut svg, panel, (row, column), (COUNTS[level], level > 2), count, &what);
    }
    svg += "</svg>\n";
    svg
}

fn center(place: usize) -> usize {
    MARGIN + place * SQUARE + SQUARE / 2
}

fn square(
    svg: &mut String,
    top: usize,
    (row, column): (usize, usize),
    (shade, is_dark): (&str, bool),
    count: usize,
    what: &str,
) {
    let (x, y) = (MARGIN + column * SQUARE, top + TITLE + MARGIN + row * SQUARE);
    let ink = if is_dark { "white" } else { "black" };
    let side = SQUARE - 1;
    let _ = writeln!(
        svg,
        "<g><title>{what}</title><rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{shade}\"/>\
         <text x=\"{}\" y=\"{}\" fill=\"{ink}\">{count}</text></g>",
        x + SQUARE / 2,
        y + SQUARE / 2 + 4
    );
}
