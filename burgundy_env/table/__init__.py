"""A table in the terminal: people and programs play a game, or watch one.

`play` and `watch` are the full-screen programs; what happens at a table, without a screen, is the room `sitting`.
"""
