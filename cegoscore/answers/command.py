"""The command `cegoscore-rules`, as the package of the rules alone has it (`tools/rules`)."""

import io
import json
import os
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
        command.set_defaults(name=name, answer=module.answer)
    options = vars(parser.parse_args())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        answer = options["answer"](options)
    except NoAnswer as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
    is_document = options["format"] == "json" and not options.get("list")
    try:
        print(_with_format(options["name"], answer) if is_document else answer, flush=True)
    except BrokenPipeError:  # such as `head`: whoever reads has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_format(name: str, answer: str) -> str:
    """Name the format of an answer in JSON; the rows of a tariff become the value of a key."""
    values = json.loads(answer)
    values = values if isinstance(values, dict) else {name: values}
    return json.dumps({"format": f"cegoscore/{name}@1"} | values, ensure_ascii=False)
