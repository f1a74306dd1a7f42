"""`replay FILE`: whether a tournament's document says what its decisions say, and bears the mark on a print."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.answers.reading import read_document
from cegoscore.contest.chain import acts_since, is_short
from tournaments.papers.reading import parse_json


class Command(BaseCommand):
    """Exit status 0: all agrees; 1: the mark is another; 2: no document, or one that contradicts itself."""

    help = "Replay the decisions in a tournament's document; say what contradicts them, and what none of them names."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The document, and the mark on the paper in one's hand."""
        parser.add_argument("file", help="a tournament's document, or - for standard input")
        parser.add_argument("--mark", default="", help="the check code on a print of the evening")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, replay, compare."""
        reading, problems = read_document(options["file"], parse_json)
        if reading is None:
            self.stderr.write("\n".join(problems), style_func=str)
            sys.exit(2)
        for place in reading.replayed.unproved:
            self.stdout.write(f"unproved: {place}")
        self.stdout.write(f"mark: {reading.mark or 'none'}")
        if not options["mark"]:
            self.stdout.write("sound in itself; only the mark on a paper says whether it is that evening's")
        elif acts_since(options["mark"], reading.hashes) != 0:
            self.stderr.write("the mark is another: this is not the evening of that paper, or not its end")
            sys.exit(1)
        else:
            short = ", but a short mark: who makes the file can hit it" if is_short(options["mark"]) else ""
            self.stdout.write(f"equal{short}")
