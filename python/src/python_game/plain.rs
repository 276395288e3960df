//! Descriptions of one position at a time.

use std::sync::Arc;

use perfectplay_tables::solve::{Batch, End, Key, Purpose, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PySet, PyString, PyTuple};

use super::labels::Labels;
use super::positions::Positions;
use super::{Form, MOST_MOVES, Move, Told};
use super::{end_from, method, number, shown, text_from, word};

/// The methods that a description has.
pub(super) struct Plain {
    told: Arc<Told>,
    start: Py<PyAny>,
    labels: Labels,
    positions: Positions,
    starts: Option<Py<PyAny>>,
    moves: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    same_player: Option<Py<PyAny>>,
    gain: Option<Py<PyAny>>,
    rolls: Option<Py<PyAny>>,
    stage: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
}

impl Plain {
    pub(super) fn new(described: &Bound<'_, PyDict>, told: Arc<Told>) -> PyResult<Self> {
        let method = |name: &str| method(described, name);
        let start = described.as_any().get_item("start")?;
        let positions = match (method("pack")?, method("unpack")?) {
            (Some(pack), Some(unpack)) => Positions::Packed(pack, unpack),
            _ if word(&start).is_some() => Positions::Own,
            _ => Positions::kept(start.py()),
        };
        Ok(Self {
            told,
            labels: Labels::of(&start),
            start: start.unbind(),
            positions,
            starts: method("starts")?,
            moves: method("moves")?,
            end: method("end")?,
            canonical: method("canonical")?,
            same_player: method("same_player")?,
            gain: method("gain")?,
            rolls: method("rolls")?,
            stage: method("stage")?,
            show: method("show")?,
            read: method("read")?,
        })
    }

