//! Descriptions for arrays of many words: `perfectplay._arrays` asks them.

use std::sync::Arc;

use perfectplay_tables::solve::{Batch, End, Key, Purpose, Turn};
use pyo3::buffer::PyBuffer;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{END, Form, Move, Told, end_from, number};
use crate::arrays::Numbers;

pub(super) struct Arrays {
    told: Arc<Told>,
    /// The `Arrays` of `perfectplay._arrays`.
    asker: Py<PyAny>,
    start: u64,
}

/// What `perfectplay._arrays` has of words.
type Found<'py> = (
    Bound<'py, PyAny>,
    PyBuffer<i64>,
    PyBuffer<u64>,
    PyBuffer<u64>,
    PyBuffer<u8>,
    PyBuffer<i16>,
    PyBuffer<u32>,
);

fn array<'py>(py: Python<'py>, words: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    Numbers::U64(words.to_vec()).into_array(py, 0)
}

/// How positions have ended, of an array of outcomes or of scores.
fn ends(given: &Bound<'_, PyAny>) -> PyResult<Vec<Option<End>>> {
    let py = given.py();
    if let Ok(scores) = PyBuffer::<i16>::get(given) {
        let end = |score: i16| (score != i16::MIN).then_some(End::Score(score));
        return Ok(scores.to_vec(py)?.into_iter().map(end).collect());
    }
    let end = |outcome: i8| match outcome {
        1 => Some(End::Win),
        -1 => Some(End::Loss),
        2 => Some(End::Draw),
        _ => None,
    };
    Ok(PyBuffer::get(given)?.to_vec(py)?.into_iter().map(end).collect())
}

impl Arrays {
    pub(super) fn new(described: &Bound<'_, PyDict>, told: Arc<Told>) -> PyResult<Self> {
        let module = described.py().import("perfectplay._arrays")?;
        let asker = module.getattr("Arrays")?.call1((described,))?.unbind();
        Ok(Self { told, asker, start: described.as_any().get_item("start")?.extract()? })
    }

    fn ask<'py, T: FromPyObjectOwned<'py>>(
        &self,
        py: Python<'py>,
        method: &str,
        of: impl PyCallArgs<'py>,
    ) -> PyResult<T> {
        self.asker.bind(py).call_method1(method, of)?.extract().map_err(Into::into)
    }

    /// What a method gives as an array of words.
    fn words<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        of: impl PyCallArgs<'py>,
    ) -> PyResult<Vec<u64>> {
        self.ask::<PyBuffer<u64>>(py, method, of)?.to_vec(py)
    }

    fn turn(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<(bool, i16)> {
        self.ask(py, "turn", (before, after))
    }
}

impl Form for Arrays {
    /// A block of the engine: NumPy's calls take no more time than its numbers then.
    fn together(&self) -> usize {
        1 << 14
    }

    fn is_plain(&self) -> bool {
        false
    }

    fn start(&self, _: Python<'_>) -> PyResult<u64> {
        Ok(self.start)
    }

    fn starts(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.words(py, "starts", ())
    }

    fn fill(
        &self,
        py: Python<'_>,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
    ) -> PyResult<()> {
        let of = (array(py, words)?, purpose == Purpose::Verify);
        let (given, counts, raw, canonical, again, gains, stages): Found<'_> =
            self.ask(py, "ask", of)?;
        let (canonical, gains) = (canonical.to_vec(py)?, gains.to_vec(py)?);
        let turns = again.to_vec(py)?.into_iter().zip(gains);
        let turns = turns.map(|(again, gain)| Turn { same_player: again == 1, gain });
        let mut children = canonical.iter().zip(turns).zip(stages.to_vec(py)?);
        for ((&word, end), count) in words.iter().zip(ends(&given)?).zip(counts.to_vec(py)?) {
            for ((&child, turn), stage) in children.by_ref().take(count as usize) {
                batch.add_child(Key::new(child), turn, 0, stage);
            }
            batch.add(word, end);
        }
        if purpose == Purpose::Verify {
            let pairs = raw.to_vec(py)?.into_iter().zip(canonical.iter().copied());
            batch.others.extend(pairs.filter(|(word, canonical)| word != canonical));
        }
        Ok(())
    }

    fn end(&self, py: Python<'_>, word: u64) -> PyResult<Option<End>> {
        let given: Bound<'_, PyAny> = self.ask(py, "end", (word,))?;
        end_from(&given).ok_or_else(|| self.told.unexpected("end", &given, &given, END))
    }

    fn moves(&self, py: Python<'_>, word: u64) -> PyResult<Vec<Move>> {
        self.ask(py, "moves", (word,))
    }

    fn canonical(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>> {
        self.words(py, "canonical", (array(py, words)?,))
    }

    fn same_player(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<bool> {
        Ok(self.turn(py, before, after)?.0)
    }

    fn gain(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<i16> {
        Ok(self.turn(py, before, after)?.1)
    }

    fn stage(&self, py: Python<'_>, word: u64) -> PyResult<u32> {
        self.ask(py, "stage", (word,))
    }

    fn text(&self, py: Python<'_>, word: u64) -> PyResult<String> {
        self.ask(py, "text", (word,))
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        self.ask(py, "read", (text,))
    }

    fn given(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        Ok(number(object))
    }

    fn named(&self, _: Python<'_>, word: u64) -> PyResult<String> {
        Ok(format!("the word {word}"))
    }
}
