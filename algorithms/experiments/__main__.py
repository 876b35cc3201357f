"""The command line: python -m algorithms.experiments COMMAND."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module

# Each command is the module of that name in this folder (- written _), and its main()
COMMANDS = {
    "home": "measure the experiment of the home page over twenty samples and store its traces",
    "linear-memory": "print what linear memory costs OAUC-M in AUC, over twenty folds of five data sets",
    "speed": "print how long learning takes, beside plain NumPy loops and the times to reach",
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments (of the process, where None) name."""
    parser = ArgumentParser(
        prog="python -m algorithms.experiments", description="Measurements without the app."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
    command = parser.parse_args(arguments).command
    import_module(f"algorithms.experiments.{command.replace('-', '_')}").main()


if __name__ == "__main__":
    main()
