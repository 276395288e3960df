//! All positions of tables, and the order of values.

use perfectplay_core::Value as Outcome;

use super::common::*;

#[test]
fn every_table_with_an_index_has_each_of_its_positions_once() {
    let families = ["number-12", "tower-2", "stake-3", "tokens-2x3", "chomp-4x5"];
    let boards = [
        of_board("contour", &board().to_contest()),
        of_board("stake", "3\n01.\n.0.\n1.0\n"),
        of_board("tokens", "2 3\n..#\n...\n"),
    ];
    for table in families.map(planned).into_iter().chain(boards) {
        let positions = Positions::of(&table).unwrap();
        assert_eq!(Some(positions.len()), table.states(), "{table}");
        let texts: BTreeSet<String> =
            positions.iter().map(|position| position.to_string()).collect();
        assert_eq!(texts.len() as u64, positions.len(), "{table}");
        assert_eq!(positions.get(positions.len()), None);
        let first = positions.get(0).unwrap();
        assert_eq!(first.game(), table.game());
        let read = Question::parse(first.game(), &first.to_string()).unwrap();
        assert_eq!(read.position, first);
    }
    assert!(Positions::of(&planned("number-40")).is_none());
}

#[test]
fn what_is_better_for_the_player_to_move_is_greater() {
    let rising = [Outcome::loss(2), Outcome::loss(4), Outcome::win(5), Outcome::win(1)];
    let mut rising: Vec<Value> = rising.into_iter().map(Value::Outcome).collect();
    rising.insert(2, Value::Draw);
    assert!(rising.is_sorted_by(|one, other| one < other));
    assert!(Value::Score(-1) < Value::Score(2));
    assert!(Value::Minutes(9.5) < Value::Minutes(8.25));
    assert!(Value::Grundy(1).partial_cmp(&Value::Grundy(2)).is_none());
    assert!(Value::Score(1).partial_cmp(&Value::Draw).is_none());
}

#[test]
fn positions_of_two_boards_differ() {
    let of = |board: &str| {
        let board = Arc::new(Board::from_text(board).unwrap());
        Question::parse(on_board(&board), "1").unwrap().position
    };
    let (one, other) = ("2 2\n1 2\n3 4\n4 3\n2 1\n", "2 2\n1 2\n3 4\n4 3\n2 2\n");
    assert_eq!(of(one), of(one));
    assert_ne!(of(one), of(other));
}
