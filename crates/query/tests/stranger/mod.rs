//! Readers written from FORMAT.md alone, with nothing of this project.
#![allow(unreachable_pub)]

/// Reads `number` tables as FORMAT.md tells it.
pub struct StrangerNumber<'a> {
    bound: u64,
    trie: &'a [u8],
    entries: &'a [u8],
}

/// Takes little-endian integers and texts off the front of a header.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn bytes(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn u64(&mut self) -> u64 {
        self.bytes(8).iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn text(&mut self) -> &'a str {
        let length = self.u64() as usize;
        std::str::from_utf8(self.bytes(length)).unwrap()
    }
}

impl<'a> StrangerNumber<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        let (bound, sections) =
            open(file, ["number", "number-12", "number/1", "trie+entry32", "bound"]);
        Self { bound, trie: sections[0], entries: sections[1] }
    }

    pub fn entry(&self, mask: u64) -> u32 {
        let directory_bound = if self.bound <= 10 { self.bound } else { 6 + (self.bound - 6) % 5 };
        let words = 1usize << (directory_bound - 1);
        let nodes = &self.trie[(2 * words).next_multiple_of(8)..];
        let word = 2 * ((mask >> 2) as usize & (words - 1));
        let word = u64::from(self.trie[word]) + 256 * u64::from(self.trie[word + 1]);
        let mut place = word - 1;
        let mut decided = directory_bound;
        while decided < self.bound {
            let node = Cursor(&nodes[8 * place as usize..]).u64();
            let way = mask >> (decided + 1) & 31;
            assert_eq!(node >> way & 1, 1);
            place = (node >> 32) + (0..way).filter(|lower| node >> lower & 1 == 1).count() as u64;
            decided += 5;
        }
        let entry = &self.entries[4 * place as usize..][..4];
        entry.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }
}

/// Reads `number` tables that know who wins as FORMAT.md tells it.
pub struct StrangerNumberOutcomes<'a> {
    classes: &'a [u8],
    functions: Vec<u64>,
    shards: Vec<u64>,
    bits: Vec<u64>,
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn scale(z: u64, n: u64) -> u64 {
    ((u128::from(z) * u128::from(n)) >> 64) as u64
}

impl<'a> StrangerNumberOutcomes<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        let texts = ["number", "number-30", "number/1", "filters+function", "bound"];
        let (_bound, sections) = open(file, texts);
        let words = |bytes: &[u8]| bytes.chunks(8).map(|word| Cursor(word).u64()).collect();
        let [functions, shards, bits] = [2, 3, 4].map(|section: usize| words(sections[section]));
        Self { classes: sections[1], functions, shards, bits }
    }

    pub fn loses(&self, numbers: &[u64]) -> bool {
        let Some(&f) = numbers.iter().max() else { return true };
        let m = (2..).find(|number| !numbers.contains(number)).unwrap();
        let hash = mix(numbers.iter().fold(0, |mask, number| mask | 1 << number));
        let before: u64 = (2..f).map(|layer| (layer - layer / 2) * layer).sum();
        let row = numbers.len() as u64 - f / 2;
        let k = self.classes[(before + row * f + m - 2) as usize];
        if k == 255 || k > 0 && self.value(f, k.into(), k.into(), hash) != hash % (1 << k) {
            return false;
        }
        self.value(f, 0, 1, hash) == 1
    }

    fn value(&self, f: u64, function: u64, columns: u64, hash: u64) -> u64 {
        const PHI: u64 = 0x9e37_79b9_7f4a_7c15;
        let word = self.functions[(8 * (f - 2) + function) as usize];
        let shard = self.shards[(word % (1 << 32) + scale(hash, word >> 32)) as usize];
        let (begin, rows, seed) = (shard % (1 << 40), shard >> 40 & 0xffff, shard >> 56);
        let g = mix(hash ^ (seed + 1).wrapping_mul(PHI));
        let start = scale(g, rows - 127);
        let low = mix(g.wrapping_add(PHI)) | 1;
        let high = mix(g.wrapping_add(PHI.wrapping_mul(2)));
        let coefficient = |i: u64| if i < 64 { low >> i & 1 } else { high >> (i - 64) & 1 };
        let bit = |row: u64, column: u64| {
            self.bits[(begin + row / 64 * columns + column) as usize] >> (row % 64) & 1
        };
        (0..columns).fold(0, |value, column| {
            let sum: u64 = (0..128).map(|i| coefficient(i) & bit(start + i, column)).sum();
            value | (sum % 2) << column
        })
    }
}

