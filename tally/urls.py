"""Addresses where something is scored, added up or printed: one table, and what lies below a night."""

from django.urls import include, path

from tally.views import (
    begin_table,
    big_screen,
    board,
    game,
    own_games,
    own_rules,
    phone,
    phone_posts,
    printing,
    prizes,
    quick_entry,
    rules,
    single_table,
    standings,
    total,
    try_it,
    wrong_seats,
)

of_a_night = [
    path("play/", phone.play, name="play"),
    path("play/hand/", phone_posts.record, name="record"),
    path("play/undo/", phone_posts.undo, name="undo"),
    path("play/agree/", phone_posts.agree, name="agree"),
    path("play/tie/", phone_posts.tie, name="tie"),
    path("play/settle/", phone_posts.settle, name="settle"),
    path("game/<int:pk>/", game.game, name="game"),
    path("game/<int:pk>/hand/<int:number>/", game.correct, name="correct"),
    path("game/<int:pk>/total/", total.total, name="total"),
    path("table/", single_table.table, name="single-table"),
    path("table/undo/", single_table.undo, name="table-undo"),
    path("table/next/", single_table.another, name="next-game"),
    path("table/hands/", single_table.hands, name="table-hands"),
    path("board/", board.board, name="board"),
    path("board/sign/<int:pk>/", board.sign, name="sign"),
    path("board/undo/", board.undo, name="undo-act"),
    path("quick/<int:number>/", quick_entry.quick, name="quick"),
    path("wrong-seats/", wrong_seats.wrong_seats, name="wrong-seats"),
    path("screen/", big_screen.screen, name="screen"),
    path("standings/", standings.standings, name="standings"),
    path("tally/<int:number>/", standings.tally, name="player-tally"),
    path("rules/", rules.rules, name="rules"),
    path("games/", own_games.own_games, name="own-games"),
    path("games/new/", own_games.new, name="new-own-game"),
    path("games/import/", own_games.import_game, name="import-own-game"),
    path("games/<int:pk>/", own_games.change, name="own-game"),
    path("games/<int:pk>/delete/", own_games.delete, name="delete-own-game"),
    path("games/<int:pk>/game.json", own_games.export, name="export-own-game"),
    path("rules/own/", own_rules.own_rules, name="own-rules"),
    path("print/", printing.shelf, name="shelf"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("print/<slug:sheet>.pdf", printing.print_sheet, name="print"),
]

urlpatterns = [
    path("try/", try_it.try_it, name="try-it"),
    path("one-table/", begin_table.begin, name="begin-table"),
    path("n/<slug:slug>/", include(of_a_night)),
]
