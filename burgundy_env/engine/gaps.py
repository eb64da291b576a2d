"""Kernels that a game of the base box never reaches, and the machine code that goes without them.

Three fifths of what players reach are modules', the solo game's, the Châteauma's and searches'. Each stands behind
a test of the tables and is called at few places, where it is declared what it answers (`jit.beyond_base`). So its
callers can be compiled without it: they call it by the name it will have. A whole is linked with all of it, or,
until the first tables are made of a game that needs it, with the end of the process in its place: the gap.
"""

# Numba has no types.
# mypy: disable-error-code="attr-defined"

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils, typing
from numba.core.funcdesc import FunctionDescriptor
from numba.core.registry import cpu_target

_SENTENCE = (
    "burgundy_env: {} was called in a game that goes beyond the base box, with tables that tables_for has not made "
    "in this process, so it is not there (burgundy_env.engine.jit.needs_all() has it there)"
)


class Promise:
    """What callers of a kernel are told before it is compiled: the name and the types it will have."""

    def __init__(
        self, function: Any, key: str, arguments: tuple[types.Type, ...], answer: types.Type, mangler: Any
    ) -> None:
        self.signature = typing.signature(answer, *arguments)
        name = function.__qualname__
        self.face = FunctionDescriptor(
            True, function.__module__, name, f"{name}${key}", "", {}, answer, {}, (), (),
            mangler=mangler, argtypes=arguments, uid=key,
        )  # fmt: skip
        self.library: Any = None  # what callers link: a gap

    def code_of_gap(self) -> Any:
        """A function of its name that ends the process with a sentence.

        An exception would be kinder, but then each caller, and whoever calls it, would have to look whether there was
        one: 4 to 9 % of all play. Tables make sure that nobody comes here (`tables_for`).
        """
        context = cpu_target.target_context
        module = ir.Module(f"gap of {self.face.qualname}")
        module.triple, module.data_layout = llvm.get_process_triple(), str(context.codegen().target_data)
        answer, arguments = self.signature.return_type, self.signature.args
        kind = context.call_conv.get_function_type(answer, arguments)
        builder = ir.IRBuilder(ir.Function(module, kind, self.face.llvm_func_name).append_basic_block())
        end = ir.Function(module, ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t]), "Py_FatalError")
        end.attributes.add("noreturn")
        builder.call(end, [context.insert_const_string(module, _SENTENCE.format(self.face.qualname))])
        builder.unreachable()
        return llvm.parse_assembly(str(module))


class Wanted:
    """Whether wholes are to be linked with all kernels; once they are, they stay so."""

    all = False


def is_beyond_base(kernel: Any) -> bool:
    """Whether wholes may have a gap in a kernel's place."""
    return getattr(getattr(kernel, "part", None), "answer", None) is not None
