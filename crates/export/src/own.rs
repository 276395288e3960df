//! Positions of games that are not built in.

use std::fs::File;
use std::io::{self, Write};

use perfectplay_query::{Bytes, TableFile};
use perfectplay_tables::{Control, Interrupted, MadeGame, OwnRow, Threads};

use crate::rows::{Rows, Values};
use crate::writer::Writer;
use crate::{ExportError, Format};

/// The column of which some rows have no number.
const PLIES: &str = "plies";

/// All positions of a game that is not built in, with their values, in a format, to be written.
///
/// The columns are `word`, the number that stands for the position; `position`, its text, which NumPy does not get; and
/// what the game's values are: `outcome` (1 won, 0 drawn, −1 lost, for the player to move) and `plies`, of which a draw has none
/// (−1 in NumPy),
/// `score`, or `grundy`. Rows are in the order of the words.
#[derive(Clone)]
pub struct OwnExport<'a> {
    game: &'a dyn MadeGame,
    format: Format,
    memory: u64,
    threads: Threads,
}

impl std::fmt::Debug for OwnExport<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OwnExport").field(&self.game.name()).field(&self.format).finish()
    }
}

impl<'a> OwnExport<'a> {
    /// What is to be written, and how. Finding the positions takes at most `memory` bytes of memory.
    #[must_use]
    pub fn new(game: &'a dyn MadeGame, format: Format, memory: u64) -> Self {
        Self { game, format, memory, threads: Threads::default() }
    }

    /// The same on these threads, instead of one per processor.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }

    /// Writes the positions of the game's table, the bytes of which are good, to a file, at its current place, and
    /// returns how many there are.
    ///
    /// # Errors
    /// If the file cannot be written, the table is damaged, the memory does not do, or `control` says to stop.
    pub fn write_file(
        &self,
        table: TableFile<Bytes>,
        file: &File,
        control: Control<'_>,
    ) -> Result<u64, ExportError> {
        self.write(table, Writer::to_file(file, self.format, &self.rows(&[]))?, control)
    }

    /// Writes them as CSV, whatever the format, and returns how many there are.
    ///
    /// # Errors
    /// As [`write_file`](Self::write_file).
    pub fn write_csv(
        &self,
        table: TableFile<Bytes>,
        out: impl Write,
        control: Control<'_>,
    ) -> Result<u64, ExportError> {
        self.write(table, Writer::csv(out, &self.rows(&[]))?, control)
    }

    fn write(
        &self,
        table: TableFile<Bytes>,
        mut writer: Writer<'_>,
        control: Control<'_>,
    ) -> Result<u64, ExportError> {
        let mut refused: Option<io::Error> = None;
        let mut take = |rows: &[OwnRow]| {
            writer.write(self.rows(rows)).map_err(|error| {
                refused = Some(error);
                Interrupted
            })
        };
        let done = self.game.rows(table, &self.threads, self.memory, control, &mut take);
        match refused {
            Some(error) => return Err(error.into()),
            None => done?,
        }
        Ok(writer.finish()?)
    }

    fn rows(&self, rows: &[OwnRow]) -> Rows {
        let mut columns =
            Rows::default().with("word", Values::U64(rows.iter().map(|row| row.word).collect()));
        if self.format != Format::Npy {
            let texts = rows.iter().map(|row| row.text.clone());
            columns = columns.with("position", Values::Text(texts.collect()));
        }
        for (place, &name) in self.game.columns().iter().enumerate() {
            let numbers = rows.iter().map(|row| row.numbers[place]);
            let numbers = numbers.collect();
            let has_none = name == PLIES;
            let values = if has_none { Values::OrNone(numbers) } else { Values::I32(numbers) };
            columns = columns.with(name, values);
        }
        columns
    }
}
