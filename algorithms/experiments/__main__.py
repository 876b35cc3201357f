"""The command line: python -m algorithms.experiments COMMAND."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser
from collections.abc import Sequence
from importlib import import_module

# Each command is the module of that name in this folder (- written _), and its main()
COMMANDS = {
    "home": "measure the experiment of the home page over twenty samples and store its traces",
    "linear-memory": "print what linear memory costs OAUC-M in AUC, over twenty folds of five data sets",
    "semi": "print what unlabelled rows are worth, on seven tasks and in AUC (a quarter of an hour on one core)",
    "speed": "print how long learning takes, beside plain NumPy loops and the times to reach",
}

# Options of a command, passed to its main() by name
OPTIONS = {
    "semi": {
        "--seeds": {"type": int, "help": "draws of each task, at least 2"},
        "--only": {"metavar": "TASK/METHOD", "help": "measure this one; either side may be left out"},
    },
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command that the arguments (of the process, where None) name."""
    parser = ArgumentParser(
        prog="python -m algorithms.experiments", description="Measurements without the app."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        command = commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        for option, settings in OPTIONS.get(name, {}).items():
            command.add_argument(option, default=SUPPRESS, **settings)
    options = vars(parser.parse_args(arguments))
    name = options.pop("command")
    command = import_module(f"algorithms.experiments.{name.replace('-', '_')}")
    try:
        command.main(**options)
    except ValueError as error:
        if not options:
            raise
        parser.error(str(error))


if __name__ == "__main__":
    main()
