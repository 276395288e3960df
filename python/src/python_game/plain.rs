//! Descriptions of one position at a time.

use std::sync::Arc;

use perfectplay_tables::solve::{Batch, End, Key, Purpose, Turn};
use pyo3::BoundObject as _;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySet, PyString, PyTuple};

use super::positions::Positions;
use super::{END, Form, MOST_MOVES, Move, Told, end_from, number, shown};

pub(super) struct Plain {
    told: Arc<Told>,
    described: Py<PyDict>,
    has: Methods,
    positions: Positions,
    labelled: Labelled,
}

/// What a description has.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Methods {
    start: Py<PyAny>,
    starts: Option<Py<PyAny>>,
    moves: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    same_player: Option<Py<PyAny>>,
    gain: Option<Py<PyAny>>,
    rolls: Option<Py<PyAny>>,
    stage: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    pack: Option<Py<PyAny>>,
    unpack: Option<Py<PyAny>>,
}

/// Which pairs are a label and a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Labelled {
    /// All, for positions are no tuples.
    Pairs,
    /// Those with a tuple as their second part.
    BeforeTuples,
    /// Those with such a pair as their second part, for positions are such pairs. All moves have labels.
    BeforePairs,
}

impl Labelled {
    fn has(self, object: &Bound<'_, PyAny>) -> bool {
        let Ok(tuple) = object.cast_exact::<PyTuple>() else { return false };
        let second = tuple.get_item(1).ok().filter(|_| tuple.len() == 2);
        second.is_some_and(|second| match self {
            Self::Pairs => true,
            Self::BeforeTuples => second.is_exact_instance_of::<PyTuple>(),
            Self::BeforePairs => Self::BeforeTuples.has(&second),
        })
    }

    fn of(start: &Bound<'_, PyAny>) -> Self {
        match start.is_exact_instance_of::<PyTuple>() {
            true if Self::BeforeTuples.has(start) => Self::BeforePairs,
            true => Self::BeforeTuples,
            false => Self::Pairs,
        }
    }
}

impl Plain {
    pub(super) fn new(described: &Bound<'_, PyDict>, told: Arc<Told>) -> PyResult<Self> {
        let (has, py): (Methods, _) = (described.extract()?, described.py());
        let start = has.start.bind(py);
        let positions = match (&has.pack, &has.unpack) {
            (Some(pack), Some(unpack)) => {
                Positions::Packed(pack.clone_ref(py), unpack.clone_ref(py))
            }
            _ if number::<u64>(start).is_some() => Positions::Own,
            _ => Positions::kept(py),
        };
        let (labelled, described) = (Labelled::of(start), described.clone().unbind());
        Ok(Self { told, described, has, positions, labelled })
    }

