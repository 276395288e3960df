//! What people see: lines, colours, bars and drawings.

pub(crate) mod guide;
pub(crate) mod messages;
pub(crate) mod output;
pub(crate) mod progress_bar;
pub(crate) mod text;

pub(crate) use messages::{ErrorReport, is_quiet, printable, remark, report_error, warning};
pub(crate) use output::{BAD, FAINT, GOOD, HEADING, Output, json_line_of, made_in, plain, styled};
pub(crate) use progress_bar::{StatesBar, Watch};
pub(crate) use text::{capital, hanging, width_of, wrapped};
