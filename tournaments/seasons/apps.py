"""The app of seasons."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class SeasonsConfig(AppConfig):
    """The league table: what adds tournaments and evenings up."""

    name = "tournaments.seasons"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register a season's address, preview, proof, followers, and what it does when something below changes."""
    from django.db.models import Q

    from cegoscore.clubs.people import PEOPLE_CHANGED, PEOPLE_CHANGING, PRESENCES, Presence
    from cegoscore.clubs.purging import PURGES
    from cegoscore.clubs.rights.links import TARGETS, LinkTarget
    from cegoscore.clubs.rights.previews import SHOWN
    from cegoscore.front.watched import KINDS
    from cegoscore.hosting.jobs import JOBS
    from cegoscore.scoresheet.ledger.selfcheck import CHECKS
    from cegoscore.scoresheet.ledger.services.sheets import GONE_BACK, GONE_ON
    from tournaments.course.locks import DECIDED, DELETED, lock_tournaments
    from tournaments.seasons import access
    from tournaments.seasons.champions import SEASONS
    from tournaments.seasons.crowning import count_points_of_champions
    from tournaments.seasons.evening_events import come_right, count_earlier_of, count_following_of
    from tournaments.seasons.models import FixedPoints, Season
    from tournaments.seasons.page import season_preview
    from tournaments.seasons.services import (
        declare_after_decision,
        declare_after_deletion,
        declare_after_people_changed,
        lock_before_people_change,
    )

    TARGETS.register("season", LinkTarget(Season.objects, "season"))
    SHOWN.register("season", season_preview)
    KINDS.register("season", access.KIND)
    CHECKS.register("seasons", SEASONS)
    JOBS.register("champions", count_points_of_champions)
    PEOPLE_CHANGING.register("tournaments", lock_tournaments)  # in the order of every writer: `lock_club`
    PEOPLE_CHANGING.register("seasons", lock_before_people_change)
    PEOPLE_CHANGED.register("season champions", declare_after_people_changed)
    PRESENCES.register("fixed points", Presence(model=FixedPoints, inside="event", only=Q(event__night=None)))
    DECIDED.register("season champions", declare_after_decision)
    DELETED.register("season champions", declare_after_deletion)
    GONE_ON.register("season evenings", count_following_of)
    GONE_BACK.register("season evenings", count_earlier_of)
    PURGES.register("season evenings", come_right)