    fn object<'py>(&self, py: Python<'py>, word: u64) -> PyResult<Bound<'py, PyAny>> {
        let wrong = || {
            let what = "call `solve`, or ask by the position or its text";
            self.told.wrong(format_args!("the word {word} has no known position: {what}"))
        };
        self.positions.object(py, word)?.ok_or_else(wrong)
    }

    /// The word of what a method made of a position.
    fn word(&self, position: &Bound<'_, PyAny>, by: &str, of: &Bound<'_, PyAny>) -> PyResult<u64> {
        self.positions.word(&self.told, position, (by, of))
    }

    /// What a method gives of a position, or of those before a move and after it; `usual` if there is no such method.
    fn ask<'py, T>(
        &self,
        py: Python<'py>,
        (name, method): (&str, &Option<Py<PyAny>>),
        of: impl PyCallArgs<'py> + IntoPyObject<'py, Target = PyTuple> + Copy,
        usual: T,
        expected: &str,
        read: impl Fn(&Bound<'py, PyAny>) -> Option<T>,
    ) -> PyResult<T> {
        let Some(method) = method else { return Ok(usual) };
        let given = method.bind(py).call1(of)?;
        if let Some(read) = read(&given) {
            return Ok(read);
        }
        let of = of.into_pyobject(py).map_err(Into::into)?.into_any().into_bound();
        let of = if of.len()? == 1 { of.get_item(0)? } else { of };
        Err(self.told.unexpected(name, &of, &given, expected))
    }

    fn end_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<End>> {
        self.ask(position.py(), ("end", &self.has.end), (position,), None, END, end_from)
    }

    fn canonical_of<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(method) = &self.has.canonical else { return Ok(position.clone()) };
        method.bind(position.py()).call1((position,))
    }

    fn stage_of(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (py, expected) = (position.py(), "a stage from 0 to 2**32 - 1");
        self.ask(py, ("stage", &self.has.stage), (position,), 0, expected, number)
    }

    fn again(&self, before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<bool> {
        let method = ("same_player", &self.has.same_player);
        let read = |given: &Bound<'_, PyAny>| given.extract().ok();
        self.ask(before.py(), method, (before, after), false, "True or False", read)
    }

    fn gained(&self, before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<i16> {
        let (py, expected) = (before.py(), "points of 16 bits");
        self.ask(py, ("gain", &self.has.gain), (before, after), 0, expected, number)
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

    /// What a method lists of a position.
    fn list<'py>(
        &self,
        (name, method): (&str, &Option<Py<PyAny>>),
        position: &Bound<'py, PyAny>,
        expected: &str,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let list = |given: &Bound<'py, PyAny>| given.try_iter().ok().map(Some);
        let given = self.ask(position.py(), (name, method), (position,), None, expected, list)?;
        let all: Vec<_> =
            given.into_iter().flatten().take(MOST_MOVES + 1).collect::<PyResult<_>>()?;
        if all.len() > MOST_MOVES {
            let of = shown(position);
            return Err(self
                .told
                .wrong(format_args!("`{name}` of {of} returned more than {MOST_MOVES}")));
        }
        Ok(all)
    }

    /// Calls `each` with the outcomes of a roll, or else with the moves: the weight of an outcome or 0, the label if there is
    /// one, and the position that it leads to. Moves without a label that lead to the same position are one.
    fn each_move<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        mut each: impl FnMut(u32, Option<&Bound<'py, PyAny>>, &Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let wrong = |method: &str, one: &Bound<'_, PyAny>, expected: &str| {
            let (of, one) = (shown(position), shown(one));
            self.told.wrong(format_args!("`{method}` of {of} returned {one}, not {expected}"))
        };
        let expected = "outcomes, each a weight, a label and a position";
        let rolls = self.list(("rolls", &self.has.rolls), position, expected)?;
        for one in &rolls {
            let parts: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)> =
                one.extract().ok();
            let parts = parts.and_then(|(weight, label, position)| {
                Some((number(&weight).filter(|&weight| weight > 0)?, label, position))
            });
            let expected = "a weight from 1 on, a label and a position";
            let (weight, label, position) = parts.ok_or_else(|| wrong("rolls", one, expected))?;
            each(weight, Some(&label), &position)?;
        }
        if !rolls.is_empty() {
            return Ok(());
        }
        let expected = "positions, or pairs of a label and a position";
        let moves = self.list(("moves", &self.has.moves), position, expected)?;
        let seen = PySet::empty(position.py())?;
        for one in &moves {
            if self.labelled.has(one) {
                each(0, Some(&one.get_item(0)?), &one.get_item(1)?)?;
            } else if self.labelled == Labelled::BeforePairs {
                let expected =
                    "a label and a position: if positions are pairs, each move needs a label";
                return Err(wrong("moves", one, expected));
            } else {
                let before = seen.len();
                // What cannot be hashed is refused later.
                if seen.add(one).is_err() || seen.len() > before {
                    each(0, None, one)?;
                }
            }
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
            "`pack` turns {position} into the word {word}, which `unpack` turns into {again}"
        )))
    }

    fn text_of(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        let texts = position.py().import("perfectplay._positions")?;
        texts.call_method1("text", (&self.described, position))?.extract()
    }
}

