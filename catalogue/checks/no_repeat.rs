//! Games in which no position may come back, against a search of all games, and tables that were changed.

use std::slice;

use perfectplay::{Oracle, Question};
use perfectplay_catalogue::KnightWalk;
use perfectplay_core::Random;
use perfectplay_query::Tables;
use perfectplay_tables::solve::Mistake;
use perfectplay_tests::parts::Parts;

use crate::*;

/// A stone on roads between places, some of which end the game.
#[derive(Clone, Debug)]
struct Roads {
    /// Where roads lead from each place.
    roads: Vec<Vec<usize>>,
    ends: Vec<Option<End>>,
    values: Values,
}

impl Roads {
    /// Roads join places of different parity. Seven in eight places do not end the game.
    fn random(places: usize, random: &mut Random) -> Self {
        let mut roads = vec![Vec::new(); places];
        for from in 0..places {
            for to in (0..from).filter(|to| (from - to) % 2 == 1) {
                if random.below(3) == 0 {
                    roads[from].push(to);
                    roads[to].push(from);
                }
            }
        }
        let ends = [Some(End::Win), Some(End::Loss)].into_iter().chain([None; 14]);
        let ends: Vec<Option<End>> = ends.collect();
        let ends = (0..places).map(|_| random.choice(&ends).copied().flatten()).collect();
        Self { roads, ends, values: Values::NoRepeat }
    }

    /// Whether the player to move wins, if these places, as bits, may not come back.
    fn wins(&self, place: usize, gone: u64) -> bool {
        let gone = gone | 1 << place;
        match self.ends[place] {
            Some(end) => end == End::Win,
            None => self.roads[place].iter().any(|&to| gone >> to & 1 == 0 && !self.wins(to, gone)),
        }
    }
}

impl Game for Roads {
    type Position = usize;
    type Move = usize;

    fn name(&self) -> String {
        format!("roads-{}", self.roads.len())
    }

    fn start(&self) -> usize {
        self.ends.iter().position(Option::is_none).unwrap_or_default()
    }

    fn starts(&self, each: impl FnMut(usize)) {
        (0..self.roads.len()).for_each(each);
    }

    fn pack(&self, place: usize) -> u64 {
        place as u64
    }

    fn unpack(&self, word: u64) -> usize {
        word as usize
    }

    fn moves(&self, place: usize, mut each: impl FnMut(usize, usize)) {
        self.roads[place].iter().for_each(|&to| each(to, to));
    }

    fn end(&self, place: usize) -> Option<End> {
        self.ends[place]
    }

    fn values(&self) -> Values {
        self.values
    }
}

const PLACES: usize = 11;

/// A game with moves from its start, its table and the table's folder.
fn random_game(random: &mut Random) -> (TempDir, SolvedTable<Roads>) {
    loop {
        let game = Roads::random(PLACES, random);
        if game.end(game.start()).is_none() && !game.roads[game.start()].is_empty() {
            return solved(game);
        }
    }
}

/// Whether the player to move wins, and where each move leads, and whether it wins.
type Found = (bool, Vec<(usize, bool)>);

/// Who wins from each place that may still occur, and by which moves.
fn answers(table: &SolvedTable<Roads>, gone: u64) -> Result<Vec<Found>, String> {
    let places = |is_gone: u64| (0..PLACES).filter(move |place| gone >> place & 1 == is_gone);
    let history: Vec<usize> = places(1).collect();
    let won = |value: Value| value == Value::from(Outcome::Win);
    let answer = |place| {
        let answer = table.answer_after(place, &history).map_err(|error| error.to_string())?;
        let results = answer.moves.iter().map(|reply| (reply.position, won(reply.result)));
        let mut results: Vec<_> = results.collect();
        results.sort_unstable();
        Ok((won(answer.value), results))
    };
    places(0).map(answer).collect()
}

/// Every place, fresh and after random ones, of random games.
#[test]
fn no_way_back_is_as_by_search() {
    let (mut random, mut won) = (Random::with_seed(4), 0);
    for _ in 0..150 {
        let (_directory, table) = random_game(&mut random);
        let game = table.game();
        // A game that has ended does not go on.
        let open = (0..PLACES).filter(|&place| game.end(place).is_none());
        let open: u64 = open.map(|place| 1 << place).sum();
        for gone in [0, open & random.below(1 << PLACES), open & random.below(1 << PLACES)] {
            let found = answers(&table, gone).expect("answers");
            let places = (0..PLACES).filter(|place| gone >> place & 1 == 0);
            for (place, (wins, results)) in places.zip(found) {
                assert_eq!(wins, game.wins(place, gone), "{place}, {gone:b}: {game:?}");
                for (to, wins) in results {
                    let known = !game.wins(to, gone | 1 << place);
                    assert_eq!(wins, known, "{place} to {to}, {gone:b}: {game:?}");
                }
                won += usize::from(wins);
            }
        }
    }
    assert!((900..3_600).contains(&won), "{won}");
}