/// Checks the prelude's magic and version and the header's texts; gives the
/// parameter and the sections.
fn open<'a>(file: &'a [u8], texts: [&str; 5]) -> (u64, Vec<&'a [u8]>) {
    assert_eq!(&file[..8], b"\x89PPT\r\n\x1a\n");
    assert_eq!(&file[8..12], [1, 0, 0, 0]);
    let mut header = Cursor(&file[32..]);
    for text in &texts[..4] {
        assert_eq!(header.text(), *text);
    }
    assert_eq!(header.u64(), 1);
    assert_eq!(header.text(), texts[4]);
    let parameter = header.u64();
    assert_eq!(header.text(), "");
    let _states = header.u64();
    let sections = header.u64();
    let mut section = || {
        let _name = header.text();
        let (offset, length) = (header.u64() as usize, header.u64() as usize);
        &file[offset..offset + length]
    };
    (parameter, (0..sections).map(|_| section()).collect())
}

/// Reads `tower` tables as FORMAT.md tells it.
pub struct StrangerTower<'a> {
    levels: u64,
    entries: &'a [u8],
}

const COMPLETE: [&str; 18] = [
    "RRG", "GRG", "RGR", "RGG", "RGB", "GGG", "GGB", "BGB", "RRB", "BRB", "RBR", "RBB", "RBG",
    "BBB", "BBG", "GBG", "RRR", "GRB",
];

const TOPS: [&[&str]; 4] = [
    &[],
    &["R..", ".R.", "G..", ".G.", "B..", ".B."],
    &[
        "G.R", "RG.", "GR.", "G.G", "GG.", "G.B", "BG.", "GB.", "B.B", "BB.", "B.R", "RB.", "BR.",
        "R.R", "RR.",
    ],
    &[
        "RGR", "RGG", "RRG", "GRG", "GGG", "GGB", "BGB", "GBG", "GBB", "GRB", "RGB", "RBG", "BBB",
        "RBR", "RBB", "RRB", "BRB", "RRR",
    ],
];

/// Complete levels, two-block levels, blocks of the top.
type Shape = (u64, u64, u64);

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// The place of a level in a list, as it is or mirrored.
fn kind(list: &[&str], level: &str) -> Option<usize> {
    let mirrored: String = level.chars().rev().collect();
    list.iter().position(|&known| known == level || known == mirrored)
}

fn rank(counts: &[u64]) -> u64 {
    let k = counts.len() as u64;
    (1..k)
        .map(|j| (counts[j as usize..].iter().sum::<u64>(), j))
        .map(|(sum, j)| if sum == 0 { 0 } else { choose(sum + k - 1 - j, k - j) })
        .sum()
}

fn top_kinds(blocks: u64) -> u64 {
    TOPS[blocks as usize].len() as u64
}

/// How many rows come before those of green size p and blue size q.
fn rows_before(c: u64, end: (u64, u64)) -> u64 {
    let mut rows = 0;
    for p in 0..=c {
        for q in 0..=p.min(c - p) {
            if (p, q) == end {
                return rows;
            }
            let (us, vs) = (choose(p + 7, 7), choose(q + 7, 7));
            let pairs = if p == q { us * (us + 1) / 2 } else { us * vs };
            rows += pairs * (c - p - q + 1);
        }
    }
    rows
}

