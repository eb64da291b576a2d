"""What folders of training runs are; whoever only reads in them needs no torch for it."""

from __future__ import annotations

from ..store import Kind

TURN = Kind("training", "burgundy-train-turn/1", ("rounds.jsonl", "matches.jsonl"))
PPO = Kind("training", "burgundy-train-ppo/1", ("curve.jsonl",))
