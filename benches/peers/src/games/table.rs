//! What is the same for the tables of all games.

/// The reader of a game's table: its type, and what makes a value of
/// what it finds. `all` says that the entries are those of the table, in its own order.
macro_rules! table {
    ($table:ident, $packed:expr, all) => {
        table!($table, $packed);

        fn entries(&self, table: &Self::Table) -> Vec<(Self::Key, Self::Value)> {
            use perfectplay_query::Entries;
            let entry = |index| {
                let position = table.position(index).expect("a position");
                (self.key(&position), $packed(table.entry_at(index).expect("an entry")))
            };
            (0..table.header().states).map(entry).collect()
        }
    };
    ($table:ident, $packed:expr) => {
        type Table = perfectplay_games::$table;

        fn open(
            folder: &perfectplay_query::TableFolder,
            name: &str,
        ) -> anyhow::Result<Self::Table> {
            Ok(folder.read(name, perfectplay_games::$table::new)?)
        }

        #[inline(always)]
        fn value(table: &Self::Table, position: &Position) -> Option<Self::Value> {
            perfectplay_query::Probe::value(table, position).ok().map($packed)
        }

        #[inline]
        fn values(table: &Self::Table, positions: &[Position], values: &mut [Option<Self::Value>]) {
            let mut found = [None; super::BATCH];
            let found = &mut found[..positions.len()];
            perfectplay_query::Probe::values(table, positions, found);
            for (value, found) in values.iter_mut().zip(found) {
                *value = found.map($packed);
            }
        }
    };
}
