"""The parts of a backup: every model with the ways from its rows to their club and tournament, parents before children.

Names of parts and columns are the file format (`docs/formats/club.md`): they stay when a model or a field is renamed.
A test fails for a model or a field that is neither in a part nor left out on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Field, ForeignKey, ManyToManyField, Model

from cegoscore.bookings.models import Booking
from cegoscore.clubs.house_rules.services import TOLD
from cegoscore.clubs.models import (
    Club,
    HouseRuleSet,
    LogEntry,
    Player,
    RuleSet,
)
from cegoscore.clubs.texts_inside import ANYWHERE
from cegoscore.scoresheet.models import (
    Adjustment,
    ClubNight,
    Hand,
    LateHand,
    Note,
    Score,
    Seat,
    Session,
)
from tournaments.clubhouse.backup.part import (
    Part,
    a_draw,
    an_object,
    an_undoing,
    form_fields,
    names_with_moments,
    objects,
    pairs_of_texts,
    texts,
    typed_totals,
    whole_numbers,
)
from tournaments.models import Apart, Category, Decision, Entrant, Fee, Prize, Result, Round, Table, Tournament
from tournaments.seasons.models import (
    DrawnPlace,
    FixedPoints,
    GuestEvent,
    PastChampion,
    Season,
    SeasonDecision,
    SeasonEvent,
)

PARTS = (
    Part(
        name="rule_sets",
        model=RuleSet,
        columns="digest identifier document auction play",
        tournament="",
        order="digest",
        texts_inside=tuple(("document", key) for key in TOLD),
        shapes=(("document", an_object), ("auction", an_object), ("play", an_object)),
    ),
    Part(
        name="club",
        model=Club,
        columns="id name created=created_at joined_to juniors_by_initials rule_set stake currency"
        " box_rule box_amount box_most gives_awards names_last site",
        agrees=(("joined_to.joined_to", ""),),
        club="pk",
        tournament="tournaments",
        home=(
            *("created", "joined_to", "juniors_by_initials", "rule_set", "stake", "currency"),
            *("box_rule", "box_amount", "box_most", "gives_awards", "names_last", "site"),
        ),
        texts=("name",),
    ),
    Part(
        name="people",
        model=Player,
        columns="club name village merged_into sorted_by merged_first uuid names_before",
        agrees=(("merged_into.merged_into", ""),),
        club="club",
        tournament="",
        home=("merged_first", "uuid", "names_before"),
        shapes=(("names_before", names_with_moments),),
    ),
    Part(
        name="house_rules",
        model=HouseRuleSet,
        columns="id club rule_set name copied_from replaces created=created_at retired=retired_at",
        club="club",
        texts=("name",),
    ),
    Part(
        name="sheets",
        model=Session,
        columns="id club rule_set title state stake currency lineup dealer turn_after stake_factor compulsory_after"
        " version started=started_at ended=ended_at deleted=deleted_at event planned handed_in_by confirmed_by"
        " called=called_at continues night night_table",
        club="club",
        tournament="table__round__tournament",
        home=("deleted", "continues", "night", "night_table"),
        texts=("title",),
        keys_outside=(("event", (Tournament,)),),
        shapes=(("lineup", whole_numbers),),
    ),
    # Behind the sheets: the first of a table and the one that goes on may not be without `continues` there.
    Part(
        name="nights",
        model=ClubNight,
        columns="id club name day place rule_set stake currency places version ended=ended_at created=created_at",
        club="club",
        texts=("name", "place"),
    ),
    Part(
        name="seats",
        model=Seat,
        columns="sheet=session number person=player total",
        club="session__club",
        tournament="session__table__round__tournament",
    ),
    Part(
        name="hands",
        model=Hand,
        columns="sheet=session number place revision uuid lineup dealer game outcome stake_factor auction void why"
        " device by written=written_at",
        club="session__club",
        tournament="session__table__round__tournament",
        texts=("why", "by"),
        texts_inside=(("outcome", "why"),),
        shapes=(("lineup", whole_numbers), ("outcome", an_object)),
    ),
    Part(
        name="scores",
        model=Score,
        columns="hand seat points",
        club="hand__session__club",
        tournament="hand__session__table__round__tournament",
        agrees=(("seat.sheet", "hand.sheet"),),
    ),
    Part(
        name="adjustments",
        model=Adjustment,
        columns="sheet=session uuid amounts why strikes device written=written_at",
        agrees=(("strikes.sheet", "sheet"),),
        club="session__club",
        tournament="session__table__round__tournament",
        texts=("why",),
        shapes=(("amounts", whole_numbers),),
    ),
    Part(
        name="notes",
        model=Note,
        columns="sheet=session uuid after kind seat why device written=written_at",
        club="session__club",
        tournament="session__table__round__tournament",
        texts=("why",),
    ),
    Part(
        name="late_hands",
        model=LateHand,
        columns="sheet=session device uuid kind number fields written=written_at sent=sent_at answer",
        club="session__club",
        texts_inside=(("fields", "why"), ("fields", "reason")),
        shapes=(("fields", form_fields),),
    ),
    Part(
        name="bookings",
        model=Booking,
        columns="club kind key uuid payer receiver cents currency reason rule reverses device written=written_at"
        " part act",
        agrees=(("payer.club", "club"), ("receiver.club", "club"), ("reverses.club", "club")),
        club="club",
        tournament="key",
        home=("uuid", "act"),
        texts=("reason",),
        keys_outside=(("key", (Tournament, Session, ClubNight)),),  # in a tournament's file only the first
        known_by=(("part", Prize),),
    ),
    Part(
        name="tournaments",
        model=Tournament,
        columns="id club name day venue rule_set rounds hands minutes table_size remainder small_rule_set small_note"
        " entry_fee currency tie_breaks one_prize_each is_public takes_announcements version"
        " finished=finished_at created=created_at cancelled=cancelled_at deleted=deleted_at helpers_run"
        " hands_larger hands_smaller hour held_from unveiled_from fills_last_total types_twice"
        " prizes_for_present team_size team_best places shows_chances gives_awards announced_until",
        club="club",
        tournament="pk",
        home=("deleted",),
        texts=("name", "venue", "hour", "small_note"),
        shapes=(("tie_breaks", texts),),
    ),
    Part(
        name="categories",
        model=Category,
        columns="tournament kind name",
        club="tournament__club",
        tournament="tournament",
        texts=("name",),
    ),
    Part(
        name="prizes",
        model=Prize,
        columns="tournament kind rank category what cents goods is_each to_look_at uuid",
        agrees=(("category.tournament", "tournament"),),
        club="tournament__club",
        tournament="tournament",
        texts=("what", "goods"),
        known_by=(("uuid", Prize),),
    ),
    Part(
        name="fees",
        model=Fee,
        columns="tournament name cents",
        club="tournament__club",
        tournament="tournament",
        texts=("name",),
    ),
    Part(
        name="entrants",
        model=Entrant,
        columns="tournament uuid number person=player status paid=has_paid house=is_house practises fixed_table"
        " announced_by created=created_at takes before team fee due categories",
        agrees=(("categories.tournament", "tournament"), ("fee.tournament", "tournament")),
        club="tournament__club",
        tournament="tournament",
        texts=("team",),
        texts_inside=(("before", "team"),),
        shapes=(("before", objects),),
    ),
    Part(
        name="apart",
        model=Apart,
        columns="tournament one other weight",
        club="tournament__club",
        tournament="tournament",
        agrees=(("one.tournament", "tournament"), ("other.tournament", "tournament")),
    ),
    Part(
        name="rounds",
        model=Round,
        columns="tournament number state draw draws drawn=drawn_at started=started_at closed=closed_at",
        club="tournament__club",
        tournament="tournament",
        shapes=(("draw", a_draw),),
    ),
    Part(
        name="tables",
        model=Table,
        columns="round number sheet practice=is_practice disputed=disputed_at void=voided_at typings",
        agrees=(("sheet.event", "round.tournament"),),
        club="round__tournament__club",
        tournament="round__tournament",
        home=("typings",),
        shapes=(("typings", typed_totals),),
    ),
    Part(
        name="results",
        model=Result,
        columns="round entrant table seat points games_won source counts penalty",
        agrees=(("table.round", "round"), ("entrant.tournament", "round.tournament")),
        club="round__tournament__club",
        tournament="round__tournament",
    ),
    Part(
        name="decisions",
        model=Decision,
        columns="tournament round kind why data device at number by what salt reason=reason_hash hash left came",
        agrees=(("round.tournament", "tournament"),),
        club="tournament__club",
        tournament="tournament",
        texts=("why", "what"),
        salt="salt",
        keys_inside=(("data", "left", Player), ("data", "came", Player)),
        shapes=(("data", an_object),),
    ),
    Part(
        name="seasons",
        model=Season,
        columns="id club name first_day last_day worth best rank_points least tie_breaks categories is_public"
        " version closed=closed_at created=created_at champion_points champions",
        club="club",
        texts=("name",),
        texts_inside=(("categories", ANYWHERE),),
        shapes=(("rank_points", whole_numbers), ("tie_breaks", texts), ("categories", pairs_of_texts)),
    ),
    Part(
        name="season_events",
        model=SeasonEvent,
        columns="season tournament sheet day night weight",
        club="season__club",
    ),
    Part(
        name="guest_events",
        model=GuestEvent,
        columns="event name venue host origin mark",
        club="event__season__club",
        texts=("name", "venue", "host"),
    ),
    Part(
        name="fixed_points",
        model=FixedPoints,
        columns="event person=player points number categories",
        club="event__season__club",
        shapes=(("categories", pairs_of_texts),),
        texts_inside=(("categories", ANYWHERE),),
    ),
    Part(
        name="season_decisions",
        model=SeasonDecision,
        of_this_copy=(("data", "outcome"),),
        columns="season kind why data device at",
        club="season__club",
        texts=("why",),
        shapes=(("data", an_object),),
    ),
    Part(
        name="drawn_places",
        model=DrawnPlace,
        columns="decision person=player place",
        club="decision__season__club",
    ),
    Part(
        name="past_champions",
        model=PastChampion,
        columns="club person=player year event points",
        agrees=(("person.club", "club"),),
        club="club",
        texts=("event",),
    ),
    Part(
        name="log",
        model=LogEntry,
        columns="club kind device subject before after tells undoes at",
        club="club",
        texts=("subject", "before", "after"),
        keys_inside=(("undoes", "player", Player), ("undoes", "kept", Player)),
        shapes=(("undoes", an_undoing),),
    ),
)


def part_of(model: type[Model]) -> Part:
    """The part with the rows of a model."""
    return next(part for part in PARTS if part.model is model)


def relations_of(part: Part) -> Iterator[ForeignKey[Any, Any] | ManyToManyField[Any, Any]]:
    """The fields that point to other rows."""
    return (field for field in part.fields.values() if isinstance(field, ForeignKey | ManyToManyField))


def comes_later(part: Part, field: Field[Any, Any]) -> bool:
    """True if a field points to rows of its own part or of a later one: it is filled in when those are there."""
    order = [other.model for other in PARTS]
    return field.related_model in order[order.index(part.model) :]
