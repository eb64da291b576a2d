"""Agents for tests."""

import random


class Fresh:
    """Random play; made anew for each game."""

    def __init__(self, seed=None):
        self.random = random.Random(seed)

    def act(self, game):
        """Any legal action."""
        return self.random.choice(game.legal_actions())


class Kept(Fresh):
    """The same, kept for the games to come; it writes down what it is told."""

    diary: list = []  # noqa: RUF012 (of all of them)

    def __init__(self, seed=None):
        super().__init__(seed)
        self.diary.append(("made", id(self)))

    def begin(self, game, seat, seed):
        """A game begins."""
        self.random = random.Random(seed)
        self.diary.append(("begin", id(self), seat))

    def act(self, game):
        """Any legal action."""
        assert game.seed is None, "the real game would tell what comes"
        return super().act(game)

    def end(self, game, seat):
        """A game is over."""
        assert game.is_over
        self.diary.append(("end", id(self), seat))

    def close(self):
        """It is needed no more."""
        self.diary.append(("close", id(self)))
