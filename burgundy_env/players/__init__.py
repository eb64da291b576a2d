"""Compiled players: they call the rules and never repeat them."""
