"""Requests for random positions of each game that the default tables have."""

import json
import random
import urllib.parse

# The board that positions of contour need.
BOARD = {"contour": {"board": "75695848"}}


def number():
    """The numbers up to 20 that are left after naming random ones."""
    sums = named(1, random.randint(5, 11))
    while sums >> 21 != (1 << 40) - 1:
        sums = named(sums, random.randint(4, 20))
    return " ".join(str(left) for left in range(2, 21) if not sums >> left & 1) or "none"


def named(sums, number):
    """The bits of all sums up to 60, of which the multiples of one more number are a part."""
    for _ in range(60 // number):
        sums |= sums << number
    return sums & (1 << 61) - 1


def tower():
    """A full tower of up to six levels."""
    return "/".join("".join(random.choices("RGB", k=3)) for _ in range(random.randint(2, 6)))


def contour():
    """A contour of the sample board of 10 x 10 cells."""
    return falling(10, 4)


def chomp():
    """What is left of a bar of up to 10 x 10 cells."""
    return falling(random.randint(1, 10), 3)


def falling(rows, step):
    """Numbers from 10 on, each at most so much smaller than the one before."""
    lengths = [10]
    for _ in range(rows):
        lengths.append(random.randint(max(0, lengths[-1] - step), lengths[-1]))
    return ",".join(map(str, lengths[1:]))


def stake():
    """A board of 4 x 4 cells with up to 15 digits."""
    filled = ("01" * 8)[: random.randint(0, 15)]
    return grid(random.sample(filled.ljust(16, "."), 16), 4)


def tokens():
    """A board of up to 4 x 4 cells with a start."""
    rows, columns = random.randint(2, 4), random.randint(3, 4)
    cells = random.choices("#...", k=rows * columns)
    for piece in random.sample(range(len(cells)), 2):
        cells[piece] = "P"
    return grid(cells, columns)


def grid(cells, columns):
    return "/".join("".join(cells[start : start + columns]) for start in range(0, len(cells), columns))


GAMES = {game.__name__: game for game in (number, tower, contour, stake, tokens, chomp)}


def single(*games):
    """Questions for the full answer of one position, of these games in turn."""
    for place in range(20000):
        game = games[place % len(games)]
        query = {"position": GAMES[game]()} | BOARD.get(game, {})
        yield f"/v1/{game}?{urllib.parse.urlencode(query, safe=',./')}"


def batch(game, what):
    """Questions for 1,000 positions each: `full` answers, or `values` alone."""
    for _ in range(20):
        positions = [GAMES[game]() for _ in range(1000)]
        asked = {"positions": positions, "moves": what == "full"} | BOARD.get(game, {})
        yield f"/v1/{game}\t{json.dumps(asked)}"
