"""PPO in self-play: a policy that scores each legal action by what it changes and what the turn can come to after it.

`net.py` is the network, `play.py` plays, `learn.py` learns from it, `tables.py` has the next batch played meanwhile,
`judge.py` tells how good it is, `run.py` does all of it again and again, in a folder, as `wanted.py` says.
"""
