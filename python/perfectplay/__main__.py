"""`python -m perfectplay GAME POSITION` says what a position and its moves are worth; alone it lists the tables."""

import argparse

from . import Error, Oracle, __version__


def main(arguments: list[str] | None = None) -> None:
    """Answers a question of the command line."""
    parser = argparse.ArgumentParser(prog="python -m perfectplay", description=__doc__)
    parser.add_argument("game", nargs="?", help="number, tower, stake, tokens or chomp")
    parser.add_argument("position", nargs="*", help="as in `4,4,1`; words of it are joined")
    parser.add_argument("--version", action="version", version=f"perfectplay {__version__}")
    asked = parser.parse_args(arguments)
    try:
        if asked.game is None:
            for table in Oracle().tables()["tables"]:
                print(f"{table['table']:16}{table.get('problem') or table['states']}")
            return
        answer = Oracle().answer(asked.game, " ".join(asked.position))
    except Error as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    print(answer.value or f"not known: {answer.reason}")
    for roll, moves in answer.choices:
        for move in moves:
            print(f"  {roll or '':6}{move.move:12}{move.result}{' *' if move.best else ''}")


if __name__ == "__main__":
    main()
