"""Claims that a Solo was held back: when the source of a rule set opens one, and what it says of another one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.statements import said, speaker_of
from cegoscore.clubs.wording import in_language
from cegoscore.scoring.hands import Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.play_rules import Window, claim_is_open


def window_of(rules: HouseRules) -> Window | None:
    """Time in which a claim is open; `None` if nothing is known about it, as of a house's own rules."""
    say = speaker_of(rules, rules) if rules.schinden else None
    return say.play.schinden if say else None


def claim_sentence(rules: HouseRules) -> str:
    """Few words on when a claim is open, if that is known, and what a Solo is; empty without Schinden."""
    if rules.schinden is None:
        return ""
    windows = {
        None: "",
        Window.ALL_FORT_AFTER_BLIND: _("If everybody said “fort”."),
        Window.BEFORE_FIRST_LEAD: _("Before the first lead."),
        Window.BEFORE_PLAY: _("Before play."),
    }
    return f"{windows[window_of(rules)]} {in_language(rules.schinden.strong_hand)}".strip()


def doubt_about_claim(claim: Schinden, rules: HouseRules) -> str:
    """Sentence on a claim that the source does not open; the table decides. Empty for one that it does."""
    window = window_of(rules)
    if window is None or claim_is_open(window, claim):
        return ""
    return _("The source opens no claim here: %(says)s The table decides.") % {"says": said(f"ends.schinden.{window}")}
