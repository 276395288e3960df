//! Descriptions for arrays of many words.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use perfectplay_tables::solve::{Batch, End, Key, Purpose, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use super::answers::{Answers, Memory};
use super::numpy::{array, integers, kind, read};
use super::{Form, MOST_MOVES, Move, Told, WORD};
use super::{attribute, locked, method, shown, text_from, word};

/// The methods that a description has.
pub(super) struct Arrays {
    told: Arc<Told>,
    start: u64,
    starts: Option<Py<PyAny>>,
    children: Option<Py<PyAny>>,
    ends: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    same_player: Option<Py<PyAny>>,
    gain: Option<Py<PyAny>>,
    stage: Option<Py<PyAny>>,
    labels: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    /// It is not locked while Python is called.
    memory: Mutex<Memory>,
}

/// How many single words are remembered, and how many are asked at once as if they were single ones.
const REMEMBERED: usize = 1 << 12;
const FEW: usize = 16;

/// What has not ended in an array of outcomes, and one of scores.
const OPEN: i8 = 0;
const GOES_ON: i16 = i16::MIN;

impl Arrays {
    pub(super) fn new(described: &Bound<'_, PyDict>, told: Arc<Told>) -> PyResult<Self> {
        let method = |name: &str| method(described, name);
        Ok(Self {
            told,
            start: attribute(described, "start", WORD, word)?.unwrap_or_default(),
            starts: method("starts")?,
            children: method("children")?,
            ends: method("ends")?,
            canonical: method("canonical")?,
            same_player: method("same_player")?,
            gain: method("gain")?,
            stage: method("stage")?,
            labels: method("labels")?,
            show: method("show")?,
            read: method("read")?,
            memory: Mutex::default(),
        })
    }

    /// The error that a method returned something else.
    fn wrong(&self, name: &str, given: &Bound<'_, PyAny>, words: &[u64], expected: &str) -> PyErr {
        let (given, count) = (kind(given), words.len());
        let hint =
            "in NumPy, uint64 with a signed array makes float64; `.astype(numpy.uint64)` converts";
        let what = match words {
            [word] => format!("the word {word}"),
            _ => format!("{count} words"),
        };
        let hint = given.contains("float64").then_some(hint);
        self.told.wrong_with(
            format_args!("`{name}` of {what} returned {given}, and not {expected}"),
            hint,
        )
    }

