//! Pictures of positions, for what previews links: the lines that a terminal shows, each word on a tile.

use std::sync::LazyLock;

use fontdue::layout::{CoordinateSystem, Layout, TextStyle};
use fontdue::{Font, FontSettings};

/// Width and height in pixels, as hosts of links recommend them.
const SIZE: [usize; 2] = [1200, 630];

/// What is left free at each side, and below for the name of the program.
const MARGIN: f32 = 48.0;
const FOOT: f32 = 90.0;

/// More columns of letters, and more lines, are too small to be seen.
pub(crate) const MOST_COLUMNS: usize = 72;
const MOST_LINES: usize = 20;

/// The widest column of letters. A tile of one letter is two columns wide, as blanks are between letters.
const WIDEST: f32 = 60.0;

type Colour = [u8; 3];

const GROUND: Colour = [0xf4, 0xf4, 0xf1];
const INK: Colour = [0x1a, 0x1a, 0x18];
const SOFT: Colour = [0x85, 0x84, 0x7c];
const EMPTY: Colour = [0xe0, 0xdf, 0xd8];
const TAKEN: Colour = [0x55, 0x54, 0x4f];
const PLAIN: Colour = [0xff, 0xff, 0xff];

/// Tiles of letters that are no hint at a colour.
const TINTS: [Colour; 6] = [
    [0x1d, 0x56, 0xb8],
    [0xc8, 0x6b, 0x12],
    [0x0a, 0x65, 0x47],
    [0x7d, 0x3f, 0x98],
    [0x0f, 0x76, 0x80],
    [0x8a, 0x5a, 0x2b],
];

/// A word of a line: its first column, its text, and whether it is one of the numbers of rows and columns.
struct Word<'l> {
    column: usize,
    text: &'l str,
    is_faint: bool,
}

/// Whether a drawing is small enough for a picture.
pub(crate) fn fits(lines: &[String]) -> bool {
    extent(&all_words(lines)).is_some()
}

/// The first column and the number of columns of a drawing that fits.
fn extent(words: &[Vec<Word<'_>>]) -> Option<(usize, usize)> {
    let all = || words.iter().flatten();
    let first = all().map(|word| word.column).min()?;
    let columns = all().map(|word| word.column + word.text.chars().count()).max()? + 1 - first;
    (columns <= MOST_COLUMNS && words.len() <= MOST_LINES).then_some((first, columns))
}

/// The picture of a drawing as PNG, with a name below it; `None` if the drawing is too large for one.
pub(crate) fn png(lines: &[String], name: &str) -> Option<Vec<u8>> {
    let words = all_words(lines);
    let (first, columns) = extent(&words)?;
    let [width, height] = SIZE.map(|side| side as f32);
    let across = (width - 2.0 * MARGIN) / columns as f32;
    let down = (height - MARGIN - FOOT) / (2 * lines.len()) as f32;
    let column = across.min(down).min(WIDEST);
    let left = (width - column * columns as f32) / 2.0;
    let top = MARGIN + (height - MARGIN - FOOT - 2.0 * column * lines.len() as f32) / 2.0;

    let mut canvas = Canvas(vec![GROUND; SIZE[0] * SIZE[1]]);
    for (row, words) in words.iter().enumerate() {
        for word in words {
            let from =
                [left + column * (word.column - first) as f32, top + 2.0 * column * row as f32];
            let size = [column * (word.text.chars().count() + 1) as f32, 2.0 * column];
            let (ground, ink) = colours(word);
            if let Some(ground) = ground {
                canvas.tile(from, size, column / 10.0, ground);
            }
            if let Some(ink) = ink {
                canvas.text(word.text, from, size, 1.2 * column, ink);
            }
        }
    }
    canvas.text(name, [0.0, height - FOOT], [width, FOOT], 30.0, SOFT);
    canvas.encoded()
}

fn all_words(lines: &[String]) -> Vec<Vec<Word<'_>>> {
    lines.iter().map(|line| words(line)).collect()
}

