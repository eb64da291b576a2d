"""Positions as text, `burgundy-position/1`: what FEN is to chess."""