impl<'a> StrangerTower<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        let (levels, sections) = open(file, ["tower", "tower-2", "tower/1", "f64", "levels"]);
        Self { levels, entries: sections[0] }
    }

    /// The shapes of the table in the order of their slabs.
    fn shapes(&self) -> Vec<Shape> {
        let mut shapes: Vec<Shape> = (0..self.levels).map(|i| (i, 0, 3)).collect();
        let mut next = 0;
        while next < shapes.len() {
            let (c, d, b) = shapes[next];
            let (more, b) = if b < 3 { (c, b + 1) } else { (c + 1, 1) };
            let mut found = Vec::new();
            if c > 0 {
                found.extend([(more - 1, d + 1, b), (more - 1, d, b)]);
            }
            if d > 0 {
                found.push((more, d - 1, b));
            }
            for shape in found {
                if !shapes.contains(&shape) {
                    shapes.push(shape);
                }
            }
            next += 1;
        }
        shapes.sort_unstable_by_key(|&(c, d, b)| (6 * c + 3 * d + 2 * b, c, d, b));
        shapes
    }

    pub fn entry(&self, tower: &str) -> f64 {
        let exchanged: String = tower
            .chars()
            .map(|letter| match letter {
                'G' => 'B',
                'B' => 'G',
                other => other,
            })
            .collect();
        let place = self.place(tower).or_else(|| self.place(&exchanged)).unwrap();
        let bits = Cursor(&self.entries[8 * place as usize..]).u64();
        f64::from_bits(bits)
    }

    /// `None` if green and blue must be exchanged first.
    fn place(&self, tower: &str) -> Option<u64> {
        let (mut complete, mut two) = ([0u64; 18], [0u64; 3]);
        let levels: Vec<&str> = tower.split('/').collect();
        let (&top, below) = levels.split_last().unwrap();
        for level in below {
            if let Some(kind) = kind(&COMPLETE, level) {
                complete[kind] += 1;
            } else if &level[1..2] != "." && level.matches('.').count() == 1 {
                let side = level.chars().enumerate().find(|&(i, c)| i != 1 && c != '.').unwrap().1;
                two["RGB".find(side).unwrap()] += 1;
            }
        }
        let (green, blue, fixed) = (&complete[..8], &complete[8..16], &complete[16..]);
        let (p, q) = (green.iter().sum::<u64>(), blue.iter().sum::<u64>());
        let (u, v, x) = (rank(green), rank(blue), fixed[1]);
        if (p, u) < (q, v) {
            return None;
        }
        let (c, d) = (complete.iter().sum::<u64>(), two.iter().sum::<u64>());
        let b = 3 - top.matches('.').count() as u64;
        let row_length = |d, b| choose(d + 2, 2) * top_kinds(b);
        let before = |&(c, d, b): &Shape| rows_before(c, (u64::MAX, 0)) * row_length(d, b);
        let start: u64 = self.shapes().iter().take_while(|&&s| s != (c, d, b)).map(before).sum();
        let pair = if p == q { u * (u + 1) / 2 + v } else { u * choose(q + 7, 7) + v };
        let row = rows_before(c, (p, q)) + pair * (c - p - q + 1) + x;
        let top = kind(TOPS[b as usize], top).unwrap() as u64;
        Some(start + row * row_length(d, b) + rank(&two) * top_kinds(b) + top)
    }
}

/// Reads `contour` tables of narrow entries as FORMAT.md tells it.
pub struct StrangerContour<'a> {
    rows: u64,
    a: Vec<Vec<i64>>,
    b: Vec<Vec<i64>>,
    entries: &'a [u8],
}

impl<'a> StrangerContour<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        assert_eq!(&file[..12], b"\x89PPT\r\n\x1a\n\x01\0\0\0");
        let mut header = Cursor(&file[32..]);
        assert_eq!((header.text(), header.text()), ("contour", "contour-daa36c61"));
        assert_eq!((header.text(), header.text()), ("contour/1", "g32"));
        assert_eq!(header.u64(), 0);
        let mut numbers = header.text().split_ascii_whitespace().map(|word| word.parse().unwrap());
        let (_states, sections) = (header.u64(), header.u64());
        assert_eq!((sections, header.text()), (1, "entries"));
        let (offset, length) = (header.u64() as usize, header.u64() as usize);
        let rows: i64 = numbers.next().unwrap();
        let columns: i64 = numbers.next().unwrap();
        let mut scores = || -> Vec<Vec<i64>> {
            (0..rows).map(|_| (0..columns).map(|_| numbers.next().unwrap()).collect()).collect()
        };
        let (a, b) = (scores(), scores());
        Self { rows: rows as u64, a, b, entries: &file[offset..offset + length] }
    }

    pub fn score(&self, taken: &[u8]) -> i64 {
        let (mut place, mut difference, mut cells) = (0, 0, 0);
        for row in 0..self.rows {
            let taken = u64::from(taken[row as usize]);
            let (of, choose_from) = (self.rows - row, taken + self.rows - 1 - row);
            place += if choose_from < of { 0 } else { choose(choose_from, of) };
            for column in 0..taken as usize {
                difference += self.a[row as usize][column] - self.b[row as usize][column];
                cells += 1;
            }
        }
        let entry: [u8; 4] = self.entries[4 * place as usize..][..4].try_into().unwrap();
        let g = i64::from(i32::from_le_bytes(entry));
        if cells % 2 == 0 { (g - difference) / 2 } else { (g + difference) / 2 }
    }
}

