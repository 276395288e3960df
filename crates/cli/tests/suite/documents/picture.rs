//! The picture in README.md: what the program draws in a terminal with colours, as an SVG.

use anstream::adapter::strip_str;
use anstyle::{Color, RgbColor, Style};
use anstyle_svg::{Palette, Term};

use super::{check, repository};
use crate::common::{Program, Run};

/// What it shows, in two columns.
const LEFT: [&str; 2] = ["stake 01.1/00../.01./...1", "chomp 5,5,5,5"];
const RIGHT: [&str; 2] = ["tower RGB/GRG", "number 2 3 4 5 6"];

/// Between the columns.
const GAP: usize = 6;

const BACKGROUND: Color = Color::Rgb(RgbColor(0x16, 0x1b, 0x22));
const TEXT: Color = Color::Rgb(RgbColor(0xe6, 0xed, 0xf3));

/// Colours that differ well on that background; the last eight are the bright ones.
const PALETTE: Palette = Palette([
    RgbColor(0x48, 0x4f, 0x58),
    RgbColor(0xff, 0x7b, 0x72),
    RgbColor(0x56, 0xd3, 0x64),
    RgbColor(0xe3, 0xb3, 0x41),
    RgbColor(0x79, 0xc0, 0xff),
    RgbColor(0xd2, 0xa8, 0xff),
    RgbColor(0x56, 0xd4, 0xdd),
    RgbColor(0xe6, 0xed, 0xf3),
    RgbColor(0x6e, 0x76, 0x81),
    RgbColor(0xff, 0xa1, 0x98),
    RgbColor(0x7e, 0xe7, 0x87),
    RgbColor(0xf2, 0xcc, 0x60),
    RgbColor(0xa5, 0xd6, 0xff),
    RgbColor(0xe2, 0xc5, 0xff),
    RgbColor(0x76, 0xe3, 0xea),
    RgbColor(0xff, 0xff, 0xff),
]);

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
    let term = Term::new().fg_color(TEXT).bg_color(BACKGROUND).palette(PALETTE).min_width_px(0);
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
