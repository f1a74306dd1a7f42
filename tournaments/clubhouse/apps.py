"""The app of what belongs to a whole club."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class ClubhouseConfig(AppConfig):
    """A club as a whole: its page, players and records, people as personal data, backup, deletion. No models."""

    name = "tournaments.clubhouse"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register address and proof of a club, what is erased at night, and what stays erased in a restored backup."""
    from cegoscore.bookings.services import faults as reversals
    from cegoscore.clubs.models import Club
    from cegoscore.clubs.rights.links import TARGETS, LinkTarget
    from cegoscore.hosting.forgetting import FORGETTING, Forgetting
    from cegoscore.hosting.jobs import JOBS
    from cegoscore.outings.services import faults
    from cegoscore.scoresheet.ledger.selfcheck import CHECKS, Check
    from tournaments.clubhouse.backup.agreement import REFERENCES
    from tournaments.clubhouse.erasing import erase_clubs, remove_again, removed_clubs
    from tournaments.clubhouse.joining import drop_old_backups
    from tournaments.clubhouse.people import forgotten
    from tournaments.clubhouse.people.services import scrub_names
    from tournaments.seasons.models import SeriesOffer

    TARGETS.register("club", LinkTarget(Club.objects, "club"))
    TARGETS.register("offer", LinkTarget(SeriesOffer.objects, "series_offer"))
    CHECKS.register("clubs", REFERENCES)
    CHECKS.register("bookings", Check(what="reversals", things=reversals))
    CHECKS.register("outings", Check(what="events", things=faults))  # behind all that they are counted from
    FORGETTING.register("clubs", Forgetting(removed_clubs, remove_again))
    FORGETTING.register("people", Forgetting(forgotten.forgotten_people, forgotten.forget_people_again))
    of_before = Forgetting(forgotten.rows_of_before, forgotten.erase_rows_again, known_better=forgotten.rows_with_uuid)
    FORGETTING.register("names", of_before)
    JOBS.register("erase", erase_clubs)
    JOBS.register("joined", drop_old_backups)
    JOBS.register("scrub", scrub_names)
