"""Why a hand pays what it pays, on its page, and the rules of a sheet for everybody who may look at it."""

import re
from typing import Any

from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.acting import strike, write
from tests.worlds.sheet import World, client_of

EINE = hands.Points(contract=Contract.EINE, declarer=1, points=46)


def hand_page(world: World, number: int = 1, *, who: str = "guest", language: str = "de") -> Any:
    url = reverse("hand", args=[world.sheet.id, number])
    return client_of(getattr(world, who)).get(url, headers={"Accept-Language": language})


def test_hand_says_how_its_amount_comes_about_and_lights_its_cell(world: World) -> None:
    write(world, 1, EINE)
    why = hand_page(world).context["why"]
    assert why.text == "46 Augen, 11 über 35, mal 2 für Eine: 22, auf 5er gerundet: 20"
    assert [(points, amount) for points, amount, is_lit in why.ladder if is_lit] == [("44–46", 20)]
    assert [(source.key, source.is_stated) for source in why.sources] == [
        ("normal.base_up_to", True),
        ("normal.factors.eine", True),
        ("normal.rounded", True),
    ]
    html = body_of(hand_page(world, language="en"))
    assert "times 2 for Eine: 22" in html
    assert "John McLeod, pagat.com, Cego: Ministranten Version, The Scoring" in html


def test_hand_says_what_everybody_gets_and_leads_to_its_lit_cell(world: World) -> None:
    write(world, 1, EINE)
    write(world, 2, hands.Raeuber(contract=Contract.RAEUBER, card_points=(10, 20, 25, 15)))
    write(world, 3, hands.Free(amounts=(10, 5, -15, 0), why="Wette"))
    pages = [hand_page(world, number).context["why"] for number in (1, 2, 3)]
    shares = [[(each.name, each.amount, each.text) for each in why.shares] for why in pages]
    others = [(name, -20, "an Bernd") for name in ("Anna", "Clara", "Dieter")]
    assert shares[0] == [("Bernd", 60, "von 3 je 20"), *others]
    assert shares[1][:2] == [("Clara", -90, "an 3 je 30"), ("Anna", 30, "von Clara")]
    write(world, 4, hands.Free(amounts=(24, -24, 0, 0), why="Wette"))
    between_two = [(each.name, each.text) for each in hand_page(world, 4).context["why"].shares]
    assert between_two[:2] == [("Anna", "von Bernd"), ("Bernd", "an Anna")]
    assert shares[2] == [("Clara", -15, ""), ("Anna", 10, "von Clara"), ("Bernd", 5, "von Clara"), ("Dieter", 0, "")]
    url = reverse("hand_rules", args=[world.sheet.id, 1])
    assert f'href="{url}#lit"' in body_of(hand_page(world))
    tariff = body_of(client_of(world.guest).get(url, headers={"Accept-Language": "de"}))
    assert re.findall(r'<td\s+id="lit" class="lit" aria-current="true"\s*>([^<]*)<', tariff) == ["20"]
    assert "Eine, Bernd 46 : 24" in " ".join(tariff.split())
    assert client_of(world.stranger).get(url).status_code == 404


def test_struck_hand_and_deal_without_result_explain_nothing(world: World) -> None:
    write(world, 1, EINE)
    strike(world, 1)
    write(world, 2, hands.Dead(kind=DeadKind.THROWN_IN))
    assert [hand_page(world, number).context["why"] for number in (1, 2)] == [None, None]


@thorough
def test_what_a_house_changed_is_its_own_and_the_rest_the_originals(world: World) -> None:
    original = published("braeunlingen-ministranten")
    document = dict(original.document) | {"id": "own-hirschen", "normal": {**original.document["normal"]}}
    document["normal"]["factors"] = {**document["normal"]["factors"], "eine": 3}
    rules, problems = parse_house_rules(document)
    assert rules is not None, problems
    add_house_rules(world.owner, rules, name="Hirschen", copied_from=original.id)
    Session.objects.filter(pk=world.sheet.pk).update(rule_set=stored(rules))
    write(world, 1, EINE)
    changed = {source.key: bool(source.by_house) for source in hand_page(world).context["why"].sources}
    assert changed == {"normal.base_up_to": False, "normal.factors.eine": True, "normal.rounded": False}
    page = client_of(world.owner).get(reverse("sheet_rules", args=[world.sheet.id]), headers={"Accept-Language": "de"})
    assert "nach Bräunlingen, Ministranten, geändert: Eine" in body_of(page)
    assert "Hirschen" in body_of(page)


def test_sheet_names_its_rules_and_leads_to_tariff_bidding_and_play(world: World) -> None:
    url = reverse("sheet_rules", args=[world.sheet.id])
    sheet = client_of(world.guest).get(world.sheet.get_absolute_url(), headers={"Accept-Language": "de"})
    link = re.search(f'<a [^>]*href="{url}"[^>]*>(.*?)</a>', body_of(sheet), re.DOTALL)
    assert link
    assert link[1].split() == ["Regeln:", "Bräunlingen,", "Ministranten"]
    html = body_of(client_of(world.guest).get(url, headers={"Accept-Language": "de"}))
    for part in ("normal-heading", "play", "words"):
        assert f'href="#{part}"' in html
        assert f'id="{part}"' in html
    # A link to what is inside of a fold opens it, one to the fold itself does not.
    assert re.findall(r'</summary>\s*<d(?:iv|l)\s+id="(\w+)"', html) == ["play", "words"]
    assert f'href="{reverse("sheet_bidding", args=[world.sheet.id])}"' in html
    assert "Haben alle „" in html


@thorough
def test_phone_may_keep_the_rules_of_its_open_sheet(world: World) -> None:
    url = reverse("sheet_rules", args=[world.sheet.id])
    marks = [client_of(each).get(url).headers.get("X-Keep-Offline") for each in (world.owner, world.guest)]
    assert [bool(mark) for mark in marks] == [True, False]
