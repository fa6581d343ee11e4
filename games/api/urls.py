"""The addresses of tables and of what happens at them."""

from django.urls import path

from games.api import absence, holidays, invitations, live, orders, players, rulesets, talk, views

urlpatterns = [
    # First what is asked for most.
    path("games/<slug:code>/actions/", views.ActionView.as_view()),
    path("rulesets/", rulesets.RulesetListView.as_view()),
    path("rulesets/<slug:slug>/rulebook/", rulesets.RulebookView.as_view()),
    path("games/", views.GameListView.as_view()),
    path("games/<slug:code>/", views.GameView.as_view()),
    path("games/<slug:code>/join/", views.JoinView.as_view()),
    path("games/<slug:code>/leave/", views.LeaveView.as_view()),
    path("games/<slug:code>/invitations/", invitations.InvitationView.as_view()),
    path("games/<slug:code>/invitations/<int:invitation>/", invitations.OneInvitationView.as_view()),
    path("games/<slug:code>/orders/", orders.OrdersView.as_view()),
    path("games/<slug:code>/resign/", views.ResignView.as_view()),
    path("games/<slug:code>/stop/", views.StopView.as_view()),
    path("games/<slug:code>/rematch/", views.RematchView.as_view()),
    path("games/<slug:code>/pause/", absence.PauseView.as_view()),
    path("games/<slug:code>/nudge/", absence.NudgeView.as_view()),
    path("games/<slug:code>/substitute/", absence.SubstituteView.as_view()),
    path("games/<slug:code>/return/", absence.ReturnView.as_view()),
    path("me/holidays/", holidays.HolidayListView.as_view()),
    path("me/holidays/<int:holiday>/", holidays.HolidayView.as_view()),
    path("games/<slug:code>/proof/", views.ProofView.as_view()),
    path("games/<slug:code>/export/", views.ExportView.as_view()),
    path("games/<slug:code>/stream/", live.GameStreamView.as_view()),
    path("players/<path:username>/", players.PlayerView.as_view()),
    path("leaderboards/<slug:ruleset>/", players.LeaderboardView.as_view()),
    path("stream/", live.MyStreamView.as_view()),
    path("games/<slug:code>/messages/", talk.MessageView.as_view()),
    path("games/<slug:code>/reports/", talk.ReportView.as_view()),
]
