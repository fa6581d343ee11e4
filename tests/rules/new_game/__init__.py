"""A toy game as games/rules/README.md has one made: its folder, and the tests that go with it."""