/// Reads the `stake` family as FORMAT.md tells it.
pub struct StrangerStake<'a> {
    size: u64,
    entries: &'a [u8],
}

/// A mask of an n × n board as a symmetry shows it.
fn moved(symmetry: u32, n: u32, mask: u32) -> u32 {
    let cells = (0..n * n).filter(|cell| mask >> cell & 1 == 1);
    cells.fold(0, |moved, cell| {
        let (mut row, mut column) = (cell / n, cell % n);
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = n - 1 - row;
        }
        if symmetry & 1 != 0 {
            column = n - 1 - column;
        }
        moved | 1 << (n * row + column)
    })
}

fn canonical(n: u32, mask: u32) -> u32 {
    (0..8).map(|symmetry| moved(symmetry, n, mask)).min().unwrap()
}

impl<'a> StrangerStake<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        let (size, sections) = open(file, ["stake", "stake-3", "stake/1", "score8", "size"]);
        Self { size, entries: sections[0] }
    }

    pub fn score(&self, board: &str) -> i8 {
        let n = board.split('/').count() as u32;
        let mask = |digits: &[char]| {
            let cells = board.chars().filter(|&letter| letter != '/').enumerate();
            cells.fold(0, |mask, (bit, cell)| mask | u32::from(digits.contains(&cell)) << bit)
        };
        let (filled, zeros) = (mask(&['0', '1']), mask(&['0']));
        let least = canonical(n, filled);
        let symmetry = (0..8).find(|&symmetry| moved(symmetry, n, filled) == least).unwrap();
        let zeros = moved(symmetry, n, zeros);
        let cells = (0..n * n).filter(|cell| least >> cell & 1 == 1).enumerate();
        let places = cells.filter(|(_, cell)| zeros >> cell & 1 == 1).map(|(p, _)| p as u64);
        let rank: u64 =
            places.zip(1..).map(|(place, j)| if place < j { 0 } else { choose(place, j) }).sum();
        self.entries[(self.start(n, least) + rank) as usize] as i8
    }

    fn start(&self, n: u32, pattern: u32) -> u64 {
        let mut start = 0;
        for empty in 0..=self.size as u32 * self.size as u32 {
            for size in (1..=self.size as u32).filter(|size| size * size >= empty) {
                let filled = size * size - empty;
                for mask in (0..1u32 << (size * size)).filter(|mask| mask.count_ones() == filled) {
                    if (size, mask) == (n, pattern) {
                        return start;
                    }
                    if canonical(size, mask) == mask {
                        start += choose(filled.into(), filled.div_ceil(2).into());
                    }
                }
            }
        }
        panic!("no such pattern");
    }
}

/// Reads `tokens` tables of boards that are no squares as FORMAT.md tells it.
pub struct StrangerTokens<'a> {
    rows: usize,
    columns: usize,
    losing: &'a [u8],
}

