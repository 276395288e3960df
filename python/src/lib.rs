//! The compiled half of the package `perfectplay`: what `perfectplay` and `perfectplay-query` do, for Python.

use perfectplay::Code;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

/// What is short of a class: the documentation, name, type and value of each attribute, and then methods.
macro_rules! members {
    ($class:ident, $of:ident:
        $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*
        $([methods] $(
            $(#[$meta:meta])* $method:ident($($given:ident: $kind:ty),*) -> $made:ty = $body:expr;
        )*)?
    ) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> $type {
                    let $of = self;
                    $value
                }
            )*
            $($(
                $(#[$meta])*
                fn $method(&self, $($given: $kind),*) -> $made {
                    let $of = self;
                    $body
                }
            )*)?
        }
    };
}

mod answer;
mod arguments;
mod arrays;
mod batches;
mod custom;
mod errors;
mod folders;
mod games;
mod open;
mod options;
mod oracle;
mod position;
mod python_game;
mod sets;
mod solved;
mod table;
mod tables;
mod value;
mod watch;

/// Anything with JSON as the dictionary that Python's reader makes of it.
fn to_dict<'py>(py: Python<'py>, what: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    let json = serde_json::to_string(what)
        .map_err(|error| errors::raise(Code::Internal, error.to_string(), None))?;
    Ok(py.import("json")?.call_method1("loads", (json,))?.cast_into()?)
}

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    /// The version of the package.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use crate::answer::{Answer, Move, Roll, Step};
    #[pymodule_export]
    use crate::arrays::Array;
    #[pymodule_export]
    use crate::games::_catalogue;
    #[pymodule_export]
    use crate::oracle::Oracle;
    #[pymodule_export]
    use crate::position::{_games, LegalMove, Position};
    #[pymodule_export]
    use crate::sets::to_array;
    #[pymodule_export]
    use crate::solved::{SolvedTable, solve};
    #[pymodule_export]
    use crate::table::{Table, open_table};
    #[pymodule_export]
    use crate::tables::{build, unpack};
    #[pymodule_export]
    use crate::value::Value;
}
