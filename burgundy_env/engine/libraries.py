"""What LLVM is given: the code of one part, the place of one that is left out, and a whole of many."""

# Numba has no types.
# mypy: disable-error-code="attr-defined, has-type, misc"

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult

from .gaps import Promise

if TYPE_CHECKING:
    from .parts import Part


class PartLibrary(JITCodeLibrary):
    """The code of one part and of Numba's own functions in it, not optimised; the parts it calls stay apart."""

    @classmethod
    def of(cls, codegen: Any, name: str, code: bytes, calls: Sequence[PartLibrary]) -> PartLibrary:
        """From the cache: its code, and the parts it calls."""
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(code)
        library._linking_libraries = list(calls)
        library._finalized = True
        return library

    @property
    def codegen(self) -> Any:
        return _NoMachine

    def finalize(self) -> None:
        """Take in Numba's own functions; parts are linked where a whole is made."""
        own, parts = _defined(self._final_module), []
        for library in dict.fromkeys(self._linking_libraries):
            if isinstance(library, PartLibrary):
                parts.append(library)
            else:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = parts
        # Numba numbers its functions as it meets them: parts which other processes left in the cache may call others
        # by the same name. NRT's functions are known by theirs to the optimiser, which drops pairs of them.
        _make_internal(self._final_module, own | {n for n in _defined(self._final_module) if n.startswith("NRT_")})
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def reached(self, with_gaps: bool = False) -> list[PartLibrary]:
        """This part and all that it calls."""
        found: dict[PartLibrary, None] = {}
        waiting = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Gap):
                part = part.opened() if with_gaps else part.filled()
            if part not in found:
                found[part] = None
                waiting += part._linking_libraries
        return list(found)

    def _get_module_for_linking(self) -> Any:
        """For functions of others that call a kernel and are compiled in Numba's usual way."""
        if self._shared_module is None:
            module = self._final_module.clone()
            for part in self.reached()[1:]:
                module.link_in(part._final_module, preserve=True)
            for name in _exported(module):
                module.get_function(name).linkage = "linkonce_odr"
            self._shared_module = module
        return self._shared_module


class Gap(PartLibrary):
    """The place of a part in the code of its callers."""

    def __init__(self, part: Part, promise: Promise) -> None:
        super().__init__(part.targetctx.codegen(), promise.face.qualname)
        self._part, self._promise = part, promise
        self._finalized = True

    def filled(self) -> PartLibrary:
        """The part's own code, compiled or loaded."""
        return self._part.compiled(self._promise.signature.args).library

    def opened(self) -> PartLibrary:
        """A function in its place that nobody comes to."""
        if not _defined(self._final_module):
            self._final_module = self._promise.code_of_gap()
        return self


class _NoMachine:
    """A part has no machine code in which an environment could be set."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Nothing: the whole does it."""


_HIDDEN = llvm.Linkage.internal, llvm.Linkage.private


class WholeLibrary(JITCodeLibrary):
    """Wrappers for Python and all parts that they reach, optimised together."""

    def __init__(self, codegen: Any, entries: Sequence[CompileResult], with_gaps: bool) -> None:
        """`entries`: the parts that Python calls, and kernels by their address."""
        super().__init__(codegen, entries[0].library.name)
        self._entries, self._with_gaps = entries, with_gaps
        self.enable_object_caching()

    def finalize(self) -> None:
        """Link, optimise and compile."""
        own = _defined(self._final_module) | {entry.fndesc.llvm_func_name for entry in self._entries}
        for part in dict.fromkeys(part for entry in self._entries for part in entry.library.reached(self._with_gaps)):
            self._final_module.link_in(part._final_module, preserve=True)
        # Kernels that call one another are called by address.
        prefix = self._codegen._rtlinker.PREFIX
        by_address = {g.name.removeprefix(prefix) for g in self._final_module.global_variables if prefix in g.name}
        _make_internal(self._final_module, own | by_address)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        self._let_go_of_module(own)

    def _let_go_of_module(self, exports: set[str]) -> None:
        """There is machine code now; of what it was made from nobody asks for more than the names."""
        functions = [f'define void @"{name}"() {{ ret void }}' for name in exports]
        constants = [g.name for g in self._final_module.global_variables if g.linkage not in _HIDDEN]
        self._codegen._engine._ee.remove_module(self._final_module)
        names = functions + [f'@"{name}" = external global i8' for name in constants]
        self._final_module = llvm.parse_assembly("\n".join(sorted(names)))

    def _optimize_final_module(self) -> None:
        passes = self._codegen._module_pass_manager()
        if not isinstance(passes, tuple) or not config.LLVM_REFPRUNE_PASS:
            super()._optimize_final_module()  # Numba 0.61
        else:
            manager, builder = passes  # without the cheap passes before: what they are to inline is all here
            manager.run(self._final_module, builder)

    def serialize_using_object_code(self) -> Any:
        """As Numba, but its bitcode is that of the names alone."""
        return self.name, "object", (self._get_compiled_object(), self._final_module.as_bitcode())


def _defined(module: Any) -> set[str]:
    return {function.name for function in module.functions if not function.is_declaration}


def _exported(module: Any) -> set[str]:
    return {f.name for f in module.functions if not f.is_declaration and f.linkage == llvm.Linkage.external}


def _make_internal(module: Any, but: set[str]) -> None:
    for name in _defined(module) - but:
        module.get_function(name).linkage = "internal"
