"""Work handed out in pieces of seconds: to processes of this machine, or to the cores of a Ray cluster.

>>> from burgundy_env.crew import Processes
>>> for piece, found in Processes(2).do(work, pieces):
...     keep(piece, found)
"""

from .crew import Crew, CrewError, Tell
from .places import crew_on, is_place
from .processes import Processes

__all__ = ["Crew", "CrewError", "Processes", "Tell", "crew_on", "is_place"]
