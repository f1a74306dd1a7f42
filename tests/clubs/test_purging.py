"""Rows that are removed at night, few in a transaction: rows are counted, not seconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from cegoscore.clubs import purging
from cegoscore.clubs.models import Player
from cegoscore.clubs.purging import remove
from cegoscore.clubs.rights.access import has_some_right_in
from cegoscore.scoresheet.ledger.services import sheets
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import purge_sheets
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.sheet import NAMES, World, open_table, writing
from tests.worlds.tournament import World as TournamentWorld
from tournaments import purging as tournament_purging
from tournaments.models import Tournament
from tournaments.purging import purge_tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.both]


class Counting:
    """`atomic` of a module, which notes how many sheets and hands each of its transactions removes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        self.removed: list[tuple[int, int]] = []
        monkeypatch.setattr(module, "transaction", self)

    @contextmanager
    def atomic(self) -> Iterator[None]:
        before = Session.objects.count(), Hand.objects.count()
        with transaction.atomic():
            yield
        self.removed.append((before[0] - Session.objects.count(), before[1] - Hand.objects.count()))


def test_rows_go_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    club = World().sheet.club
    there = Player.objects.count()
    Player.objects.bulk_create(Player(club=club, name=f"Gast {number}") for number in range(5))
    monkeypatch.setattr(purging, "AT_ONCE", 2)
    at_once, delete = list[int](), QuerySet.delete

    def counted(rows: QuerySet[Any]) -> Any:
        at_once.append(rows.count())
        return delete(rows)

    monkeypatch.setattr(QuerySet, "delete", counted)
    assert remove(Player.objects.filter(name__startswith="Gast")) == 5
    assert (at_once, Player.objects.count()) == ([2, 2, 1], there)


def test_each_sheet_goes_in_a_transaction_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    write_hand(world.sheet, writing(1), device=None)
    open_table(world.owner, names=NAMES, rules=published("braeunlingen-ministranten"), first_dealer=0)
    Session.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    counting = Counting(monkeypatch, sheets)
    assert purge_sheets() == 2
    assert sorted(counting.removed) == [(1, 0), (1, 1)]


def test_tournament_goes_first_and_then_sheet_after_sheet_also_if_it_was_cut_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = TournamentWorld()
    world.register(8)
    world.play_round()
    Tournament.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    there = Session.objects.count()
    with monkeypatch.context() as killed:
        killed.setattr(tournament_purging, "remove_sheets", lambda _sheets: 0)
        assert purge_tournaments() == "1 tournaments removed"
    assert (Tournament.with_deleted.count(), Session.objects.count()) == (0, there)
    assert not has_some_right_in(world.tournament.club, world.helper.pk)
    counting = Counting(monkeypatch, sheets)
    assert purge_tournaments() == "0 tournaments removed"
    assert [removed for removed, _hands in counting.removed] == [1] * there
