//! Tables are proven by the games that they are of.

use perfectplay_query::{
    Bytes, CustomTable, Header, Problem, TableFile, TablePlace, Tables, is_custom,
};
use perfectplay_tables::{
    Verification, VerifiedTable, VerifyError, WrongDescription, check_unknown, verify,
};

use crate::named_tables::game_of;
use perfectplay_protocol::{ErasedTable, GameRef};

/// Whether a table with this header is of a custom game that is not among these.
pub fn is_unknown(header: &Header, games: &[GameRef]) -> bool {
    is_custom(header) && game_of(header, games).is_err()
}

/// Opens a table, the bytes of which are good, as one of these games.
///
/// # Errors
/// If it is damaged, of another game, or of other rules than those of its game.
pub fn open_known(
    file: TableFile<Bytes>,
    place: &TablePlace,
    games: &[GameRef],
) -> Result<Box<dyn ErasedTable>, VerifyError> {
    let header = file.header().clone();
    let game = game_of(&header, games).map_err(|unknown| unknown.at(place.clone()))?;
    game.shared().open(file).map_err(|problem| match problem {
        Problem::Description(reason) => {
            WrongDescription { game: game.name().to_owned(), reason }.into()
        }
        problem if is_custom(&header) => {
            VerifyError::Wrong { table: header.name.clone(), reason: problem.to_string() }
        }
        problem => problem.at(place.clone()).into(),
    })
}

/// Checks that this program understands a table, the bytes of which are good: that it is of one of these games by the same
/// rules, or a sound table of a custom game.
pub fn check_understood(file: TableFile<Bytes>, games: &[GameRef]) -> Result<(), Problem> {
    if is_custom(file.header()) {
        return CustomTable::new(file).map(drop);
    }
    game_of(file.header(), games)?.shared().open(file).map(drop)
}

/// Verifies the table at a place, of one of these games, on the threads of the current rayon pool, or else on its own.
///
/// Every byte is checked, and what the manifest has of the table. Then entries are proven by induction, by the laws of
/// [`Rules`](perfectplay_core::Rules): each must follow by the plain rules from the entries of the positions that its moves
/// lead to, all as the table's reader finds them. Tables of `tokens`, whose entries do not follow from one another, are
/// proven by certificates instead. Tables of `number` with outcomes only are proven for all positions that the plain rules
/// list. Of a custom game that is not among these only the bytes are checked.
///
/// ```no_run
/// use perfectplay::{TableFolder, Tables, built_in, verify_table};
/// use perfectplay_tables::{Depth, Verification};
/// let tables = Tables::from(TableFolder::new("tables"));
/// let place = tables.place("stake-4");
/// let verified = verify_table(&built_in(), &tables, &place, Verification::new(Depth::Entries))?;
/// println!("{:?} entries follow from the rules", verified.entries);
/// # Ok::<(), perfectplay_tables::VerifyError>(())
/// ```
pub fn verify_table(
    games: &[GameRef],
    tables: &Tables,
    place: &TablePlace,
    how: Verification<'_>,
) -> Result<VerifiedTable, VerifyError> {
    verify(tables, place, how.control, |file| {
        if is_unknown(file.header(), games) {
            return check_unknown(file, place).map(|()| None);
        }
        open_known(file, place, games)?.verify(how).map(Some)
    })
}
