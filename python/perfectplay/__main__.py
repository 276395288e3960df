"""`python -m perfectplay GAME POSITION` prints the value of a position and of its moves; alone it lists the tables."""

import sys

from . import Error, Oracle, __version__


def main(arguments: list[str]) -> None:
    """Answer the question of a command line."""
    if len(arguments) < 2:
        print(f"{__doc__}\n\nperfectplay {__version__}, with the tables")
        for table in Oracle().tables()["tables"]:
            print(f"  {table['table']:16}{table.get('problem') or table['states']}")
        return
    try:
        answer = Oracle().answer(arguments[0], " ".join(arguments[1:]))
    except Error as error:
        sys.exit(f"{error}")
    print(answer.value or f"not known: {answer.reason}")
    for roll, moves in answer.choices:
        for move in moves:
            print(f"  {roll or '':6}{move.move:12}{move.result}{' *' if move.best else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])
