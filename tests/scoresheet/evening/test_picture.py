"""The picture of an evening and the sentence above its text: who may have it, what it says, who is not in it."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from cegoscore.clubs.models import Device, Player
from cegoscore.pictures import PictureRow
from cegoscore.scoresheet.evening.evenings import demo_document, recent_evenings
from cegoscore.scoresheet.evening.exports import message_of, picture_of
from cegoscore.scoresheet.ledger.seats import names_of
from cegoscore.scoresheet.ledger.services.notes import pay
from cegoscore.scoresheet.ledger.services.sheets import import_document
from cegoscore.scoresheet.models import Session
from tests.pages import body_of
from tests.worlds.sheet import World, client_of


@pytest.fixture
def demo(db: None) -> Session:
    sheet = import_document(demo_document(), device=Device.objects.create())
    Session.objects.update(title="Mittwochs", started_at=datetime(2026, 5, 1, 18, tzinfo=UTC))
    sheet.refresh_from_db()
    return sheet


@pytest.mark.parametrize(
    ("language", "day", "sentence"),
    [
        ("de", "1. Mai 2026, 24 Spiele", "Karl führte nach 18 von 24 Spielen."),
        ("en", "1 May 2026, 24 hands", "Karl led after 18 of 24 hands."),
    ],
)
def test_picture_and_text_tell_the_evening(demo: Session, language: str, day: str, sentence: str) -> None:
    with translation.override(language):
        picture = picture_of(demo)
        assert (picture.title, picture.day, picture.sentence) == ("Mittwochs", day, sentence)
        assert [(row.name, row.amount, row.leads) for row in picture.rows] == [
            ("Karl", 310, True),
            ("Leni", -30, False),
            ("Josef", -130, False),
            ("Vroni", -150, False),
        ]
        assert message_of(demo).startswith(f"{sentence}\n\nMittwochs, ")


def test_evening_without_a_title_is_called_by_its_people_wherever_it_has_a_name(world: World) -> None:
    people, client = "Anna, Bernd, Clara, Dieter", client_of(world.owner)
    assert message_of(world.sheet).startswith(f"{people}, ")
    assert picture_of(world.sheet).title == people
    assert [evening.label for evening in recent_evenings(world.owner.pk)] == [people]
    sheet = body_of(client.get(world.sheet.get_absolute_url()))
    assert f"<title>{people} · Cego</title>" in sheet
    assert f'<h1 id="title">{people}</h1>' in sheet
    assert f"<b>{people}</b>" in body_of(client.get(reverse("delete_sheet", args=[world.sheet.pk])))


def test_erased_person_is_not_in_the_picture(demo: Session) -> None:
    Player.objects.filter(name="Karl").update(name="")
    picture = picture_of(demo)
    assert [row.name for row in picture.rows] == ["Leni", "Josef", "Vroni"]
    assert picture.sentence == ""
    Player.objects.filter(name="Leni").update(name="")
    nobody = "zahlt 1,30 € an Spieler 2"
    assert picture_of(demo).rows[0] == PictureRow(name="Josef", amount=-130, note=nobody)


def settled(demo: Session) -> tuple[list[str], list[str]]:
    """Lines of the picture and the text on payments, in German."""
    with translation.override("de"):
        told = message_of(demo).splitlines()
        return [row.note for row in picture_of(demo).rows], [line for line in told if "zahlt" in line]


def test_picture_and_text_say_who_pays_whom_and_who_has_paid(demo: Session) -> None:
    """Karl +310, Leni -30, Josef -130, Vroni -150, at one cent a point."""
    seat_of = {name: number for number, name in names_of(demo).items()}
    josef, karl = seat_of["Josef"], seat_of["Karl"]
    assert pay(demo, uuid=uuid4(), payer=josef, receiver=karl, cents=130, device=Device.objects.get())
    assert settled(demo) == (
        [
            "bekommt 1,80 €, hat 1,30 € bekommen",
            "zahlt 0,30 € an Karl",
            "hat 1,30 € an Karl bezahlt",
            "zahlt 1,50 € an Karl",
        ],
        ["Vroni zahlt an Karl 1,50 €", "Leni zahlt an Karl 0,30 €", "Josef hat an Karl 1,30 € bezahlt"],
    )


def test_without_a_stake_they_say_it_in_points(demo: Session) -> None:
    demo.stake = None
    assert settled(demo) == (
        ["", "zahlt 30 Punkte an Karl", "zahlt 130 Punkte an Karl", "zahlt 150 Punkte an Karl"],
        ["Vroni zahlt an Karl 150 Punkte", "Josef zahlt an Karl 130 Punkte", "Leni zahlt an Karl 30 Punkte"],
    )
    demo.event = uuid4()
    assert settled(demo) == ([""] * 4, []), "a tournament's table has points for its standings"


def test_circle_without_a_name_is_called_by_its_people(demo: Session) -> None:
    demo.title = ""
    assert picture_of(demo).title == ", ".join(names_of(demo).values())
    Session.objects.update(title="")
    page = body_of(client_of(Device.objects.get()).get(demo.get_absolute_url()))
    assert f"<title>{picture_of(demo).title} · Cego</title>" in page


@pytest.mark.parametrize(("who", "status"), [("owner", 200), ("guest", 200), ("stranger", 404)])
def test_picture_has_the_right_of_the_evenings_page(world: World, who: str, status: int) -> None:
    client = client_of(getattr(world, who))
    answers = [client.get(reverse(name, args=[world.sheet.pk])) for name in ("evening", "picture")]
    assert [answer.status_code for answer in answers] == [status, status]
    if status == 200:
        assert (answers[1]["Content-Type"], answers[1]["Cache-Control"]) == ("image/png", "private, max-age=3600")
        assert f"/picture.png?{world.sheet.version}-de" in body_of(answers[0])
