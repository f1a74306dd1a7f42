"""Addresses of rule sets: the published ones, and the clubs' own."""

from cegoscore.addresses import routes
from cegoscore.clubs.house_rules import views

urlpatterns = [
    # /rules/
    *routes(
        "rules/",
        {
            "": views.rule_sets,
            "<slug:identifier>": views.rule_set,
            "<slug:identifier>/play": views.play_rules,
            "<slug:identifier>/bidding": views.bidding_rules,
            "<slug:identifier>/ask": views.ask_house_rules,
            "<slug:identifier>/copy": views.copy_rule_set,
            "<slug:identifier>/edit": views.edit_rule_set,
            "<slug:identifier>/retire": views.retire_rule_set,
        },
    ),
]
