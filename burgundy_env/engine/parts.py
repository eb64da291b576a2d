"""The door to Numba's private rooms: kernels are compiled as parts and linked to wholes.

Numba links the code of all callees into each caller and runs the whole of LLVM on it, again at every level of the
tree of calls. Here a kernel called from kernels is a *part*: typed and lowered, without machine code. A kernel called
from Python is a *whole*: the parts it reaches are linked once, made internal, optimised once. That takes a quarter of
the time, and LLVM, which sees that nobody else calls these functions, makes faster code of them. Kernels that reach
much of the same are one whole together (`Family`).

With `libraries`, which LLVM is given, and the `shelf` they are kept on, this is all that touches what Numba doesn't
promise. Where that is not as expected here, or with BURGUNDY_PLAIN_NUMBA=1, kernels are compiled by `numba.njit`: the
same games, slower.
"""

# Numba has no types.
# mypy: disable-error-code="attr-defined, has-type, misc"

from __future__ import annotations

import contextlib
import functools
import gc
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from numba import typeof, types
from numba.core import event, sigutils, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher, cpu_target

from . import ahead, keys
from .borrowing import WithoutCounting
from .gaps import Promise, Wanted, is_beyond_base
from .libraries import Gap, PartLibrary, WholeLibrary
from .shelf import PassedAs, Shelf, widened

_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}

# Passes of Numba for what no kernel of ours has: closures, functions inlined by Numba, `with`, `literally`; and notes
# for people. They cost a tenth of a part. Others' kernels get them all.
_OURS = __name__.partition(".")[0] + "."
_IDLE = (
    *("WithLifting", "InlineClosureLikes", "MakeFunctionToJitFunction", "InlineInlinables", "InlineOverloads"),
    *("FindLiterallyCalls", "RewriteSemanticConstants", "NoPythonSupportedFeatureValidation", "AnnotateTypes"),
    "DumpParforDiagnostics",
)

# What is used here and Numba keeps for itself.
_EXPECTED = {
    CPUDispatcher: (
        "_compile_for_args",
        "_reset_overloads",
        "add_overload",
        "compile",
        "get_call_template",
        "get_overload",
    ),
    CPUDispatcher(lambda: None): ("_cache", "_compiler", "_compiling_counter", "targetctx"),
    _FunctionCompiler: ("_compile_core", "compile", "fold_argument_types"),
    Compiler: ("_compile_bytecode",),
    CompileResult: ("_find_referenced_environments", "_replace"),
    JITCodeLibrary: (
        *("_finalize_dynamic_globals", "_finalize_final_module", "_get_compiled_object", "_get_module_for_linking"),
        *("_optimize_final_module", "enable_object_caching", "finalize", "get_pointer_to_function"),
    ),
}


def is_as_expected() -> bool:
    """Whether this Numba has the private names that are used here."""
    codegen = cpu_target.target_context.codegen()
    instances = {
        codegen: ("_engine", "_module_pass_manager", "_rtlinker", "set_env", "target_data"),
        codegen.create_library("nothing"): (
            *("_codegen", "_dynamic_globals", "_final_module", "_finalized", "_linking_libraries", "_shared_module"),
        ),
        getattr(codegen, "_engine", None): ("_ee",),
    }
    return all(hasattr(owner, name) for owner, names in (_EXPECTED | instances).items() for name in names)


_Call = tuple["Kernel", tuple[types.Type, ...]]  # a kernel and the types of its arguments