impl Form for Plain {
    /// Ctrl-C is looked for in between.
    fn together(&self) -> usize {
        512
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn has_rolls(&self) -> bool {
        self.has.rolls.is_some()
    }

    fn has(&self, word: u64) -> bool {
        self.positions.has(word)
    }

    fn kept(&self) -> u64 {
        self.positions.bytes()
    }

    fn start(&self, py: Python<'_>) -> PyResult<u64> {
        let start = self.has.start.bind(py);
        self.word(start, "start", start)
    }

    fn starts(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        let Some(method) = &self.has.starts else { return Ok(vec![self.start(py)?]) };
        let (given, start) = (method.bind(py).call0()?, self.has.start.bind(py));
        let what = || format!("`starts` must return positions, not {}", shown(&given));
        let starts = given.try_iter().map_err(|_| self.told.wrong(what()))?;
        starts.map(|one| self.word(&one?, "starts", start)).collect()
    }

    fn fill(
        &self,
        py: Python<'_>,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
    ) -> PyResult<()> {
        let (is_verified, has_symmetries) =
            (purpose == Purpose::Verify, self.has.canonical.is_some());
        for &word in words {
            let (position, mut last) = (self.object(py, word)?, None);
            let end = self.end_of(&position)?;
            if end.is_none() {
                self.each_move(&position, |weight, _, child| {
                    let turn = self.turn(&position, child, weight)?;
                    let canonical = self.canonical_of(child)?;
                    let word = match has_symmetries {
                        true => self.word(&canonical, "canonical", child)?,
                        false => self.word(child, "moves", &position)?,
                    };
                    batch.add_child(Key::new(word), turn, weight, self.stage_of(&canonical)?);
                    if is_verified {
                        self.check_word(&canonical, word)?;
                        let raw = self.word(child, "moves", &position)?;
                        batch.others.extend((raw != word).then_some((raw, word)));
                    }
                    last = Some((canonical, word));
                    Ok(())
                })?;
            }
            batch.add(word, end);
            // Of each position one is checked while it is found, and all when they are verified.
            if let (Purpose::Find, Some((position, word))) = (purpose, last) {
                self.check_word(&position, word)?;
            }
        }
        Ok(())
    }

    fn end(&self, py: Python<'_>, word: u64) -> PyResult<Option<End>> {
        self.end_of(&self.object(py, word)?)
    }

    fn moves(&self, py: Python<'_>, word: u64) -> PyResult<Vec<Move>> {
        let (position, mut all) = (self.object(py, word)?, Vec::new());
        self.each_move(&position, |weight, label, child| {
            let text = match label {
                Some(label) => label.str()?.to_string(),
                None => self.text_of(child)?,
            };
            all.push((weight, text, self.word(child, "moves", &position)?));
            Ok(())
        })?;
        Ok(all)
    }

    fn canonical(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>> {
        if self.has.canonical.is_none() {
            return Ok(words.to_vec());
        }
        let canonical = |&word: &u64| {
            let position = self.object(py, word)?;
            self.word(&self.canonical_of(&position)?, "canonical", &position)
        };
        words.iter().map(canonical).collect()
    }

    fn same_player(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<bool> {
        self.again(&self.object(py, before)?, &self.object(py, after)?)
    }

    fn gain(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<i16> {
        self.gained(&self.object(py, before)?, &self.object(py, after)?)
    }

    fn stage(&self, py: Python<'_>, word: u64) -> PyResult<u32> {
        self.stage_of(&self.object(py, word)?)
    }

    fn text(&self, py: Python<'_>, word: u64) -> PyResult<String> {
        self.text_of(&self.object(py, word)?)
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        let texts = py.import("perfectplay._positions")?;
        let position = texts.call_method1("read", (&self.described, text))?;
        if position.is_none() {
            return Ok(None);
        }
        if self.has.read.is_none() && matches!(self.positions, Positions::Own) {
            return Ok(number(&position));
        }
        self.word(&position, "read", PyString::new(py, text).as_any()).map(Some)
    }

    fn given(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let start = self.has.start.bind(object.py());
        let is_word = matches!(self.positions, Positions::Own);
        if !is_word && object.get_type().is(start.get_type()) {
            return self.word(object, "a question", object).map(Some);
        }
        // An integer is a word, where positions are something else.
        Ok(number(object).filter(|&word| self.positions.has(word)))
    }

    fn named(&self, py: Python<'_>, word: u64) -> PyResult<String> {
        Ok(shown(&self.object(py, word)?))
    }
}
