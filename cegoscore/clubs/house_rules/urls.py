"""Addresses of rule sets: the published ones, and the clubs' own."""

from django.urls import path

from cegoscore.clubs.house_rules import views

urlpatterns = [
    # /rules/
    path("rules/", views.rule_sets, name="rule_sets"),
    path("rules/compare", views.compare_rule_sets, name="compare_rule_sets"),
    path("rules/<slug:identifier>", views.rule_set, name="rule_set"),
    path("rules/<slug:identifier>/play", views.play_rules, name="play_rules"),
    path("rules/<slug:identifier>/bidding", views.bidding_rules, name="bidding_rules"),
    path("rules/<slug:identifier>/ask", views.ask_house_rules, name="ask_house_rules"),
    path("rules/<slug:identifier>/copy", views.copy_rule_set, name="copy_rule_set"),
    path("rules/<slug:identifier>/edit", views.edit_rule_set, name="edit_rule_set"),
    path("rules/<slug:identifier>/retire", views.retire_rule_set, name="retire_rule_set"),
]
