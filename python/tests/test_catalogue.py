"""Classic games are built, asked and checked by their names."""

import pytest

import perfectplay as pp


def test_games_of_the_catalogue_are_solved_and_asked(tmp_path):
    games = pp.catalogue()
    assert games["achi-3x3"]["differs"] is None
    assert "row" in games["achiplaced-3x3"]["differs"]
    assert not games["achi-3x3"]["large"] and games["pig-100"]["large"]
    pp.build("achi-3x3", tmp_path)
    oracle = pp.Oracle(tmp_path)
    answer = oracle.answer("achi-3x3", ".../.../...")
    assert str(answer.value) == "win in 11"
    assert [move.move for move in answer.moves if move.winning] == ["b2"]
    assert pp.open_table("achi-3x3", tmp_path).verify() == 750
    assert "achi-3x3" not in oracle.tables()["missing"]
    with pytest.raises(pp.UsageError, match="games are number, "):
        oracle.answer("achi", ".../.../...")


class Three(pp.Game[int]):
    """A game of one's own that has the name of one of the catalogue."""

    name = "achi-3x3"
    start = 3

    def moves(self, left):
        return [left - 1] if left else []


def test_a_game_of_ones_own_has_its_name(tmp_path):
    solved = pp.solve(Three(), tmp_path)
    assert str(solved.answer(3).value) == "win in 3"