    fn object<'py>(&self, py: Python<'py>, word: u64) -> PyResult<Bound<'py, PyAny>> {
        let wrong = || {
            let what = "has not been met: `solve`, or ask about it as a position or a text";
            self.told.wrong(format_args!("the position of the word {word} {what}"))
        };
        self.positions.object(py, word)?.ok_or_else(wrong)
    }

    /// The word of what a method made of a position.
    fn word(&self, position: &Bound<'_, PyAny>, by: &str, of: &Bound<'_, PyAny>) -> PyResult<u64> {
        self.positions.word(&self.told, position, (by, of))
    }

    fn end_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<End>> {
        let Some(method) = &self.end else { return Ok(None) };
        let given = method.bind(position.py()).call1((position,))?;
        end_from(&self.told, position, &given)
    }

    fn canonical_of<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(method) = &self.canonical else { return Ok(position.clone()) };
        method.bind(position.py()).call1((position,))
    }

    fn stage_of(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let Some(method) = &self.stage else { return Ok(0) };
        let given = method.bind(position.py()).call1((position,))?;
        let wrong =
            || self.told.unexpected("stage", position, &given, "a stage from 0 to 2**32 - 1");
        number(&given).ok_or_else(wrong)
    }

    /// What a move, or an outcome of a weight, does.
    fn turn(
        &self,
        before: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
        weight: u32,
    ) -> PyResult<Turn> {
        let same_player = weight > 0 || self.told.players == 1 || self.again(before, after)?;
        Ok(Turn { same_player, gain: self.gained(before, after)? })
    }

    fn again(&self, before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(method) = &self.same_player else { return Ok(false) };
        let given = method.bind(before.py()).call1((before, after))?;
        given.extract().map_err(|_| {
            let of = (before, after).into_pyobject(before.py()).map(Bound::into_any);
            of.map_or_else(
                |error| error,
                |of| self.told.unexpected("same_player", &of, &given, "True or False"),
            )
        })
    }

    fn gained(&self, before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<i16> {
        let Some(method) = &self.gain else { return Ok(0) };
        let given = method.bind(before.py()).call1((before, after))?;
        if let Some(gain) = number(&given) {
            return Ok(gain);
        }
        let of = (before, after).into_pyobject(before.py())?.into_any();
        Err(self.told.unexpected("gain", &of, &given, "points of 16 bits"))
    }

    /// Calls `each` with the outcomes of a roll, or else with the moves: the weight of an outcome or 0, the label if there is
    /// one, and the position that it leads to. Moves without a label that lead to the same position are one.
    fn each_move<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        mut each: impl FnMut(u32, Option<Bound<'py, PyAny>>, Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let py = position.py();
        let wrong = |method: &str, one: &Bound<'_, PyAny>, expected: &str| {
            let (of, one) = (shown(position), shown(one));
            self.told.wrong(format_args!("`{method}` of {of} has {one}, and not {expected}"))
        };
        let list = |name: &str, method: &Py<PyAny>| {
            let given = method.bind(py).call1((position,))?;
            let no_list = |_| {
                let expected = match name {
                    "rolls" => "outcomes, each of a weight, a label and a position",
                    _ => "positions, or pairs of a label and a position",
                };
                self.told.unexpected(name, position, &given, expected)
            };
            given.try_iter().map_err(no_list)
        };
        let too_many = |name: &str| {
            let of = shown(position);
            self.told.wrong(format_args!("`{name}` of {of} are more than {MOST_MOVES}"))
        };
        let mut count = 0;
        if let Some(rolls) = &self.rolls {
            for one in list("rolls", rolls)? {
                let one = one?;
                count += 1;
                if count > MOST_MOVES {
                    return Err(too_many("rolls"));
                }
                let parts: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)> =
                    one.extract().ok();
                let parts = parts.and_then(|(weight, label, position)| {
                    Some((number(&weight).filter(|&weight| weight > 0)?, label, position))
                });
                let (weight, label, position) = parts.ok_or_else(|| {
                    wrong("rolls", &one, "a weight from 1 on, a label and a position")
                })?;
                each(weight, Some(label), position)?;
            }
            if count > 0 {
                return Ok(());
            }
        }
        let Some(moves) = &self.moves else { return Ok(()) };
        let mut seen: Option<Bound<'_, PySet>> = None;
        for one in list("moves", moves)? {
            let one = one?;
            count += 1;
            if count > MOST_MOVES {
                return Err(too_many("moves"));
            }
            let Some((label, child)) = self.labels.split(one.clone())? else {
                let what =
                    "a label and a position: where positions are pairs, each move has a label";
                return Err(wrong("moves", &one, what));
            };
            if label.is_none() {
                let seen = match &seen {
                    Some(seen) => seen,
                    None => seen.insert(PySet::empty(py)?),
                };
                let before = seen.len();
                // What cannot be hashed is refused later.
                if seen.add(&child).is_ok() && seen.len() == before {
                    continue;
                }
            }
            each(0, label, child)?;
        }
        Ok(())
    }

    /// Checks that a position comes back from its word.
    fn check_word(&self, position: &Bound<'_, PyAny>, word: u64) -> PyResult<()> {
        let Positions::Packed(_, unpack) = &self.positions else { return Ok(()) };
        let again = unpack.bind(position.py()).call1((word,))?;
        if again.eq(position)? {
            return Ok(());
        }
        let (position, again) = (shown(position), shown(&again));
        Err(self.told.wrong(format_args!(
            "`pack` makes the word {word} of {position}, and `unpack` makes {again} of that word"
        )))
    }

    /// Checks that `read` makes the position again of the text that `show` has made of it.
    fn check_text(&self, position: &Bound<'_, PyAny>, word: u64) -> PyResult<()> {
        if self.show.is_none() {
            return Ok(());
        }
        let (py, text) = (position.py(), self.text_of(position)?);
        if self.read(py, &text)? == Some(word) {
            return Ok(());
        }
        let read = match &self.read {
            Some(read) => shown(&read.bind(py).call1((&text,))?),
            None => "None".to_owned(),
        };
        let position = shown(position);
        Err(self.told.wrong(format_args!(
            "`show` makes {text:?} of {position}, of which `read` makes {read}"
        )))
    }

    fn text_of(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = position.py();
        match &self.show {
            Some(show) => text_from(&self.told, position, &show.bind(py).call1((position,))?),
            None if position.is_exact_instance_of::<PyString>() => position.extract(),
            None if has_order(position) => Ok(position.repr()?.to_string()),
            None => {
                let texts = py.import("perfectplay._positions")?;
                texts.call_method1("text_of", (position,))?.extract()
            }
        }
    }
}

/// Whether the `repr` of an object is the same in every process, as that of sets is not, and can be read back.
fn has_order(object: &Bound<'_, PyAny>) -> bool {
    match object.cast_exact::<PyTuple>() {
        Ok(tuple) => tuple.iter().all(|part| has_order(&part)),
        Err(_) => {
            object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyString>()
        }
    }
}