/// Other groups and mates are refused, unless they prove the same.
#[test]
fn changed_groups_and_mates_are_refused() {
    let (mut random, mut refused, mut kept) = (Random::with_seed(5), 0, 0);
    for _ in 0..20 {
        let (directory, table) = random_game(&mut random);
        let folder = TableFolder::new(directory.path());
        let path = folder.table("roads-11");
        let sound = answers(&table, 0).expect("answers");
        let whole = Parts::of(&std::fs::read(&path).expect("a file"));
        for _ in 0..50 {
            let mut parts = whole.clone();
            // Numbers, or the list of what they stand for.
            let length = parts.sections[4].len();
            let section = if length > 0 && random.below(2) == 0 { 4 } else { 3 };
            let bytes = parts.sections[section].len() - if section == 3 { 16 } else { 0 };
            let at = random.below(bytes as u64) as usize;
            parts.sections[section][at] ^= 1 << random.below(8);
            std::fs::write(&path, parts.file().expect("a file")).expect("a file");
            let Ok(changed) = SolvedTable::open(table.game().clone(), &folder) else { continue };
            match changed.verify() {
                Ok(_) => {
                    assert_eq!(answers(&changed, 0).expect("answers"), sound);
                    kept += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 750, "{refused}");
    assert!(kept < 100, "{kept}");
}

/// Positions before a position stand behind it, and answers write them.
#[test]
fn an_oracle_reads_and_writes_what_has_occurred() {
    let (directory, _) = solved(KnightWalk { width: 5, height: 3 });
    let game = custom_game(KnightWalk { width: 5, height: 3 }, &[]).expect("a game");
    let tables = Tables::from(TableFolder::new(directory.path()));
    let oracle =
        Oracle::new(&built_in(), tables).expect("tables").with_games(slice::from_ref(&game));
    let ask = |text: &str| {
        let game = oracle.game("knightwalk-5x3").expect("a game");
        let question = Question::parse(game, text).map_err(|error| error.to_string())?;
        oracle.answer(&question).map_err(|error| error.to_string())
    };
    let answer = ask("...../..N../..... history:N..../...../.....").expect("an answer");
    let mut moves: Vec<String> = answer
        .moves
        .iter()
        .map(|reply| format!("{} {}", reply.step, reply.result.expect("a result")))
        .collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a1 loss", "e1 win", "e3 win"]);
    let first = answer.moves.iter().find_map(|reply| reply.position.clone()).expect("a position");
    let after = " history:N..../...../.....;...../..N../.....";
    assert!(first.to_string().ends_with(after), "{first}");
    assert!(ask(&first.to_string()).is_ok());
    for (text, why) in [
        ("...../..N../..... history:...../..N../.....", "it has occurred"),
        ("...../..N../..... history:N..../.....", "it has 3 rows of 5 cells"),
        ("...../..N../..... history:", "it has 3 rows of 5 cells"),
    ] {
        let refused = ask(text).expect_err("refused");
        assert!(refused.contains(why), "{refused}");
    }
}

/// Games that are none of these.
#[test]
fn other_games_are_refused() {
    let game = |roads: &[&[usize]]| Roads {
        roads: roads.iter().map(|it| it.to_vec()).collect(),
        ends: vec![None; roads.len()],
        values: Values::NoRepeat,
    };
    let mistake = |game| {
        let (_directory, folder) = folder();
        match build(&game, &folder) {
            Err(SolveError::Mistake { position, mistake }) => (position, mistake),
            other => panic!("{other:?}"),
        }
    };
    let one_way = game(&[&[1], &[2], &[1]]);
    assert_eq!(mistake(one_way), ("1".to_owned(), Mistake::OneWay));
    let triangle = game(&[&[1, 2], &[0, 2], &[0, 1]]);
    assert_eq!(mistake(triangle).1, Mistake::OneWay);
    let semicolon = Numbers {
        name: "path-3".to_owned(),
        start: 2,
        values: Values::NoRepeat,
        moves: |place| {
            [place.wrapping_sub(1), place + 1].into_iter().filter(|&it| it < 3).collect()
        },
        show: |place| format!("{place};"),
        ..Numbers::default()
    };
    let (_directory, folder) = folder();
    let refused = build(&semicolon, &folder).expect_err("refused").to_string();
    assert!(refused.contains("its text has a `;`"), "{refused}");
    let mut drawn = game(&[&[1], &[0]]);
    drawn.ends[1] = Some(End::Draw);
    assert_eq!(mistake(drawn).1, Mistake::End("Draw".to_owned()));
}
