"""A small learner learns Stake Your Claim on 3 x 3 by playing against itself, and how far it is from perfection is
measured as it goes: its share of optimal moves, and its regret, over positions with a real choice.

    python examples/learn_stake.py            # prints the figures; with matplotlib it draws learn_stake.svg
"""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

import perfectplay as pp

ROUNDS, GAMES = 12, 2_000
EXPLORE, RATE = 0.2, 0.3


@cache
def moves(position: str) -> dict[str, str]:
    """Where each move leads."""
    return {move.move: str(move.position) for move in pp.Position("stake", position).legal_moves()}


@cache
def final(position: str) -> float:
    """The score of a full board, for the player who would move next."""
    return float(pp.Oracle().answer("stake", position).value or 0)


class Learner:
    """Keeps what it thinks of each position, seen by the player to move there."""

    def __init__(self, seed: int) -> None:
        self.value: defaultdict[str, float] = defaultdict(float)
        self.random = random.Random(seed)

    def best(self, position: str) -> str:
        after = moves(position)
        return max(after, key=lambda move: -self.value[after[move]])

    def play(self) -> None:
        position = ".../.../..."
        while after := moves(position):
            explores = self.random.random() < EXPLORE
            move = self.random.choice(list(after)) if explores else self.best(position)
            # What a position is worth is what its best move is: the value after it, seen by the other player.
            target = max(-self.value[one] for one in after.values())
            self.value[position] += RATE * (target - self.value[position])
            position = after[move]
        self.value[position] = final(position)


def main() -> None:
    exam = pp.positions("stake-3", 300, seed=1, decisive=True)
    exam_positions = [position for position in exam.positions if str(position).count("/") == 2]
    learner, found = Learner(seed=1), []
    for played in range(0, (ROUNDS + 1) * GAMES, GAMES):
        chosen = [(position, learner.best(str(position))) for position in exam_positions]
        judged = pp.regret("stake", chosen)
        found.append((played, judged.decision_rate, judged.mean))
        print(
            f"{played:6,} games: {judged.decision_rate:5.1%} optimal, regret {judged.mean:.3f} points a move"
        )
        for _ in range(GAMES):
            learner.play()
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    games, _, regrets = zip(*found, strict=True)
    axes = pyplot.subplots(figsize=(7, 4))[1]
    axes.plot(games, regrets, marker="o")
    axes.set_xlabel("games played against itself")
    axes.set_ylabel("regret, points a move")
    axes.set_ylim(bottom=0)
    pyplot.savefig("learn_stake.svg")


if __name__ == "__main__":
    main()
