"""People of a club."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models.club import Club
from cegoscore.clubs.names import sort_key, surname_key

ERASED = _("(erased)")
"""The label of a person without a name where there is no number to show."""


class Player(models.Model):
    """A person of a club. The name stands here only; whoever was merged points to the person that is left."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=60, blank=True)
    village = models.CharField(max_length=60, blank=True)
    """Home village; it tells people of one name apart."""
    sorted_by = models.CharField(max_length=60, blank=True, default="", db_default="")
    """The surname for the order of lists, where it is not the last word of the name."""
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged")

    def __str__(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        """The name, or what is shown instead."""
        return self.name or str(ERASED)

    @property
    def alphabetical(self) -> tuple[bool, str, str, str, int]:
        """The place in lists by surname; the erased come last."""
        return not self.name, *surname_key(self.name, self.sorted_by), sort_key(self.village), self.pk

    @property
    def person(self) -> Player:
        """The row of the person after merges; merges never form a chain."""
        return self.merged_into or self