class Kernel(CPUDispatcher):
    """What Python calls. Kernels that call it get its part."""

    def __init__(self, function: Callable[..., Any], passed_as: PassedAs) -> None:
        super().__init__(function, targetoptions=_OPTIONS)
        self.passed_as = passed_as
        self.part = Part(function, passed_as)
        self.family: Family | None = None
        self._compiler = _Linker(self)
        pack, unpack = functools.partial(_packed_whole, self), functools.partial(_unpacked_whole, self)
        self._whole = Shelf(self, "whole", pack, unpack, self._all_calls)
        self._with_gaps = Shelf(self, "base", pack, unpack, self._calls_with_gaps)
        self._cache = self._whole
        self._forgotten: list[CompileResult] = []  # their machine code stays where it is

    def calls(self, arguments: tuple[types.Type, ...]) -> Sequence[_Call]:
        """What is compiled together when it is called with these types."""
        return self._calls_with_gaps(arguments) if self.has_gaps else self._all_calls(arguments)

    def _all_calls(self, arguments: tuple[types.Type, ...]) -> Sequence[_Call]:
        call = (self, arguments)
        return self.family.calls if self.family is not None and call in self.family.calls else [call]

    def _calls_with_gaps(self, arguments: tuple[types.Type, ...]) -> Sequence[_Call]:
        return [call for call in self._all_calls(arguments) if not is_beyond_base(call[0])]

    @property
    def _numba_type_(self) -> types.Type:
        return types.Dispatcher(self.part)

    def compile(self, signature: Any) -> Any:
        """As Numba does it, while no other process compiles the same."""
        with global_compiler_lock:
            self._cache = self._with_gaps if self._may_have_gaps(signature) else self._whole
            with self._cache.alone():
                entry_point = super().compile(signature)
            if self.has_gaps:
                _WITH_GAPS.update(dict.fromkeys(kernel for kernel, _ in self.calls(_arguments(signature))))
        return entry_point

    @property
    def has_gaps(self) -> bool:
        """Whether what is compiled of it, or is being compiled, goes without kernels beyond the base game."""
        return self._cache is self._with_gaps

    def _may_have_gaps(self, signature: Any) -> bool:
        """Users' kernels have none, as their addresses are kept; nor has what is here without any already."""
        ours = self.__module__.startswith(_OURS)
        if Wanted.all or not ours or is_beyond_base(self) or self._whole.has(signature):
            return False
        together = [kernel for kernel, _ in self._all_calls(_arguments(signature))]
        return any(map(is_beyond_base, keys.reached(*together)))

    def forget(self) -> None:
        """What was compiled of it is to be compiled anew; who runs it still, or knows where it is, may go on."""
        self._forgotten += self.overloads.values()
        self._reset_overloads()

    def __reduce__(self) -> str:
        return self.__qualname__  # pickled by name, as functions are


_WITH_GAPS: dict[Kernel, None] = {}


def want_all() -> None:
    """From now on wholes have no gaps; those that have some are linked anew when they are called next."""
    if not Wanted.all:
        with global_compiler_lock:
            Wanted.all = True
            for kernel in _WITH_GAPS:
                kernel.forget()
            _WITH_GAPS.clear()


def _arguments(signature: Any) -> tuple[types.Type, ...]:
    return tuple(sigutils.normalize_signature(signature)[0])


class Family:
    """Kernels that are one whole, where they are called with the usual types."""

    known: ClassVar[list[Family]] = []

    def __init__(self, kernels: Sequence[Kernel], examples: Callable[[], dict[str, Any]]) -> None:
        self._kernels, self._examples = kernels, examples
        self.known.append(self)
        for kernel in kernels:
            kernel.family = self

    @functools.cached_property
    def kinds(self) -> dict[str, types.Type]:
        """The types of its examples, by name."""
        return {name: typeof(example) for name, example in self._examples().items()}

    @functools.cached_property
    def calls(self) -> list[_Call]:
        """Each with the types of its arguments."""
        named = [(kernel, inspect.signature(kernel.py_func).parameters) for kernel in self._kernels]
        return [(kernel, tuple(self.kinds.get(name, types.int64) for name in names)) for kernel, names in named]


def kinds() -> dict[str, types.Type]:
    """What is known of the types of arguments by their names."""
    return {name: kind for family in Family.known for name, kind in family.kinds.items()}