impl<'a> StrangerTokens<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        assert_eq!(&file[..12], b"\x89PPT\r\n\x1a\n\x01\0\0\0");
        let mut header = Cursor(&file[32..]);
        assert_eq!((header.text(), header.text()), ("tokens", "tokens-2x3"));
        assert_eq!((header.text(), header.text()), ("tokens/1", "losing1"));
        assert_eq!((header.u64(), header.text()), (2, "rows"));
        let rows = header.u64() as usize;
        assert_eq!(header.text(), "columns");
        let columns = header.u64() as usize;
        assert_eq!(header.text(), "");
        let (_states, sections) = (header.u64(), header.u64());
        assert_eq!((sections, header.text()), (1, "losing"));
        let (offset, length) = (header.u64() as usize, header.u64() as usize);
        assert!(rows < columns, "a square has more symmetries than are read here");
        Self { rows, columns, losing: &file[offset..offset + length] }
    }

    /// Where a symmetry takes a cell.
    fn image(&self, symmetry: usize, cell: usize) -> usize {
        let (mut row, mut column) = (cell / self.columns, cell % self.columns);
        if symmetry & 2 != 0 {
            row = self.rows - 1 - row;
        }
        if symmetry & 1 != 0 {
            column = self.columns - 1 - column;
        }
        row * self.columns + column
    }

    fn image_of_pair(&self, symmetry: usize, (a, b): (usize, usize)) -> (usize, usize) {
        let (a, b) = (self.image(symmetry, a), self.image(symmetry, b));
        (a.min(b), a.max(b))
    }

    pub fn loses(&self, start: &str) -> bool {
        let lines: Vec<Vec<char>> = start.split('/').map(|line| line.chars().collect()).collect();
        let turned = lines.len() > self.rows || lines[0].len() > self.columns;
        let (mut free, mut pieces) = (0u64, Vec::new());
        for (row, line) in lines.iter().enumerate() {
            for (column, &letter) in line.iter().enumerate() {
                let (row, column) = if turned { (column, row) } else { (row, column) };
                let cell = row * self.columns + column;
                free |= u64::from(letter != '#') << cell;
                if letter == 'P' {
                    pieces.push(cell);
                }
            }
        }
        pieces.sort_unstable();
        let place = self.place(free, (pieces[0], pieces[1]));
        self.losing[place / 8] >> (place % 8) & 1 == 1
    }

    fn place(&self, free: u64, pair: (usize, usize)) -> usize {
        let cells = self.rows * self.columns;
        let mut homes: Vec<(usize, usize)> = Vec::new();
        for high in 1..cells {
            for low in 0..high {
                let images = (0..4).map(|symmetry| self.image_of_pair(symmetry, (low, high)));
                if !images.into_iter().any(|image| homes.contains(&image)) {
                    homes.push((low, high));
                }
            }
        }
        let is_home = |symmetry: usize| {
            homes.iter().position(|&home| home == self.image_of_pair(symmetry, pair))
        };
        let (symmetry, home) =
            (0..4).find_map(|symmetry| Some((symmetry, is_home(symmetry)?))).unwrap();
        let (low, high) = homes[home];
        let set = (0..cells).filter(|cell| free >> cell & 1 == 1);
        let free = set.fold(0u64, |mask, cell| mask | 1 << self.image(symmetry, cell));
        let others = (0..cells).filter(|&cell| cell != low && cell != high);
        let mask = others.enumerate().fold(0, |mask, (bit, cell)| mask | (free >> cell & 1) << bit);
        (home << (cells - 2)) + mask as usize
    }
}

/// Reads the `tokens` table of one board as FORMAT.md tells it.
pub struct StrangerTokensBoard<'a> {
    rows: Vec<&'a str>,
    losing: &'a [u8],
    steps: &'a [u8],
}

impl<'a> StrangerTokensBoard<'a> {
    pub fn open(file: &'a [u8], name: &str) -> Self {
        assert_eq!(&file[..12], b"\x89PPT\r\n\x1a\n\x01\0\0\0");
        let mut header = Cursor(&file[32..]);
        assert_eq!((header.text(), header.text()), ("tokens", name));
        assert_eq!((header.text(), header.text()), ("tokens/1", "losing1+steps8"));
        assert_eq!(header.u64(), 0);
        let rows = header.text().lines().skip(1).collect();
        let (_states, sections) = (header.u64(), header.u64());
        assert_eq!(sections, 2);
        let mut section = |name: &str| {
            assert_eq!(header.text(), name);
            let (offset, length) = (header.u64() as usize, header.u64() as usize);
            &file[offset..offset + length]
        };
        Self { rows, losing: section("losing"), steps: section("steps") }
    }

    /// The free cells by number.
    fn cells(&self) -> Vec<(i32, i32)> {
        let rows = self.rows.iter().zip(0..);
        let cells = rows.flat_map(|(line, row)| {
            let free = line.chars().zip(0..).filter(|&(letter, _)| letter == '.');
            free.map(move |(_, column)| (row, column))
        });
        cells.collect()
    }

    fn place(a: usize, b: usize) -> usize {
        let (a, b) = (a.min(b), a.max(b));
        b * (b - 1) / 2 + a
    }

    fn is_lost(&self, place: usize) -> bool {
        self.losing[place / 8] >> (place % 8) & 1 == 1
    }

