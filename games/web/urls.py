"""The pages of tables and players."""

from django.urls import path

from games.web import calendar, holidays, home, mute, orders, play_link, players, replay, tables, waiting

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.play_now, name="play-now"),
    path("play/<str:signed>/", play_link.play_page, name="play-link"),
    path("games/new/", home.new_table, name="new-table"),
    path("games/<slug:code>/", tables.show, name="table"),
    path("games/<slug:code>/live/", tables.live, name="table-live"),
    path("games/<slug:code>/log/", tables.log, name="table-log"),
    path("games/<slug:code>/actions/", tables.act, name="act"),
    path("games/<slug:code>/join/", tables.join, name="join"),
    path("games/<slug:code>/leave/", tables.leave, name="leave"),
    path("games/<slug:code>/invitations/", tables.ask, name="ask"),
    path("games/<slug:code>/invitations/take-back/", tables.take_back, name="take-back"),
    path("games/<slug:code>/orders/", orders.orders, name="orders"),
    path("games/<slug:code>/mute/", mute.mute, name="mute"),
    path("games/<slug:code>/stop/", tables.stop, name="stop"),
    path("games/<slug:code>/resign/", tables.resign, name="resign"),
    path("games/<slug:code>/pause/", waiting.pause, name="pause"),
    path("games/<slug:code>/nudge/", waiting.nudge, name="nudge"),
    path("games/<slug:code>/substitute/", waiting.substitute, name="substitute"),
    path("games/<slug:code>/return/", waiting.come_back, name="come-back"),
    path("games/<slug:code>/rematch/", tables.rematch, name="rematch"),
    path("games/<slug:code>/messages/", tables.say, name="say"),
    path("games/<slug:code>/report/", tables.report, name="report"),
    path("games/<slug:code>/replay/", replay.show, name="replay"),
    path("calendar/<slug:secret>.ics", calendar.feed, name="calendar"),
    path("ladder/", players.ladders, name="ladder"),
    path("ladder/<slug:slug>/", players.ladder, name="game-ladder"),
    path("settings/holidays/", holidays.show, name="settings-holidays"),
    path("settings/holidays/<int:holiday>/end/", holidays.end, name="end-holiday"),
    path("players/<path:username>/", players.show, name="player"),
]