class Part(CPUDispatcher):
    """What kernels call."""

    def __init__(self, function: Callable[..., Any], passed_as: PassedAs) -> None:
        super().__init__(function, targetoptions=_OPTIONS, pipeline_class=functools.partial(_PartPipeline, self))
        self.passed_as = passed_as
        self.answer: types.Type | None = None  # what it returns, if its callers are compiled before it
        self._promises: dict[tuple[types.Type, ...], Promise] = {}
        self._cache = Shelf(self, "part", functools.partial(_packed, self), functools.partial(_unpacked, self))

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        """Numba asks for the types of a call."""
        arguments, keywords = widened(self.passed_as, arguments, keywords)
        if self.answer is not None:
            named, folded = self._compiler.fold_argument_types(arguments, keywords)
            promise = self.promised(tuple(folded))
            if promise is not None:
                name = self.py_func.__name__
                return (
                    typing.make_concrete_template(name, key=name, signatures=[promise.signature]),
                    named,
                    folded,
                    {},
                )
        return super().get_call_template(arguments, keywords)

    def get_overload(self, signature: Any) -> Any:
        """Numba asks what it calls."""
        return self._promises.get(_arguments(signature)) or super().get_overload(signature)

    def promised(self, arguments: tuple[types.Type, ...]) -> Promise | None:
        """What its callers link until it is compiled; None if it has no name that will last."""
        if arguments not in self._promises:
            try:
                key = keys.key_of_call(self, arguments)[:32]
            except keys.Unkeyed:
                return None
            promise = Promise(self.py_func, key, arguments, self.answer, _mangled(self.targetctx.mangler))
            promise.library = Gap(self, promise)
            self.targetctx.insert_user_function(promise, promise.face, [promise.library])
            self._promises[arguments] = promise
        return self._promises[arguments]

    def compile(self, signature: Any) -> Any:
        """As Numba does it, but without the clocks that it starts for each kernel.

        In a nest of kernels all their clocks would hear of every call of LLVM, which took a tenth of the time.
        """
        arguments, return_type = sigutils.normalize_signature(signature)
        if ahead.is_shared() and arguments not in self.overloads:
            with self._cache.alone():
                return self._compile(signature, arguments, return_type)
        return self._compile(signature, arguments, return_type)

    def _compile(self, signature: Any, arguments: Any, return_type: Any) -> Any:
        with global_compiler_lock, self._compiling_counter:
            if arguments not in self.overloads:
                loaded = self._cache.load_overload(signature, self.targetctx)
                result = loaded or self._compiled_anew(arguments, return_type)
                if loaded:
                    self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
                self.add_overload(result)
                if not loaded:
                    self._cache.save_overload(signature, result)
            self._keeps_its_promise(arguments)
            return self.overloads[arguments].entry_point

    def _keeps_its_promise(self, arguments: tuple[types.Type, ...]) -> None:
        compiled, promise = self.overloads[arguments], self._promises.get(arguments)
        if self.answer is not None and compiled.signature.return_type != self.answer:
            raise TypeError(f"{self.__qualname__} answers {compiled.signature.return_type}, not {self.answer}")
        if promise is not None and compiled.fndesc.llvm_func_name != promise.face.llvm_func_name:
            raise TypeError(f"{self.__qualname__} has another name than its callers were told")

    def _compiled_anew(self, arguments: Any, return_type: Any) -> CompileResult:
        told = {"dispatcher": self, "args": arguments, "return_type": return_type}
        with event.trigger_event("numba:compile", data=told):
            return self._compiler.compile(arguments, return_type)

    def compiled(self, arguments: tuple[types.Type, ...]) -> CompileResult:
        """What it is for these types, compiled or loaded if need be."""
        self.compile(arguments)
        return self.overloads[arguments]

    def kept_as(self, arguments: tuple[types.Type, ...]) -> str | None:
        """Its name in the cache."""
        return self._cache.name_of(arguments)

    def library_for(self, arguments: tuple[types.Type, ...]) -> PartLibrary:
        """What callers link of it for these types."""
        promise = self.promised(arguments) if self.answer is not None else None
        return self.compiled(arguments).library if promise is None else promise.library

    def called_by_others(self) -> Iterator[tuple[tuple[types.Type, ...], PartLibrary]]:
        """What callers may have linked of it, with the types it is for."""
        yield from ((arguments, promise.library) for arguments, promise in self._promises.items())
        yield from ((arguments, compiled.library) for arguments, compiled in self.overloads.items())


