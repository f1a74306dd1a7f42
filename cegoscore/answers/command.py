"""The command `cegoscore-rules`, as the package of the rules alone has it (`tools/rules`)."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser

from cegoscore import __version__
from cegoscore.answers import auction, explain, score, tariff
from cegoscore.answers.reading import NoAnswer

COMMANDS = {"score": score, "tariff": tariff, "explain": explain, "auction": auction}


def main() -> None:
    """Print the answer; what cannot be answered: exit status 2, and a line for each problem on standard error."""
    parser = ArgumentParser(prog="cegoscore-rules", description="What a hand of Cego pays, and why.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(answer=module.answer)
    options = vars(parser.parse_args())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(options["answer"](options))
    except NoAnswer as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
