//! The picture in README.md: what the program draws in a terminal with colours, as an SVG.

use anstream::adapter::strip_str;
use anstyle::{RgbColor, Style};
use anstyle_svg::{Palette, Term};

use super::*;

/// What it shows, in two columns.
const LEFT: [&str; 2] = ["stake 01.1/00../.01./...1", "chomp 5,5,5,5"];
const RIGHT: [&str; 2] = ["tower RGB/GRG", "number 2 3 4 5 6"];

/// Between the columns.
const GAP: usize = 6;

const BACKGROUND: u32 = 0x16_1b22;
const TEXT: u32 = 0xe6_edf3;

/// Colours that differ well on that background; the last eight are the bright ones.
const PALETTE: [u32; 16] = [
    0x48_4f58, 0xff_7b72, 0x56_d364, 0xe3_b341, 0x79_c0ff, 0xd2_a8ff, 0x56_d4dd, 0xe6_edf3,
    0x6e_7681, 0xff_a198, 0x7e_e787, 0xf2_cc60, 0xa5_d6ff, 0xe2_c5ff, 0x76_e3ea, 0xff_ffff,
];

fn rgb(color: u32) -> RgbColor {
    RgbColor((color >> 16) as u8, (color >> 8) as u8, color as u8)
}

/// The lines of some probes, each behind its command.
fn lines(probes: &[&str], program: &Program) -> Vec<String> {
    let mut lines = Vec::new();
    for probe in probes {
        if !lines.is_empty() {
            lines.extend(["".to_owned(), "".to_owned()]);
        }
        let (bold, dimmed) = (Style::new().bold(), Style::new().dimmed());
        lines.push(format!("{dimmed}${dimmed:#} {bold}perfectplay probe {probe}{bold:#}"));
        let mut command = program.command(&format!("probe {probe}"));
        command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
        lines.extend(Run::of(&mut command).stdout.lines().map(str::to_owned));
    }
    lines
}

fn picture() -> String {
    let program = Program::with_tables();
    let (left, right) = (lines(&LEFT, &program), lines(&RIGHT, &program));
    let width = |line: &String| strip_str(line).to_string().chars().count();
    let column = left.iter().map(width).max().unwrap() + GAP;
    let mut text = String::new();
    for row in 0..left.len().max(right.len()) {
        let (left, right) = (left.get(row).cloned(), right.get(row).cloned());
        let left = left.unwrap_or_default();
        let space = " ".repeat(column - width(&left));
        text += &format!("{left}{space}{}\n", right.unwrap_or_default());
    }
    let term = Term::new().fg_color(rgb(TEXT).into()).bg_color(rgb(BACKGROUND).into());
    let term = term.palette(Palette(PALETTE.map(rgb))).min_width_px(0);
    adapted(&term.render_svg(text.trim_end()))
}

/// With the size as a view box, so that a page can make it smaller, and with faint text that is
/// faint in browsers, too: they do not know `opacity` of a piece of text.
fn adapted(svg: &str) -> String {
    let side = |name: &str| {
        let start = svg.split_once(&format!("{name}=\"")).unwrap().1;
        start.split_once("px\"").unwrap().0
    };
    let view = format!("<svg viewBox=\"0 0 {} {}\" ", side("width"), side("height"));
    svg.replacen("<svg ", &view, 1).replace(" opacity: 0.4;", " fill-opacity: 0.6;")
}

#[test]
fn the_picture_is_what_the_program_draws() {
    check(&repository().join("docs/picture.svg"), &picture());
}
