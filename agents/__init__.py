"""Agents: programs that decide for a seat. Installed with burgundy_env, imported as `burgundy_agents`.

>>> from burgundy_agents import RandomAgent
>>> agent = RandomAgent(seed=1)
>>> game.push(agent.act(game))
"""

from .protocol import Agent
from .random_agent import RandomAgent

__all__ = ["Agent", "RandomAgent"]
