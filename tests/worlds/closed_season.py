"""A season that was closed, opened again and closed again, in which everything happened that its table is made of."""

from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.models import Session
from tests.worlds.season import BY, SeasonWorld, with_reason
from tournaments.seasons import services


class ClosedSeason(SeasonWorld):
    """Two tournaments, one of which counts twice, and an evening; the best two count, a lot decided, closed twice.

    Of the evening nothing is left but what was fixed.
    """

    def __init__(self) -> None:
        super().__init__(best=2, least=2, worth="points", tie_breaks=["lot"])
        self.tournament({"Anna": 100, "Bernd": 60, "Clara": -20, "Dieter": -140})
        self.tournament({"Anna": 40, "Bernd": 60, "Clara": -20, "Edgar": -80})
        evening = self.evening({"Anna": 12, "Bernd": 40, "Clara": -52})
        services.weigh_event(self.event(1), 2, by=BY)
        self.draw_lots()
        services.close_season(self.season, seen=self.fresh().version, by=BY)
        Session.objects.filter(pk=evening.pk).delete()
        services.reopen_season(self.season, by=with_reason("ein Ergebnis fehlte"))
        services.close_season(self.season, seen=self.fresh().version, by=BY)

    def draw_lots(self) -> None:
        """Anna and Bernd are level at the top: 180 each; the lot is for Bernd."""
        players = [self.player("Bernd").pk, self.player("Anna").pk]
        services.decide_tie(self.season, players=players, by_what=TieBreak.LOT, by=with_reason("Die Wirtin"))
