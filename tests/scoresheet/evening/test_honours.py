"""Awards of an evening, told anew from the sheet's own rows: on the page, in the text, in the picture."""

import random
from collections import Counter

import pytest

from cegoscore.clubs.models import Club, Player
from cegoscore.scoresheet.evening.evening_page import evening_page
from cegoscore.scoresheet.evening.exports import message_of, picture_of
from cegoscore.scoresheet.models import Score, Session, State
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.made_up import hands_of_every_kind, write_hands
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db

NEITHER = ("raeuber", "pflicht_raeuber", "dresch", "partie", "free", "dead", "penalty")


def evening(seed: int, count: int = 36) -> World:
    """A closed evening with hands of every kind, of a club that gives awards."""
    world, rules = World("schwarzwaldmeisterschaft"), published("schwarzwaldmeisterschaft")
    write_hands(world.sheet, hands_of_every_kind(random.Random(seed), rules, count, dealer=3, seats=4))
    Club.objects.update(gives_awards=True)
    Session.objects.update(state=State.CLOSED)
    return world


def fresh(world: World) -> Session:
    return Session.objects.get(pk=world.sheet.pk)


def expected(sheet: Session) -> dict[str, tuple[int, set[str]]]:
    """Figure and names of each award by the rows of the sheet, before it is asked who has two already."""
    names = dict(sheet.seats.values_list("number", "player__name"))
    total: Counter[str] = Counter(dict.fromkeys(names.values(), 0))
    lowest, narrow, solos, paid = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for row in sheet.hands.order_by("place"):
        outcome = row.outcome
        declared = row.game not in NEITHER and "fault" not in outcome and "schinden" not in outcome
        for score in Score.objects.filter(hand=row).select_related("seat__player"):
            who, points = score.seat.player.name, score.points
            total[who] += points
            lowest[who] = min(lowest[who], total[who])
            is_own = declared and outcome["declarer"] == score.seat.number
            narrow[who] += is_own and points > 0 and 40 <= outcome.get("points", 0) <= 44
            solos[who] += is_own and points > 0 and row.game.startswith("solo")
            paid[who] += -points if declared and not is_own and points < 0 else 0
    up = Counter({who: total[who] - lowest[who] for who in total if lowest[who] < 0 < total[who]})
    tables = {"Über den Berg": (up, 1), "Starke Nerven": (narrow, 2), "Solist": (solos, 2), "Gastgeber": (paid, 1)}
    most, least = max(total.values()), min(total.values())
    told = {"Sieger": (1, {who for who in total if total[who] == most})} if most > least else {}
    told |= {"Mauskönig": (4, {who for who in total if total[who] == least})} if most > least else {}
    for title, (figures, enough) in tables.items():
        best = max(figures.values(), default=0)
        if best >= enough:
            told[title] = best, {who for who in figures if figures[who] == best}
    return told


@pytest.mark.parametrize("seed", range(6))
def test_awards_are_those_of_the_rows_five_at_most_and_two_each(seed: int) -> None:
    sheet, had = fresh(copied(evening, seed)), Counter[str]()
    told: list[tuple[str, set[str], int]] = []
    for title, (figure, names) in list(expected(sheet).items()):
        left = {name for name in names if had[name] < 2}
        if left and len(told) < 5:
            told.append((title, left, figure))
            had.update(left)
    shown = evening_page(sheet)["honours"]
    assert [(one.title, set(one.names.split(", "))) for one in shown] == [(title, names) for title, names, _n in told]
    assert all(str(figure) in one.reason for one, (_title, _names, figure) in list(zip(shown, told, strict=True))[2:])
    text = message_of(sheet)
    assert all(f"{one.title}: {one.names}" in text for one in shown)
    notes = {row.name: row.note for row in picture_of(sheet).rows}
    assert all(title in notes[name] for title, names, _n in told for name in names)


def test_there_are_none_before_the_end_below_twelve_hands_or_if_the_club_gives_none() -> None:
    world = copied(evening, 1)
    assert evening_page(fresh(world))["honours"]
    Session.objects.update(state=State.OPEN)
    assert evening_page(fresh(world))["honours"] == []
    Session.objects.update(state=State.CLOSED)
    Club.objects.update(gives_awards=False)
    sheet = fresh(world)
    assert evening_page(sheet)["honours"] == []
    assert "Mauskönig" not in message_of(sheet) + str(picture_of(sheet).rows)
    assert evening_page(fresh(evening(1, count=11)))["honours"] == []


def test_whoever_was_erased_is_not_named_and_the_page_says_the_others() -> None:
    world = copied(evening, 1)
    first = evening_page(fresh(world))["honours"][0]
    Player.objects.filter(name=first.names).update(name="")
    told = evening_page(fresh(world))["honours"]
    assert told
    assert all(one.title != "Sieger" for one in told)
    page = body_of(client_of(world.owner).get(f"{world.sheet.get_absolute_url()}/evening"))
    assert "Mauskönig: <strong>" in " ".join(page.split())
