//! What the modules of the same name import in every game.

/// What an oracle knows of any game.
pub(crate) mod erased {
    pub(crate) use perfectplay_core::control::Control;
    pub(crate) use perfectplay_protocol::{
        About, Answer, Asking, Boards, BrokenLimit, Budget, ErasedGame, ErasedTable, Error, Extras,
        FoundValue, GameRef, LISTS, LayerFill, Legal, LegalMove, Moves, PackedForm, PackedPosition,
        PackedPositions, Plies, Position as AnyPosition, PositionError, PositionList, Reach,
        TableRef, ValueKind, WordForm, Words, Work,
    };
    pub(crate) use perfectplay_query::{TableId, Value};

    pub(crate) use crate::erased::plan::TypedPlan;
    pub(crate) use crate::erased::typed::TypedTable;
    pub(crate) use crate::erased::{
        Found, Result, about_game, any, by_default, by_positions, by_tables, family, of_board,
    };
}

/// The readers of tables.
pub(crate) mod table {
    pub(crate) use perfectplay_core::{Facts, Outcome, Value};
    pub(crate) use perfectplay_format::{Header, TableFile};
    pub(crate) use perfectplay_query::batches::{Positions, gathered, one_by_one};
    pub(crate) use perfectplay_query::sections::{
        Losing, Section, Whole, check_board, check_game, check_name, check_parts, parameter,
        unknown_encoding, wrong_sections,
    };
    pub(crate) use perfectplay_query::{
        Bytes, Entries, EntryArray, EntryKind, Families, Needs, Probe, ProbeError, Problem,
        ReadTable, Size, TableBoard, TableReader,
    };
}

/// How tables are made and proven.
#[cfg(feature = "build")]
pub(crate) mod making {
    pub(crate) use std::path::PathBuf;

    pub(crate) use perfectplay_core::Outcome;
    pub(crate) use perfectplay_core::control::Control;
    pub(crate) use perfectplay_core::layers::{OutOfMemory, SolveError};
    pub(crate) use perfectplay_core::parallel::tasks;
    pub(crate) use perfectplay_format::{Header, Quantity, Statistic};
    pub(crate) use perfectplay_query::memory::can_be_had;
    pub(crate) use perfectplay_query::{Family, Probe, TableId};
    pub(crate) use perfectplay_tables::job::{header_of_board, header_of_family};
    pub(crate) use perfectplay_tables::layered::LayeredTable;
    pub(crate) use perfectplay_tables::proof::entries::{self, wrong};
    pub(crate) use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};
    pub(crate) use perfectplay_tables::statistics::{OutcomeStatistics, Tally, count, statistic};
    pub(crate) use perfectplay_tables::{
        Blocks, BuildError, GameTable, Job, layered, memory, write_table,
    };
}

/// Drawings for people.
#[cfg(feature = "drawings")]
pub(crate) mod drawing {
    pub(crate) use anstyle::Style;
    pub(crate) use perfectplay_core::Random;
    pub(crate) use perfectplay_protocol::drawings::parts::{
        BAD, FAINT, GOOD, HEADING, best, for_the_mover, grid, head, joined, labelled, letters,
        listed, numbered, outside, read, reply_with, shuffled, styled, with_numbers,
    };
    pub(crate) use perfectplay_protocol::drawings::{Drawings, Owner, Wording};
    pub(crate) use perfectplay_protocol::{
        Answer, GameRef, Move, MoveAnswer, Moves, Position as AnyPosition, WordForm,
    };
}
