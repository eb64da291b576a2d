"""A game with people at it: who sits where, what may be taken back, where on a table an action is chosen.

The table in a terminal and the one in a browser are both made of this.
"""
