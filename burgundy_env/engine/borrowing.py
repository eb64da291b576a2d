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


@register_pass(mutates_CFG=False, analysis_only=True)
class WithoutCounting(AnalysisPass):
    """Before a part is lowered: no counting in it, if it owns nothing."""

    _name = "burgundy_without_counting"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Numba asks."""
        if not owns_something(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


def owns_something(state: Any) -> bool:
    """Whether a function that has its types makes an array or hands one back."""
    counted = _Counted(state.targetctx)
    if counted(state.return_type):
        return True
    for block in state.func_ir.blocks.values():
        for step in block.find_insts(ir.Assign):
            value = step.value
            looks = not isinstance(value, ir.Expr) or value.op in _LOOKS
            if not looks and counted(state.typemap[step.target.name]):
                return True
    return False


class _Counted:
    """Which types have references that are counted."""

    def __init__(self, context: Any) -> None:
        self._models, self._known = context.data_model_manager, dict[Any, bool]()

    def __call__(self, kind: Any) -> bool:
        if kind not in self._known:
            self._known[kind] = self._models[kind].contains_nrt_meminfo()
        return self._known[kind]
