"""Origin of every value of a rule set: status and place for each, what is not in the source, and `like`."""

from pathlib import Path

import pytest

from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.citations import SOURCES, Status, parse_citations
from cegoscore.scoring.rules.play_rules import STATUS_KEYS
from cegoscore.scoring.rules.rule_documents import leaves, path_of, published_document, read_document
from cegoscore.scoring.rules.rule_files import (
    published,
    published_citations,
    published_identifiers,
    published_play,
    read_rule_file,
)
from cegoscore.scoring.rules.subjects import filled

IDENTITIES = Path(__file__).parent / "identities.txt"
"""Digest of every rule set as version 0.1.0 published it; stored sheets refer to them."""

NOT_STATED: dict[str, dict[Status, tuple[str, ...]]] = {
    "baumann-bluemle": {
        Status.INFERRED: (
            "table.one_sits_out",
            "normal.factors.cego",
            "normal.factors.eine",
            "normal.factors.zwei_leere",
            "normal.factors.zwei_verschiedene",
            "normal.factors.kleiner_mann",
            "targets.ulti.trumps",
            "raeuber.tie_with_vorhand",
            "dresch.amount",
            "dresch.vorhand_factor",
        ),
        Status.UNCLEAR: (
            "targets.piccolo.amount",
            "targets.bettel.amount",
            "schinden.strong_hand.de",
            "fault",
        ),
    },
    "baumann-bluemle-3": {
        Status.INFERRED: (
            "normal.factors.cego",
            "raeuber.amounts",
            "raeuber.vorhand_factor",
            "dresch.amount",
        ),
        Status.UNCLEAR: (
            "schinden.strong_hand.de",
            "fault",
        ),
    },
    "braeunlingen-loewen": {
        Status.INFERRED: ("pflicht_raeuber.tie_with_vorhand",),
    },
    "braeunlingen-loewen-3": {
        Status.INFERRED: ("schinden.pays",),
    },
    "braeunlingen-ministranten": {
        Status.INFERRED: (
            "raeuber.tie_with_vorhand",
            "dresch.vorhand_factor",
        ),
    },
    "braeunlingen-ministranten-3": {
        Status.INFERRED: (
            "targets.piccolo.amount",
            "targets.bettel.amount",
            "table.counting",
            "schinden.pays",
            "schinden.claimant",
        ),
        Status.UNCLEAR: ("schinden.strong_hand.de",),
    },
    "braeunlingen-turnier": {
        Status.INFERRED: (
            "normal.buergermeister",
            "raeuber.vorhand_factor",
            "raeuber.tie_with_vorhand",
            "normal.factors.cego",
            "normal.over_solo.cego",
        ),
    },
    "cego-online": {
        Status.INFERRED: (
            "table.counting",
            "normal.brackets.worth",
            "normal.factors.kleiner_mann",
            "normal.over_solo.cego",
            "normal.over_solo.kleiner_mann",
        ),
        Status.UNCLEAR: ("fault",),
    },
    "dorset": {
        Status.INFERRED: (
            "raeuber.amounts",
            "raeuber.tie_with_vorhand",
            "dresch.amount",
            "dresch.vorhand_factor",
        ),
    },
    "dreier": {
        Status.INFERRED: ("normal.buergermeister",),
    },
    "grupp": {
        Status.INFERRED: (
            "normal.factors.solo.won",
            "normal.factors.kleiner_mann",
            "normal.over_solo.cego",
            "raeuber.vorhand_factor",
            "raeuber.tie_with_vorhand",
        ),
    },
    "ichenheim": {
        Status.INFERRED: (
            "table.counting",
            "normal.brackets.won",
            "normal.brackets.lost",
            "normal.factors.solo.won",
            "normal.factors.cego",
            "normal.over_solo.cego",
        ),
    },
    "kastner-folkvord": {
        Status.INFERRED: (
            "table.counting",
            "normal.base_up_to",
            "normal.rounded.to",
            "normal.factors.cego",
            "normal.buergermeister",
            "raeuber.vorhand_factor",
            "raeuber.tie_with_vorhand",
        ),
    },
    "oberwolfach-3": {
        Status.INFERRED: (
            "normal.over_solo.cego",
            "schinden.pays",
            "schinden.strong_hand.de",
        ),
        Status.UNCLEAR: ("pfeif_frei",),
    },
    "oberwolfach-4": {
        Status.INFERRED: (
            "normal.over_solo.cego",
            "raeuber.vorhand_factor",
            "raeuber.tie_with_vorhand",
        ),
        Status.UNCLEAR: ("pfeif_frei",),
    },
    "offiziers-cego": {
        Status.INFERRED: ("partie",),
    },
    "schmid": {
        Status.INFERRED: (
            "normal.brackets.won",
            "normal.over_solo.cego",
            "targets.piccolo.amount",
            "targets.bettel.amount",
            "raeuber.amounts",
        ),
        Status.UNCLEAR: (
            "normal.factors.solo.won",
            "normal.factors.solo.lost",
            "pfeif_frei",
        ),
    },
    "schmid-3": {
        Status.INFERRED: (
            "normal.brackets.won",
            "normal.over_solo.cego",
        ),
        Status.UNCLEAR: (
            "normal.factors.solo.won",
            "normal.factors.solo.lost",
            "pfeif_frei",
        ),
    },
    "schwarzwaldmeisterschaft": {
        Status.INFERRED: (
            "normal.factors.cego",
            "normal.factors.eine_leere",
            "normal.factors.zwei_leere",
            "normal.factors.zwei_verschiedene",
            "normal.factors.kleiner_mann",
            "normal.over_solo.cego",
            "normal.over_solo.kleiner_mann",
        ),
        Status.UNCLEAR: ("fault",),
    },
    "st-georgen": {
        Status.INFERRED: (
            "normal.brackets.won",
            "normal.factors.solo.won",
            "normal.factors.solo.lost",
            "raeuber.vorhand_factor",
            "raeuber.tie_with_vorhand",
        ),
    },
    "weissauer": {
        Status.INFERRED: (
            "table.counting",
            "normal.base_up_to",
            "normal.rounded.to",
            "normal.factors.cego",
            "normal.over_solo.cego",
            "normal.buergermeister",
            "raeuber.vorhand_factor",
            "dresch.amount",
        ),
    },
}
"""Values that the source does not state, by rule set: what RULES and the comments of the files call inferred or
unclear. `schweden` has only that the dealer sits out."""


