"""The filters that write points: see `tally.scores.point_labels`."""

from __future__ import annotations

from django import template

from tally.scores import point_labels

register = template.Library()
for label in (point_labels.signed, point_labels.total, point_labels.against, point_labels.with_hand):
    register.filter(label)
