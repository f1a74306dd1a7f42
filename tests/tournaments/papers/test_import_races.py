"""One device sends a tournament's document several times at once: it is imported once, and everybody gets that one."""

import json
import uuid
from functools import partial

import pytest

from cegoscore.clubs.models import Device
from tests.scoresheet.ledger.test_races import WRITERS, at_once
from tests.worlds.tournament import World
from tests.worlds.tournament_file import document_of
from tournaments.models import Tournament
from tournaments.papers.importing import import_tournament_document
from tournaments.papers.reading import parse_json

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def test_document_that_several_send_is_imported_once() -> None:
    world, device, key = World(), Device.objects.create(), uuid.uuid4()
    world.register(8)
    reading, problems = parse_json(json.dumps(document_of(world.tournament)))
    assert reading, problems
    found = at_once([partial(import_tournament_document, reading, device=device, key=key)] * WRITERS)
    assert [getattr(each, "pk", each) for each in found] == [key] * WRITERS
    assert Tournament.objects.count() == 2
    assert Tournament.objects.get(pk=key).entrants.count() == 8
