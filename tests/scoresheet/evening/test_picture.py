"""The picture of an evening and the sentence above its text: who may have it, what it says, who is not in it."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import translation

from cegoscore.clubs.models import Device, Player
from cegoscore.pictures import PictureRow
from cegoscore.scoresheet.evening.evenings import demo_document
from cegoscore.scoresheet.evening.exports import message_of, picture_of
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


def test_erased_person_is_not_in_the_picture(demo: Session) -> None:
    Player.objects.filter(name="Karl").update(name="")
    picture = picture_of(demo)
    assert [row.name for row in picture.rows] == ["Leni", "Josef", "Vroni"]
    assert picture.sentence == ""
    Player.objects.filter(name="Leni").update(name="")
    assert picture_of(demo).rows[0] == PictureRow(name="Josef", amount=-130)


@pytest.mark.parametrize(("who", "status"), [("owner", 200), ("guest", 200), ("stranger", 404)])
def test_picture_has_the_right_of_the_evenings_page(world: World, who: str, status: int) -> None:
    client = client_of(getattr(world, who))
    answers = [client.get(reverse(name, args=[world.sheet.pk])) for name in ("evening", "picture")]
    assert [answer.status_code for answer in answers] == [status, status]
    if status == 200:
        assert (answers[1]["Content-Type"], answers[1]["Cache-Control"]) == ("image/png", "private, max-age=3600")
        assert f"/picture.png?{world.sheet.version}-de" in body_of(answers[0])
