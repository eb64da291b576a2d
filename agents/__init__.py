"""Agents: programs that decide for a seat. Installed with burgundy_env, imported as `burgundy_agents`.

>>> from burgundy_agents import make
>>> agent = make("random", seed=1)
>>> game.push(agent.act(game))
"""

from .compiled import GreedyAgent, HeuristicAgent, RandomAgent
from .protocol import Agent, AgentError
from .registry import ENTRIES, AgentSpec, make, parse
from .stdio import StdioAgent, StdioError

__all__ = [
    "ENTRIES",
    "Agent",
    "AgentError",
    "AgentSpec",
    "GreedyAgent",
    "HeuristicAgent",
    "RandomAgent",
    "StdioAgent",
    "StdioError",
    "make",
    "parse",
]
