"""Published rule sets as grounds to learn on, and what a page of a lesson says."""

import re
from dataclasses import replace
from functools import cache
from html import unescape

from django.utils.translation import get_language

from cegoscore.clubs.house_rules.statements import speaker_of
from cegoscore.contest.lots import Lots
from cegoscore.learning.task import Ground, ground_of as made
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published


def ground_of(identifier: str, key: str = "", variant: int = 1) -> Ground:
    """The ground of a published rule set, with the lots of a lesson."""
    return replace(_told(identifier, get_language()), lots=Lots(str(variant), 0, key))


@cache
def _told(identifier: str, _language: str | None) -> Ground:
    """A ground with its sentences, which are four fifths of the work and the same for all lots."""
    say = speaker_of(published(identifier), published(identifier))
    assert say
    return made(say, Lots("", 0, ""))


def label_of(ground: Ground, game: Contract) -> str:
    """Name of a game as a ground's sentences have it; empty for one that they do not tell of."""
    said = ground.sentences.get(f"games.{game}")
    return said.label if said else ""


def text_of(html: str) -> str:
    """Words of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())
