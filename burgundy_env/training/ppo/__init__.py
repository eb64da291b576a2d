"""PPO in self-play: a policy that scores each legal action by what it changes.

`net.py` is the network, `play.py` plays, `learn.py` learns from it, `judge.py` tells how good it is, `run.py` does
all of it again and again, in a folder, as `wanted.py` says.
"""