    /// Whether the pieces of a start lose, its winning moves, and the one to follow.
    pub fn answer(&self, start: &str) -> (bool, Vec<String>, Option<String>) {
        let cells = self.cells();
        let numbered = start.split('/').flat_map(str::chars).filter(|&letter| letter != '#');
        let pieces: Vec<usize> =
            (0..).zip(numbered).filter(|(_, letter)| *letter == 'P').map(|(n, _)| n).collect();
        let (a, b) = (pieces[0], pieces[1]);
        let place = Self::place(a, b);
        let low = self.steps[place] & 15;
        let (mut winning, mut follow) = (Vec::new(), None);
        for step in 0..8 {
            let (from, still) = if step < 4 { (a, b) } else { (b, a) };
            let Some(to) = next_to(&cells, from, step & 3) else { continue };
            let ((r, c), (row, column)) = (cells[from], cells[to]);
            let text = format!("{r},{c}>{row},{column}");
            if to == still || low == step {
                follow = follow.or(Some(text.clone()));
            }
            if self.wins(&cells, (from, to, still), (step, low == 9)) {
                winning.push(text);
            }
        }
        winning.sort_unstable();
        (self.is_lost(place), winning, follow)
    }

    fn wins(
        &self,
        cells: &[(i32, i32)],
        (from, to, still): (usize, usize, usize),
        (step, adjacent): (u8, bool),
    ) -> bool {
        if to == still {
            return true;
        }
        let (here, there) = (Self::place(from, still), Self::place(to, still));
        if self.steps[there] & 15 == 9 {
            return false;
        }
        if adjacent {
            return self.is_lost(there);
        }
        let bit = |place: usize, step: u8| {
            let bit = [(2, 4), (3, 5), (6, 6), (7, 7)].into_iter().find(|bit| bit.0 == step);
            self.steps[place] >> bit.unwrap().1 & 1 == 1
        };
        let in_some = if step & 3 >= 2 {
            bit(here, step)
        } else {
            // The step back: of the piece on the lower cell or the higher one, as they are now.
            let back = (0..4).find(|&back| next_to(cells, to, back) == Some(from)).unwrap();
            bit(there, if to < still { back } else { 4 + back })
        };
        !self.is_lost(here) && in_some
    }
}

/// The cell up, left, right or down of a cell, by number.
fn next_to(cells: &[(i32, i32)], cell: usize, direction: u8) -> Option<usize> {
    let (row, column) = cells[cell];
    let (down, right) = [(-1, 0), (0, -1), (0, 1), (1, 0)][usize::from(direction)];
    cells.iter().position(|&other| other == (row + down, column + right))
}

/// Reads `chomp` tables as FORMAT.md tells it.
pub struct StrangerChomp<'a> {
    rows: usize,
    columns: usize,
    losing: &'a [u8],
}

impl<'a> StrangerChomp<'a> {
    pub fn open(file: &'a [u8]) -> Self {
        let mut header = Cursor(&file[32..]);
        assert_eq!((header.text(), header.text()), ("chomp", "chomp-3x4"));
        assert_eq!((header.text(), header.text()), ("chomp/1", "losing1"));
        assert_eq!((header.u64(), header.text()), (2, "rows"));
        let rows = header.u64() as usize;
        assert_eq!(header.text(), "columns");
        let columns = header.u64() as usize;
        assert_eq!((header.text(), header.u64()), ("", 35));
        assert_eq!((header.u64(), header.text()), (1, "losing"));
        let (offset, length) = (header.u64() as usize, header.u64() as usize);
        Self { rows, columns, losing: &file[offset..offset + length] }
    }

    pub fn loses(&self, position: &str) -> bool {
        let left: Vec<usize> = position.split(',').map(|cells| cells.parse().unwrap()).collect();
        let place = if left.len() > self.rows || left[0] > self.columns {
            let column = |column: usize| left.iter().filter(|&&cells| cells > column).count();
            self.place(&(0..left[0]).map(column).collect::<Vec<usize>>())
        } else {
            self.place(&left)
        };
        self.losing[place / 8] >> (place % 8) & 1 == 1
    }

    fn place(&self, left: &[usize]) -> usize {
        let cells = |row: usize| left.get(row).copied().unwrap_or(0);
        let term =
            |row| choose((cells(row) + self.rows - 1 - row) as u64, (self.rows - row) as u64);
        (0..self.rows).map(term).sum::<u64>() as usize
    }
}
