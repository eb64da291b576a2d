"""Parts that own no array count no references to any.

Numba counts who refers to an array wherever one is handed on, looked at or let go, by atomic operations; for arrays
of records, too, which nobody owns. LLVM sees through that within a function, seldom beyond: a third of the time of
play was counting. Most kernels make no array and return none: what they are handed stays their callers'.
"""

# Numba has no types.
# mypy: disable-error-code="misc, no-untyped-call"

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import AnalysisPass, register_pass

# What gives an array that is somebody's already: a variable, a constant, a field, an item, a view.
_LOOKS = frozenset(
    ("getattr", "getitem", "static_getitem", "typed_getitem", "cast", "phi", "build_tuple", "exhaust_iter", "getiter",
     "iternext", "pair_first", "pair_second")
)  # fmt: skip

# What keeps something within: values of an exception; and items that are to be many others, as they may overlap.
_KEEPS = ir.DynamicRaise, ir.DynamicTryRaise
_PUTS = ir.SetItem, ir.StaticSetItem


@register_pass(mutates_CFG=False, analysis_only=True)
class WithoutCounting(AnalysisPass):
    """Before a part is lowered: no counting in it, if it owns nothing."""

    _name = "burgundy_without_counting"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Numba asks."""
        if not _Steps(state).need_counting():
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


class _Steps:
    """What a function does that has its types."""

    def __init__(self, state: Any) -> None:
        self._kinds, self._returned = state.typemap, state.return_type
        self._all = [step for block in state.func_ir.blocks.values() for step in block.body]
        self._models, self._known = state.targetctx.data_model_manager, dict[Any, bool]()

    def need_counting(self) -> bool:
        """Whether it makes an array or hands one back; what it calls counts for itself."""
        return self._is_counted(self._returned) or any(map(self._makes_something, self._all))

    def _makes_something(self, step: Any) -> bool:
        if isinstance(step, ir.Assign):
            looks = not isinstance(step.value, ir.Expr) or step.value.op in _LOOKS
            return not looks and self._is_counted(self._kinds[step.target.name])
        puts_many = isinstance(step, _PUTS) and self._is_counted(self._kinds[step.value.name])
        return puts_many or isinstance(step, _KEEPS)

    def _is_counted(self, kind: Any) -> bool:
        """Whether references to things of a type are counted."""
        if kind not in self._known:
            self._known[kind] = self._models[kind].contains_nrt_meminfo()
        return self._known[kind]