impl Form for Plain {
    /// Ctrl-C is looked for in between.
    fn together(&self) -> usize {
        512
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn has_rolls(&self) -> bool {
        self.rolls.is_some()
    }

    fn has(&self, word: u64) -> bool {
        self.positions.has(word)
    }

    fn kept(&self) -> u64 {
        self.positions.bytes()
    }

    fn start(&self, py: Python<'_>) -> PyResult<u64> {
        let start = self.start.bind(py);
        self.word(start, "start", start)
    }

    fn starts(&self, py: Python<'_>) -> PyResult<Option<Vec<u64>>> {
        let Some(method) = &self.starts else { return Ok(None) };
        let given = method.bind(py).call0()?;
        let what = || format!("`starts` is {}, and not positions", shown(&given));
        let starts = given.try_iter().map_err(|_| self.told.wrong(what()))?;
        starts
            .map(|one| self.word(&one?, "starts", self.start.bind(py)))
            .collect::<PyResult<_>>()
            .map(Some)
    }

    fn fill(
        &self,
        py: Python<'_>,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
    ) -> PyResult<()> {
        let (is_verified, mut last) = (purpose == Purpose::Verify, None);
        for &word in words {
            let position = self.object(py, word)?;
            if is_verified {
                self.check_text(&position, word)?;
            }
            let end = self.end_of(&position)?;
            if end.is_none() {
                self.each_move(&position, |weight, _, child| {
                    let turn = self.turn(&position, &child, weight)?;
                    let canonical = self.canonical_of(&child)?;
                    let by = if self.canonical.is_some() { "canonical" } else { "moves" };
                    let of = if self.canonical.is_some() { &child } else { &position };
                    let word = self.word(&canonical, by, of)?;
                    if is_verified && self.canonical.is_some() {
                        let raw = self.word(&child, "moves", &position)?;
                        if raw != word {
                            batch.others.push((raw, word));
                        }
                    }
                    batch.add_child(Key::new(word), turn, weight, self.stage_of(&canonical)?);
                    if is_verified {
                        self.check_word(&canonical, word)?;
                    }
                    last = Some((canonical, word));
                    Ok(())
                })?;
            }
            batch.add(word, end);
            // Of each position one is checked while it is found, and all when they are verified.
            if purpose == Purpose::Find
                && let Some((position, word)) = last.take()
            {
                self.check_word(&position, word)?;
            }
        }
        Ok(())
    }

    fn end(&self, py: Python<'_>, word: u64) -> PyResult<Option<End>> {
        if self.end.is_none() { Ok(None) } else { self.end_of(&self.object(py, word)?) }
    }

    fn moves(&self, py: Python<'_>, word: u64) -> PyResult<Vec<Move>> {
        let (position, mut all) = (self.object(py, word)?, Vec::new());
        self.each_move(&position, |weight, label, child| {
            let text = match label {
                Some(label) => label.str()?.to_string(),
                None => self.text_of(&child)?,
            };
            all.push((weight, text, self.word(&child, "moves", &position)?));
            Ok(())
        })?;
        Ok(all)
    }

    fn canonical(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>> {
        if self.canonical.is_none() {
            return Ok(words.to_vec());
        }
        let canonical = |&word: &u64| {
            let position = self.object(py, word)?;
            self.word(&self.canonical_of(&position)?, "canonical", &position)
        };
        words.iter().map(canonical).collect()
    }

    fn same_player(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<bool> {
        if self.same_player.is_none() {
            return Ok(false);
        }
        self.again(&self.object(py, before)?, &self.object(py, after)?)
    }

    fn gain(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<i16> {
        if self.gain.is_none() {
            return Ok(0);
        }
        self.gained(&self.object(py, before)?, &self.object(py, after)?)
    }

    fn stage(&self, py: Python<'_>, word: u64) -> PyResult<u32> {
        if self.stage.is_none() { Ok(0) } else { self.stage_of(&self.object(py, word)?) }
    }

    fn text(&self, py: Python<'_>, word: u64) -> PyResult<String> {
        self.text_of(&self.object(py, word)?)
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        let position = match &self.read {
            Some(read) => read.bind(py).call1((text,))?,
            None => {
                let texts = py.import("perfectplay._positions")?;
                texts.call_method1("read_like", (&self.start, text))?
            }
        };
        if position.is_none() {
            return Ok(None);
        }
        if self.read.is_none() && matches!(self.positions, Positions::Own) {
            return Ok(word(&position));
        }
        self.word(&position, "read", PyString::new(py, text).as_any()).map(Some)
    }

    fn given(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let start = self.start.bind(object.py());
        let is_word = matches!(self.positions, Positions::Own);
        if !is_word && object.get_type().is(start.get_type()) {
            return self.word(object, "a question", object).map(Some);
        }
        // An integer is a word, where positions are something else.
        Ok(word(object).filter(|&word| self.positions.has(word)))
    }
}
