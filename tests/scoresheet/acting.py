"""Steps of tests about the table: post a form, read the sheet anew, write the next hand."""

from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse
from django.utils import translation

from cegoscore.scoresheet.hand.sheet_page import SheetPage, sheet_page
from cegoscore.scoresheet.ledger.selfcheck import faults_by_sheet
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import set_round
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring import hands
from tests.worlds.sheet import World, client_of, writing


def send(world: World, name: str, data: dict[str, Any], *more: Any, client: Client | None = None) -> Any:
    """Post to a page of the world's sheet, as the owner unless said otherwise, in German."""
    url = reverse(name, args=[world.sheet.id, *more])
    return (client or client_of(world.owner)).post(url, data, headers={"Accept-Language": "de"})


def fresh(world: World) -> Session:
    return Session.objects.get(pk=world.sheet.pk)


def page_of(world: World) -> SheetPage:
    with translation.override("de"):
        return sheet_page(fresh(world))


def version(world: World) -> int:
    return fresh(world).version


def write(world: World, number: int, outcome: hands.Outcome | None = None, **more: Any) -> Hand:
    """A hand by the dealer whose turn it is."""
    turn = page_of(world).turn
    assert turn.number == number
    sent = writing(number, outcome, dealer=more.pop("dealer", turn.dealer), **more)
    return write_hand(fresh(world), sent, device=world.owner).row


def begin(world: World) -> None:
    set_round(fresh(world), seen=version(world), begin=True)


def strike(world: World, number: int, revision: int = 2) -> None:
    strike_or_restore(fresh(world), number=number, revision=revision, uuid=uuid4(), void=True, why="", device=None)


def gstiess(world: World, holder: str) -> None:
    sent = {"version": version(world), "uuid": uuid4(), "holder": holder}
    assert send(world, "note_gstiess", sent).status_code == 302


def faults_of(sheet: Session) -> list[str]:
    """Faults of a sheet as the self-check names them."""
    [(_key, faults)] = faults_by_sheet(Session.objects.filter(pk=sheet.pk))
    return list(faults)