    /// Asks a method for a number for each word; `befores` are those before moves.
    fn ask<T>(
        &self,
        (name, method): (&str, &Py<PyAny>),
        befores: Option<&Bound<'_, PyAny>>,
        (words, given): (&[u64], &Bound<'_, PyAny>),
        expected: &str,
        read: impl Fn(&Bound<'_, PyAny>) -> Option<Vec<T>>,
    ) -> PyResult<Vec<T>> {
        let method = method.bind(given.py());
        let given = match befores {
            Some(before) => method.call1((before, given))?,
            None => method.call1((given,))?,
        };
        let numbers = read(&given).filter(|numbers| numbers.len() == words.len());
        numbers.ok_or_else(|| self.wrong(name, &given, words, expected))
    }

    fn ends_of(&self, words: &[u64], given: &Bound<'_, PyAny>) -> PyResult<Vec<Option<End>>> {
        let Some(method) = &self.ends else { return Ok(vec![None; words.len()]) };
        let expected = "an array of int8 that has 0, 1 for a win, -1 for a loss or 2 for a draw, or one of int16 that \
                        has scores, or -32768 where play goes on, with one for each word";
        let outcome = |end: i8| {
            Some(match end {
                OPEN => None,
                1 => Some(End::Win),
                -1 => Some(End::Loss),
                2 => Some(End::Draw),
                _ => return None,
            })
        };
        let score = |score: i16| (score != GOES_ON).then_some(End::Score(score));
        self.ask(("ends", method), None, (words, given), expected, |given| {
            if let Some(scores) = read::<i16>(given) {
                return Some(scores.into_iter().map(score).collect());
            }
            read::<i8>(given)?.into_iter().map(outcome).collect()
        })
    }

    /// Where the children of each word begin and end, and the words of all of them.
    fn children_of(
        &self,
        words: &[u64],
        given: &Bound<'_, PyAny>,
    ) -> PyResult<(Vec<i64>, Vec<u64>)> {
        let Some(method) = self.children.as_ref().filter(|_| !words.is_empty()) else {
            return Ok((vec![0; words.len() + 1], Vec::new()));
        };
        let given = method.bind(given.py()).call1((given,))?;
        let expected = "a pair of arrays: offsets, and words of type uint64";
        let pair = given.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
        let pair = pair.ok_or_else(|| self.wrong("children", &given, words, expected))?;
        let (starts, children) = (pair.get_item(0)?, pair.get_item(1)?);
        let expected = "words of type uint64 behind the offsets";
        let found = read::<u64>(&children);
        let found = found.ok_or_else(|| self.wrong("children", &children, words, expected))?;
        let is_good = |offsets: &Vec<i64>| {
            let is_step = |pair: &[i64]| (0..=MOST_MOVES as i64).contains(&(pair[1] - pair[0]));
            offsets.len() == words.len() + 1
                && offsets.windows(2).all(is_step)
                && (offsets[0], offsets[words.len()]) == (0, found.len() as i64)
        };
        let offsets = integers(&starts).filter(is_good).ok_or_else(|| {
            let expected = format!(
                "{} offsets as integers, from 0 to the number of children, which never fall, nor rise by more than \
                 {MOST_MOVES}",
                words.len() + 1
            );
            self.wrong("children", &starts, words, &expected)
        })?;
        Ok((offsets, found))
    }

    /// What was given for some words.
    fn answers(&self, py: Python<'_>, words: &[u64]) -> PyResult<Answers> {
        let given = array(py, words)?;
        let ends = self.ends_of(words, &given)?;
        let is_open = |place: &usize| ends[*place].is_none();
        let open: Vec<u64> = (0..words.len()).filter(is_open).map(|place| words[place]).collect();
        let given = if open.len() == words.len() { given } else { array(py, &open)? };
        let (offsets, raw) = self.children_of(&open, &given)?;
        let counts = offsets.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
        let befores = open.iter().zip(counts.clone());
        let befores = befores.flat_map(|(&word, count)| std::iter::repeat_n(word, count));
        let (turns, canonical) = (self.turns(py, befores, &raw)?, self.canonical(py, &raw)?);
        let stages = self.stages(py, &canonical)?;
        let (mut counts, mut at, mut behind) = (counts, 0, Vec::with_capacity(ends.len()));
        for end in &ends {
            at += if end.is_none() { counts.next().unwrap_or_default() } else { 0 };
            behind.push(at);
        }
        Ok(Answers { ends, behind, raw, canonical, turns, stages })
    }

    /// What was given for each of few words, which is remembered: people and the hash of the rules ask again and again.
    fn alone(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<Arc<Answers>>> {
        let known = |word: &u64| locked(&self.memory).alone.get(word).cloned();
        let mut next: Vec<u64> = words.iter().copied().filter(|it| known(it).is_none()).collect();
        if next.is_empty() {
            return Ok(words.iter().filter_map(known).collect());
        }
        // The rules are hashed from the start on: what is near is asked in one go.
        let mut left =
            if locked(&self.memory).alone.is_empty() { REMEMBERED / 4 } else { next.len() };
        let mut found = HashMap::new();
        while !next.is_empty() && left > 0 {
            next.truncate(left);
            left -= next.len();
            let answers = self.answers(py, &next)?;
            let mut children = Vec::new();
            for (&word, (place, range)) in next.iter().zip(answers.ranges().enumerate()) {
                children.extend_from_slice(&answers.canonical[range.clone()]);
                found.insert(word, Arc::new(answers.of(place, range)));
            }
            children.sort_unstable();
            children.dedup();
            children.retain(|child| !found.contains_key(child));
            next = children;
        }
        let result =
            words.iter().filter_map(|word| found.get(word).cloned().or_else(|| known(word)));
        let result = result.collect();
        let mut memory = locked(&self.memory);
        if memory.alone.len() > REMEMBERED {
            *memory = Memory::default();
        }
        let pairs =
            found.values().flat_map(|it| it.raw.iter().copied().zip(it.canonical.iter().copied()));
        memory.canonical.extend(pairs);
        memory.alone.extend(found);
        Ok(result)
    }

    /// Checks that a word was answered as before.
    fn check_again(&self, word: u64, again: Answers) -> PyResult<()> {
        let before = locked(&self.memory).alone.insert(word, Arc::new(again.clone()));
        if before.is_none_or(|before| *before == again) {
            return Ok(());
        }
        let what = "has another end or other children when it is asked again";
        Err(self.told.wrong(format_args!("the word {word} {what}")))
    }

    /// What a move does.
    fn turn(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<Turn> {
        let alone = self.alone(py, &[before])?.swap_remove(0);
        match alone.raw.iter().position(|&child| child == after) {
            Some(place) => Ok(alone.turns[place]),
            None => Ok(self.turns(py, std::iter::once(before), &[after])?[0]),
        }
    }

    /// What moves do, by the words before and after them.
    fn turns(
        &self,
        py: Python<'_>,
        before: impl Iterator<Item = u64>,
        after: &[u64],
    ) -> PyResult<Vec<Turn>> {
        let of_one_player = self.told.players == 1;
        let mut turns = vec![Turn { same_player: of_one_player, gain: 0 }; after.len()];
        if after.is_empty() || self.same_player.is_none() && self.gain.is_none() {
            return Ok(turns);
        }
        let (before, given) = (array(py, &before.collect::<Vec<_>>())?, array(py, after)?);
        let (before, given) = (Some(&before), (after, &given));
        if let Some(method) = self.same_player.as_ref().filter(|_| !of_one_player) {
            let expected = "an array of type bool with one for each word";
            let flags = |given: &Bound<'_, PyAny>| {
                integers(given).filter(|flags| flags.iter().all(|flag| (0..=1).contains(flag)))
            };
            let flags = self.ask(("same_player", method), before, given, expected, flags)?;
            turns.iter_mut().zip(flags).for_each(|(turn, flag)| turn.same_player = flag == 1);
        }
        if let Some(method) = &self.gain {
            let expected = "an array of points of 16 bits with one for each word";
            let gains = self.ask(("gain", method), before, given, expected, |given| {
                integers(given)?.into_iter().map(|gain| gain.try_into().ok()).collect()
            })?;
            turns.iter_mut().zip(gains).for_each(|(turn, gain)| turn.gain = gain);
        }
        Ok(turns)
    }

    fn stages(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u32>> {
        let Some(method) = self.stage.as_ref().filter(|_| !words.is_empty()) else {
            return Ok(vec![0; words.len()]);
        };
        let expected = "an array of stages from 0 to 2**32 - 1 with one for each word";
        self.ask(("stage", method), None, (words, &array(py, words)?), expected, |given| {
            integers(given)?.into_iter().map(|stage| stage.try_into().ok()).collect()
        })
    }

    /// Checks that `read` makes the word again of the text that `show` has made of it.
    fn check_text(&self, py: Python<'_>, word: u64) -> PyResult<()> {
        if self.show.is_none() {
            return Ok(());
        }
        let text = self.text(py, word)?;
        let read = self.read(py, &text)?;
        if read == Some(word) {
            return Ok(());
        }
        let read = read.map_or_else(|| "None".to_owned(), |read| read.to_string());
        Err(self.told.wrong(format_args!(
            "`show` makes {text:?} of the word {word}, of which `read` makes {read}"
        )))
    }
}

impl Form for Arrays {
    /// A block of the engine: NumPy's calls take no more time than its numbers then.
    fn together(&self) -> usize {
        1 << 14
    }

    fn is_slow(&self) -> bool {
        false
    }

    fn start(&self, _: Python<'_>) -> PyResult<u64> {
        Ok(self.start)
    }

    fn starts(&self, py: Python<'_>) -> PyResult<Option<Vec<u64>>> {
        let Some(method) = &self.starts else { return Ok(None) };
        let given = method.bind(py).call0()?;
        if let Some(words) = read::<u64>(&given) {
            return Ok(Some(words));
        }
        let wrong = |one: &Bound<'_, PyAny>, of| {
            self.told.wrong(format_args!("`starts` has {}, and not {of}", shown(one)))
        };
        let starts = given.try_iter().map_err(|_| wrong(&given, "words"))?;
        let read = |one: PyResult<Bound<'_, PyAny>>| {
            one.and_then(|one| word(&one).ok_or_else(|| wrong(&one, WORD)))
        };
        starts.map(read).collect::<PyResult<_>>().map(Some)
    }

    fn fill(
        &self,
        py: Python<'_>,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
    ) -> PyResult<()> {
        if purpose == Purpose::Verify {
            words.iter().try_for_each(|&word| self.check_text(py, word))?;
        } else if purpose == Purpose::Solve && words.len() <= FEW {
            let all = self.alone(py, words)?;
            all.iter().zip(words).for_each(|(of, &word)| of.add_to(word, batch));
            return Ok(());
        }
        let answers = self.answers(py, words)?;
        let mut rest = answers.children();
        for ((&word, &end), range) in words.iter().zip(&answers.ends).zip(answers.ranges()) {
            for (&child, &turn, &stage) in rest.by_ref().take(range.len()) {
                batch.add_child(Key::new(child), turn, 0, stage);
            }
            batch.add(word, end);
        }
        if purpose == Purpose::Verify {
            let pairs = answers.raw.iter().copied().zip(answers.canonical.iter().copied());
            batch.others.extend(pairs.filter(|(word, canonical)| word != canonical));
        }
        drop(rest);
        match words {
            &[word] if purpose == Purpose::Verify => self.check_again(word, answers),
            _ => Ok(()),
        }
    }

    fn end(&self, py: Python<'_>, word: u64) -> PyResult<Option<End>> {
        Ok(self.alone(py, &[word])?[0].ends[0])
    }

    fn moves(&self, py: Python<'_>, word: u64) -> PyResult<Vec<Move>> {
        let alone = self.alone(py, &[word])?.swap_remove(0);
        let children = &alone.raw;
        let texts: Vec<String> = match &self.labels {
            None => children.iter().map(|&child| self.text(py, child)).collect::<PyResult<_>>()?,
            Some(labels) => {
                let given = labels.bind(py).call1((word,))?;
                let text = |label: PyResult<Bound<'_, PyAny>>| Ok(label?.str()?.to_string());
                let texts: Vec<String> = given.try_iter()?.map(text).collect::<PyResult<_>>()?;
                if texts.len() != children.len() {
                    let (labels, moves) = (texts.len(), children.len());
                    return Err(self.told.wrong(format_args!(
                        "`labels` of the word {word} has {labels}, and `children` {moves}"
                    )));
                }
                texts
            }
        };
        Ok(texts.into_iter().zip(children).map(|(text, &child)| (0, text, child)).collect())
    }

    fn canonical(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>> {
        let Some(method) = self.canonical.as_ref().filter(|_| !words.is_empty()) else {
            return Ok(words.to_vec());
        };
        if let &[word] = words
            && let Some(&canonical) = locked(&self.memory).canonical.get(&word)
        {
            return Ok(vec![canonical]);
        }
        let (method, expected) =
            (("canonical", method), "an array of type uint64 with one for each word");
        self.ask(method, None, (words, &array(py, words)?), expected, read)
    }

    fn same_player(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<bool> {
        Ok(self.turn(py, before, after)?.same_player)
    }

    fn gain(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<i16> {
        Ok(self.turn(py, before, after)?.gain)
    }

    fn stage(&self, py: Python<'_>, word: u64) -> PyResult<u32> {
        Ok(self.stages(py, &[word])?[0])
    }

    fn text(&self, py: Python<'_>, word: u64) -> PyResult<String> {
        let Some(show) = &self.show else { return Ok(word.to_string()) };
        let of = word.into_pyobject(py)?.into_any();
        text_from(&self.told, &of, &show.bind(py).call1((&of,))?)
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        let Some(method) = &self.read else { return Ok(text.parse().ok()) };
        let given = method.bind(py).call1((text,))?;
        if given.is_none() {
            return Ok(None);
        }
        let text = PyString::new(py, text);
        let wrong = || self.told.unexpected("read", &text, &given, &format!("None or {WORD}"));
        word(&given).map(Some).ok_or_else(wrong)
    }

    fn given(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        Ok(word(object).filter(|_| !object.is_instance_of::<PyBool>()))
    }
}
