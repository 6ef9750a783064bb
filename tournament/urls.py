"""The URLs of the site: the night's own here, those of scoring in `tally.urls`."""

from django.urls import include, path, re_path

from tournament.views import bell, changes, desk, door, fairness, help, joining, movement, phone_check, players, seats

handler404 = "tournament.views.errors.not_found"

urlpatterns = [
    path("", include("tally.urls")),  # first: the taps of a night, its busiest URLs, are matched soonest
    path("", door.home, name="home"),
    path("theme/", door.set_theme, name="theme"),
    path("help/", help.contents, name="help"),
    path("help/all/", help.booklet, name="help-booklet"),
    path("help/<slug:slug>/", help.chapter, name="help-chapter"),
    path("new/", door.new_night, name="new-night"),
    path("o/<str:key>/", door.organizer_link, name="organizer-link"),
    re_path(r"^[Jj]/?$", door.type_code, name="code"),
    re_path(r"^[Jj]/(?P<key>[^/]{1,40})/?$", door.claim_card, name="claim"),
    re_path(r"^[Jj]/(?P<key>[^/]{1,40})/(?P<entry>[0-9]{1,18})/?$", joining.take, name="take-name"),
    path("n/<slug:slug>/", seats.seats, name="seats"),
    path("n/<slug:slug>/join/", door.join, name="join"),
    path("n/<slug:slug>/test/", phone_check.check_phone, name="check-phone"),
    path("n/<slug:slug>/desk/", desk.desk, name="desk"),
    path("n/<slug:slug>/desk/names/", desk.add_names, name="add-names"),
    path("n/<slug:slug>/desk/last-time/", desk.add_last_time, name="add-last-time"),
    path("n/<slug:slug>/desk/remove/", desk.remove, name="remove"),
    path("n/<slug:slug>/desk/remove/undo/", desk.undo_removal, name="undo-removal"),
    path("n/<slug:slug>/players/", players.players, name="players"),
    path("n/<slug:slug>/players/release/", players.release, name="release-phone"),
    path("n/<slug:slug>/players/let-in/", players.answer_phone, name="let-in"),
    path("n/<slug:slug>/players/rename/", players.rename, name="rename-player"),
    path("n/<slug:slug>/desk/ghost/", desk.ghost, name="ghost"),
    path("n/<slug:slug>/desk/draw/", desk.draw, name="draw"),
    path("n/<slug:slug>/desk/swap/", desk.swap, name="swap"),
    path("n/<slug:slug>/desk/settings/", desk.settings, name="settings"),
    path("n/<slug:slug>/desk/chart/", desk.chart, name="chart"),
    path("n/<slug:slug>/desk/start/", desk.start, name="start"),
    path("n/<slug:slug>/desk/back/", desk.back, name="back"),
    path("n/<slug:slug>/desk/movement/", movement.movement, name="movement"),
    path("n/<slug:slug>/desk/movement/card/", desk.pick_movement, name="pick-movement"),
    path("n/<slug:slug>/desk/search/", movement.search, name="search"),
    path("n/<slug:slug>/fairness/", fairness.fairness, name="fairness"),
    path("n/<slug:slug>/changes/", changes.changes, name="changes"),
    path("n/<slug:slug>/bell/ring/", bell.ring, name="ring"),
    path("n/<slug:slug>/bell/unring/", bell.unring, name="unring"),
    path("n/<slug:slug>/bell/clock/", bell.clock, name="clock"),
    path("n/<slug:slug>/bell/extra/", bell.extra, name="extra"),
    path("n/<slug:slug>/bell/settings/", bell.settings, name="bell-settings"),
    path("n/<slug:slug>/close/", desk.close, name="close"),
    path("n/<slug:slug>/log/", desk.log, name="log"),
]
