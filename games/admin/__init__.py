"""The moderators' desk: every model to look at, measures to take, and nothing to edit."""

from games.admin import game, measure, rating, seats, talk

__all__ = ["game", "measure", "rating", "seats", "talk"]
