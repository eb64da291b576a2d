"""A table in the terminal: people and programs play a game, or watch one.

`sitting` is what happens at it, without a screen; `play` and `watch` are the full-screen programs.
"""