class _PartPipeline(Compiler):
    """Numba's way from bytecode to a library, with a library and a name of ours."""

    def __init__(self, part: Part, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._part = part

    def define_pipelines(self) -> list[Any]:
        """Numba's passes; of kernels of ours those that find something to do in one of them."""
        managers = super().define_pipelines()
        for manager in managers:
            if self.state.func_id.modname.startswith(_OURS):
                manager.passes = [step for step in manager.passes if step[0].__name__ not in _IDLE]
            names = [step.__name__ for step, _ in manager.passes]
            if "NativeLowering" in names:
                manager.passes.insert(names.index("NativeLowering"), (WithoutCounting, WithoutCounting.__doc__))
        return managers

    def _compile_bytecode(self) -> Any:
        state, name = self.state, self.state.func_id
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = PartLibrary(state.targetctx.codegen(), name.func_qualname)
        state.args = _Unspelled(state.args)
        with contextlib.suppress(keys.Unkeyed):
            # Parts are linked by name, perhaps with others that came from the cache: the key tells them apart.
            name.unique_id = keys.key_of_call(self._part, tuple(state.args))[:32]
            name.unique_name = f"{name.func_qualname}${name.unique_id}"
            state.targetctx.mangler = _mangled(state.targetctx.mangler)
        return super()._compile_bytecode()


class _Unspelled(tuple[types.Type, ...]):
    """Types of arguments, which Numba spells for each of its passes, all fields of records, for nobody to read."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"({len(self)} arguments)"


def _mangled(mangler: Callable[..., str]) -> Callable[..., str]:
    """Numba's names for linking hold numbers of this process for types, and flags; a key needs none beside it."""

    def mangled(name: str, arguments: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        if isinstance(uid, str):
            return mangler(name, (), uid=uid)
        return mangler(name, arguments, abi_tags=abi_tags, uid=uid)

    return mangled


class _Linker(_FunctionCompiler):
    """Makes a whole of parts."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel.py_func, kernel.part.targetdescr, _OPTIONS, {}, Compiler)
        self._kernel = kernel

    def _compile_core(self, arguments: Any, return_type: Any) -> Any:
        calls = self._kernel.calls(tuple(arguments))
        with rarely_collecting(), ahead.helped(self._kernel, kinds(), self._kernel.has_gaps):
            entries = [kernel.part.compiled(types) for kernel, types in calls]
            gc.collect()  # LLVM needs most of the memory, and what lies about then is no little of it
            return _handed_out(self._kernel, calls, _linked(entries, self._kernel.has_gaps))


def _linked(entries: Sequence[CompileResult], with_gaps: bool) -> list[CompileResult]:
    """The whole of some parts, for each of them."""
    context = entries[0].target_context
    library = WholeLibrary(context.codegen(), entries, with_gaps)
    with context.push_code_library(library):
        for entry in entries:
            context.create_cpython_wrapper(
                library, entry.fndesc, entry.environment, entry.call_helper, release_gil=True
            )
    wholes = [
        entry._replace(
            library=library,
            entry_point=context.get_executable(library, entry.fndesc, entry.environment),
            metadata={},
        )
        for entry in entries
    ]
    for environment in wholes[0]._find_referenced_environments():
        library.codegen.set_env(environment.env_name, environment)
    return wholes


def _handed_out(kernel: Kernel, calls: Sequence[_Call], wholes: Sequence[CompileResult]) -> CompileResult:
    """The kernel's own; the others of its family get theirs, so that nobody compiles or loads them again."""
    own = None
    for (other, arguments), whole in zip(calls, wholes, strict=True):
        if other is kernel:
            own = whole
        elif arguments not in other.overloads:
            other.add_overload(whole)
    return own


@contextlib.contextmanager
def rarely_collecting() -> Iterator[None]:
    """Compiling makes millions of objects and hardly a cycle: looking for them takes a quarter of the time."""
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def _packed(part: Part, result: CompileResult) -> tuple[Any, ...]:
    """A part as it is kept: its code, and the names by which it calls others."""
    library, calls = result.library, []
    ours = {name: thing.part for name, thing in keys.references(part).items() if isinstance(thing, Kernel)}
    for called in library._linking_libraries:
        calls.append(next(
            (name, arguments)
            for name, other in ours.items()
            for arguments, library_of_other in other.called_by_others()
            if library_of_other is called
        ))  # fmt: skip
    return library.name, library._final_module.as_bitcode(), calls, _face(result), _environments(result)


def _unpacked(
    part: Part, context: Any, name: str, code: bytes, calls: list[Any], face: tuple[Any, ...], environments: Any
) -> CompileResult:
    context = context.subtarget(enable_nrt=True)
    ours = keys.references(part)
    library = PartLibrary.of(
        context.codegen(), name, code, [ours[called].part.library_for(arguments) for called, arguments in calls]
    )
    return _result(context, library, face, environments)


def _packed_whole(kernel: Kernel, result: CompileResult) -> tuple[Any, ...]:
    """A whole as it is kept: its machine code, and what Python has to know of each kernel in it."""
    calls = kernel.calls(tuple(result.signature.args))
    faces = [_face(other.overloads[arguments]) for other, arguments in calls]
    return result.library.serialize_using_object_code(), faces, _environments(result)


def _unpacked_whole(
    kernel: Kernel, context: Any, code: Any, faces: list[tuple[Any, ...]], environments: Any
) -> CompileResult:
    library = context.codegen().unserialize_library(code)
    wholes = [_result(context, library, face, environments) for face in faces]
    for environment in environments:
        library.codegen.set_env(environment.env_name, environment)
    if len(wholes) == 1 or kernel.family is None:
        return wholes[0]
    return _handed_out(kernel, kernel.calls(dict(kernel.family.calls)[kernel]), wholes)


def _face(result: CompileResult) -> tuple[Any, ...]:
    result.fndesc.typemap = result.fndesc.calltypes = None
    return result.fndesc, result.environment, result.signature


def _environments(result: CompileResult) -> tuple[Any, ...]:
    return tuple(result._find_referenced_environments())


def _result(context: Any, library: JITCodeLibrary, face: tuple[Any, ...], environments: Any) -> CompileResult:
    fndesc, environment, signature = face
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=context.get_executable(library, fndesc, environment),
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=fndesc,
        library=library,
        environment=environment,
        reload_init=[],
        referenced_envs=environments,
    )
