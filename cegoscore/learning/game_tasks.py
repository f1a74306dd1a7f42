"""Tasks on the games: what is kept and put away in each, when it is won, and who pays what to whom."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.statements import said
from cegoscore.clubs.wording import game_label
from cegoscore.learning.task import NAMES, Ground, Task, tap, yes_or_no
from cegoscore.learning.tasks import kind_of
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.rules.play_rules import Seen

SPECIALS = (Contract.SOLO, Contract.PICCOLO, Contract.BETTEL, Contract.ULTI, Contract.RAEUBER)
"""Games of the lesson on those that stand beside the ladder."""
EXERCISES = 5


def ladder_of(ground: Ground) -> list[Contract]:
    """Normal games from Cego upwards."""
    return [game for game in NORMAL if game in ground.rules.contracts and game is not Contract.SOLO]


def specials_of(ground: Ground) -> list[Contract]:
    """Games beside the ladder that are played."""
    return [game for game in SPECIALS if game in ground.rules.contracts]


# Cego


def cego(ground: Ground) -> Iterator[Task]:
    """Number of cards put away and held, whose those are in the end, until when they may be seen, and what wins."""
    blind, hand = ground.rules.pack.blind, ground.rules.pack.hand
    kept = hand + 1 - blind
    yield Task(
        question=_("You play Cego and hold %(hand)s cards. How many do you put away before you take up the blind?")
        % {"hand": hand},
        number=hand - kept,
        answer=ground.text("games.cego"),
        slips={kept: _("This is how many are kept."), hand: _("Not all of them: some are kept.")},
    )
    yield Task(
        question=_("You play Cego and have taken up the blind. How many cards do you hold now?"),
        number=hand + 1,
        answer=_("%(kept)s kept and %(blind)s of the blind: %(all)s. One is put away, %(hand)s are played.")
        % {"kept": kept, "blind": blind, "all": hand + 1, "hand": hand},
        slips={blind: _("That is the blind; what you kept is in your hand, too."), hand: _("One is still put away.")},
    )
    yield from _put_away(ground)
    least = ground.rules.half + 1
    points = least - 3 + ground.lots.below(6)
    question = _("You took tricks and count %(points)s card points in the end. Have you won?") % {"points": points}
    why = _("The pack holds %(total)s; %(least)s win.") % {"total": ground.rules.total, "least": least}
    yield yes_or_no(question, why, right=points >= least)


def _put_away(ground: Ground) -> Iterator[Task]:
    """The cards put away: whose they are with a trick and without one, and whether they may be seen."""
    declarer, others, nobody = whose = [_("For the declarer"), _("For the others"), _("For nobody")]
    aim, no_trick = ground.text("games.aim"), ground.text("ends.no_trick")
    with_trick = {others: _("They would if the declarer had no trick."), nobody: _("All cards of the pack count.")}
    without = {declarer: _("They would with a single trick."), nobody: _("All cards of the pack count.")}
    question = _("The declarer took tricks. For whom do the cards count that were put away?")
    yield tap(question, whose, [declarer], aim, wrong=with_trick.__getitem__)
    question = _("The declarer took no trick. For whom do the cards count that were put away?")
    yield tap(question, whose, [others], no_trick, wrong=without.__getitem__)
    if legage := ground.play.legage:
        question = _("The first trick is done. May the declarer still look at the cards that were put away?")
        yield yes_or_no(question, said(f"tricks.legage.{legage}", ground.rules), right=legage is Seen.THIRD_TRICK)


# The ladder


def ladder(ground: Ground) -> Iterator[Task]:
    """Games by what is kept in them, what may be laid open, and which of two is higher."""
    names = {game: game_label(ground.rules, game) for game in ladder_of(ground)}
    order = " – ".join(names.values())
    for game in ground.lots.shuffled(names)[:3]:
        others = [other for other in ground.lots.shuffled(names) if other != game][:2]
        options = ground.lots.shuffled(names[option] for option in (game, *others))
        aims = {option: said(f"games.{option}", ground.rules) for option in (game, *others)}
        why = {names[wrong]: f"{names[wrong]}: {aims[wrong]}" for wrong in others} | {names[game]: ""}
        question = _("Which game is this? %(aim)s") % {"aim": aims[game]}
        yield tap(question, options, [names[game]], why.__getitem__)
    empty = ground.some(2, fits=lambda card: card.is_empty)
    cards = ground.lots.shuffled([*empty, *ground.some(4, fits=lambda card: not card.is_empty)])
    yield tap(
        _("Tap all cards that may be laid open as a Leere."), cards, empty, ground.text("cards.empties"), wrong=kind_of
    )
    for _pair in range(2):
        pair = ground.lots.shuffled(names)[:2]
        high = max(pair, key=[*names].index)
        yield tap(_("Which game is higher?"), [names[game] for game in pair], [names[high]], order)


# Games with the cards that were dealt


def specials(ground: Ground) -> Iterator[Task]:
    """One question on each game beside the ladder, with the sentence on its aim."""
    questions = {
        Contract.SOLO: (_("You play %(game)s. Do you take up the blind?"), False),
        Contract.PICCOLO: (_("You play %(game)s and have taken two tricks. Made?"), False),
        Contract.BETTEL: (_("You play %(game)s and have taken no trick. Made?"), True),
        Contract.ULTI: (_("You play %(game)s and win the last trick but one with trump 1. Made?"), False),
        Contract.RAEUBER: (_("You have the most card points in a %(game)s. Have you won?"), False),
    }
    for game in specials_of(ground):
        question, right = questions[game]
        aim = said(f"games.{game}", ground.rules)
        yield yes_or_no(question % {"game": game_label(ground.rules, game)}, aim, right=right)


# Amounts


def who_pays(ground: Ground) -> Iterator[Task]:
    """One amount for everybody, who pays whom, what no trick is, and who pays in a Räuber or sits out."""
    rules, names = ground.rules, NAMES[: ground.rules.players]
    others, cego_label = len(names) - 1, game_label(rules, Contract.CEGO)
    amount = normal_amount(rules, Contract.CEGO, rules.half + 1 + ground.lots.below(12), over_solo=False)
    pays = ground.text("ends.pays")
    question = _("%(name)s plays %(game)s and wins. The tariff says %(each)s. How many points are that in all?")
    yield Task(
        question=question % {"name": names[0], "game": cego_label, "each": amount},
        number=amount * others,
        answer=_("%(others)s times %(each)s: %(all)s.") % {"others": others, "each": amount, "all": amount * others},
        slips={amount: _("That is what a single one pays."), amount * (others + 1): _("Nobody pays to themselves.")},
    )
    ways = [
        _("%(name)s pays each of the others"),
        _("Each of the others pays %(name)s"),
        _("%(name)s pays the one who took the most"),
    ]
    right, *wrong = (way % {"name": names[1]} for way in ways)
    reasons = dict(zip(wrong, (_("That is so when the game is won."), _("The others get equal amounts.")), strict=True))
    question = _("%(name)s plays %(game)s and loses. Who pays?") % {"name": names[1], "game": cego_label}
    options = ground.lots.shuffled([right, *wrong])
    yield tap(question, options, [right], pays, wrong=reasons.__getitem__)
    yield _without_trick(ground)
    yield from _no_declarer(ground)


def _without_trick(ground: Ground) -> Task:
    points, no_trick = 15 + ground.lots.below(12), ground.text("ends.no_trick")
    question = _("You play %(game)s. What you put away counts %(points)s, and you take no trick. How many card points?")
    return Task(
        question=question % {"game": game_label(ground.rules, Contract.CEGO), "points": points},
        number=0,
        answer=no_trick,
        slips={points: _("The cards put away count for you with a trick only.")},
    )


def _no_declarer(ground: Ground) -> Iterator[Task]:
    """The people who get something in a Räuber, and whether who sits out does."""
    rules, names = ground.rules, NAMES[: ground.rules.players]
    if Contract.RAEUBER in rules.contracts:
        loser = ground.lots.one_of(names)
        question = _("In a %(game)s %(name)s alone has the most card points. Tap all who get something.")
        right = [name for name in names if name != loser]
        wrong = _("%(name)s has the most card points.") % {"name": loser}
        question %= {"game": game_label(rules, Contract.RAEUBER), "name": loser}
        yield tap(question, names, right, said("games.raeuber", rules), wrong=lambda _name: wrong)
    if rules.one_sits_out:
        question = _("One more sits at the table and deals. The declarer wins: does the dealer pay, too?")
        yield yes_or_no(question, ground.text("dealing.players"), right=not rules.sits_out_free)


def what_is_it_worth(ground: Ground) -> Iterator[Task]:
    """Hands of normal games by lot, each with what it pays."""
    games = [game for game in NORMAL if game in ground.rules.contracts and game not in ground.rules.rare]
    for _number in range(EXERCISES):
        yield _worth(ground, ground.lots.one_of(games), ground.points_near_half())


def an_amount(ground: Ground) -> Task:
    """A game just won, worked out."""
    return _worth(ground, ladder_of(ground)[-1], ground.rules.half + 7)


def _worth(ground: Ground, game: Contract, points: int) -> Task:
    """The amount of a hand; whoever stops at a step before the last is told what comes after it."""
    steps = normal_steps(ground.rules, game, points, over_solo=False)
    question = _("%(game)s with %(points)s card points. What does each of the others pay or get?")
    not_yet = _("So far it is right, and it goes on: %(so_far)s …")
    return Task(
        question=question % {"game": game_label(ground.rules, game), "points": points},
        number=steps[-1].amount,
        answer=derivation_text(steps, ground.rules),
        slips={
            step.amount: not_yet % {"so_far": derivation_text(steps[:count], ground.rules)}
            for count, step in enumerate(steps[:-1], 1)
        },
    )