@pytest.mark.parametrize("identifier", published_identifiers())
def test_every_value_has_status_place_and_wording_in_both_languages(identifier: str) -> None:
    document = published_document(identifier)
    citations, problems = parse_citations(document)
    assert problems == ()
    exempt = ("id", "name", "source", "rare")
    assert set(citations.by_value) == {key for key in leaves(document.rules) if key.partition(".")[0] not in exempt}
    assert set(citations.tables) == {"auction", "play"} & set(document.beside)
    for citation in citations.statements:
        assert citation.at.partition(": ")[0] in SOURCES
        assert set(citation.text) == {"de", "en"}


@pytest.mark.parametrize("identifier", published_identifiers())
def test_what_the_source_does_not_state_is_not_called_stated(identifier: str) -> None:
    citations = published_citations(identifier)
    for status, keys in NOT_STATED.get(identifier, {}).items():
        assert {key: citations.by_value[key].status for key in keys} == dict.fromkeys(keys, status)


def test_championship_is_stated_by_its_own_sheet_alone() -> None:
    """No summary is cited for a value that the sheet says."""
    stated = [cited for cited in published_citations("schwarzwaldmeisterschaft").statements if cited.status == "stated"]
    assert stated
    assert [cited.at for cited in stated if not cited.at.startswith("meisterschaft: ")] == []


def test_solo_of_baumann_and_bluemle_says_how_it_is_probably_meant() -> None:
    for identifier, words in {"baumann-bluemle": "eight or more", "baumann-bluemle-3": "nine or more"}.items():
        citation = published_citations(identifier).by_value["schinden.strong_hand.en"]
        assert citation.status is Status.UNCLEAR
        assert words in filled(citation.text["en"], published(identifier), "en")


@pytest.mark.parametrize("identifier", published_identifiers())
def test_play_says_of_every_value_how_sure_it_is(identifier: str) -> None:
    play = published_play(identifier)
    assert set(play.status) == set(STATUS_KEYS)
    for remark in (*play.notes, *play.tips):
        assert remark.text["de"] != remark.text["en"]


def test_identity_is_what_pays_and_who_may_play() -> None:
    """Citations, auction and play came beside the rule sets of 0.1.0: none has got another identity."""
    identities = [f"{published(name).digest}  {name}" for name in published_identifiers()]
    noted = IDENTITIES.read_text().splitlines()
    others = [line for line in identities if line not in noted]
    assert not others, (
        f"A rule set that is new, or pays otherwise, has its line in {IDENTITIES.name}, in its place by name."
    )
    assert identities == noted


def test_mended_citation_makes_no_other_rule_set(tmp_path: Path) -> None:
    text = path_of("dreier").read_text(encoding="utf-8")
    path = tmp_path / "dreier.toml"
    path.write_text(text.replace("the smallest amount.", "the least there is."), encoding="utf-8")
    assert read_rule_file(path).digest == published("dreier").digest