/// The words of a line, without its styles.
fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut column = 0;
    for (part, styled) in line.split("\u{1b}[").enumerate() {
        let (style, text) =
            if part == 0 { ("", styled) } else { styled.split_once('m').unwrap_or(("", styled)) };
        // That of the numbers of rows and columns.
        let is_faint = style == "2";
        for (blanks, text) in text.split(' ').enumerate() {
            column += usize::from(blanks > 0);
            if !text.is_empty() {
                words.push(Word { column, text, is_faint });
            }
            column += text.chars().count();
        }
    }
    words
}

/// The colours of a word's tile and of its letters, where it has them.
fn colours(word: &Word<'_>) -> (Option<Colour>, Option<Colour>) {
    if word.is_faint {
        return (None, Some(SOFT));
    }
    let tint = match word.text {
        "." => return (Some(EMPTY), None),
        "#" => return (Some(TAKEN), None),
        "R" | "!" => [0xa3, 0x2f, 0x14],
        "G" => [0x0a, 0x65, 0x47],
        "B" => [0x1d, 0x56, 0xb8],
        "o" => [0x6b, 0x42, 0x26],
        text if text.len() > 1 || "23456789".contains(text) => return (Some(PLAIN), Some(INK)),
        text => TINTS[text.bytes().next().map_or(0, usize::from) % TINTS.len()],
    };
    (Some(tint), Some(PLAIN))
}

/// The pixels, row by row.
struct Canvas(Vec<Colour>);

impl Canvas {
    /// Puts a colour over a pixel, from 0 for not at all to 1.
    fn mix(&mut self, x: usize, y: usize, colour: Colour, share: f32) {
        if x >= SIZE[0] || y >= SIZE[1] {
            return;
        }
        for (channel, wanted) in self.0[y * SIZE[0] + x].iter_mut().zip(colour) {
            let now = f32::from(*channel);
            *channel = (now + (f32::from(wanted) - now) * share).round() as u8;
        }
    }

    /// A rectangle with round corners, a gap away from its neighbours.
    fn tile(&mut self, from: [f32; 2], size: [f32; 2], gap: f32, colour: Colour) {
        let radius = 2.0 * gap;
        for y in from[1] as usize..(from[1] + size[1]).ceil() as usize {
            for x in from[0] as usize..(from[0] + size[0]).ceil() as usize {
                // How far the pixel is outside of the rectangle that is a radius smaller.
                let outside = |axis: usize, at: usize| {
                    let half = size[axis] / 2.0;
                    let distance = (at as f32 + 0.5 - from[axis] - half).abs();
                    (distance - (half - gap - radius)).max(0.0)
                };
                let distance = outside(0, x).hypot(outside(1, y));
                self.mix(x, y, colour, (radius + 0.5 - distance).clamp(0.0, 1.0));
            }
        }
    }

    /// A text in the middle of a rectangle.
    fn text(&mut self, text: &str, from: [f32; 2], size: [f32; 2], pixels: f32, colour: Colour) {
        static FONT: LazyLock<Font> = LazyLock::new(|| {
            let file: &[u8] = include_bytes!("../../font/inter-semibold.ttf");
            Font::from_bytes(file, FontSettings::default()).expect("the font can be read")
        });
        let mut layout = Layout::new(CoordinateSystem::PositiveYDown);
        layout.append(&[&*FONT], &TextStyle::new(text, pixels, 0));
        let width = layout.glyphs().last().map_or(0.0, |glyph| glyph.x + glyph.width as f32);
        let left = from[0] + (size[0] - width) / 2.0;
        let top = from[1] + (size[1] - layout.height()) / 2.0;
        for glyph in layout.glyphs() {
            let (metrics, shares) = FONT.rasterize_config(glyph.key);
            for (index, share) in shares.iter().enumerate() {
                let x = left + glyph.x + (index % metrics.width) as f32;
                let y = top + glyph.y + (index / metrics.width) as f32;
                if x >= 0.0 && y >= 0.0 {
                    self.mix(x as usize, y as usize, colour, f32::from(*share) / 255.0);
                }
            }
        }
    }

    fn encoded(&self) -> Option<Vec<u8>> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, SIZE[0] as u32, SIZE[1] as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        encoder.write_header().ok()?.write_image_data(self.0.as_flattened()).ok()?;
        Some(file)
    }
}
