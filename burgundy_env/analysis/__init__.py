"""What a strong player would do, and what a move cost: positions and games judged over futures dealt anew.

>>> analysis = burgundy_env.analyse(record, "turn:futures=500")
>>> analysis.summary["mistakes"][0]
"""

from .analysis import Analysis, PositionAnalysis, analyse
from .errors import AnalysisError

__all__ = ["Analysis", "AnalysisError", "PositionAnalysis", "analyse"]