@pytest.mark.parametrize("identifier", published_identifiers())
def test_every_cell_of_a_derivation_is_cited(identifier: str) -> None:
    rules, citations = published(identifier), published_citations(identifier)
    games = [(game, False) for game in rules.normal.factors] if rules.normal else []
    games += [(game, True) for game in rules.normal.over_solo] if rules.normal else []
    for game, over_solo in games:
        for points in (0, rules.half, rules.total):
            for step in normal_steps(rules, game, points, over_solo=over_solo):
                assert citations.of(step.cell), step.cell


VARIANT = """# A variant of six lines.
like = "st-georgen"
id = "triberg"
name = { de = "Triberg", en = "Triberg" }
source = { de = "Die Tafel im Hirschen.", en = "The slate at the Hirschen." }
without = ["targets.pascha", "raeuber"]
targets.ulti.amount = 30
[[cited]]
keys = ["targets"]
status = "stated"
at = "wikipedia: Variations"
de = "{ulti} {targets.ulti.amount}, der Rest wie sonst."
en = "{ulti} {targets.ulti.amount}, the rest as ever."
"""


def test_variant_builds_on_another_rule_set(tmp_path: Path) -> None:
    path = tmp_path / "triberg.toml"
    path.write_text(VARIANT, encoding="utf-8")
    rules, base = read_rule_file(path), published("st-georgen")
    assert (rules.normal, rules.counting, rules.labels) == (base.normal, base.counting, base.labels)
    assert {str(game): target.amount for game, target in rules.targets.items()} == {
        "ulti": 30,
        "piccolo": 15,
        "bettel": 20,
        "duo": 15,
    }
    assert rules.raeuber == {}
    citations, _problems = parse_citations(read_document(path))
    assert citations.by_value["targets.ulti.amount"].text["en"] == "{ulti} {targets.ulti.amount}, the rest as ever."
    assert citations.by_value["normal.brackets.won"].status is Status.INFERRED


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ('keys = ["targets"]', 'keys = ["targets.ulti.ouvert"]', "targets.ulti.amount: has no status"),
        ('keys = ["targets"]', 'keys = ["targets.ulti"]', "targets.piccolo.amount: has no status"),
        ('status = "stated"', 'status = "sure"', "cited.1.status: must be one of: stated, inferred, unclear"),
        ('at = "wikipedia: Variations"', 'at = "hearsay"', "cited.1.at: must be one of: pagat"),
        ('en = "{ulti}', '# en = "{ulti}', "cited.1.en: is missing"),
        ('en = "{ulti}', 'en = "Ultimo {ulti}', "cited.1.en: has Ultimo outside of a placeholder"),
        ('de = "{ulti} {', 'de = "{ulti} 30 {', "cited.1.de: has 30 outside of a placeholder"),
        ('de = "{ulti} {', 'de = "{ulti} dreißig {', "cited.1.de: has dreißig outside of a placeholder"),
        ('en = "{ulti}', 'en = "Two {ulti}', "cited.1.en: has Two outside of a placeholder"),
        ("der Rest", "der {solo}rest", "cited.1.en: does not name solo as the other language does"),
        (
            "targets.ulti.amount}, der",
            "targets.ulti.amuont}, der",
            "cited.1.de.targets.ulti.amuont: is cited, but the file",
        ),
        (
            '["targets"]',
            '["targets", "penalty"]',
            "penalty: is cited, but the file has no such",
        ),
        ('like = "st-georgen"', 'like = "nowhere"', "like: nowhere is not a published rule set"),
    ],
)
def test_value_without_status_is_named_with_file_and_key(tmp_path: Path, right: str, wrong: str, expected: str) -> None:
    path = tmp_path / "triberg.toml"
    path.write_text(VARIANT.replace(right, wrong), encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        read_rule_file(path)
    assert f"triberg.toml: {expected}" in str(caught.value)


@pytest.mark.parametrize("identifier", published_identifiers())
def test_what_was_said_of_a_value_is_said_of_none_once_it_is_changed(identifier: str, tmp_path: Path) -> None:
    """Left out of a set that builds on this one, each value in turn takes every citation that speaks of it with it."""
    citations = published_citations(identifier)
    path = tmp_path / "triberg.toml"
    for key, citation in citations.by_value.items():
        if not citation.keys:
            continue  # says only that all is as in another set
        path.write_text(f"# {key}\nlike = '{identifier}'\nwithout = ['{key}']\n", encoding="utf-8")
        assert citation not in parse_citations(read_document(path))[0].by_value.values(), key
