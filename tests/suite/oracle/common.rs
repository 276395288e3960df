//! Tables, questions and damage.

pub use perfectplay::*;
pub use perfectplay_tests::{add, folder_of as folder};

pub use crate::common::*;

pub fn with_tables() -> Oracle {
    Oracle::new(&built_in(), TableFolder::new(golden())).unwrap()
}

pub fn without_tables() -> Oracle {
    Oracle::without_tables(&built_in())
}

/// Cuts a table off.
pub fn damage(folder: &TempDir, name: &str) {
    let path = folder.path().join(format!("{name}.table"));
    let bytes = fs::read(&path).unwrap();
    replace(&path, &bytes[..bytes.len() - 1]);
}

pub fn board() -> Arc<Board> {
    Arc::new(Board::from_contest("2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n").unwrap())
}

pub fn ask(game: &str, text: &str) -> Question {
    match game {
        "contour" => Question::parse(on_board(&board()), text).unwrap(),
        game => Question::parse(perfectplay_tests::game(game), text).unwrap(),
    }
}

pub fn at_most(states: u64) -> Limits {
    Limits::default().with_states(states)
}

/// An oracle with the tables of a folder.
pub fn oracle_of(folder: &TempDir) -> Oracle {
    Oracle::new(&built_in(), TableFolder::new(folder.path())).unwrap()
}

pub fn within(oracle: &Oracle, question: &Question, limits: &Limits) -> Result<Answer, Error> {
    oracle.within(&Budget::new(limits, &Silent)).answer(question)
}

/// Interrupts when more works that are not quick have begun than this, and notes their states.
#[derive(Default)]
pub struct Impatient {
    pub most: usize,
    pub begun: Mutex<Vec<u64>>,
}

impl Progress for Impatient {
    fn event(&self, event: Event) {
        let Event::Solving { states, .. } = event else { return };
        self.begun.lock().unwrap().push(states);
    }

    fn interrupted(&self) -> bool {
        self.begun.lock().unwrap().len() > self.most
    }
}

/// A position of each game that the golden tables have, and its value.
pub const ASKED: &[(&str, &str, &str)] = &[
    ("number", "2 3 4 5 6", "win in 5"),
    ("tower", "RGB/GRG", "8.656"),
    ("contour", "2", "+7"),
    ("stake", "01/..", "+0"),
    ("tokens", "P.P/...", "loss"),
    ("chomp", "3,3,1", "win in 6"),
];
