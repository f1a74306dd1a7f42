"""The lessons and the exercises: what each says, in sentences of the rule set, and what it asks."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy

from cegoscore.clubs.house_rules.derivations import Statement, source_of
from cegoscore.clubs.house_rules.facts import table_facts
from cegoscore.clubs.house_rules.statements import remarks
from cegoscore.learning import bidding_tasks, game_tasks, tasks
from cegoscore.learning.task import Ground, Task
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.play_rules import remarks_on
from cegoscore.scoring.rules.rule_files import published, published_play

ADVISED = "schweden"
"""The rule set whose source says when to bid what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson or exercise; its texts are lazy, its sentences and tasks are made by the ground of whoever reads it."""

    title: Any
    about: Any
    tasks: Callable[[Ground], Iterator[Task]]
    said: Callable[[Ground], tuple[Statement, ...]] = lambda _ground: ()
    fits: Callable[[Ground], bool] = lambda _ground: True
    example: Callable[[Ground], Task] | None = None
    """A task that is shown with its answer."""
    clocked: bool = False
    """True where one task follows the other, against the clock."""
    tariff: bool = False
    """True where one needs the tariff."""


def _says(keys: str) -> Callable[[Ground], tuple[Statement, ...]]:
    return lambda ground: ground.said(keys.split())


def _says_of(games: Callable[[Ground], Iterable[Contract]]) -> Callable[[Ground], tuple[Statement, ...]]:
    return lambda ground: ground.said(f"games.{game}" for game in games(ground))


def _paying(ground: Ground) -> tuple[Statement, ...]:
    """Derivation of an amount in the words of the tariff, and who pays it."""
    how = (fact for fact in table_facts(ground.rules) if fact.key == "normal")
    statements = (
        replace(source_of(fact.cell, ground.rules, ground.original), label=fact.label, text=fact.text) for fact in how
    )
    return (*statements, *ground.said(["ends.pays", "ends.no_trick", "ends.buergermeister"]))


def _for_several(ground: Ground) -> bool:
    return ground.rules.players > 2


def advice(ground: Ground) -> tuple[Statement, ...]:
    """Advice on when to bid: of the set itself, or the one that a source gives."""
    advised = published(ADVISED), published_play(ADVISED)
    tips = ground.play.tips or remarks_on(advised[1].tips, (ground.rules, ground.play), advised)
    return remarks(tips, "tips")


LESSONS: Mapping[str, Lesson] = {
    "cards": Lesson(
        title=gettext_lazy("The cards"),
        about=gettext_lazy("What is what"),
        said=_says("cards.trumps cards.empties cards.left_out cards.values"),
        tasks=tasks.what_is_what,
    ),
    "ranks": Lesson(
        title=gettext_lazy("Who is higher"),
        about=gettext_lazy("Trumps, pictures, and empty cards turned round"),
        said=_says("cards.trumps cards.black cards.red"),
        tasks=tasks.which_is_higher,
    ),
    "table": Lesson(
        title=gettext_lazy("At the table"),
        about=gettext_lazy("How many play, which way round, who deals"),
        said=_says(
            "dealing.players dealing.to_the_right dealing.first dealing.vorhand dealing.cards dealing.three"
            " dealing.one_go"
        ),
        tasks=tasks.at_the_table,
        fits=_for_several,
    ),
    "tricks": Lesson(
        title=gettext_lazy("A trick"),
        about=gettext_lazy("What may be played, and who wins"),
        said=_says(
            "tricks.declarer_leads tricks.next_lead tricks.follow tricks.not_higher tricks.winner games.open_never_wins"
        ),
        tasks=tasks.tricks,
        fits=_for_several,
    ),
    "counting": Lesson(
        title=gettext_lazy("Counting"),
        about=gettext_lazy("What a pile is worth"),
        said=_says("cards.values cards.counting"),
        tasks=tasks.short_piles,
        example=tasks.example,
    ),
    "cego": Lesson(
        title="Cego",
        about=gettext_lazy("The blind, what is kept, what is put away"),
        said=_says("games.cego games.aim ends.no_trick tricks.legage"),
        tasks=game_tasks.cego,
        fits=lambda ground: Contract.CEGO in ground.rules.contracts,
    ),
    "ladder": Lesson(
        title=gettext_lazy("The higher games"),
        about=gettext_lazy("What is kept in each, and which is higher"),
        said=_says_of(game_tasks.ladder_of),
        tasks=game_tasks.ladder,
        fits=lambda ground: len(game_tasks.ladder_of(ground)) > 2,
    ),
    "specials": Lesson(
        title=gettext_lazy("The other games"),
        about=gettext_lazy("Games with the cards that were dealt"),
        said=_says_of(game_tasks.specials_of),
        tasks=game_tasks.specials,
        fits=lambda ground: bool(game_tasks.specials_of(ground)),
    ),
    "bidding": Lesson(
        title=gettext_lazy("Saying it"),
        about=gettext_lazy("What you may say, and when"),
        said=_says(
            "say.first say.vorhand_opens say.style auction.equal_bids say.specials_when say.unopposed"
            " say.over_solo auction.over_solo_order"
        ),
        tasks=bidding_tasks.bidding,
        fits=lambda ground: ground.auction is not None,
    ),
    "paying": Lesson(
        title=gettext_lazy("Who pays"),
        about=gettext_lazy("What a game is worth, and who pays it to whom"),
        said=_paying,
        tasks=game_tasks.who_pays,
        fits=lambda ground: _for_several(ground) and Contract.CEGO in ground.rules.contracts,
        example=game_tasks.an_amount,
        tariff=True,
    ),
}
"""By the word in their address, in their order."""

EXERCISES: Mapping[str, Lesson] = {
    "trainer": Lesson(
        title=gettext_lazy("Counting trainer"),
        about=gettext_lazy("Ten piles against the clock"),
        said=_says("cards.values cards.counting"),
        tasks=tasks.long_piles,
        clocked=True,
    ),
    "worth": Lesson(
        title=gettext_lazy("What is that worth?"),
        about=gettext_lazy("Work out what a hand pays"),
        said=_paying,
        tasks=game_tasks.what_is_it_worth,
        fits=lambda ground: ground.rules.normal is not None,
        tariff=True,
    ),
}
"""The same for what can be done any number of times."""


def fitting(lessons: Mapping[str, Lesson], ground: Ground) -> dict[str, Lesson]:
    """Those that fit the rule set, in their order."""
    return {key: lesson for key, lesson in lessons.items() if lesson.fits(ground)}
